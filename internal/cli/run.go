package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/gobuild"
	"agentcourse/internal/journal"
	"agentcourse/internal/proc"
	"agentcourse/internal/recorder"
	"agentcourse/internal/trace"
	"agentcourse/internal/workspace"

	"github.com/spf13/cobra"
)

type runFlags struct {
	sim           bool
	baseURL       string
	model         string
	seed          uint64
	vary          bool
	fast          bool
	maxCost       float64
	maxCalls      int
	maxTime       time.Duration
	promptVersion string
	noJournal     bool
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run EXERCISE [PROGRAM] [-- ARGUMENT...]",
		Short: "Run a program of yours: live with a key, else against the simulator",
		Long: `Build a program of an exercise and run it in the exercise's folder, with your keyboard and screen. Its calls to a
model go through a recorder on this machine, which keeps a trace of them in traces/ and ends a run that makes too many.
Its output goes where yours goes; its input is a pipe when yours is a terminal.

Where the calls go:
  live   to the Anthropic API, if ANTHROPIC_API_KEY is set. The key goes there and nowhere else: the program gets
         another one, good for this run alone.
  local  to the server that --base-url or ANTHROPIC_BASE_URL names and that speaks the Messages format: Ollama
         (http://localhost:11434), llama-server (http://localhost:8080), LM Studio (http://localhost:1234). It gets
         a made-up key, never yours, so a server that asks for a real one cannot be used.
  sim-1  to the course's simulator otherwise, or with --sim. It costs nothing.

The live API gets calls with the key that the program finds in its environment, to /v1/messages, /v1/messages/count_tokens
and /v1/models; a call without that key, or to another path, is refused here. That your key stays out of the program, the
trace and the screen protects against accidents, not against a program that means harm: it runs as you, and may read what
you may, as the environment of this command.

The newest open journal entry that names the exercise gets a row of numbers after the run. If it predicts nothing yet, you
are asked on a terminal what you expect, before the first run that it gets; Ctrl-C there runs nothing.

A cost is known when the reply is there, so the last reply may go over --max-cost. A call beside others waits for them
when all that they allow, each its max_tokens, might go over it. A reply whose price or tokens are not known counts as
nothing, and the cost is then shown as ?; one that broke off counts as what it had told, and the cost is at least that.`,
		Example: `  course run 1.1 -- "Explain tokens to a 10-year-old."
  course run ex2 chat                    the program chat of an exercise that has several
  course run 1.1 --sim                   with the simulator although there is a key
  course run 1.1 --base-url http://localhost:11434 --model llama3.2
  course run 1.1 --max-calls 5 --max-cost 0.05 --max-time 1m`,
		ValidArgsFunction: a.completeRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.vary = !cmd.Flags().Changed("seed"); f.vary {
				f.seed = rand.Uint64N(1_000_000)
			}
			own, rest := args, []string(nil)
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				own, rest = args[:dash], args[dash:]
			}
			if err := f.check(cmd, own); err != nil {
				return err
			}
			return a.run(cmd.Context(), own, rest, f)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.sim, "sim", false, "use the simulator")
	fl.StringVar(&f.baseURL, "base-url", "", "use the server at this `URL` that speaks the Messages format")
	fl.StringVar(&f.model, "model", "", "set ANTHROPIC_MODEL for the program to `ID`")
	fl.Uint64Var(&f.seed, "seed", 0, "draw the simulator's replies from this `NUMBER`: the same request gets the same reply; without it each repeat is a new draw")
	fl.BoolVar(&f.fast, "fast", false, "let the simulator answer without pauses")
	fl.Float64Var(&f.maxCost, "max-cost", 0.5, "stop when the calls have cost this many `DOLLARS`; 0 for no limit")
	fl.IntVar(&f.maxCalls, "max-calls", 100, "stop after this many calls; 0 for no limit")
	fl.DurationVar(&f.maxTime, "max-time", 30*time.Minute, "stop after this `TIME`; 0 for no limit")
	fl.StringVar(&f.promptVersion, "prompt-version", "", "name the version of the prompt: PROMPT_VERSION for the program, and in the record")
	fl.BoolVar(&f.noJournal, "no-journal", false, "ask for no prediction and write nothing into the journal")
	cmd.MarkFlagsMutuallyExclusive("sim", "base-url")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return &nextStepError{err, `flags of your program stand behind "--", as in "course run 2.5 bounded -- -max-steps 1 TASK"`}
	})
	return cmd
}

