package book

import (
	"fmt"
	"regexp"
	"strings"
)

// ellipsis stands in a fence for what is left out.
const ellipsis = "…"

// A difference is the first line in which a fence is not as it should be.
type difference struct {
	at        int    // of the fence's lines
	want, got string // quoted, or that there is none
}

func (d *difference) String() string { return "want " + d.want + ", got " + d.got }

// quoted is a line by its number, or that the text has ended.
func quoted(lines []string, i int) string {
	if i >= len(lines) {
		return "no more"
	}
	return fmt.Sprintf("%q", lines[i])
}

func differ(want []string, w int, got []string, g int) *difference {
	return &difference{at: g, want: quoted(want, w), got: quoted(got, g)}
}

var elisionLine = regexp.MustCompile(`^\s*(?:(?://|#) )?…\s*$`)

// hasElision reports whether a fence of code leaves lines out.
func hasElision(lines []string) bool {
	for _, line := range lines {
		if elisionLine.MatchString(line) {
			return true
		}
	}
	return false
}

// A piece is what stands in a fence between two ellipses.
type piece struct {
	at    int // of the fence's lines
	lines []string
}

func pieces(lines []string) []piece {
	found, start := []piece{}, 0
	for i, line := range lines {
		if elisionLine.MatchString(line) {
			found = append(found, piece{start, lines[start:i]})
			start = i + 1
		}
	}
	return append(found, piece{start, lines[start:]})
}

// compareCode returns where the code in a fence is not that of its source, or nil. A line that is only an ellipsis, as a
// comment or alone, stands for one or more lines of the source.
func compareCode(want, got []string) *difference {
	all, next := pieces(got), 0
	for i, p := range all {
		first, last := 0, 0
		if i > 0 { // behind an ellipsis
			first, last = next+1, len(want)-len(p.lines)
		}
		if i == len(all)-1 {
			first = max(first, last)
		}
		start := bestStart(want, p.lines, first, max(first, last))
		n := agreeing(want, start, p.lines)
		if n < len(p.lines) {
			return differ(want, start+n, got, p.at+n)
		}
		next = start + n
	}
	switch {
	case next < len(want):
		return differ(want, next, got, len(got))
	case next > len(want): // an ellipsis at the end stands for nothing
		return differ(want, next, got, len(got)-1)
	}
	return nil
}

// bestStart is the first line from first to last on which a piece stands whole, or else the one on which most of it stands.
func bestStart(want, piece []string, first, last int) int {
	best, most := first, -1
	for start := first; start <= last; start++ {
		n := agreeing(want, start, piece)
		if n > most {
			best, most = start, n
		}
		if n == len(piece) {
			break
		}
	}
	return best
}

// agreeing counts how many lines of a piece stand in the source from a line on.
func agreeing(want []string, start int, piece []string) int {
	n := 0
	for n < len(piece) && start+n < len(want) && want[start+n] == piece[n] {
		n++
	}
	return n
}

// hasWildcard reports whether lines of output leave something open.
func hasWildcard(lines []string) bool {
	for _, line := range lines {
		if strings.Contains(line, ellipsis) {
			return true
		}
	}
	return false
}

// compareOutput returns where the output in a fence is not what was printed, or nil. An ellipsis in a line stands for any
// text, and alone on a line for any lines.
func compareOutput(printed, fence []string) *difference {
	p, f := 0, 0
	starF, starP := -1, 0 // the last ellipsis of lines, and the printed line up to which it stands
	farF, farP := 0, 0    // the furthest that the fence was followed
	for p < len(printed) || f < len(fence) {
		switch {
		case f < len(fence) && fence[f] == ellipsis:
			starF, starP = f, p
			f++
		case f < len(fence) && p < len(printed) && matches(fence[f], printed[p]):
			p, f = p+1, f+1
		case starF >= 0 && starP < len(printed):
			starP++
			p, f = starP, starF+1
		default:
			return differ(printed, farP, fence, farF)
		}
		if f > farF {
			farF, farP = f, p
		}
	}
	return nil
}

// matches reports whether a line that may hold ellipses can stand for the line that was printed.
func matches(pattern, line string) bool {
	parts := strings.Split(pattern, ellipsis)
	if len(parts) == 1 {
		return pattern == line
	}
	first, last := parts[0], parts[len(parts)-1]
	line, ok := strings.CutPrefix(line, first)
	if !ok || !strings.HasSuffix(line, last) {
		return false
	}
	line = line[:len(line)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(line, part)
		if !found {
			return false
		}
		line = after
	}
	return true
}
