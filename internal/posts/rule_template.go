package posts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

var (
	braces   = pattern(`\{\{[^{}\n]*\}\}`)
	toFillIn = pattern(`(?:^|[^\w.])(^\W*(?:TODO|FIXME)\b|(?:TODO|FIXME):|[(\[](?:TODO|FIXME)\b|(?:TBD|XXX|\?\?\?)(?:[^\w]|$)|(?i:lorem ipsum)|\b(?:X{2,}|NN+)\b|\bX(?:\.X+)?\s?%|[$€]X|\bX\.X+\b|\b[XN] (?:out )?of [YMXN]\b|\b(?:X|N) (?:runs|tokens|times|calls|replies)\b|(?:^|\s)_{3,}(?:[\s.,]|$)|(?i:\btb[ad]\b)|(?i:[(\[](?:to be (?:written|added|filled|done|continued|measured)|(?:add|insert|put|fill in|describe|explain) [^)\]\n]{0,40}\b(?:here|later)|\pL+ (?:goes )?here|numbers? to come)[)\]])|\[(?i:model|date|day|numbers?|count|results?|figure|screenshot|picture|image|table|takeaway|hook|caveats?)\](?:[^(\[:]|$)|\{[a-z_]{3,20}\}|\[(?i:your|insert|add|fill)\b[^\]\n]*\](?:[^(]|$)|<(?i:your|insert|fill)\b[^>\n]*>)`)
)

const templateWhy = "A reader takes it for carelessness, and wonders what else was not looked at."

// judgeTemplate looks for what the template, or a shape, left to fill in.
func judgeTemplate(p *post) {
	p.judgePlaceholders()
	p.judgeEmptySections()
	p.judgeEmptyParts()
	p.judgePrompts()
	p.judgeLeftovers()
	p.judgeChecklist(p.checklist())
}

// lines are the post's lines, its front matter and comments among them.
func (p *post) lines() []string { return strings.Split(string(document.Plain([]byte(p.src))), "\n") }

// judgePlaceholders finds what stands for something that nobody has written.
func (p *post) judgePlaceholders() {
	for i, line := range p.lines() {
		if p.inProgram(i + 1) {
			continue
		}
		if m := braces().FindString(line); m != "" && !strings.Contains(line, "`"+m) {
			p.find("template", i+1, fmt.Sprintf("the placeholder %s is left", m), templateWhy, "Fill it in, or take the line out.")
		}
		if m := tagToFillIn().FindString(line); m != "" && !strings.Contains(line, "`") {
			p.find("template", i+1, fmt.Sprintf("%s is left to fill in", quoted(m)), templateWhy, "Fill it in, or take it out.")
		}
	}
	for _, s := range p.sentences {
		if m := toFillIn().FindStringSubmatchIndex(s.prose); m != nil {
			p.find("template", p.lineIn(s, m[2]), fmt.Sprintf("%s is left to fill in", quoted(s.prose[m[2]:m[3]])), templateWhy, "Fill it in, or take it out.")
		}
	}
}

// judgeEmptySections finds the template's sections in which nothing stands, but for those of which another rule speaks.
func (p *post) judgeEmptySections() {
	sections := p.templateSections()
	for _, s := range p.doc.Sections {
		optional := strings.EqualFold(s.Title, "before publishing") || strings.EqualFold(s.Title, "caveats")
		if slices.Contains(sections, s.Line) && !optional && document.Empty(s.Blocks) {
			p.find("template", s.Line, fmt.Sprintf("the section %s is empty", s.Title), templateWhy, "Write it, or take its heading out.")
		}
	}
}

var (
	tagToFillIn = pattern(`<(?i:your|insert|fill|add|todo|model|date|number)\b[^>/\n]*>`)
	// labelAlone is a paragraph that is the name of something, with nothing behind it.
	labelAlone = pattern(`(?i)^\W*(?:takeaways?|caveats?|links?|snippet|lessons?|limits|limitations|not tested|untested|conclusion|context|hook|set-?up|results?|prediction|expected|seen|what failed)[*_\s]*:[*_\s]*$`)
)

// judgeEmptyParts finds headings, and labels, with nothing below them.
func (p *post) judgeEmptyParts() {
	sections := p.templateSections()
	for i, b := range p.text {
		heading := b.Kind == document.Heading && b.Level > 1
		last := i+1 == len(p.text)
		switch {
		case !heading && (b.Kind != document.Paragraph || !labelAlone().MatchString(b.Text)), slices.Contains(sections, b.Line):
		case last && len(sections) == 0,
			!last && p.text[i+1].Kind == document.Heading && (!heading || p.text[i+1].Level <= b.Level),
			!last && !heading && p.text[i+1].Kind == document.Paragraph && labelAlone().MatchString(p.text[i+1].Text):
			p.find("template", b.Line, fmt.Sprintf("there is nothing under %s", quoted(b.Text)), templateWhy, "Write it, or take it out.")
		}
	}
}

// inProgram reports whether a line stands in code, where braces are nothing to fill in.
func (p *post) inProgram(line int) bool {
	return slices.ContainsFunc(p.doc.Blocks, func(b document.Block) bool { return b.Kind == document.Code && b.Line <= line && line <= b.End })
}

// judgePrompts finds lines that stand in the template or in a shape just as they do here.
func (p *post) judgePrompts() {
	prompts := p.prompts()
	for _, b := range p.text {
		if b.Kind == document.Code || b.Kind == document.Heading || b.Kind == document.Table {
			continue
		}
		if shape := prompts[squeeze(b.Text)]; shape != "" {
			p.find("template", b.Line, fmt.Sprintf("the prompt %s of %s is left", quoted(b.Text), shape), templateWhy, "Put your own words in its place.")
		}
	}
}

// prompts are the paragraphs of the template and of the shapes, each with the file that has it.
func (p *post) prompts() map[string]string {
	files, _ := filepath.Glob(filepath.Join(p.root, folder, "shapes", "*.md"))
	prompts := map[string]string{}
	for _, file := range append(files, filepath.Join(p.root, folder, "TEMPLATE.md")) {
		src, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, b := range document.Parse(src).Blocks {
			if b.Kind == document.Paragraph && b.Task == "" && len(strings.Fields(b.Text)) > 2 {
				prompts[squeeze(b.Text)] = filepath.Base(file)
			}
		}
	}
	return prompts
}

func (p *post) judgeChecklist(line int) {
	if line == 0 {
		return
	}
	open, first := 0, 0
	for _, b := range p.doc.Blocks {
		if b.Task == "open" && b.Line >= line {
			if open == 0 {
				first = b.Line
			}
			open++
		}
	}
	if open == 0 {
		return
	}
	what := fmt.Sprintf("%d lines of the checklist are not ticked", open)
	if open == 1 {
		what = "1 line of the checklist is not ticked"
	}
	p.find("template", first, what, "Each of them has cost somebody an evening. A line that is ticked also answers what this check can only ask.",
		"Go through them, tick what holds, and mend what does not.")
}
