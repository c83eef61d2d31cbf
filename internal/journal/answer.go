package journal

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/catalog"
	"agentcourse/internal/document"
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
	again := fmt.Sprintf("a prediction is no use once the result is known: make another entry (course journal new TOPIC --exercise %s), predict there, and run again", r.ex.ID)
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

// numbers wants a row of the table of numbers that is about the exercise.
func (r reading) numbers() state {
	s := state{problem: "the table of numbers has no row for it", mend: fmt.Sprintf("course run %s adds one; by hand, begin it with %s", r.ex.ID, r.ex.ID)}
	for _, sec := range r.sections("Numbers") {
		if s.line == 0 {
			s.line = sec.Line
		}
		for _, b := range sec.Blocks {
			for _, row := range b.Rows {
				run, told := runOf(b, row)
				switch about := len(r.ids) == 1 || namesExercise(run, r.ex.ID); {
				case row.Head:
				case told && about:
					return state{done: true, line: row.Line}
				case !told && s.line == sec.Line: // a row to be filled in
					s.line = row.Line
				}
			}
		}
	}
	if s.line == 0 {
		s.problem = "there is no section Numbers"
		s.mend = "add the heading ## Numbers; " + s.mend
	}
	return s
}

// runOf is what a row of numbers says of its run, and whether it says anything more.
func runOf(table document.Block, row document.Row) (run string, told bool) {
	at := max(0, column(table, "Run"))
	for i, cell := range row.Cells {
		if i == at {
			run = cell
		} else if strings.ContainsFunc(cell, unicode.IsDigit) {
			told = true
		}
	}
	return run, told
}

// namesExercise reports whether a text names an exercise: "1.2 chat", "ex1.2".
func namesExercise(text, id string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, isBetweenIDs), func(w string) bool { return plainID(w) == id })
}

// column is the index of a table's column, -1 if there is none.
func column(table document.Block, name string) int {
	for _, row := range table.Rows {
		if row.Head {
			return slices.IndexFunc(row.Cells, func(c string) bool { return plainHeading(c) == plainHeading(name) })
		}
	}
	return -1
}

// plainHeading is a heading without capital letters, stress and white space that does not count.
func plainHeading(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, "*_` ")), " "))
}

// answer wants text below the question's heading.
func (r reading) answer(q catalog.Question) state {
	id := fmt.Sprintf("%s-q%d", r.ex.ID, q.Number)
	found := r.sections(id)
	if len(found) == 0 {
		return state{false, r.answersLine(), "it has no heading " + id, "add the line ### " + id + " " + q.Text}
	}
	for _, s := range found {
		if says(s.Blocks) {
			return state{done: true, line: s.Line}
		}
	}
	return state{false, found[0].Line, "it has no answer" + r.hidden(found[0].Line, found[0].End), "write below the heading what you saw, and why"}
}

func (r reading) answersLine() int {
	if s := r.sections("Answers"); len(s) > 0 {
		return s[0].Line
	}
	return 0
}

// table wants a table with the columns and as many rows in which each of them holds something.
func (r reading) table(t catalog.JournalTable) state {
	id := r.ex.ID + "-" + t.ID
	best := state{false, r.answersLine(), "it has no heading " + id, fmt.Sprintf("add the lines ### %s %s and | %s |", id, t.Title, strings.Join(t.Columns, " | "))}
	for _, s := range r.sections(id) {
		best.line, best.problem = s.Line, "there is no table with the columns "+strings.Join(t.Columns, ", ")
		best.mend = "a table begins with | " + strings.Join(t.Columns, " | ") + " |"
	}
	most := -1
	for _, b := range r.tables(id) {
		n, fits := filledRows(b, t.Columns)
		if !fits || n <= most {
			continue
		}
		if most = n; n >= t.Rows {
			return state{done: true, line: b.Line}
		}
		if best.line == r.answersLine() {
			best.line = b.Line
		}
		best = state{false, best.line, fmt.Sprintf("it has %s with something in each column", rowsOf(n)), fmt.Sprintf("it wants %s", rowsOf(t.Rows))}
	}
	return best
}

// tableHeading is the ID of a heading that a table belongs to, and not an answer.
var tableHeading = regexp.MustCompile(`^[0-9]+\.[0-9]+-[a-z][a-z0-9]*$`)

// tables are those below the heading with that ID; if there is none, those that stand nowhere in particular, such as in an
// answer.
func (r reading) tables(id string) []document.Block {
	isTable := func(b document.Block) bool { return b.Kind == document.Table }
	for _, s := range r.sections(id) {
		if slices.ContainsFunc(s.Blocks, isTable) {
			return slices.DeleteFunc(slices.Clone(s.Blocks), func(b document.Block) bool { return !isTable(b) })
		}
	}
	return slices.DeleteFunc(slices.Clone(r.doc.Blocks), func(b document.Block) bool {
		return !isTable(b) || r.isNumbers(b.Line) || slices.ContainsFunc(r.doc.Sections, func(s document.Section) bool {
			answer := strings.HasPrefix(s.ID(), r.ex.ID+"-q")
			return s.Line < b.Line && b.Line <= s.End && tableHeading.MatchString(s.ID()) && !answer
		})
	})
}

// isNumbers reports whether a line stands in the section Numbers.
func (r reading) isNumbers(line int) bool {
	return slices.ContainsFunc(r.sections("Numbers"), func(s document.Section) bool { return s.Line < line && line <= s.End })
}

// filledRows counts the rows with something in each of the columns, and says whether the table has those columns.
func filledRows(table document.Block, columns []string) (rows int, fits bool) {
	var at []int
	for _, name := range columns {
		i := column(table, name)
		if i < 0 {
			return 0, false
		}
		at = append(at, i)
	}
	for _, row := range table.Filled() {
		if !slices.ContainsFunc(at, func(i int) bool { return i >= len(row.Cells) || !wordsIn(row.Cells[i]) }) {
			rows++
		}
	}
	return rows, true
}

// sections finds those of a title: of an ID such as 1.2-q1, or of words that the title begins with.
func (p *page) sections(name string) []document.Section {
	var found []document.Section
	name = plainHeading(name)
	for _, s := range p.doc.Sections {
		title := strings.TrimRight(plainHeading(s.Title), ":. ")
		if rest, ok := strings.CutPrefix(title, name); s.ID() == name || ok && (rest == "" || rest == "s" || strings.ContainsRune(" (,:–—", []rune(rest)[0])) {
			found = append(found, s)
		}
	}
	return found
}

// endOf is the last line of the section whose heading stands on a line.
func (p *page) endOf(line int) int {
	for _, s := range p.doc.Sections {
		if s.Line == line {
			return s.End
		}
	}
	return line
}
