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
				switch about := namesExercise(run, r.ex.ID) || len(r.ids) == 1 && !ofAnother(run); {
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

// inBrackets is a remark in a column's head: "Cost (USD)".
var inBrackets = regexp.MustCompile(`\([^)]*\)`)

// ofAnother reports whether what a row says of its run begins with an exercise's id.
func ofAnother(run string) bool {
	id, _, _ := strings.Cut(strings.TrimSpace(run), " ")
	return exerciseID.MatchString(plainID(id))
}

// column is the index of a table's column, -1 if there is none.
func column(table document.Block, name string) int {
	for _, row := range table.Rows {
		if row.Head {
			return slices.IndexFunc(row.Cells, func(c string) bool {
				return document.PlainName(inBrackets.ReplaceAllString(words(c), "")) == document.PlainName(name)
			})
		}
	}
	return -1
}

// plainHeading is a heading without capital letters, stress and white space that does not count.
func plainHeading(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, "*_` ")), " "))
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
		if !fits {
			continue
		}
		if best.line == r.answersLine() {
			best.line = b.Line
		}
		if most = max(0, most) + n; most >= t.Rows {
			return state{done: true, line: b.Line}
		}
	}
	if most >= 0 {
		best.problem, best.mend = fmt.Sprintf("it has %s with something in each column", rowsOf(most)), fmt.Sprintf("it wants %s", rowsOf(t.Rows))
	}
	return best
}

// tableHeading is the ID of a heading that a table belongs to, and not an answer.
var tableHeading = regexp.MustCompile(`^[0-9]+\.[0-9]+-[a-z][a-z0-9]*$`)

// tables are those below the heading with that ID, in code too; if there is none, those that stand nowhere in particular,
// such as in an answer.
func (r reading) tables(id string) []document.Block {
	var found []document.Block
	for _, s := range r.sections(id) {
		found = append(found, tablesIn(s.Blocks)...)
	}
	if len(found) > 0 {
		return found
	}
	return slices.DeleteFunc(tablesIn(r.doc.Blocks), func(b document.Block) bool {
		return r.isNumbers(b.Line) || slices.ContainsFunc(r.doc.Sections, func(s document.Section) bool {
			answer := strings.HasPrefix(s.ID(), r.ex.ID+"-q")
			return s.Line < b.Line && b.Line <= s.End && tableHeading.MatchString(s.ID()) && !answer
		})
	})
}

func tablesIn(blocks []document.Block) []document.Block {
	var found []document.Block
	for _, b := range blocks {
		switch b.Kind {
		case document.Table:
			found = append(found, b)
		case document.Code:
			for _, inside := range document.Parse([]byte(b.Text)).Blocks {
				if inside.Kind == document.Table {
					inside.Line, inside.End = b.Line+inside.Line-1, b.Line+inside.End-1
					found = append(found, inside)
				}
			}
		}
	}
	return found
}

// isNumbers reports whether a line stands in the section Numbers.
func (r reading) isNumbers(line int) bool {
	return slices.ContainsFunc(r.sections("Numbers"), func(s document.Section) bool { return s.Line < line && line <= s.End })
}

// filledRows counts the rows with something in each of the columns, and says whether the table has those columns. A cost that
// is not known is a ?, as "course run" writes it.
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
		empty := func(i int) bool {
			return i >= len(row.Cells) || !cellSays(row.Cells[i]) && (row.Cells[i] != "?" || i != column(table, "Cost"))
		}
		if !slices.ContainsFunc(at, empty) && !slices.Equal(row.Cells, table.Rows[0].Cells) {
			rows++
		}
	}
	return rows, true
}

// sections finds those of a title: of an ID such as 1.2-q1, or of words that the title begins with. Of the latter only those
// count that stand highest: "### Numbers that I expect" is no section Numbers.
func (p *page) sections(name string) []document.Section {
	var found []document.Section
	name = plainHeading(name)
	for _, s := range p.doc.Sections {
		title := strings.TrimRight(plainHeading(s.Title), ":. ")
		if rest, ok := strings.CutPrefix(title, name); s.ID() == name || ok && (rest == "" || rest == "s" || strings.ContainsRune(" (,:–—", []rune(rest)[0])) {
			found = append(found, s)
		}
	}
	if strings.ContainsFunc(name, unicode.IsDigit) || len(found) == 0 {
		return found
	}
	highest := slices.MinFunc(found, func(a, b document.Section) int { return a.Level - b.Level }).Level
	return slices.DeleteFunc(found, func(s document.Section) bool { return s.Level > highest })
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
