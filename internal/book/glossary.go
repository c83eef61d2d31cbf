package book

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// glossaryFile is the page that explains the course's words, one under each heading of level three.
const glossaryFile = "lessons/glossary.md"

// otherUse is a comment below a term: phrases that hold its words and mean something else.
var otherUse = regexp.MustCompile(`(?s)^<!--\s*not:(.*?)-->`)

var numberedLesson = regexp.MustCompile(`^lessons/[0-9][0-9]-[^/]*\.md$`)

// A term is a word, or several, that the glossary explains.
type term struct {
	name     string
	forms    [][]rune // how it is written in a text, the name first; lower case
	line     int      // of the glossary
	fragment string   // of its heading
	others   [][]rune // phrases that hold a form and mean something else
	used     bool     // in a numbered lesson
}

// checkGlossary holds the numbered lessons and the glossary, if there is one, to each other.
func (b *Book) checkGlossary() {
	glossary := b.bySource[glossaryFile]
	if glossary == nil {
		return
	}
	terms := glossary.terms()
	forms := sortedForms(terms)
	for _, d := range b.docs {
		if d.page.Kind == Lesson && numberedLesson.MatchString(d.source) {
			b.checkFirstUses(d, glossary, forms)
		}
	}
	for _, t := range terms {
		if !t.used {
			glossary.report(t.line, "no numbered lesson uses %q", t.name)
		}
	}
}

// terms reads the glossary's terms and reports what is wrong with their order and their text.
func (d *document) terms() []*term {
	var all []*term
	seen := map[string]bool{}
	for _, h := range nodes[*ast.Heading](d) {
		if h.Level != 3 {
			continue
		}
		t := &term{line: d.lineOf(h), fragment: strings.TrimPrefix(attribute(h, "id"), d.anchor+"--")}
		for form := range strings.SplitSeq(plainText(h, d.text), ",") {
			form = strings.Join(strings.Fields(form), " ")
			key := strings.ToLower(form)
			if form == "" {
				d.report(t.line, "a term, or another form of it, is empty")
				continue
			}
			if seen[key] {
				d.report(t.line, "%q stands twice", form)
				continue
			}
			seen[key] = true
			if t.name == "" {
				t.name = form
			}
			t.forms = append(t.forms, []rune(key))
		}
		if len(t.forms) == 0 {
			continue
		}
		if n := len(all); n > 0 && strings.ToLower(t.name) < strings.ToLower(all[n-1].name) {
			d.report(t.line, "%q stands after %q; terms stand in the order of the alphabet", t.name, all[n-1].name)
		}
		t.others = d.otherUses(h.NextSibling())
		if !explains(h.NextSibling()) {
			d.report(t.line, "%q is not explained", t.name)
		}
		all = append(all, t)
	}
	return all
}

// otherUses reads the comment below a term.
func (d *document) otherUses(n ast.Node) [][]rune {
	block, ok := n.(*ast.HTMLBlock)
	if !ok {
		return nil
	}
	var phrases [][]rune
	if m := otherUse.FindSubmatch(bytes.TrimSpace(block.Lines().Value(d.text))); m != nil {
		for phrase := range strings.SplitSeq(string(m[1]), ",") {
			phrases = append(phrases, []rune(strings.ToLower(strings.Join(strings.Fields(phrase), " "))))
		}
	}
	return phrases
}

// explains reports whether a heading is followed by something to read.
func explains(n ast.Node) bool {
	for ; n != nil; n = n.NextSibling() {
		switch n.Kind() {
		case ast.KindHTMLBlock: // a comment, perhaps
		case ast.KindHeading:
			return false
		default:
			return true
		}
	}
	return false
}

// A form is one way to write a term.
type form struct {
	text []rune
	term *term // nil: none of the glossary's
}

// sortedForms are the forms of all terms, longer ones first, so that they win over those inside them.
func sortedForms(terms []*term) []form {
	var forms []form
	for _, t := range terms {
		for _, text := range t.forms {
			forms = append(forms, form{text, t})
		}
		for _, text := range t.others {
			forms = append(forms, form{text, nil})
		}
	}
	slices.SortStableFunc(forms, func(x, y form) int { return len(y.text) - len(x.text) })
	return forms
}

// checkFirstUses reports the terms that a lesson uses without a link to the glossary where it uses them first.
func (b *Book) checkFirstUses(d, glossary *document, forms []form) {
	seen := map[*term]bool{}
	for _, p := range d.passages() {
		for i := 0; i < len(p.text); i++ {
			f, end := formAt(p.text, i, forms)
			if f == nil {
				continue
			}
			if t := f.term; t != nil && !seen[t] {
				seen[t], t.used = true, true
				b.checkFirstUse(d, glossary, t, p.places[i:i+len(f.text)])
			}
			i = end - 1
		}
	}
}

// checkFirstUse looks at the links in which the first use of a term stands.
func (b *Book) checkFirstUse(d, glossary *document, t *term, places []place) {
	link := places[0].link
	for _, p := range places {
		if p.link != link {
			link = nil
		}
	}
	wanted := "glossary.md#" + t.fragment
	switch {
	case link == nil:
		d.report(places[0].line, "%q is used first here: link it to %s", t.name, wanted)
	case !b.leadsTo(d, link, glossary, t.fragment):
		d.report(places[0].line, "%q is used first here: its link leads to %q, not to %s", t.name, link.Destination, wanted)
	}
}

// formAt is the longest form that stands at a place of a text, as whole words, and where it ends there. It may have an s
// more, as plurals have.
func formAt(text []rune, at int, forms []form) (*form, int) {
	if at > 0 && isWord(text[at-1]) {
		return nil, 0
	}
	for i := range forms {
		end := at + len(forms[i].text)
		if end > len(text) || !slices.Equal(text[at:end], forms[i].text) {
			continue
		}
		if end < len(text) && text[end] == 's' {
			end++
		}
		if end == len(text) || !isWord(text[end]) {
			return &forms[i], end
		}
	}
	return nil, 0
}
