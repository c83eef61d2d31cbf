package journal

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/trace"
)

const (
	noNumber   = "the prediction has no number in it"
	sayHowMany = "say how many or how much: a guess without a number can never be wrong"
)

// prediction wants one that was there before the first run that was recorded into this entry.
func (r reading) prediction() state {
	text, line := Prediction(r.doc, r.ex.ID)
	first, ran := r.firstRun()
	late := ran && first.Prediction == ""
	again := fmt.Sprintf("a prediction is no use once the result is known: make another entry (course journal new TOPIC --exercise %s), predict there, and run again; or say that you know: <!-- course: allow prediction because … -->", r.ex.ID)
	switch {
	case !wordsIn(text) && late:
		return state{false, line, "nothing was predicted before the first run", again}
	case !wordsIn(text):
		s := state{line: line, problem: "nothing is predicted", mend: "write down what you expect, with numbers, before the first run"}
		if line == 0 {
			s.mend = "add the heading ## Prediction, and below it what you expect, with numbers"
		} else {
			s.problem += r.hidden(line, r.endOf(line))
		}
		return s
	case late:
		return state{false, line, "it was written after the first run", again}
	case r.ex.Journal.Prediction == catalog.PredictNumber && !hasNumber(text, r.ids):
		return state{false, line, noNumber, sayHowMany}
	case ran && !first.holds(text, r.predictionLines()):
		return state{false, line, "the prediction has changed since the first run", "put back what stood there, and write below it: Update DATE: what you think now"}
	}
	return state{done: true, line: line}
}

// firstRun is the first run of the exercise that was recorded into the entry.
func (r reading) firstRun() (first Ran, found bool) {
	for _, run := range r.runs {
		if run.Exercise == r.ex.ID && (run.Entry == r.file || slices.Contains(r.earlier, run.Entry)) && (!found || run.T < first.T) {
			first, found = run, true
		}
	}
	return first, found
}

// predictionLines are the lines of all that the entry predicts, for whatever exercise: the header may name more of them than
// it did.
func (r reading) predictionLines() []string {
	var lines []string
	for _, s := range append(r.sections("Prediction"), r.sections(r.ex.ID+"-predict")...) {
		lines = append(lines, r.lines[s.Line-1:min(s.End, len(r.lines))]...)
	}
	return lines
}

// followed are runs with the entry as it is called today: that which has the run's row, if the one that was open then is
// no longer there.
func followed(runs []Ran, all []*page) []Ran {
	there := map[string]bool{}
	for _, p := range all {
		there[p.file] = true
	}
	rows := map[string]string(nil)
	out := slices.Clone(runs)
	for i, run := range out {
		if there[run.Entry] || run.Entry == "" || run.Trace == "" {
			continue
		}
		if rows == nil {
			rows = traceRows(all)
		}
		if file := rows[trace.NameIn(path.Base(run.Trace))]; file != "" {
			out[i].Entry = file
		}
	}
	return out
}

// traceRows are the traces in tables of numbers, with the oldest entry that has a row for each.
func traceRows(all []*page) map[string]string {
	rows := map[string]string{}
	for _, p := range all {
		for _, s := range p.sections("Numbers") {
			for _, b := range s.Blocks {
				for _, name := range trace.NamesIn(b.Text) {
					if rows[name] == "" {
						rows[name] = p.file
					}
				}
			}
		}
	}
	return rows
}

// holds reports whether a prediction is the one that was there when a run began: with its lines kept as lines of the log
// are, or, where only its hash is known, that text with more below it, or with updates in it.
func (run Ran) holds(text string, lines []string) bool {
	if run.Predicted != "" {
		now := newPresent(lines)
		for line := range strings.SplitSeq(run.Predicted, "\n") {
			if plain := plainLine(line); plain != "" && !now.exact[plain] && !now.keeps(writtenLine{plain: plain}) {
				return false
			}
		}
		return true
	}
	for _, lines := range [][]string{strings.Split(text, "\n"), withoutUpdates(text)} {
		for n := len(lines); n > 0; n-- {
			if PredictionHash(strings.Join(lines[:n], "\n")) == run.Prediction {
				return true
			}
		}
	}
	return false
}

func withoutUpdates(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return strings.HasPrefix(strings.ToLower(strings.TrimLeft(line, " *_>-")), "update ")
	})
}
