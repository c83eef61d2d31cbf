package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/journal"
	"agentcourse/internal/progress"
	"agentcourse/internal/recorder"
	"agentcourse/internal/scrub"
)

// expect finds the journal entry of a run, and asks for a prediction if there is none in it and somebody to ask. The error
// is for a person who pressed Ctrl-C; a journal that cannot be read or written stops no run.
func (a *app) expect(ctx context.Context, r *programRun) error {
	open, unreadable, err := journal.Open(a.root, r.exercise.ID)
	if err != nil {
		a.term.Note("%v", err)
		return nil
	}
	a.noteUnreadable(unreadable)
	if open == nil {
		a.noteNoEntry(r.exercise.ID)
		return nil
	}
	r.entry = open
	text, _ := journal.Prediction(open.Doc, r.exercise.ID)
	if text == "" && a.canAsk() && !a.hasRun(open, r.exercise.ID) {
		if text, err = a.ask(ctx, "What do you expect? (Enter skips)"); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			a.term.Note("%v", err)
			return nil
		}
		if text != "" {
			if err := open.AddPrediction(r.exercise.ID, text); err != nil {
				a.term.Note("your prediction is not in %s, so write it there yourself: %q (%v)", open.File, text, err)
			}
		}
		if now := journal.Read(a.root, open.File); now.Problem == "" { // it may have been edited meanwhile
			r.entry = &now
		}
	}
	if r.predicted, _ = journal.Prediction(r.entry.Doc, r.exercise.ID); r.predicted == "" && !a.hasRun(r.entry, r.exercise.ID) {
		a.term.Note("nothing is predicted in %s, and this is its first run: a prediction that comes later is none", r.entry.File)
	}
	return nil
}

// noteNoEntry says that a run's numbers go nowhere, and what would take them.
func (a *app) noteNoEntry(exercise string) {
	today := a.Now().Format(time.DateOnly)
	entries, _ := journal.Entries(a.root) // that it cannot be read is told already
	for _, e := range entries {
		if e.Problem == "" && e.Closed == "" && e.Day == today {
			a.term.Note("no open entry names exercise %s, so this run gets no row: course journal new TOPIC --exercise %s, or write %s behind \"Exercise:\" in %s",
				exercise, exercise, exercise, e.File)
			return
		}
	}
	a.term.Note("no open entry names exercise %s: course journal new TOPIC --exercise %s", exercise, exercise)
}

// hasRun reports whether a run was recorded into an entry: then it is too late for a prediction.
func (a *app) hasRun(e *journal.Entry, exercise string) bool {
	return slices.ContainsFunc(a.runs(), func(run journal.Ran) bool { return run.Entry == e.File && run.Exercise == exercise })
}

// maxPredicted is how long a prediction may be, in bytes, to be kept in the progress log as it is.
const maxPredicted = 16 << 10

// recordStart notes in the progress log what was predicted before a run.
func (a *app) recordStart(r *programRun) {
	e := progress.Event{Event: progress.Ran, Exercise: r.exercise.ID, Trace: r.trace, Prediction: journal.PredictionHash(r.predicted)}
	if len(r.predicted) <= maxPredicted {
		e.Predicted = r.predicted
	}
	if r.entry != nil {
		e.Entry = r.entry.File
	}
	a.record(e)
}

// logRun writes a run's row into its entry. The error says what could not be written, and why.
func (a *app) logRun(r *programRun) error {
	if r.entry == nil {
		return nil
	}
	row := runRow(r)
	models := slices.DeleteFunc(slices.Clone(r.sum.Models), func(m string) bool { return strings.Contains(m, " ") }) // one without a name
	if err := r.entry.AddRun(row, models, r.provider.name); err != nil {
		return fmt.Errorf("this run is not in %s: %w; its row is\n%s", r.entry.File, err, row)
	}
	r.logged = true
	return nil
}

// runRow is what the entry's table says of a run.
func runRow(r *programRun) journal.Row {
	row := journal.Row{
		Run: r.exercise.ID + " " + shownCommand(r.program, r.args), Calls: fmt.Sprint(r.sum.Calls), In: fmt.Sprint(r.sum.Usage.In), Out: fmt.Sprint(r.sum.Usage.Out),
		Cost: "?", Stop: stopCell(r), Request: r.sum.RequestID, Trace: r.trace,
	}
	if r.sum.LastModel != "" {
		row.Run += ", " + r.sum.LastModel
	}
	if r.seed != nil {
		row.Run += fmt.Sprintf(", seed %d", *r.seed)
	}
	if r.sum.CostKnown() {
		row.Cost = fmt.Sprintf("$%.6f", r.sum.CostUSD)
	}
	if r.sum.Untold > 0 && r.sum.Usage.In+r.sum.Usage.Out == 0 {
		row.In, row.Out = "?", "?"
	}
	if r.sum.MoreIDs {
		row.Request += "…"
	}
	return row
}

const longestCommand = 48 // letters of a command line in a row of numbers

// shownCommand is a command line as a row of numbers has it, so that runs can be told apart: short, and without what is private.
func shownCommand(program string, args []string) string {
	line, _ := scrub.Private(commandLine(program, args))
	line = strings.Join(strings.Fields(line), " ")
	if letters := []rune(line); len(letters) > longestCommand {
		line = strings.TrimSpace(string(letters[:longestCommand])) + "…"
	}
	return line
}

// stopCell is why the replies ended, and then why the run did, if it was for something else.
func stopCell(r *programRun) string {
	stops := stopsText(r.sum)
	own := r.status == "answered" || r.status == "exit 0"
	if own || hasReason(r.sum, r.status) {
		return stops
	}
	if stops == "" {
		return r.status
	}
	return stops + "; " + r.status
}

func hasReason(s recorder.Summary, reason string) bool { return s.StopReasons[reason] > 0 }