// check finds wrong usage before anything is built.
func (f *runFlags) check(cmd *cobra.Command, own []string) error {
	switch {
	case len(own) == 0:
		return fmt.Errorf(`name an exercise, as in "course run 1.1"`)
	case len(own) > 2:
		return fmt.Errorf(`%q is one argument too many: put "--" before those of the program, as in "course run %s %s -- %s"`,
			own[2], own[0], own[1], strconv.Quote(own[2]))
	case f.maxCost < 0 || math.IsNaN(f.maxCost) || math.IsInf(f.maxCost, 0):
		return fmt.Errorf("--max-cost %g is no amount of dollars", f.maxCost)
	case f.maxCalls < 0:
		return fmt.Errorf("--max-calls %d is no number of calls", f.maxCalls)
	case f.maxTime < 0:
		return fmt.Errorf("--max-time %v is no length of time", f.maxTime)
	case cmd.Flags().Changed("base-url") && f.baseURL == "":
		return fmt.Errorf("--base-url is empty")
	case cmd.Flags().Changed("model") && (f.model == "" || strings.ContainsAny(f.model, " \t\r\n\x00")):
		return fmt.Errorf("--model %q is no model's id", f.model)
	case strings.ContainsAny(f.promptVersion, "\r\n\x00"):
		return fmt.Errorf("--prompt-version %q has more than one line", f.promptVersion)
	}
	return nil
}

// A programRun is one run of a learner's program.
type programRun struct {
	exercise      *catalog.Exercise
	program       string
	args          []string
	provider      provider
	model         string // for the program, "" if none is named
	promptVersion string
	seed          *uint64 // of the simulator, nil when none was given
	started       time.Time
	took          time.Duration
	result        proc.Result
	sum           recorder.Summary
	status        string
	trace         string         // from the repository's folder
	entry         *journal.Entry // that gets the run's row, nil for none
	predicted     string         // what is predicted there
	logged        bool           // the row is in it
}

func (a *app) run(ctx context.Context, own, args []string, f runFlags) error {
	prov, err := a.chooseProvider(f)
	if err != nil {
		return err
	}
	ex, err := a.resolve(own[:1])
	if err != nil {
		return err
	}
	if err := a.startQuietly(ex); err != nil {
		return err
	}
	r := &programRun{
		exercise: ex, args: args, provider: prov,
		model: cmp.Or(f.model, a.getenv("ANTHROPIC_MODEL")), promptVersion: cmp.Or(f.promptVersion, a.getenv("PROMPT_VERSION")),
	}
	if r.provider.name == trace.ProviderSim && !f.vary {
		r.seed = &f.seed
	}
	if r.program, err = a.pickProgram(ex, own[1:]); err != nil {
		return err
	}
	if err := a.buildProgram(ctx, r); err != nil {
		return err
	}
	if !f.noJournal {
		if err := a.expect(ctx, r); err != nil {
			return err
		}
	}
	if err := a.recordRun(ctx, r, f); err != nil {
		return err
	}
	if r.sum.Stopped != nil && r.sum.Stopped.Reason != trace.Refusal && r.sum.Stopped.Reason != trace.MaxTokens {
		return errFailed
	}
	return nil
}

// buildProgram builds the program. What the compiler says is printed.
func (a *app) buildProgram(ctx context.Context, r *programRun) error {
	work := gobuild.Module{Dir: workspace.Dir(a.root), Env: recorder.WithoutKeys(a.Env), Name: "work"}
	out := a.binDir(r.exercise)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	build, err := work.Build(ctx, out, []string{"./" + r.exercise.Key + "/" + r.program})
	if err != nil {
		return err
	}
	if build.Exit == 0 {
		return nil
	}
	lines := gobuild.CompilerLines(string(build.Stderr))
	fmt.Fprintf(a.Err, "%s cannot be built; in work/ the compiler says\n", r.program)
	for _, l := range lines {
		fmt.Fprintf(a.Err, "  %s\n", l)
	}
	fmt.Fprintf(a.Err, "%s\n", gobuild.CompilerHint(lines))
	return errFailed
}

