package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/proc"
	"agentcourse/internal/recorder"
	"agentcourse/internal/term"
	"agentcourse/internal/trace"
	"agentcourse/starter/messages"
)

// runStatus is the status of a run for its record, and how the trace says that it stopped: nil if it need not, or has.
func runStatus(result proc.Result, sum recorder.Summary) (string, *trace.Stopped) {
	switch {
	case sum.Stopped != nil:
		return sum.Stopped.Reason, nil
	case result.Signal != "":
		return fmt.Sprintf("exit %d", result.Exit), &trace.Stopped{Reason: trace.Error, Detail: "a signal ended the program: " + result.Signal}
	case result.Exit != 0:
		return fmt.Sprintf("exit %d", result.Exit), &trace.Stopped{Reason: trace.Error, Detail: fmt.Sprintf("the program ended with exit code %d", result.Exit)}
	case sum.LastStop == messages.StopEndTurn, sum.LastStop == messages.StopStopSequence:
		return "answered", nil
	case sum.LastStop == messages.StopRefusal:
		return trace.Refusal, &trace.Stopped{Reason: trace.Refusal, Detail: "the last reply was a refusal"}
	case sum.LastStop == messages.StopMaxTokens:
		return trace.MaxTokens, &trace.Stopped{Reason: trace.MaxTokens, Detail: "the last reply was cut off at its token limit"}
	}
	return "exit 0", nil
}

func (a *app) runRecord(ctx context.Context, r *programRun) trace.Run {
	run := trace.Run{
		Exercise: r.exercise.ID, Program: r.program, Provider: r.provider.name, Model: cmp.Or(r.sum.LastModel, r.model), Status: r.status,
		Calls: r.sum.Calls, Steps: r.sum.Steps, In: r.sum.Usage.In, Out: r.sum.Usage.Out, MS: r.took.Milliseconds(),
		Trace: r.trace, Seed: r.seed, PromptVersion: r.promptVersion, Commit: a.workCommit(ctx),
	}
	if r.sum.CostKnown() {
		cost := math.Round(r.sum.CostUSD*1e9) / 1e9 // adding up leaves digits that mean nothing
		run.CostUSD = &cost
	}
	return run
}

// commit is the commit that the repository stands at, "" if that cannot be told quickly.
func (a *app) commit(ctx context.Context) string {
	return a.gitLine(ctx, "rev-parse", "--short", "HEAD")
}

// workCommit is the commit in which the learner's programs are, with -dirty behind it if they have changed since, as git
// describe has it.
func (a *app) workCommit(ctx context.Context) string {
	commit := a.commit(ctx)
	if commit != "" && a.gitLine(ctx, "status", "--porcelain", "--", "work") != "" {
		commit += "-dirty"
	}
	return commit
}

// gitLine is what a quick git command prints, "" if it fails.
func (a *app) gitLine(ctx context.Context, args ...string) string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	var out bytes.Buffer
	if !a.git(ctx, args, nil, &out) {
		return ""
	}
	return strings.TrimSpace(out.String())
}

// printRun sums the run up on standard error: standard output is the program's.
func (a *app) printRun(r *programRun) {
	row := func(name, format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		fmt.Fprintln(a.Err, term.Wrap(text, fmt.Sprintf("  %-8s ", name), "           "))
	}
	fmt.Fprintf(a.Err, "\n%s\n", a.term.Paint(term.Strong, fmt.Sprintf("run of %s, exercise %s, %s", r.program, r.exercise.ID, r.provider.name)))
	if s := r.sum.Stopped; s != nil {
		row("stopped", "%s", explainStop(s))
	}
	row("calls", "%s", callsText(r.sum))
	if r.sum.Steps > 0 || r.sum.Untold > 0 {
		row("tokens", "%s", tokensText(r.sum))
		row("cost", "%s", costText(r))
	}
	if r.sum.Steps > 0 {
		row("ended", "%s", stopsText(r.sum))
	}
	row("time", "%v", r.took.Round(time.Millisecond))
	row("trace", "%s", r.trace)
	if r.logged {
		row("journal", "%s", r.entry.File)
	}
	if r.sum.Calls == 0 && len(r.sum.Refused) == 0 {
		a.term.Note("%s", "it made no call to the address in ANTHROPIC_BASE_URL; a call to any other address is not recorded")
	}
}

