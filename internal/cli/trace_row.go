package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"agentcourse/internal/term"
	"agentcourse/internal/trace"
)

const (
	excerptWidth = 60 // columns of the text that a row shows
	nameWidth    = 16 // of a tool's name or a reason
	traceHeader  = "     time  step  event    what                    in     out       ms  text"
)

// A traceRow is what a person is shown of an event, on the terminal and as JSON.
type traceRow struct {
	Line       int          `json:"line"`
	T          *float64     `json:"t,omitempty"`     // Unix seconds
	Since      *float64     `json:"since,omitempty"` // seconds since the first event that has a time
	Event      string       `json:"event"`
	Step       *int         `json:"step,omitempty"`
	Name       string       `json:"name,omitempty"` // of the tool
	StopReason *string      `json:"stop_reason,omitempty"`
	Reason     string       `json:"reason,omitempty"` // of stopped
	Status     *int         `json:"status,omitempty"` // of a call, 0 for no answer
	Usage      *trace.Usage `json:"usage,omitempty"`
	MS         *int64       `json:"ms,omitempty"`
	Failed     bool         `json:"failed,omitempty"` // a tool's error, or a call that did not go well
	Text       string       `json:"text"`             // the beginning, in one line
}

// newRow makes the row of an event. first is the time of the first event.
func newRow(line trace.Line, first *float64) traceRow {
	row := traceRow{Line: line.Number, T: line.T, Event: visible(trace.Kind(line.Event), excerptWidth)}
	if line.T != nil && first != nil {
		since := milli(*line.T - *first)
		row.Since = &since
	}
	step := func(n int) {
		if n != trace.NoStep {
			row.Step = &n
		}
	}
	switch e := line.Event.(type) {
	case trace.Task:
		row.Text = visible(e.Task, excerptWidth)
	case trace.Model:
		step(e.Step)
		reason := visible(e.StopReason, excerptWidth)
		row.StopReason, row.Usage, row.MS = &reason, e.Usage, &e.MS
		row.Text = replyText(e)
	case trace.Tool:
		step(e.Step)
		row.Name, row.MS = visible(e.Name, excerptWidth), e.MS
		row.Failed = e.IsError != nil && *e.IsError
		row.Text = toolText(e)
	case trace.Stopped:
		row.Reason, row.Text = visible(e.Reason, excerptWidth), visible(e.Detail, excerptWidth)
	case trace.Call:
		row.Status, row.MS = &e.Status, &e.MS
		row.Failed = e.Error != "" || e.Status >= 400
		row.Text = visible(strings.TrimSpace(e.Method+" "+visible(e.Path, 40)+" "+e.Error), excerptWidth)
	case trace.Unknown:
		row.Text = visible(beginning(e.Raw, excerptWidth), excerptWidth)
	}
	return row
}

// milli is a time in seconds, exact to the millisecond.
func milli(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

// toolText is a tool's input and output. Each may have what the other does not need.
func toolText(e trace.Tool) string {
	const arrow = " → "
	room := excerptWidth - utf8.RuneCountInString(arrow)
	in := visible(beginning(e.Input, room), room)
	out := visible(e.Output, room)
	n, m := utf8.RuneCountInString(in), utf8.RuneCountInString(out)
	if n+m > room {
		half := room / 2
		in = visible(in, max(half, room-m))
		out = visible(out, max(room-half, room-n))
	}
	return in + arrow + out
}

// replyText is the text of a reply's blocks, or, when there is none, what tools it asks for.
func replyText(e trace.Model) string {
	var texts, tools []string
	for b := range e.Blocks() {
		switch {
		case b.Type == "text" && b.Text != "":
			texts = append(texts, visible(b.Text, excerptWidth))
		case b.Type == "tool_use":
			tools = append(tools, visible(b.Name, excerptWidth)+" "+visible(beginning(b.Input, excerptWidth), excerptWidth))
		}
		if len(texts) == excerptWidth || len(tools) == excerptWidth {
			break // that is more than is shown
		}
	}
	if len(texts) > 0 {
		return visible(strings.Join(texts, " "), excerptWidth)
	}
	return visible(strings.Join(tools, ", "), excerptWidth)
}

// beginning is as much of a long JSON value as may be needed for that many columns.
func beginning(raw json.RawMessage, columns int) string {
	return string(raw[:min(len(raw), utf8.UTFMax*(columns+1))])
}

// visible is the beginning of a text in one line of at most columns letters, with escapes for what cannot be seen. A text
// that has been through it stays as it is the next time.
func visible(text string, columns int) string {
	var b strings.Builder
	used, fits := 0, 0 // fits is how long the text is that leaves room for the ellipsis
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		shown := text[i : i+size]
		if r == utf8.RuneError && size == 1 {
			shown = fmt.Sprintf(`\x%02x`, text[i])
		} else if !strconv.IsPrint(r) {
			shown = strings.Trim(strconv.QuoteRune(r), "'")
		}
		n := utf8.RuneCountInString(shown)
		if used+n > columns {
			return b.String()[:fits] + "…"
		}
		b.WriteString(shown)
		if used += n; used <= columns-1 {
			fits = b.Len()
		}
		i += size
	}
	return b.String()
}

// traceLine is a row for the terminal, in columns.
func (a *app) traceLine(row traceRow) string {
	cell := func(width int, format string, value any, known bool) string {
		text := ""
		if known {
			text = fmt.Sprintf(format, value)
		}
		return fmt.Sprintf("%*s", width, text)
	}
	var since float64
	var step, in, out int
	var ms int64
	if row.Since != nil {
		since = *row.Since
	}
	if row.Step != nil {
		step = *row.Step
	}
	if row.Usage != nil {
		in, out = row.Usage.In, row.Usage.Out
	}
	if row.MS != nil {
		ms = *row.MS
	}
	what, style := whatOf(row)
	tokens := cell(8, "%d", in, row.Usage != nil) + cell(8, "%d", out, row.Usage != nil)
	if row.StopReason != nil && row.Usage == nil {
		tokens = cell(8, "%s", "?", true) + cell(8, "%s", "?", true)
	}
	text := row.Text
	if row.Failed {
		text = a.term.Paint(term.Bad, "ERROR") + " " + text
	}
	line := cell(9, "%.3f", since, row.Since != nil) + cell(6, "%d", step, row.Step != nil) + "  " +
		pad(visible(row.Event, 8), 8) + " " + paintPadded(a.term, style, what, nameWidth) + tokens + cell(9, "%d", ms, row.MS != nil) + "  " + text
	return strings.TrimRight(line, " ") + "\n"
}

// whatOf is what an event's row names: the tool, the reason to stop, a call's status.
func whatOf(row traceRow) (string, term.Style) {
	switch {
	case row.StopReason != nil && *row.StopReason == "":
		return "(broken off)", term.Odd
	case row.StopReason != nil:
		return visible(*row.StopReason, nameWidth), term.Faint
	case row.Status != nil && *row.Status == 0:
		return "no answer", term.Odd
	case row.Status != nil:
		return fmt.Sprintf("status %d", *row.Status), term.Faint
	case row.Reason != "":
		return visible(row.Reason, nameWidth), term.Odd
	}
	return visible(row.Name, nameWidth), term.Strong
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// paintPadded stresses a text and not the space behind it.
func paintPadded(t *term.Terminal, style term.Style, text string, width int) string {
	if text == "" {
		return strings.Repeat(" ", width)
	}
	return t.Paint(style, text) + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
