package document

import (
	"regexp"
	"strings"
)

// A Section is a heading, other than the title, with all that stands below it, up to the next one of its level or above.
type Section struct {
	Title  string // the heading's text: "1.2-q1 Which calls knew the name?"
	Level  int
	Line   int // of the heading
	End    int // its last line
	Blocks []Block
	Own    []Block // those above its first subsection
}

// idMarks are what may stand around an ID, and dashes are other signs for its hyphen.
const idMarks = "*_`~()[]:.,"

var dashes = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-", "\u2014", "-", "\u2212", "-")

// ID is the first word of the section's heading, in lower case: "1.2-q1". Emphasis and brackets do not belong to it, and
// any dash is its hyphen.
func (s Section) ID() string {
	words := strings.Fields(s.Title)
	if len(words) == 0 {
		return ""
	}
	return dashes.Replace(strings.ToLower(strings.Trim(words[0], idMarks)))
}

// How well a section's heading fits a name.
const (
	notNamed = iota
	beginsWith
	named
)

func (s Section) fits(name string) int {
	plain := func(s string) string {
		return strings.TrimSuffix(strings.ToLower(strings.Trim(strings.Join(strings.Fields(s), " "), idMarks+" ")), "s")
	}
	switch {
	case plain(s.Title) == plain(name):
		return named
	case s.ID() == strings.ToLower(name):
		return beginsWith
	}
	return notNamed
}

// Section finds a section by its title, or by its ID, without regard to capital letters and a plural s; nil if there is
// none. Of several it is the one that stands highest, then one of that very title, then the first: "## Numbers" and not
// "### Numbers that I expect" above it.
func (d *Document) Section(name string) *Section {
	var best *Section
	for i := range d.Sections {
		s := &d.Sections[i]
		fit := s.fits(name)
		if fit != notNamed && (best == nil || s.Level < best.Level || s.Level == best.Level && fit > best.fits(name)) {
			best = s
		}
	}
	return best
}

func (d *Document) sections() {
	title := false
	for i, b := range d.Blocks {
		if b.Kind != Heading || b.Quoted {
			continue
		}
		if b.Level == 1 && !title {
			title = true
			continue
		}
		s := Section{Title: b.Text, Level: b.Level, Line: b.Line, End: d.Lines}
		own := true
		for _, other := range d.Blocks[i+1:] {
			if other.Kind == Heading && !other.Quoted {
				if other.Level <= b.Level {
					s.End = other.Line - 1
					break
				}
				own = false
			}
			s.Blocks = append(s.Blocks, other)
			if own {
				s.Own = append(s.Own, other)
			}
		}
		d.Sections = append(d.Sections, s)
	}
}

// leftover matches what a template leaves to fill in: "Message:", "1.", a box.
var leftover = regexp.MustCompile(`^(?:\pL[\pL /]*:|[0-9]+[.)]|\[ \])?$`)

// Empty reports whether the blocks say nothing: no text but a template's leftovers, headings, and tables without a filled
// row.
func Empty(blocks []Block) bool {
	for _, b := range blocks {
		switch b.Kind {
		case Heading:
		case Table:
			if len(b.Filled()) > 0 {
				return false
			}
		default:
			for line := range strings.Lines(b.Text) {
				if !leftover.MatchString(strings.Trim(line, " \t\r\n*-+")) {
					return false
				}
			}
		}
	}
	return true
}

// Filled are a table's rows, its head apart, in which a cell holds something.
func (b Block) Filled() []Row {
	var rows []Row
	for _, r := range b.Rows {
		if !r.Head && strings.TrimSpace(strings.Join(r.Cells, "")) != "" {
			rows = append(rows, r)
		}
	}
	return rows
}
