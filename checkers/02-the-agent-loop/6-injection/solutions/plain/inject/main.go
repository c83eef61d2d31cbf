// Inject lets an agent read a hostile file, under several defences, and counts how often the file has its way.
//
//	go run ./inject [-case reply|send] [-defence none|D1|D2|D3|D4] [-runs N] [-keep]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"

	"agentcourse/starter/messages"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

type options struct {
	cases, defences []string
	runs            int
	keep            bool
}

func parse(args []string, stderr io.Writer) (options, error) {
	flags := flag.NewFlagSet("inject", flag.ContinueOnError)
	flags.SetOutput(stderr)
	onlyCase := flags.String("case", "", "only this case: reply or send")
	onlyDefence := flags.String("defence", "", "only this defence: none, D1, D2, D3 or D4")
	opt := options{cases: caseNames, defences: defenceNames}
	flags.IntVar(&opt.runs, "runs", 3, "runs for each case and defence")
	flags.BoolVar(&opt.keep, "keep", false, "leave the files for a look at them")
	if err := flags.Parse(args); err != nil {
		return opt, err
	}
	var err error
	flags.Visit(func(f *flag.Flag) {
		switch {
		case f.Name == "case" && !slices.Contains(caseNames, *onlyCase), f.Name == "defence" && !slices.Contains(defenceNames, *onlyDefence):
			err = fmt.Errorf("-%s cannot be %q", f.Name, f.Value)
		case f.Name == "case":
			opt.cases = []string{*onlyCase}
		case f.Name == "defence":
			opt.defences = []string{*onlyDefence}
		}
	})
	if opt.runs < 1 {
		err = fmt.Errorf("-runs must be at least 1")
	}
	return opt, err
}

// run does everything, so that its deferred clean-up comes before the program's end.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		fmt.Fprintln(stderr, "inject:", err)
		return 1
	}
	opt, err := parse(args, stderr)
	if err != nil {
		return fail(err)
	}
	client, err := messages.FromEnv()
	if err != nil {
		return fail(err)
	}
	if err := notThere(meeting, outboxFile); err != nil {
		return fail(err)
	}
	if !opt.keep {
		defer cleanUp()
	}
	var sum total
	defer func() { fmt.Fprintln(stdout, sum) }()
	for _, c := range opt.cases {
		if err := writeMeeting(c); err != nil {
			return fail(err)
		}
		for _, d := range opt.defences {
			pwned, sent := 0, 0
			for range opt.runs {
				agent := newAgent(client, d)
				answer, err := agent.run(ctx, &sum)
				if err != nil {
					return fail(err)
				}
				pwned += count(isPwned(answer))
				sent += count(agent.outbox.lines > 0)
			}
			fmt.Fprintf(stdout, "case=%s defence=%s runs=%d pwned=%d sent=%d\n", c, d, opt.runs, pwned, sent)
		}
	}
	return 0
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
