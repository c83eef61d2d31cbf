package posts

import (
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/findings"
)

// A post is one that is judged.
type post struct {
	root   string // the repository's folder
	file   string // the post's path from root, with slashes
	folder string // in which it stands, as the system writes it
	src    string
	doc    *document.Document

	text      []document.Block // what a reader sees: without header, checklist and comments
	sentences []sentence       // of its running text and headings
	breaks    [][]int          // where the lines of each block of text end
	heading   int              // while reading: the sentence that is the last heading, -1 before any
	opening   []document.Block // before the first result
	english   bool             // most of it; else the rules that go by words only ask
	ticked    map[string]bool  // the rules whose line of the checklist is ticked
	cited     *sources         // read when a rule needs them first

	findings  []findings.Finding
	questions []findings.Question
	told      map[findings.Finding]bool // so that nothing is told twice
	asked     map[place]bool
	accepted  int
}

// A place is what a rule asks about once.
type place struct {
	rule string
	line int
}

func (p *post) prepare() {
	p.ticked = map[string]bool{}
	header, sections := p.headerLines(), p.templateSections()
	checklist := p.checklist()
	for _, b := range p.doc.Blocks {
		own := b.Kind == document.Heading && slices.Contains(sections, b.Line) // "Hook": the template's, for the author
		if b.Kind == document.HTML || b.Kind != document.Heading && b.Line <= header || own || checklist > 0 && b.Line >= checklist {
			continue
		}
		p.text = append(p.text, b)
	}
	p.heading = -1
	for _, b := range p.text {
		p.breaks = append(p.breaks, lineBreaks(b.Text))
	}
	for i, b := range p.text {
		if b.Kind == document.Paragraph || b.Kind == document.Heading {
			p.sentences = append(p.sentences, p.split(i)...)
		}
	}
	p.english = mostlyEnglish(p.text)
	p.opening = p.findOpening()
	for _, b := range p.doc.Blocks {
		if b.Task == "done" {
			for _, r := range rules() {
				if r.checklist != "" && strings.Contains(squeeze(b.Text), r.checklist) {
					p.ticked[r.id] = true
				}
			}
		}
	}
}

// squeeze writes white space of any kind as one space.
func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

var privateField = pattern(`(?i)^(?:journal|entry|journal entry|exercises?|commit|shape|course version)$`)

// headerLines is the last line of the header that is for the author: the list of fields below the title, if one of them is
// no reader's business; else 0.
func (p *post) headerLines() int {
	last, private := 0, false
	for _, f := range p.doc.Fields {
		if f.Front {
			continue
		}
		if last > 0 && f.Line > last+1 {
			break
		}
		listed := slices.ContainsFunc(p.doc.Blocks, func(b document.Block) bool {
			return b.Line <= f.Line && f.Line <= b.End && (b.Listed || b.Kind == document.Table)
		})
		if privateField().MatchString(f.Name) {
			private, listed = true, true
		}
		if listed {
			last = f.Line
		}
	}
	if !private {
		return 0
	}
	return last
}

var templateTitles = []string{"hook", "context", "story", "snippet", "takeaway", "caveats", "link", "before publishing"}

// templateSections are the lines of the template's headings, if the post has several of them.
func (p *post) templateSections() []int {
	var lines []int
	for _, s := range p.doc.Sections {
		if slices.Contains(templateTitles, strings.ToLower(s.Title)) {
			lines = append(lines, s.Line)
		}
	}
	if len(lines) < 2 {
		return nil
	}
	return lines
}

// section is one of the template's, nil if the post has none of that name.
func (p *post) section(title string) *document.Section {
	s := p.doc.Section(title)
	if s == nil || len(p.templateSections()) == 0 {
		return nil
	}
	return s
}

// checklist is the line on which it begins, 0 without one.
func (p *post) checklist() int {
	for _, s := range p.doc.Sections {
		if strings.EqualFold(s.Title, "before publishing") {
			return s.Line
		}
	}
	boxes, first := 0, 0
	for _, b := range p.doc.Blocks {
		if b.Task != "" && strings.Contains(strings.ToLower(squeeze(b.Text)), "stranger understands the first line") || boxes > 0 && b.Task != "" {
			if boxes == 0 {
				first = b.Line
			}
			boxes++
		}
	}
	if boxes < 3 {
		return 0
	}
	return first
}

var openers = pattern(`(?i)^\W*(?:set-?up|context|how (?:i|it was) measured|method|conditions)\b`)

// findOpening takes the blocks that begin within the first 15 lines and 130 words, and those that call themselves the
// set-up or stand in the section Context.
func (p *post) findOpening() []document.Block {
	var opening []document.Block
	context := p.section("Context")
	lines, words := 0, 0
	under := false
	for _, b := range p.text {
		if b.Kind == document.Heading {
			under = openers().MatchString(b.Text)
		}
		inContext := context != nil && context.Line <= b.Line && b.Line <= context.End
		if lines < 15 && words < 130 || inContext || under || openers().MatchString(b.Text) {
			opening = append(opening, b)
		}
		lines += strings.Count(b.Text, "\n") + 1
		words += len(strings.Fields(b.Text))
	}
	return opening
}

// openingText is the opening as one text; the title of a front matter and its description belong to it.
func (p *post) openingText() string {
	var parts []string
	for _, f := range p.doc.Fields {
		if f.Front && shownField().MatchString(f.Name) {
			parts = append(parts, f.Value)
		}
	}
	for _, b := range p.opening {
		parts = append(parts, flat(b))
	}
	return mask(strings.Join(parts, "\n\n"), linkTarget, sourcePath)
}

// shownField is a field of a front matter that a site shows.
var shownField = pattern(`(?i)^(?:title|subtitle|description|summary|excerpt|lead|tagline)$`)

// whole is the published text, and of what stands in it only the author's own words.
func (p *post) whole() (text, prose string) {
	var texts, proses []string
	for _, b := range p.text {
		texts = append(texts, flat(b))
		switch b.Kind {
		case document.Code:
		case document.Table:
			proses = append(proses, b.Text)
		default:
			proses = append(proses, oneLine(b.Prose()))
		}
	}
	for _, f := range p.doc.Fields {
		if f.Front && shownField().MatchString(f.Name) {
			texts, proses = append(texts, f.Value), append(proses, f.Value)
		}
	}
	return strings.Join(texts, "\n\n"), strings.Join(proses, "\n\n")
}

// flat is a block's text on one line, so that where its lines break does not matter; what stands at an offset stands there
// still. The lines of code and tables stay.
func flat(b document.Block) string {
	if b.Kind == document.Code || b.Kind == document.Table {
		return b.Text
	}
	return oneLine(b.Text)
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }
