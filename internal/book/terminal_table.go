package book

import (
	"slices"
	"strings"

	extast "github.com/yuin/goldmark/extension/ast"
)

const (
	columnGap   = 3 // between two columns of a table: a bar and a space on either side
	usefulWidth = 8 // of a column whose words have to be cut
)

// A cell is the text of one cell.
type cell struct {
	runs  []run
	align extast.Alignment
}

// table sets a table in columns that fit the width; one that has too many columns for it is set as a list of rows.
func (t *terminal) table(n *extast.Table, width int) []line {
	var rows [][]cell
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []cell
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			role := rolePlain
			if len(rows) == 0 {
				role = RoleStrong
			}
			found := cell{runs: t.inline(c, role)}
			if tc, ok := c.(*extast.TableCell); ok {
				found.align = tc.Alignment
			}
			cells = append(cells, found)
		}
		rows = append(rows, cells)
	}
	columns := measure(rows)
	total := width - columnGap*(len(columns)-1)
	if total < usefulWidth*len(columns) && total < leastOf(columns) {
		return t.records(rows, width)
	}
	set := t.grid(rows, fit(columns, total))
	for i := range columns { // perhaps one long word, such as a path, leaves the other columns too little
		columns[i].least = min(columns[i].least, max(usefulWidth, total/2))
	}
	if other := t.grid(rows, fit(columns, total)); len(other) < len(set) {
		return other
	}
	return set
}

// A column says what a column of a table asks for, in columns of the terminal.
type column struct {
	least   int // its longest word
	natural int // its longest text
	all     int // all its texts
}

func measure(rows [][]cell) []column {
	var columns []column
	for _, row := range rows {
		for i, c := range row {
			if i == len(columns) {
				columns = append(columns, column{least: 1, natural: 1, all: 1})
			}
			asks, used := &columns[i], 0
			for _, w := range words(c.runs, 0) {
				if used > 0 {
					used += len(w.gap.text)
				}
				used += w.width
				asks.least, asks.natural = max(asks.least, w.width), max(asks.natural, used)
				if w.ends {
					asks.all += used
					used = 0
				}
			}
			asks.all += used
		}
	}
	return columns
}

func leastOf(columns []column) int {
	total := 0
	for _, c := range columns {
		total += c.least
	}
	return total
}

// fit shares the width out: first so that no word is cut, then so that no text is broken, and always first to the column
// that lacks most.
func fit(columns []column, total int) []int {
	widths := make([]int, len(columns))
	share := func(wanted func(column) int) {
		for ; total > 0; total-- {
			neediest, need := -1, 0
			for i, c := range columns {
				if n := 1000 * c.all / (widths[i] + 1); widths[i] < wanted(c) && (neediest < 0 || n > need) {
					neediest, need = i, n
				}
			}
			if neediest < 0 {
				return
			}
			widths[neediest]++
		}
	}
	share(func(c column) int { return min(c.least, max(1, total/len(columns))) })
	share(func(c column) int { return c.least })
	share(func(c column) int { return c.natural })
	return widths
}

// grid sets the rows in columns of these widths. Where a cell takes several lines, rows are set apart.
func (t *terminal) grid(rows [][]cell, widths []int) []line {
	bar := " " + t.paint(RoleQuiet, "│") + " "
	set, apart := make([][]line, len(rows)), false
	for i, row := range rows {
		set[i] = t.row(row, widths, bar)
		apart = apart || len(set[i]) > 1
	}
	out := append(slices.Clone(set[0]), t.headRule(widths))
	for i, lines := range set[1:] {
		if apart && i > 0 {
			out = append(out, t.row(nil, widths, bar)...)
		}
		out = append(out, lines...)
	}
	return out
}

func (t *terminal) headRule(widths []int) line {
	parts := make([]string, len(widths))
	for i, w := range widths {
		parts[i] = strings.Repeat("─", w)
	}
	text := strings.Join(parts, "─┼─")
	return line{t.paint(RoleQuiet, text), columns(text)}
}

// row sets one row, as many lines high as its highest cell; a cell that is not there is empty.
func (t *terminal) row(row []cell, widths []int, bar string) []line {
	cells, height, full := make([][]line, len(widths)), 1, columnGap*(len(widths)-1)
	for _, width := range widths {
		full += width
	}
	for i := range row {
		var parts []word
		for _, w := range words(row[i].runs, 0) {
			parts = append(parts, w.cut(widths[i])...)
		}
		cells[i] = t.setWords(parts, widths[i])
		height = max(height, len(cells[i]))
	}
	out := make([]line, height)
	for y := range out {
		var b strings.Builder
		for i, width := range widths {
			if i > 0 {
				b.WriteString(bar)
			}
			var l line
			if y < len(cells[i]) {
				l = cells[i][y]
			}
			before := 0
			if i < len(row) {
				before = shift(row[i].align, width-l.width)
			}
			b.WriteString(strings.Repeat(" ", before) + l.text + strings.Repeat(" ", max(0, width-l.width-before)))
		}
		out[y] = line{strings.TrimRight(b.String(), " "), full}
	}
	return out
}

// shift is how many of the free columns stand before a text.
func shift(align extast.Alignment, free int) int {
	switch align {
	case extast.AlignRight:
		return max(0, free)
	case extast.AlignCenter:
		return max(0, free/2)
	}
	return 0
}

// records sets each row as a list of its cells, each behind the head of its column.
func (t *terminal) records(rows [][]cell, width int) []line {
	var out []line
	for i, row := range rows[1:] {
		if i > 0 {
			out = append(out, line{})
		}
		for j, c := range row {
			runs := append(slices.Clone(rows[0][j].runs), run{rolePlain, ": "})
			lines := t.fill(append(runs, c.runs...), width-2)
			out = append(out, indented(lines, line{}, line{"  ", 2})...)
		}
	}
	return out
}
