package posts

import (
	"slices"

	"agentcourse/internal/document"
)

// privateField is a field that is no reader's business: a header that has one is the author's.
var privateField = pattern(`(?i)^(?:journal|entry|journal[ _]entry|exercises?|commit|shape|course version)$`)

// authorField is one that the template or a static site puts into a header, and no sentence of a post.
var authorField = pattern(`(?i)^(?:date|models?|providers?|versions?|parameters?|(?:course|go|sdk) version|traces?|run records?|evidence|sources?|title|tags?|status|draft|topic|author|lang(?:uage)?|categor(?:y|ies)|slug|layout|series|updated|published|platform|repo(?:sitory)?|branch)$`)

// headerLines are the lines of the header that is for the author: of the list of fields above the first section, if one of
// them is no reader's business, those that the template or a site has. What the author says in a line of the same list
// under another name, "What ran: …", is text; and so is a model that has its settings or its day beside it.
func (p *post) headerLines() map[int]bool {
	group, lines, last := map[int]bool{}, map[int]bool{}, 0
	private := false
	keep := func() {
		for line := range group {
			lines[line] = private || lines[line]
		}
		group, private = map[int]bool{}, false
	}
	for _, f := range p.doc.Fields {
		if f.Front {
			continue
		}
		if f.Line > last+1 {
			keep()
		}
		last = f.Line
		switch {
		case privateField().MatchString(f.Name):
			private, group[f.Line] = true, true
		case authorField().MatchString(f.Name) && p.inList(f.Line) && !parameter().MatchString(f.Name+" "+f.Value) && !day().MatchString(f.Value),
			authorField().MatchString(f.Name) && p.inList(f.Line) && !modelField().MatchString(f.Name):
			group[f.Line] = true
		}
	}
	keep()
	return lines
}

var modelField = pattern(`(?i)^models?$`)

// inList reports whether a line stands in a list or a table.
func (p *post) inList(line int) bool {
	return slices.ContainsFunc(p.doc.Blocks, func(b document.Block) bool {
		return b.Line <= line && line <= b.End && (b.Listed || b.Kind == document.Table)
	})
}

// inHeader reports whether a block is a part of the header that is for the author.
func inHeader(b document.Block, header map[int]bool) bool {
	if b.Kind == document.Heading {
		return false
	}
	for line := b.Line; line <= b.End; line++ {
		if header[line] {
			return true
		}
		if b.Kind != document.Table {
			break
		}
	}
	return false
}
