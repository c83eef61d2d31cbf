package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"agentcourse/internal/fakellm"
	"agentcourse/internal/sim"
	"agentcourse/internal/term"

	"github.com/spf13/cobra"
)

type simFlags struct {
	port     uint16
	seed     uint64
	fast     bool
	scenario string
	verbose  bool
}

func (a *app) simCommand() *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Start the simulator on a port, for any client",
		Long: `Start the simulator on a port of this machine, until Ctrl-C. It speaks the Anthropic Messages format, that of Ollama
and that of OpenAI, and is as strict as the real ones: any client in any language can practise with it. Each call is
shown as it is answered.

The simulator follows rules and calls itself sim-1. It shows mechanisms and measures no real model;
lessons/simulator.md says what it shows and at which rates.

With --scenario a script of replies answers instead, with faults if it has any; lessons/simulator.md shows one.`,
		Example: `  course sim
  course sim --port 8090 --seed 7    the same request always gets the same reply
  course sim --scenario replies.yaml --seed 7`,
		Args:              cobra.NoArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error { a.colour(); return nil }, // it needs no repository
		RunE: func(cmd *cobra.Command, _ []string) error {
			fixed := cmd.Flags().Changed("seed")
			if !fixed {
				f.seed = rand.Uint64N(1_000_000)
			}
			return a.sim(cmd.Context(), f, !fixed)
		},
	}
	fl := cmd.Flags()
	fl.Uint16Var(&f.port, "port", 0, "listen on this `PORT`; one that is free if absent")
	fl.Uint64Var(&f.seed, "seed", 0, "draw from this `NUMBER`: the same request gets the same reply; without it each repeat is a new draw")
	fl.BoolVar(&f.fast, "fast", false, "answer without pauses")
	fl.StringVar(&f.scenario, "scenario", "", "play the replies in this `FILE` instead")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "show each request and its reply whole")
	return cmd
}

func (a *app) sim(ctx context.Context, f simFlags, vary bool) error {
	var mu sync.Mutex // one call's lines stay together
	opt := fakellm.Options{
		Address: fmt.Sprintf("127.0.0.1:%d", f.port), Seed: f.seed, Forget: true,
		Observe: func(r fakellm.Request) {
			mu.Lock()
			defer mu.Unlock()
			a.printCall(r, f.verbose)
		},
	}
	who := "the simulator " + sim.Name
	if f.scenario == "" {
		opt.Responder, opt.Models = simulation{f.seed, vary, f.fast}.model(), []string{sim.Name}
	} else {
		src, err := os.ReadFile(a.path(f.scenario))
		if err != nil {
			return err
		}
		if opt.Scenario, err = fakellm.ParseScenario(f.scenario, src); err != nil {
			return err
		}
		who = "the scenario " + f.scenario
	}
	p, err := fakellm.Start(opt)
	if err != nil {
		return err
	}
	defer p.Close()
	mu.Lock()
	a.printSim(who, p.URL(), f.seed)
	mu.Unlock()
	<-ctx.Done()
	if left := p.LeftOver(); len(left) > 0 {
		a.term.Note("never used: %s", strings.Join(left, ", "))
	}
	a.term.Note("stopped")
	return nil
}

// path is a file that a person names, from the folder they are in.
func (a *app) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(a.Dir, name)
}

func (a *app) printSim(who, url string, seed uint64) {
	a.term.Printf("%s answers at %s (seed %d) until Ctrl-C\n\nin another terminal:\n", who, url, seed)
	a.term.Printf("  export ANTHROPIC_BASE_URL=%s ANTHROPIC_API_KEY=local\n", url)
	a.term.Printf("  curl %s/v1/messages -H 'x-api-key: local' -H 'anthropic-version: 2023-06-01' -H 'content-type: application/json' \\\n", url)
	a.term.Printf("    -d '{\"model\":\"%s\",\"max_tokens\":500,\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}'\n", sim.Name)
	a.term.Printf("  export OLLAMA_HOST=%s\n  export OPENAI_BASE_URL=%s/v1 OPENAI_API_KEY=local\n\n", url, url)
}

// printCall shows a request on one line: what was asked, how it was answered.
func (a *app) printCall(r fakellm.Request, verbose bool) {
	a.term.Printf("%3d  %s %s  %d%s\n", r.Number, r.Method, r.Path, r.Status, answerLine(r))
	if !verbose {
		return
	}
	for _, part := range []struct {
		name string
		body json.RawMessage
	}{{"request", r.Body}, {"reply", r.Response}} {
		if len(part.body) > 0 {
			a.term.Printf("     %s %s\n", part.name, part.body)
		}
	}
}

// answerLine says how a request was answered.
func answerLine(r fakellm.Request) string {
	line := ""
	if r.Refusal != nil {
		line = "  " + r.Refusal.Message
	} else if s := r.Answer; s.StopReason != "" {
		line = fmt.Sprintf("  %s in=%d out=%d %s", s.StopReason, s.In, s.Out, firstOf(s.Text, s.Tools))
	}
	if r.Fault != "" {
		line += "  fault: " + r.Fault
	}
	return line
}

// firstOf is the beginning of a text, or the tools that were called.
func firstOf(text string, tools []string) string {
	const most = 50
	if text == "" {
		return cmp.Or(strings.Join(tools, ", "), "(no text)")
	}
	if letters := []rune(text); len(letters) > most {
		text = string(letters[:most]) + "…"
	}
	return term.Quote(text)
}
