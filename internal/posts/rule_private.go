package posts

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"agentcourse/internal/scrub"
)

const maxLinked = 5 << 20 // bytes of a linked file that is searched

func judgeSecret(p *post) {
	p.judgePrivate("secret", scrub.Secrets,
		"What is published is read by programs that look for just this, within minutes.",
		"Revoke it now and make another: what has stood in a file that was shared, or will be, is spent. Then write [REDACTED] in its place.")
}

func judgePersonal(p *post) {
	p.judgePrivate("personal", and(scrub.Personal, "an e-mail address that is spelt out, or a telephone number", spelt),
		"Nobody who wrote you, or whom you wrote, has agreed to stand in a post.",
		"Write [REDACTED] in its place and say that you did, or use made-up material: name@example.com.")
}

func judgePath(p *post) {
	p.judgePrivate("path", and(scrub.Paths, "your name and that of your machine", machine),
		"It tells your name on your machine and how it is set up, and means nothing on a reader's.",
		"Write the path from the repository's folder, or ~/… in its place.")
}

var (
	spelt   = pattern(`(?i)\b[a-z][\w.-]+ ?[\[({] ?at ?[\])}] ?[\w-]+(?:\.| ?[\[({] ?dot ?[\])}] ?)[a-z]{2,}\b|\b(?:tel(?:ephone)?|phone|mobile|cell|whatsapp|call (?:me|her|him|us|them)|(?:my|her|his|their|phone) number)\b\.?:?(?: is| at| on|:)? \+?\(?\d[\d ()/.-]{6,}\d`)
	machine = pattern(`(?m)^[ \t(]*[a-z_][\w-]*@[\w.-]+:[~/][^\s$#]*[$#]|\\\\[\w-]+\\[\w$.-]+\\`)
)

// and searches for what a search does not know; what it has found is not told twice.
func and(search func(string) []scrub.Secret, what string, form func() *regexp.Regexp) func(string) []scrub.Secret {
	return func(text string) []scrub.Secret {
		found := search(text)
		for _, m := range form().FindAllStringIndex(text, -1) {
			if strings.Contains(strings.ToLower(text[m[0]:m[1]]), "example") || slices.ContainsFunc(found, func(s scrub.Secret) bool { return s.From < m[1] && m[0] < s.To }) {
				continue
			}
			found = append(found, scrub.Secret{What: what, From: m[0], To: m[1], Line: strings.Count(text[:m[0]], "\n") + 1})
		}
		return found
	}
}

// judgePrivate searches the post as it stands in the file, with its comments and front matter, and the files that it links.
func (p *post) judgePrivate(rule string, search func(string) []scrub.Secret, why, mend string) {
	report := func(file, text string) {
		for _, s := range search(text) {
			shown := ""
			if s.From >= 0 && s.To <= len(text) && s.From < s.To {
				shown = " (" + scrub.Shown(text[s.From:s.To]) + ")"
			}
			p.findIn(file, rule, s.Line, "this looks like "+s.What+shown, why, mend)
		}
	}
	if utf8.ValidString(p.src) {
		report(p.file, strings.TrimPrefix(p.src, "\ufeff"))
	}
	for _, file := range p.linkedFiles() {
		src, err := os.ReadFile(filepath.Join(p.root, filepath.FromSlash(file)))
		if err == nil && utf8.Valid(src) && !strings.ContainsRune(string(src[:min(len(src), 8000)]), 0) {
			report(file, string(src))
		}
	}
}

// linkedFiles are the texts in the repository that the post links to, as paths from root with slashes.
func (p *post) linkedFiles() []string {
	var files []string
	for _, b := range p.doc.Blocks {
		for _, l := range b.Links {
			file, ok := p.target(l.To)
			if !ok || file == p.file {
				continue
			}
			info, err := os.Stat(filepath.Join(p.root, filepath.FromSlash(file)))
			if err == nil && info.Mode().IsRegular() && info.Size() <= maxLinked {
				files = append(files, file)
			}
		}
	}
	return unique(files)
}

// target is the file in the repository to which a link leads.
func (p *post) target(to string) (string, bool) {
	name, _, _ := strings.Cut(to, "#")
	name, _, _ = strings.Cut(name, "?")
	if name == "" || strings.Contains(name, ":") || strings.HasPrefix(name, "/") {
		return "", false
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	full := filepath.Join(p.folder, filepath.FromSlash(name))
	rel, err := filepath.Rel(p.root, full)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
