package book_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A scan reads a book's HTML as strictly as XML and reports what a browser would silently mend.
type scan struct {
	html  string
	at    int
	open  []string
	ids   map[string]bool
	needs []string            // ids that something refers to
	depth map[string][]string // the elements around each section, by its id
	wrong []string
}

var (
	scannedTag  = regexp.MustCompile(`^<(/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<]*")?)*)\s*/?>`)
	scannedAttr = regexp.MustCompile(`([a-z-]+)(?:="([^"<]*)")?`)
	voids       = []string{"br", "hr", "img", "input", "meta", "link"}
	blocks      = []string{"p", "div", "ul", "ol", "table", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "details", "figure", "section", "hr"}
	phrasing    = []string{"p", "h1", "h2", "h3", "h4", "h5", "h6", "em", "strong", "del", "code", "a", "span", "kbd", "sub", "sup", "mark", "summary", "figcaption"}
)

// scanHTML returns what is wrong with a book.
func scanHTML(html string) []string {
	s := &scan{html: html, ids: map[string]bool{}, depth: map[string][]string{}}
	for s.at < len(s.html) {
		s.step()
	}
	if len(s.open) > 0 {
		s.report("<%s> is not closed", s.open[len(s.open)-1])
	}
	for _, id := range s.needs {
		if !s.ids[id] {
			s.report("#%s leads nowhere", id)
		}
	}
	for id, around := range s.depth {
		if slices.Contains(around, "section") || slices.Contains(around, "p") || slices.Contains(around, "details") {
			s.report("the page %s lies in %v", id, around)
		}
	}
	for _, r := range html {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			s.report("the sign %U", r)
		}
	}
	if !utf8.ValidString(html) {
		s.report("not UTF-8")
	}
	return s.wrong
}

func (s *scan) report(format string, args ...any) {
	s.wrong = append(s.wrong, fmt.Sprintf(format, args...))
}

func (s *scan) step() {
	rest := s.html[s.at:]
	next := strings.IndexByte(rest, '<')
	if next < 0 {
		s.at = len(s.html)
		return
	}
	s.at += next
	rest = rest[next:]
	if len(rest) < 2 || !strings.ContainsRune("/!?", rune(rest[1])) && !unicode.IsLetter(rune(rest[1])) {
		s.at++ // a lone sign is text
		return
	}
	m := scannedTag.FindStringSubmatch(rest)
	if m == nil {
		s.report("no tag: %.60q", rest)
		s.at++
		return
	}
	s.at += len(m[0])
	name := m[2]
	switch {
	case m[1] != "" && len(s.open) > 0 && s.open[len(s.open)-1] == name:
		s.open = s.open[:len(s.open)-1]
	case m[1] != "":
		s.report("</%s> closes %v", name, s.open)
	default:
		s.start(name, m[3])
	}
}

func (s *scan) start(name, attributes string) {
	inner := ""
	if len(s.open) > 0 {
		inner = s.open[len(s.open)-1]
	}
	switch {
	case slices.Contains(blocks, name) && slices.Contains(phrasing, inner):
		s.report("<%s> in <%s>", name, inner)
	case name == "a" && slices.Contains(s.open, "a"):
		s.report("a link in a link")
	case slices.Contains([]string{"script", "iframe", "object", "embed", "form", "base", "svg", "math"}, name):
		s.report("<%s>", name)
	}
	s.attributes(name, attributes)
	if name == "style" {
		s.at += strings.Index(s.html[s.at:], "</style>")
	}
	if !slices.Contains(voids, name) {
		s.open = append(s.open, name)
	}
}

func (s *scan) attributes(element, attributes string) {
	seen := map[string]bool{}
	for _, m := range scannedAttr.FindAllStringSubmatch(attributes, -1) {
		name, value := m[1], m[2]
		if seen[name] {
			s.report("<%s> has %s twice", element, name)
		}
		seen[name] = true
		switch {
		case strings.HasPrefix(name, "on"), name == "style" && element != "th" && element != "td":
			s.report("<%s %s>", element, name)
		case name == "id":
			if s.ids[value] || value == "" || strings.ContainsAny(value, " \t\n") {
				s.report("id %q is empty, has a space or stands twice", value)
			}
			s.ids[value] = true
			if element == "section" {
				s.depth[value] = slices.Clone(s.open)
			}
		case name == "aria-labelledby":
			s.needs = append(s.needs, value)
		case name == "href":
			s.address(value)
		case name == "src" && !strings.HasPrefix(value, "data:image/"):
			s.report("src=%q", value)
		}
	}
}

func (s *scan) address(href string) {
	href = strings.ReplaceAll(href, "&amp;", "&")
	id, isLocal := strings.CutPrefix(href, "#")
	scheme, _, _ := strings.Cut(href, ":")
	switch {
	case isLocal:
		if name, err := url.PathUnescape(id); err == nil {
			id = name
		}
		s.needs = append(s.needs, id)
	case !slices.Contains([]string{"http", "https", "mailto"}, strings.ToLower(scheme)):
		s.report("href=%q", href)
	}
}
