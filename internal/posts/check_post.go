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
		if b.Kind == document.HTML || inHeader(b, header) || own || checklist > 0 && b.Line >= checklist {
			continue
		}
		p.text = append(p.text, b)
	}
	p.withoutThreadNumbers()
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

// threadNumber is how the parts of a thread begin: "1/", "2/6", "(3/n)".
const threadNumber = `\(?\d{1,2}\s?/\s?(?:\d{1,2}|[nx])?\)?[.:]?`

var (
	threadStart = pattern(`(?m)^[^\pL\d\n]*` + threadNumber + `[\s\]]|[\[(]?\d{1,2}/(?:\d{1,2}|[nx])[\])]?[ \t]*$`)
	threadFirst = pattern(`(?m)^[^\pL\d\n]*1\s?/\s?(?:\d{1,2}|[nx])?[\])]?[.:]?\s|[\[(]?\b1/(?:\d{1,2}|[nx])[\])]?[ \t]*$`)
)

// withoutThreadNumbers blanks out the numbers of a thread's parts, which are no counts and no shares.
func (p *post) withoutThreadNumbers() {
	thread := slices.ContainsFunc(p.text, func(b document.Block) bool {
		return b.Kind == document.Paragraph && threadFirst().MatchString(b.Text)
	})
	if !thread {
		return
	}
	for i, b := range p.text {
		if b.Kind == document.Paragraph || b.Kind == document.Heading {
			p.text[i].Text = threadStart().ReplaceAllStringFunc(b.Text, document.Blank)
		}
	}
}

// openers are the beginnings of a block that tells the set-up, wherever it stands.
var openers = pattern(`(?i)^[^\pL\d]*(?:\d{1,2}[.)])?[^\pL\d]*(?:(?:my |the |test )?set-?ups?\b|context\b|how (?:i|it was|they were|this was|we) (?:measured|ran|run|tested|counted|made|done|did)\b|(?:the )?(?:methods?|conditions?|configuration|environment|experiment|procedure)\s*[*_]*[.:(,–—-]|method\b|conditions\b|(?:settings?|parameters?|params|config|env|models?|stack|tools?|runs?|ran|with|tech|specs|basics|details|facts|technical details|for the record|day|date|when|where|versions?|data)[*_]*\s*[:(–—|]|(?:settings|parameters|basics|details|facts|conditions)[*_]*\.[*_]*\s|what (?:i |we )?(?:ran|used)\b|what was run\b|(?:ran|run|measured|tested|counted|recorded|all runs|all numbers|all counts|everything|numbers|counts|values) (?:are |were |was |is |ran |run |measured |made |come )*(?:on|with|against|by|from|at)\b|(?:table|figure|fig\.?)(?: \d+)?[*_]*\s*[:.])`)

// openingWords is how many words of running text the opening has at least; of a longer post it is the first third.
const openingWords = 130

// findOpening takes the blocks that begin within the first words, and those that call themselves the set-up, or stand under
// such a heading or in the section Context. Tables and code take no words, so that a post may begin with its result.
func (p *post) findOpening() []document.Block {
	var opening []document.Block
	context := p.section("Context")
	total, words := 0, 0
	for _, b := range p.text {
		total += runningWords(b)
	}
	under := false
	for _, b := range p.text {
		if b.Kind == document.Heading {
			under = openers().MatchString(b.Text + ":")
		}
		inContext := context != nil && context.Line <= b.Line && b.Line <= context.End
		if words < max(openingWords, total/3) || inContext || under || openers().MatchString(b.Text) {
			opening = append(opening, b)
		}
		words += runningWords(b)
	}
	return opening
}

func runningWords(b document.Block) int {
	if b.Kind == document.Table || b.Kind == document.Code {
		return 0
	}
	return len(strings.Fields(b.Text))
}

// openingText is the opening as one text; the title of a front matter and its description belong to it, and a field in
// which the author tells the set-up.
func (p *post) openingText() string {
	var parts []string
	for _, f := range p.doc.Fields {
		if f.Front && (shownField().MatchString(f.Name) || setUpField().MatchString(f.Name)) {
			parts = append(parts, f.Name+": "+f.Value)
		}
	}
	for _, b := range p.opening {
		parts = append(parts, flat(b))
	}
	return mask(strings.Join(parts, "\n\n"), linkTarget, sourcePath)
}

// shownField is a field of a front matter that a site shows.
var shownField = pattern(`(?i)^(?:title|subtitle|description|summary|excerpt|lead|tagline)$`)

// setUpField is a field of a front matter that no site needs and in which an author tells what was run.
var setUpField = pattern(`(?i)^(?:set[-_ ]?up|settings?|parameters?|params|conditions?|config(?:uration)?|ran(?:[-_ ](?:on|with))?|measured(?:[-_ ](?:on|with))?|tested(?:[-_ ](?:on|with))?|runs?|method|max_tokens|temperature|effort)$`)

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
