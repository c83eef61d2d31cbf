package book

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// wordsFile says how words are spelt in the course; its head says how it is written.
const wordsFile = "book/words.txt"

// A spelling is what wordsFile says.
type spelling struct {
	wrong map[string][]respelling // by the first word of the wrong form, in lower case
	known map[string]bool         // words that are in no dictionary and right, as they are spelt
}

// A respelling is a form that the course does not use, and the one that it uses.
type respelling struct {
	wrong, right string
	exact        bool // capital letters count
}

// readSpelling reads the list of words. Without a file there is nothing to hold the pages to.
func readSpelling(root string) (*spelling, error) {
	src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(wordsFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return &spelling{}, nil
	}
	if err != nil {
		return nil, err
	}
	return parseSpelling(string(src))
}

func parseSpelling(src string) (*spelling, error) {
	s := &spelling{wrong: map[string][]respelling{}, known: map[string]bool{}}
	section, number := "", 0
	for line := range strings.Lines(src) {
		number++
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		name, isSection := strings.CutPrefix(line, "== ")
		var err error
		switch {
		case line == "":
		case isSection:
			section = name
		case section == "mistakes":
			err = s.addForms(line, false)
		case section == "terms":
			err = s.addForms(line, true)
		case section == "known":
			for word := range strings.FieldsSeq(line) {
				s.known[word] = true
			}
		default:
			err = errors.New(`the line is in no section; there are "== mistakes", "== terms" and "== known"`)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", wordsFile, number, err)
		}
	}
	return s, nil
}

// addForms reads a line "RIGHT: WRONG, WRONG". A term that stands alone is wrong in any other case.
func (s *spelling) addForms(line string, isTerm bool) error {
	right, forms, hasForms := strings.Cut(line, ":")
	right = strings.TrimSpace(right)
	if !hasForms && isTerm {
		forms = strings.ToLower(right)
	}
	for form := range strings.SplitSeq(forms, ",") {
		form = strings.TrimSpace(form)
		if right == "" || form == "" || form == right {
			return errors.New("a line reads RIGHT: WRONG, WRONG")
		}
		first := firstWord([]rune(strings.ToLower(form)))
		if first == "" {
			return fmt.Errorf("%q does not start with a letter", form)
		}
		exact := form != strings.ToLower(form)
		s.wrong[first] = append(s.wrong[first], respelling{form, right, exact})
	}
	return nil
}

// firstWord is the letters and digits that a text starts with.
func firstWord(text []rune) string {
	n := 0
	for n < len(text) && isWord(text[n]) {
		n++
	}
	return string(text[:n])
}

// checkSpelling reports the words of the pages that the course spells otherwise.
func (b *Book) checkSpelling() error {
	s, err := readSpelling(b.root)
	if err != nil {
		return err
	}
	for _, d := range b.docs {
		for _, p := range d.prose() {
			for _, w := range s.mistakes(p) {
				d.report(w.line, "%s", w.message)
			}
		}
	}
	return nil
}

// mistakes are the wrong forms in a passage. What stands in quotation marks is somebody else's.
func (s *spelling) mistakes(p *passage) (found []finding) {
	quoted := quotedRunes(p.exact)
	for i := 0; i < len(p.text); i++ {
		isStart := isWord(p.text[i]) && (i == 0 || !isWord(p.text[i-1]))
		if !isStart || quoted[i] || isPartOfName(p.text, i) {
			continue
		}
		for _, r := range s.wrong[firstWord(p.text[i:])] {
			if seen, ok := r.at(p, i); ok {
				found = append(found, finding{p.places[i].line, fmt.Sprintf("%q: the course writes %q (%s)", seen, r.right, wordsFile)})
				break
			}
		}
	}
	return found
}

// at reports whether the wrong form stands at a place of a passage as whole words, and how it is written there.
func (r respelling) at(p *passage, i int) (seen string, is bool) {
	form := []rune(r.wrong)
	end := i + len(form)
	if end > len(p.text) {
		return "", false
	}
	seen = string(p.exact[i:end])
	if is = seen == r.wrong; !r.exact {
		is = string(p.text[i:end]) == r.wrong
	}
	isRight := seen == r.right || seen == capitalised(r.right)
	isEnd := end == len(p.text) || !isWord(p.text[end])
	return seen, is && !isRight && isEnd && !continuesName(p.text, end)
}

// capitalised is a word as it begins a sentence.
func capitalised(word string) string {
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

// isPartOfName reports whether a word follows a sign that joins it to a path, a domain or a name in code.
func isPartOfName(text []rune, i int) bool {
	return i > 0 && strings.ContainsRune("/\\.@#", text[i-1])
}

// continuesName reports whether what ends there goes on as a path, a domain or a file's name does.
func continuesName(text []rune, end int) bool {
	return end+1 < len(text) && strings.ContainsRune("/\\.@", text[end]) && isWord(text[end+1])
}

// quotedRunes says of each letter whether it stands between quotation marks.
func quotedRunes(text []rune) []bool {
	quoted := make([]bool, len(text))
	for i := 0; i < len(text); i++ {
		closing := rune(0)
		switch text[i] {
		case '"':
			closing = '"'
		case '“':
			closing = '”'
		}
		if closing == 0 {
			continue
		}
		for j := i + 1; j < len(text); j++ {
			if text[j] == closing {
				for k := i; k <= j; k++ {
					quoted[k] = true
				}
				i = j
				break
			}
		}
	}
	return quoted
}

// prose is all that a reader reads of a page: passages, headings, and what pictures say. Code, addresses and quotations
// are left out.
func (d *document) prose() []*passage {
	all := d.passages()
	for _, h := range nodes[*ast.Heading](d) {
		p := &passage{}
		p.read(d, h, nil)
		all = append(all, p)
	}
	for _, image := range nodes[*ast.Image](d) {
		at := place{line: d.lineOf(image)}
		alt, title := &passage{}, &passage{}
		alt.add(plainText(image, d.text), at)
		title.add(titleOf(image.Title), at)
		all = append(all, alt, title)
	}
	return all
}
