package document

import (
	"regexp"
	"strings"
)

// A Section is a heading of level two or lower with all that stands below it, up to the next one of its level or above.
type Section struct {
	Title  string // the heading's text: "1.2-q1 Which calls knew the name?"
	Level  int
	Line   int // of the heading
	End    int // its last line
	Blocks []Block
	Own    []Block // those above its first subsection
}

// ID is the first word of the section's heading, in lower case: "1.2-q1".
func (s Section) ID() string {
	id, _, _ := strings.Cut(strings.TrimSpace(s.Title), " ")
	return strings.ToLower(strings.TrimRight(id, ":.,"))
}

// Section finds a section by its title, or by its ID, without regard to capital letters; nil if there is none.
func (d *Document) Section(name string) *Section {
	for i, s := range d.Sections {
		if strings.EqualFold(s.Title, name) || s.ID() == strings.ToLower(name) {
			return &d.Sections[i]
		}
	}
	return nil
}

func (d *Document) sections() {
	for i, b := range d.Blocks {
		if b.Kind != Heading || b.Level < 2 || b.Quoted {
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