// explainStop is the reason with what may be done about it.
func explainStop(s *trace.Stopped) string {
	switch s.Reason {
	case trace.MaxSteps:
		return s.Detail + "; if its loop is meant to go on, allow more, else look at what would end it"
	case trace.MaxCost, trace.Deadline:
		return s.Detail + "; if that is meant, allow more"
	}
	return s.Detail
}

func callsText(s recorder.Summary) string {
	text := fmt.Sprint(s.Calls) + failedText(s)
	for _, why := range slices.Sorted(maps.Keys(s.Refused)) {
		text += fmt.Sprintf("; refused %s: %d", why, s.Refused[why])
	}
	return text
}

func failedText(s recorder.Summary) string {
	if len(s.Failed) == 0 {
		return ""
	}
	var how []string
	total := 0
	for _, status := range slices.Sorted(maps.Keys(s.Failed)) {
		n := s.Failed[status]
		total += n
		what := fmt.Sprintf("status %d", status)
		if status == 0 {
			what = "broken off"
		}
		if n > 1 {
			what += fmt.Sprintf(", %d times", n)
		}
		how = append(how, what)
	}
	return fmt.Sprintf(" (%d failed: %s)", total, strings.Join(how, "; "))
}

func tokensText(s recorder.Summary) string {
	part := func(n int, what string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf("%d %s", n, what)
	}
	in := joinParts(part(s.Usage.CacheRead, "read from the cache"), part(s.Usage.CacheWrite, "written to it"))
	out := joinParts(part(s.Usage.Thinking, "of them thinking"))
	text := fmt.Sprintf("in %d%s, out %d%s", s.Usage.In, in, s.Usage.Out, out)
	if s.Usage == (trace.Usage{}) {
		return "? (no reply told them)"
	}
	if s.Partial > 0 {
		text = fmt.Sprintf("at least %s: %s broke off", text, count(s.Partial, "reply", "replies"))
	}
	if s.Untold > 0 {
		text += fmt.Sprintf("; not known of %s", count(s.Untold, "call", "calls"))
	}
	return text
}

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

func joinParts(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// costText is the cost, and what the figure means. A cost that is not known is never a figure.
func costText(r *programRun) string {
	if len(r.sum.Unpriced) > 0 {
		return fmt.Sprintf("? (no price is known for %s, so --max-cost had no effect on its calls)", strings.Join(r.sum.Unpriced, ", "))
	}
	if r.sum.Untold > 0 {
		return fmt.Sprintf("? (%s told no tokens that can be read, so --max-cost had no effect on that; what is known comes to $%.6f)",
			count(r.sum.Untold, "call", "calls"), r.sum.CostUSD)
	}
	models := slices.Clone(r.sum.Models)
	for i, m := range models {
		if models[i], _ = trace.PricedAs(m); m == trace.ProviderSim {
			models[i] = messages.DefaultModel // whose price the simulator has
		}
	}
	slices.Sort(models)
	text := fmt.Sprintf("$%.6f at the price of %s", r.sum.CostUSD, strings.Join(slices.Compact(models), ", "))
	if r.sum.Partial > 0 {
		text = "at least " + text
	}
	if r.sum.Over {
		text += ", above --max-cost"
	}
	switch r.provider.name {
	case trace.ProviderSim:
		return text + "; the simulator is free"
	case trace.ProviderLocal:
		return text + "; what your server costs is another matter"
	}
	return text + " in the course's table; your bill counts"
}

func stopsText(s recorder.Summary) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(s.StopReasons)) {
		parts = append(parts, fmt.Sprintf("%s %d", cmp.Or(reason, "(broken off)"), s.StopReasons[reason]))
	}
	return strings.Join(parts, ", ")
}
