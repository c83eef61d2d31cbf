package posts

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/document"
	"agentcourse/internal/rewrite"
)

// IndexName is the index of posts, from the repository's folder.
const IndexName = folder + "/INDEX.md"

// An Indexed is a post's row in the index.
type Indexed struct {
	Line    int    // in the index; 0: it has no row
	Derived string // what was made out of it, as the row says
	Noted   bool   // the row's cell "corrected" names the day now
}

// NoteInIndex writes the day of a correction into the cell "corrected" of the post's row: in an empty one, or behind what
// is there. The row is found by the post's file, or else by its title. Without an index or a row nothing is done.
func NoteInIndex(root, post, title string, day time.Time) (Indexed, error) {
	var row Indexed
	file := filepath.Join(root, filepath.FromSlash(IndexName))
	err := rewrite.File(file, func(old []byte) ([]byte, error) {
		var fresh []byte
		fresh, row = noted(old, post, title, day.Format(time.DateOnly))
		return fresh, nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return Indexed{}, nil
	}
	return row, err
}

// noted is the index with the day in the post's row.
func noted(src []byte, post, title, day string) ([]byte, Indexed) {
	d := document.Parse(src)
	for _, match := range []func(string) bool{namesFile(post), namesTitle(title)} {
		for _, b := range d.Blocks {
			if b.Kind != document.Table || len(b.Rows) == 0 {
				continue
			}
			derived, corrected := column(b.Rows[0], "derived"), column(b.Rows[0], "corrected")
			for _, r := range b.Filled() {
				if !match(r.Cells[0]) {
					continue
				}
				row := Indexed{Line: r.Line}
				if derived >= 0 && derived < len(r.Cells) {
					row.Derived = r.Cells[derived]
				}
				if corrected < 0 {
					return src, row
				}
				start := offsetOf(src, r.Line)
				end := start + lineLength(src[start:])
				line := withDay(string(src[start:end]), corrected, day)
				row.Noted = true
				return slices.Concat(src[:start], []byte(line), src[end:]), row
			}
		}
	}
	return src, Indexed{}
}

func lineLength(src []byte) int {
	if i := slices.IndexFunc(src, func(c byte) bool { return c == '\n' || c == '\r' }); i >= 0 {
		return i
	}
	return len(src)
}

func column(head document.Row, name string) int {
	return slices.IndexFunc(head.Cells, func(c string) bool { return strings.HasPrefix(strings.ToLower(strings.Trim(c, "*_ ")), name) })
}

// namesFile matches a cell that names the file, with its ending or without.
func namesFile(post string) func(string) bool {
	stem := strings.TrimSuffix(path.Base(post), ".md")
	return func(cell string) bool {
		return regexp.MustCompile(`(?:^|[^\pL\pN_-])` + regexp.QuoteMeta(stem) + `(?:\.md|$|[^\pL\pN_.-])`).MatchString(cell)
	}
}

// namesTitle matches a cell that is the title, alone or with a day behind it.
func namesTitle(title string) func(string) bool {
	return func(cell string) bool {
		rest, ok := strings.CutPrefix(plainTitle(cell), plainTitle(title))
		return title != "" && ok && strings.Trim(rest, "0123456789-.,() ") == ""
	}
}

func plainTitle(s string) string {
	s = strings.NewReplacer("*", "", "_", "", "`", "", "“", "", "”", "", `"`, "").Replace(strings.ToLower(s))
	return strings.Trim(strings.Join(strings.Fields(s), " "), ". ")
}

// withDay writes a day into a cell of a table's line, if it is not there; missing cells are made.
func withDay(line string, cell int, day string) string {
	line = strings.TrimRight(line, " \t")
	if starts := cellStarts(line); len(starts) == 0 || starts[len(starts)-1] != len(line) {
		line += " |"
	}
	for len(cellStarts(line)) < cell+2 { // the last start is behind the last cell
		line += "  |"
	}
	starts := cellStarts(line)
	from, to := starts[cell], starts[cell+1]-1
	old := line[from:to]
	text := strings.TrimSpace(old)
	switch {
	case strings.Contains(text, day):
		return line
	case text == "":
		return line[:from] + " " + day + " " + line[to:]
	}
	return line[:from] + strings.TrimRight(old, " \t") + ", " + day + " " + line[to:]
}

// cellStarts are the offsets behind the bars that begin cells, and behind the one that ends the last.
func cellStarts(line string) []int {
	var starts []int
	body := strings.TrimLeft(line, " \t>")
	if !strings.HasPrefix(body, "|") {
		starts = append(starts, len(line)-len(body))
	}
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			starts = append(starts, i+1)
		}
	}
	return starts
}
