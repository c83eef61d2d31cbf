package journal

import (
	"fmt"

	"agentcourse/internal/catalog"
)

// A Group is what an exercise wants to find in the journal, and what of it is there.
type Group struct {
	Entries []string `json:"entries"` // that name the exercise, oldest first: "journal/2026-12-01-no-memory.md"
	Items   []Item   `json:"items"`
}

// An Item is one thing that an exercise wants to find in the journal.
type Item struct {
	ID      string `json:"id"`                // "entry", "prediction", "numbers", "q1", or the id of a table
	What    string `json:"what"`              // "an answer to question 1"
	Done    bool   `json:"done"`              //
	File    string `json:"file,omitempty"`    // the entry in which it is done, or else the newest one
	Line    int    `json:"line,omitempty"`    // 0 where no line can be named
	Problem string `json:"problem,omitempty"` // what is missing, if it is not done
	Mend    string `json:"mend,omitempty"`    // what to do about it
}

// Done reports whether nothing is missing.
func (g Group) Done() bool {
	_, open := g.FirstOpen()
	return !open
}

// FirstOpen is the first item that is not done.
func (g Group) FirstOpen() (Item, bool) {
	for _, it := range g.Items {
		if !it.Done {
			return it, true
		}
	}
	return Item{}, false
}

// A Ran says that a run of an exercise's program began with an entry open.
type Ran struct {
	T          float64 // Unix seconds
	Exercise   string
	Entry      string // "journal/2026-12-01-no-memory.md", as it was called then
	Trace      string // of the run, "traces/20261201-101500.jsonl"; "" if the log does not tell
	Prediction string // what PredictionHash gave for the prediction at that moment, "" if there was none
	Predicted  string // the prediction itself, if it was short enough for the log
}

// Review says what of an exercise stands in the journal below root. Of several entries that name the exercise the best one
// counts for each item; prediction and numbers are those of one entry, as a prediction is about the runs below it. The error is about a journal that cannot be looked into at all.
func Review(root string, ex *catalog.Exercise, runs []Ran) (Group, error) {
	all, err := pagesWith(root, ex.ID)
	if err != nil {
		return Group{}, err
	}
	template, runs := templateComments(root), followed(runs, all)
	g := Group{Entries: []string{}}
	var own []*page
	for _, p := range all {
		if p.names(ex.ID) {
			own = append(own, p)
			g.Entries = append(g.Entries, p.file)
		}
	}
	g.Items = append(g.Items, entryItem(ex, own))
	predicted := withPrediction(ex, own, runs, template)
	for _, n := range wants(ex) {
		own := own
		if predicted != nil && (n.rule == "prediction" || n.rule == "numbers") {
			own = []*page{predicted}
		}
		it := Item{ID: n.id, What: n.what, Problem: "there is no entry"}
		for i := len(own) - 1; i >= 0 && !it.Done; i-- { // the newest first
			s := state{problem: "the entry cannot be read"}
			if own[i].lines != nil {
				s = n.state(reading{own[i], ex, runs, template})
			}
			if s.done || i == len(own)-1 {
				it.Done, it.File, it.Line, it.Problem, it.Mend = s.done, own[i].file, s.line, s.problem, s.mend
			}
		}
		g.Items = append(g.Items, it)
	}
	return g, nil
}

// withPrediction is the newest entry that has a prediction and the numbers of a run, or else the newest with a prediction,
// or else the newest with numbers; nil if there is none.
func withPrediction(ex *catalog.Exercise, own []*page, runs []Ran, template [][]string) *page {
	var best *page
	most := 0
	for _, p := range own {
		if p.lines == nil {
			continue
		}
		r, value := reading{p, ex, runs, template}, 0
		if r.prediction().done {
			value += 2
		}
		if r.numbers().done {
			value++
		}
		if value > 0 && value >= most {
			best, most = p, value
		}
	}
	return best
}

// entryItem is done when an entry names the exercise and all that do can be read.
func entryItem(ex *catalog.Exercise, own []*page) Item {
	it := Item{ID: "entry", What: "an entry that names exercise " + ex.ID}
	if len(own) == 0 {
		it.Problem = fmt.Sprintf("no entry names exercise %s", ex.ID)
		it.Mend = fmt.Sprintf("course journal new TOPIC --exercise %s, or add %s to the line \"Exercise:\" of today's entry", ex.ID, ex.ID)
		return it
	}
	for i := len(own) - 1; i >= 0; i-- {
		p := own[i]
		if len(p.problems) > 0 {
			it.File, it.Line, it.Problem = p.file, p.problems[0].Line, p.problems[0].What
			it.Mend = "mend that line; \"course journal check\" tells of all such places"
			return it
		}
	}
	it.File, it.Done = own[len(own)-1].file, true
	return it
}

// A reading is an entry under the eyes of one exercise.
type reading struct {
	*page
	ex       *catalog.Exercise
	runs     []Ran
	template [][]string // the words of the template's comments
}

// A state is how far an item has come in one entry.
type state struct {
	done          bool
	line          int
	problem, mend string
}

// A want is something that is looked for in an entry.
type want struct {
	id, what string
	rule     string // of the findings about it
	state    func(reading) state
}

// wants are the things that an exercise wants to find in an entry.
func wants(ex *catalog.Exercise) []want {
	what := "a prediction, made before the first run"
	if ex.Journal.Prediction == catalog.PredictNumber {
		what = "a prediction with a number in it, made before the first run"
	}
	all := []want{{"prediction", what, "prediction", reading.prediction}}
	if len(ex.Programs) > 0 { // a package is not run
		all = append(all, want{"numbers", "the numbers of a run", "numbers", reading.numbers})
	}
	for _, q := range ex.Questions {
		all = append(all, want{fmt.Sprintf("q%d", q.Number), fmt.Sprintf("an answer to question %d", q.Number), "answers",
			func(r reading) state { return r.answer(q) }})
	}
	for _, t := range ex.Journal.Tables {
		what := fmt.Sprintf("the table %s, with %s", t.ID, rowsOf(t.Rows))
		all = append(all, want{t.ID, what, "tables", func(r reading) state { return r.table(t) }})
	}
	return all
}

func rowsOf(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
