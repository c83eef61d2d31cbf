package clients

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// table holds what came of each case for each client.
type table struct {
	clients []client
	cases   []testCase

	mu    sync.Mutex
	cells map[[2]string]string
}

func newTable(clients []client, cases []testCase) *table {
	return &table{clients: clients, cases: cases, cells: map[[2]string]string{}}
}

func (t *table) set(client, name, cell string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cells[[2]string{client, name}] = cell
}

// whole reports whether every case has run for every client.
func (t *table) whole() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.cells) == len(t.clients)*len(t.cases)
}

// String writes the table in Markdown, a row for each case: there are more
// cases than a line has room for. A cell without a result is a skip.
func (t *table) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	rows := [][]string{{"case"}, {"---"}}
	for _, c := range t.clients {
		rows[0] = append(rows[0], c.name+" "+c.version)
		rows[1] = append(rows[1], "---")
	}
	for _, tc := range t.cases {
		row := []string{tc.name}
		for _, c := range t.clients {
			cell := t.cells[[2]string{c.key, tc.name}]
			if cell == "" {
				cell = "skip"
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return align(rows)
}

func align(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			fmt.Fprintf(&b, "| %s%s ", cell, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		b.WriteString("|\n")
	}
	return b.String()
}
