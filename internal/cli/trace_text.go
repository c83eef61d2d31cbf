package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agentcourse/internal/term"
	"agentcourse/internal/trace"
	"agentcourse/starter/messages"
)

// A trace of more than mostRows events is shown in part: the first headRows and the last tailRows.
const (
	headRows  = 100
	tailRows  = 50
	mostRows  = 200
	toldLines = 20 // broken ones
)

// traceText prints a trace for a person.
func (a *app) traceText(file *traceFile, all bool) error {
	out := bufio.NewWriter(a.Out)
	var sum trace.Summary
	var first *float64
	var tail []string // the last rows, a ring once it is full
	most := toldLines
	if all {
		most = 0
	}
	fmt.Fprint(out, a.term.Paint(term.Faint, traceHeader)+"\n")
	err := a.eachLine(file, &sum, most, func(line trace.Line) error {
		if first == nil && line.T != nil {
			t := *line.T
			first = &t
		}
		text := a.traceLine(newRow(line, first))
		switch {
		case all, sum.Events <= headRows:
			_, err := out.WriteString(text)
			return err
		case len(tail) < mostRows-headRows:
			tail = append(tail, text)
		default:
			tail[(sum.Events-headRows-1)%len(tail)] = text
		}
		return nil
	})
	if !all && sum.Events > headRows {
		printTail(out, tail, sum.Events-headRows)
	}
	if err == nil {
		a.traceTotals(out, &sum)
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	return cmp.Or(err, brokenLines(&sum))
}

// printTail prints the rows behind the first ones, of which there were n.
func printTail(out *bufio.Writer, tail []string, n int) {
	from := 0
	if n > len(tail) {
		from = n - tailRows
		fmt.Fprintf(out, "          … %d events left out; -v shows all …\n", from)
	}
	for i := from; i < n; i++ {
		out.WriteString(tail[i%len(tail)])
	}
}

// traceTotals prints what a trace comes to.
func (a *app) traceTotals(out *bufio.Writer, sum *trace.Summary) {
	row := func(name, text string) {
		fmt.Fprintln(out, term.Wrap(text, fmt.Sprintf("  %-8s ", name), "           "))
	}
	fmt.Fprintln(out)
	row("events", eventsText(sum))
	if sum.Replies > 0 || sum.Bill().Untold > 0 {
		row("tokens", traceTokens(sum))
	}
	if sum.Replies > 0 {
		row("reasons", reasonsText(sum.StopReasons))
	}
	row("cost", billText(sum))
	if sum.Replies > 0 {
		row("growth", growthText(sum))
	}
	end, detail := sum.End()
	if detail != "" {
		end += ": " + visible(detail, 400)
	}
	row("ended", visible(end, 500))
	if sum.Ended > sum.Began {
		row("time", fmt.Sprintf("%.3f s from the first event to the last", sum.Ended-sum.Began))
	}
	if sum.RepeatLine > 0 {
		row("note", fmt.Sprintf("line %d has step %d once more: there is more than one run in the file, and the totals are those of all of them",
			sum.RepeatLine, sum.RepeatStep))
	}
	if sum.Broken > 0 {
		row("broken", count(sum.Broken, "line", "lines")+" that no total counts")
	}
}

func eventsText(sum *trace.Summary) string {
	var parts []string
	order := []string{"task", "model", "tool", "call", "stopped"}
	for _, name := range slices.Sorted(maps.Keys(sum.Counts)) {
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	for _, name := range order {
		n := sum.Counts[name]
		if n == 0 {
			continue
		}
		part := fmt.Sprintf("%s %d", visible(name, 40), n)
		switch {
		case name == "tool" && sum.ToolErrors > 0:
			part += fmt.Sprintf(" (%s)", count(sum.ToolErrors, "error", "errors"))
		case name == "call" && sum.FailedCalls > 0:
			part += fmt.Sprintf(" (%d failed)", sum.FailedCalls)
		}
		parts = append(parts, part)
	}
	if sum.OtherNames > 0 {
		parts = append(parts, fmt.Sprintf("of other names %d", sum.OtherNames))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// traceTokens says the tokens of all replies.
func traceTokens(sum *trace.Summary) string {
	u := sum.Usage
	part := func(n int, what string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf("%d %s", n, what)
	}
	text := fmt.Sprintf("in %d%s, out %d%s", u.In, joinParts(part(u.CacheRead, "read from the cache"), part(u.CacheWrite, "written to it")),
		u.Out, joinParts(part(u.Thinking, "of them thinking")))
	untold := sum.Bill().Untold
	if u == (trace.Usage{}) && untold > 0 {
		return "? (no reply told them)"
	}
	if sum.Partial > 0 {
		text = fmt.Sprintf("at least %s: %s broke off", text, count(sum.Partial, "reply", "replies"))
	}
	if untold > 0 {
		text += "; not known of " + count(untold, "reply", "replies")
	}
	return text
}

func reasonsText(reasons map[string]int) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		parts = append(parts, fmt.Sprintf("%s %d", visible(cmp.Or(reason, "(broken off)"), 40), reasons[reason]))
	}
	return strings.Join(parts, ", ")
}

// billText is the cost, and what the figure rests on. A cost that is not known is never a figure.
func billText(sum *trace.Summary) string {
	bill := sum.Bill()
	if !bill.Known() {
		var why []string
		for _, model := range bill.Unpriced {
			why = append(why, "no price is known for "+visible(cmp.Or(model, "a model that the trace does not name"), 60))
		}
		if bill.Untold > 0 {
			why = append(why, count(bill.Untold, "reply", "replies")+" told no tokens")
		}
		if len(why) > 3 {
			why = append(why[:3:3], fmt.Sprintf("and %d reasons more", len(why)-3))
		}
		if bill.Dollars > 0 {
			why = append(why, fmt.Sprintf("what is known comes to $%.6f", bill.Dollars))
		}
		return "? (" + strings.Join(why, "; ") + ")"
	}
	if len(bill.Priced) == 0 {
		return "$0.000000 (no reply of a model)"
	}
	for i, model := range bill.Priced {
		if model == trace.ProviderSim {
			bill.Priced[i] = messages.DefaultModel // whose price the simulator has
		}
	}
	slices.Sort(bill.Priced)
	text := fmt.Sprintf("$%.6f at the price of %s", bill.Dollars, strings.Join(slices.Compact(bill.Priced), ", "))
	if bill.AtLeast {
		text = "at least " + text
	}
	switch sum.Provider {
	case trace.ProviderSim:
		return text + "; the simulator is free"
	case trace.ProviderLocal:
		return text + "; what your server costs is another matter"
	}
	return text + " in the course's table, which is illustrative"
}

func growthText(sum *trace.Summary) string {
	growth, known := sum.Growth()
	switch {
	case sum.RepeatLine > 0:
		return "? (more than one run)"
	case sum.Steps.Empty():
		return "? (no step told its tokens)"
	case !known:
		return fmt.Sprintf("one step: %d tokens in at step %d", sum.First.In, sum.First.Step)
	}
	return fmt.Sprintf("%d tokens in at step %d, %d at step %d: %+.1f a step", sum.First.In, sum.First.Step, sum.Last.In, sum.Last.Step, growth)
}
