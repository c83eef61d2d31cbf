package journal

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"agentcourse/internal/document"
	"agentcourse/internal/findings"
)

// keptSections are those in which a line stays as it was written, by the first word of their headings.
const keptSections = " prediction predictions log errors surprises numbers decisions "

var (
	anyHeading = regexp.MustCompile(`^ {0,3}(#{1,6})\s+(\S+)`)
	headerLine = regexp.MustCompile(`(?i)^[\s\-*|_>]*(?:date|exercises?|model|provider|course version|go version|commit|closed)[\s*_]*[:|]`)
	lineMark   = regexp.MustCompile(`^\s*(?:[>|]\s*|[*+-]\s+|[0-9]{1,3}[.)]\s+|\[[ xX]\]\s*)*`)
	marks      = strings.NewReplacer("*", "", "_", "", "~", "", "`", "", "|", " ", "\u00a0", " ",
		"“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "---", "-", "--", "-", "–", "-", "—", "-", "…", "...", "→", "->", "=>", "->", "⇒", "->")
)

// plainLine is a line without the marks of Markdown, white space that does not count, and what editors and people make of
// quotation marks, dashes and arrows; "" if it says nothing.
func plainLine(line string) string {
	plain := strings.Join(strings.Fields(marks.Replace(lineMark.ReplaceAllString(line, ""))), " ")
	if !strings.ContainsFunc(plain, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return ""
	}
	return plain
}

func plainText(text string) string {
	return string(document.Plain([]byte(text)))
}

// A writtenLine is one that somebody wrote into a section whose lines stay.
type writtenLine struct {
	section, raw, plain string
	next                string // the first word of the line below
}

// writtenLines finds them in a text, without headings, comments, and those that stand in known letter for letter.
func writtenLines(text string, known, template map[string]bool) []writtenLine {
	var found []writtenLine
	lines := shownLines(strings.Split(plainText(text), "\n"))
	for i, l := range lines {
		if l.heading || !isKept(l.section) || known[strings.TrimSpace(l.raw)] {
			continue
		}
		if plain := plainLine(l.text); plain != "" && !template[plain] && wordsIn(plain) {
			w := writtenLine{section: l.section, raw: strings.TrimSpace(l.raw), plain: plain}
			if i+1 < len(lines) {
				w.next = firstWord(plainLine(lines[i+1].text))
			}
			found = append(found, w)
		}
	}
	return found
}

func firstWord(line string) string {
	words := wordsOf(line)
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// A shownLine is a line of a text as its readers see it.
type shownLine struct {
	raw     string
	text    string // without what stands in comments
	section string // the first word of the heading of level one or two above it, in lower case
	heading bool
}

// shownLines are all lines of a text. A comment that never ends is none.
func shownLines(lines []string) []shownLine {
	lastEnd := len(lines)
	for lastEnd > 0 && !strings.Contains(lines[lastEnd-1], "-->") {
		lastEnd--
	}
	shown := make([]shownLine, len(lines))
	section, fenced, comment := "", "", false
	for i, raw := range lines {
		l := shownLine{raw: raw, text: raw}
		if m := fence.FindStringSubmatch(raw); m != nil && !comment && (fenced == "" || strings.HasPrefix(m[1], fenced)) {
			if fenced == "" {
				fenced = m[1]
			} else {
				fenced = ""
			}
			l.text = ""
		} else if fenced == "" {
			if i < lastEnd {
				l.text, comment = uncommented(raw, comment)
			}
			if m := anyHeading.FindStringSubmatch(l.text); m != nil {
				l.heading = true
				if len(m[1]) <= 2 {
					section = strings.ToLower(strings.TrimRight(m[2], ":."))
				}
			}
		}
		l.section = section
		shown[i] = l
	}
	return shown
}

func isKept(section string) bool {
	return strings.Contains(keptSections, " "+section+" ") || strings.HasSuffix(section, "-predict")
}

// uncommented is a line without what stands in comments, and whether a comment goes on behind it.
func uncommented(line string, inside bool) (string, bool) {
	var out strings.Builder
	for {
		if inside {
			_, rest, closed := strings.Cut(line, "-->")
			if !closed {
				return out.String(), true
			}
			line, inside = rest, false
		}
		before, rest, opened := strings.Cut(line, "<!--")
		out.WriteString(before)
		if !opened {
			return out.String(), false
		}
		line, inside = rest, true
	}
}

const (
	maxGone   = 20   // lines of one entry that are told
	maxLooked = 1000 // lines that are not there letter for letter and are looked for in other ways; a pasted log may have more
)

// rewritten finds lines of earlier versions of an entry, the newest first, that are gone.
func (p *page) rewritten(versions []Version, template map[string]bool) []findings.Finding {
	known := map[string]bool{}
	for _, line := range p.lines {
		known[strings.TrimSpace(line)] = true
	}
	now := sync.OnceValue(func() *present { return newPresent(p.lines) })
	seen, looked := map[string]bool{}, 0
	var found []findings.Finding
	for _, v := range versions {
		for _, w := range writtenLines(v.Text, known, template) {
			if seen[w.plain] || now().exact[w.plain] {
				continue
			}
			seen[w.plain] = true
			if looked++; looked > maxLooked {
				return found
			}
			if now().keeps(w) {
				continue
			}
			if len(found) == maxGone {
				found[len(found)-1].What += "; and so are more lines"
				return found
			}
			line := now().likest(w.plain)
			if line == 0 {
				line = p.headingLine(w.section)
			}
			found = append(found, findings.Finding{File: p.file, Line: line, Rule: "rewritten",
				What: "this line of " + strings.ToUpper(w.section[:1]) + w.section[1:] + " is gone: " + shortened(w.raw) + " (commit " + v.Commit + ", " + v.Day + ")",
				Why:  "how you were wrong is data too; a line that turned out mistaken stays",
				Mend: "put it back, and write below it: Update DATE: what you know now"})
		}
	}
	return found
}

// headingLine is the line of the first section whose heading begins with a word; 0 if there is none.
func (p *page) headingLine(word string) int {
	for _, s := range p.doc.Sections {
		if s.ID() == word {
			return s.Line
		}
	}
	return 0
}

func shortened(line string) string {
	if runes := []rune(line); len(runes) > 120 {
		line = string(runes[:120]) + "…"
	}
	return line
}

// templateLines are the lines of the template as it is and as it was.
func templateLines(root string, versions []Version) map[string]bool {
	lines := map[string]bool{}
	file := folder + "/TEMPLATE.md"
	texts := []string(nil)
	if src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file))); err == nil {
		texts = append(texts, string(src))
	}
	for _, v := range versions {
		if v.File == file {
			texts = append(texts, v.Text)
		}
	}
	for _, text := range texts {
		for line := range strings.SplitSeq(plainText(text), "\n") {
			lines[plainLine(line)] = true
		}
	}
	return lines
}
