package book

import (
	"strings"
	"unicode"
)

// A word is what a line cannot be broken in.
type word struct {
	gap   run // white space before it, left out where a line begins
	runs  []run
	width int
	ends  bool // the line ends after it
}

// words cuts text where a line may be broken: at white space, and around signs of scripts that are written without any.
// Code of at most glue columns stays together.
func words(runs []run, glue int) []word {
	var all []word
	var now word
	next := func(ends bool) {
		if len(now.runs) > 0 || ends {
			now.ends = ends
			all, now = append(all, now), word{}
		}
	}
	for _, r := range runs {
		if r.role == RoleCode && columns(r.text) <= glue {
			now.add(r.role, r.text)
			continue
		}
		start := 0
		for i, c := range r.text {
			size := len(string(c))
			switch {
			case c == ' ' || c == '\n':
				now.add(r.role, r.text[start:i])
				start = i + size
				next(c == '\n')
				if now.gap.role = r.role; now.gap.text == "" || r.role == RoleCode {
					now.gap.text += " "
				}
			case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana):
				now.add(r.role, r.text[start:i])
				next(false)
				now.add(r.role, r.text[i:i+size])
				next(false)
				start = i + size
			}
		}
		now.add(r.role, r.text[start:])
	}
	next(false)
	return all
}

func (w *word) add(role Role, text string) {
	if text == "" {
		return
	}
	w.width += columns(text)
	if n := len(w.runs); n > 0 && w.runs[n-1].role == role {
		w.runs[n-1].text += text
		return
	}
	w.runs = append(w.runs, run{role, text})
}

// cut cuts a word into words of at most width columns.
func (w word) cut(width int) []word {
	if w.width <= width {
		return []word{w}
	}
	var parts []word
	now := word{gap: w.gap}
	for _, r := range w.runs {
		for _, c := range r.text {
			if now.width > 0 && now.width+columns(string(c)) > width {
				parts, now = append(parts, now), word{}
			}
			now.add(r.role, string(c))
		}
	}
	now.ends = w.ends
	return append(parts, now)
}

// fill sets text in lines of at most width columns; a word that is wider has a line of its own. Short code stays whole.
func (t *terminal) fill(runs []run, width int) []line { return t.setWords(words(runs, width/2), width) }

func (t *terminal) setWords(words []word, width int) []line {
	var lines []line
	var now word // the line
	flush := func() {
		if len(now.runs) > 0 {
			lines = append(lines, t.line(now))
		}
		now = word{}
	}
	for _, w := range words {
		if len(now.runs) > 0 && len(w.runs) > 0 {
			if now.width+len(w.gap.text)+w.width > width {
				flush()
			} else {
				now.add(w.gapRole(now), w.gap.text)
			}
		}
		for _, r := range w.runs {
			now.add(r.role, r.text)
		}
		if w.ends {
			flush()
		}
	}
	flush()
	return lines
}

// gapRole is the role of the white space between a line and its next word: plain, unless both are of one role.
func (w word) gapRole(line word) Role {
	if role := line.runs[len(line.runs)-1].role; role == w.runs[0].role && role == w.gap.role {
		return role
	}
	return rolePlain
}

func (t *terminal) line(w word) line {
	var b strings.Builder
	for _, r := range w.runs {
		b.WriteString(t.paint(r.role, r.text))
	}
	return line{b.String(), w.width}
}