// recordRun runs the program through a recorder, sums the run up and writes its record.
func (a *app) recordRun(ctx context.Context, r *programRun, f runFlags) (err error) {
	dir := filepath.Join(a.root, "traces")
	tr, err := trace.Create(dir, a.Now)
	if err != nil {
		return err
	}
	defer tr.Close()
	runs, err := trace.OpenRuns(dir)
	if err != nil {
		return err
	}
	defer runs.Close()
	r.trace = "traces/" + filepath.Base(tr.Path())
	if r.provider.name == trace.ProviderSim {
		url, stop, err := simulation{f.seed, f.vary, f.fast}.start()
		if err != nil {
			return err
		}
		defer stop()
		r.provider.target = url
	}
	rec, err := recorder.Start(recorder.Options{
		Target: r.provider.target, Live: r.provider.name == trace.ProviderLive, Key: r.provider.key, Known: recorder.Secrets(a.Env), Trace: tr, Now: a.Now,
		Limits: recorder.Limits{Calls: f.maxCalls, CostUSD: f.maxCost, Time: f.maxTime}, Proxy: http.ProxyFromEnvironment,
	})
	if err != nil {
		return err
	}
	defer rec.Close()
	a.term.Note("%s", r.provider.line(f))
	if r.provider.name == trace.ProviderLocal && r.model == "" {
		a.term.Note("no --model is given: the program asks for the one that its code names, and your server must have it")
	}
	if !f.noJournal {
		a.recordStart(r)
	}
	r.started = a.Now()
	rec.Task(trace.Task{Task: commandLine(r.program, r.args), Model: r.model, Provider: r.provider.name})
	if err := a.execute(ctx, rec, r); err != nil {
		return err
	}
	r.took = a.Now().Sub(r.started)
	if err := rec.Close(); err != nil {
		a.term.Note("the trace is not whole: %v", err)
	}
	r.sum = rec.Summary()
	status, stopped := runStatus(r.result, r.sum)
	if r.status = status; stopped != nil {
		rec.Stop(stopped.Reason, stopped.Detail)
		r.sum = rec.Summary()
	}
	record := rec.Record(a.runRecord(ctx, r))
	notLogged := a.logRun(r)
	a.printRun(r)
	if notLogged != nil {
		a.term.Note("%v", notLogged)
	}
	return runs.Append(r.started, record)
}

// execute runs the program to its end.
func (a *app) execute(ctx context.Context, rec *recorder.Recorder, r *programRun) (err error) {
	// When standard output is a pipe that nobody reads any more, the program shall meet that, and not the course.
	proc.ReadInBackground()
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	defer signal.Stop(pipes)
	folder := filepath.Join(workspace.Dir(a.root), filepath.FromSlash(r.exercise.Key))
	more := []string{"TRACE_DIR=" + filepath.Join(a.root, "traces"), "PWD=" + folder}
	if r.model != "" {
		more = append(more, "ANTHROPIC_MODEL="+r.model)
	}
	if r.promptVersion != "" {
		more = append(more, "PROMPT_VERSION="+r.promptVersion)
	}
	r.result, err = rec.Run(ctx, recorder.Program{
		Path: filepath.Join(a.binDir(r.exercise), r.program), Args: r.args, Dir: folder, Env: rec.Environment(a.Env, more...),
		In: a.In, Out: a.Out, Err: a.Err,
	})
	return err
}

// commandLine is a command as a person would type it.
func commandLine(program string, args []string) string {
	line := program
	for _, arg := range args {
		if arg == "" || strings.ContainsAny(arg, " \t\r\n\"'\\$`*?#&|;<>(){}[]~!") {
			arg = strconv.Quote(arg)
		}
		line += " " + arg
	}
	return line
}
