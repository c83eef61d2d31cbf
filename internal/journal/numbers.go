package journal

import (
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/document"
)

// numbersSection and numbersColumns are the heading and the table that runs are written into, as in the template.
const numbersSection = "Numbers"

func numbersColumns() []string {
	return []string{"Run", "Calls", "Tokens in", "Tokens out", "Cost", "Stop reason", "Request id", "Trace"}
}

// A Row is what an entry's table of numbers says of a run.
type Row struct {
	Run     string // "1.2 chat, sim-1"
	Calls   string
	In, Out string // tokens
	Cost    string // "$0.034716", "?" when it is not known
	Stop    string // "end_turn 10"
	Request string // the first reply's id
	Trace   string // "traces/20261201-101500.jsonl"
}

// String is the row as the template's table would have it.
func (r Row) String() string { return tableLine("", r.cells(numbersColumns())) }

// cells are the row's values in the order of a table's columns; a column that the course does not know stays empty.
func (r Row) cells(columns []string) []string {
	values := map[string]string{
		"run": r.Run, "call": r.Calls, "tokensin": r.In, "tokensout": r.Out, "cost": r.Cost, "stopreason": r.Stop,
		"requestid": r.Request, "trace": r.Trace,
	}
	cells := make([]string, len(columns))
	for i, c := range columns {
		key := document.PlainName(c)
		cells[i] = cellText(values[key])
		delete(values, key) // of two columns of a name, the first one has it
	}
	return cells
}

// cellText makes a value fit for a cell: one line, without what would end the cell or begin a comment.
func cellText(value string) string {
	value = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(strings.ToValidUTF8(value, "?")), " "))
	if runes := []rune(value); len(runes) > maxCell {
		value = string(runes[:maxCell]) + "…"
	}
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "'", `\`, `\\`).Replace(value)
}

const maxCell = 200 // letters

func tableLine(indent string, cells []string) string {
	return indent + "| " + strings.Join(cells, " | ") + " |"
}

// AddRow adds a run at the end of an entry's table of numbers. A table whose only row is the template's empty one gets it
// there; where there is no such table, one is made at the end of the section Numbers, and where there is no such section,
// one at the end of the entry. Nothing else changes.
func AddRow(src []byte, row Row) ([]byte, error) {
	d := document.Parse(src)
	var ways []func(*text)
	cells := row.cells(numbersColumns())
	if s := d.Section(numbersSection); s != nil {
		if table := numbersTable(s); table != nil {
			cells = row.cells(table.Rows[0].Cells)
			ways = append(ways, func(t *text) { addToTable(t, table, cells) })
		}
		ways = append(ways,
			func(t *text) { t.insertBlock(t.lastFilled(s.Line, s.End), newTable(row)...) },
			func(t *text) { t.insertBlock(s.Line, newTable(row)...) })
	} else {
		ways = append(ways, func(t *text) {
			t.insertBlock(t.lastFilled(1, len(t.lines)), append([]string{"## " + numbersSection, ""}, newTable(row)...)...)
		})
	}
	return firstGood(src, func(before, after *document.Document) bool {
		added := []string(nil)
		if before.Section(numbersSection) == nil {
			added = []string{numbersSection}
		}
		return sameSections(before, after, added...) && countRows(after, row) == countRows(before, row)+1
	}, ways...)
}

// numbersTable is the table of a section that has the most of the columns, nil if none has two of them.
func numbersTable(s *document.Section) *document.Block {
	known := map[string]bool{}
	for _, c := range numbersColumns() {
		known[document.PlainName(c)] = true
	}
	best, most := -1, 1
	for i, b := range s.Blocks {
		if b.Kind != document.Table || b.Quoted || len(b.Rows) == 0 {
			continue
		}
		n := 0
		for _, c := range b.Rows[0].Cells {
			if known[document.PlainName(c)] {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return nil
	}
	return &s.Blocks[best]
}

// addToTable adds a row below the others, or in the place of the only one when that is empty.
func addToTable(t *text, table *document.Block, cells []string) {
	last := max(table.End, table.Line+1) // a table without rows ends with its line of hyphens
	model := t.line(table.Line)
	indent := model[:len(model)-len(strings.TrimLeft(model, " \t"))]
	if len(table.Rows) == 2 && strings.Trim(t.line(last), "| \t") == "" {
		t.lines[last-1] = tableLine(indent, cells) + t.lines[last-1][len(t.line(last)):]
		return
	}
	t.insert(last, tableLine(indent, cells))
}

func newTable(row Row) []string {
	columns := numbersColumns()
	return []string{
		tableLine("", columns), "|-----|------:|----------:|-----------:|-----:|-------------|------------|-------|",
		tableLine("", row.cells(columns)),
	}
}

// countRows counts the rows that say what a run's row says.
func countRows(d *document.Document, row Row) int {
	s := d.Section(numbersSection)
	if s == nil {
		return 0
	}
	n := 0
	for _, b := range s.Blocks {
		if b.Kind != document.Table {
			continue
		}
		for _, r := range b.Filled() {
			want := row.cells(b.Rows[0].Cells)
			if !slices.ContainsFunc(want, func(c string) bool { return c != "" }) {
				continue
			}
			if slices.Equal(r.Cells, want[:min(len(want), len(r.Cells))]) {
				n++
			}
		}
	}
	return n
}
