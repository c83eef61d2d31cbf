package fakellm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// EstimateTokens guesses how many tokens a model would count for a text. It
// is an estimate made for teaching, not a tokenizer: it is never below 1 for
// a text that is not empty, it grows with the text, and kinds of text compare
// as they do with real tokenizers:
//
//   - a plain English word costs one token for every six letters or part;
//   - a word with a letter outside a–z (accented Latin: Spanish, French, …)
//     costs one token for every three letters or part;
//   - digits cost one token for every two;
//   - each punctuation mark or symbol, as code is full of, costs one;
//   - letters of other scripts cost one token each, symbols outside
//     ASCII (emoji among them) two;
//   - single spaces are free, a line break or a longer run of spaces costs one.
func EstimateTokens(text string) int {
	e := estimator{}
	for i := 0; i < len(text); {
		if n := asciiRun(text[i:]); n > 0 {
			e.addRun(asciiKinds[text[i]], text[i:i+n])
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		e.add(r)
		i += size
	}
	e.flush()
	return e.tokens
}

// asciiRun is how many ASCII characters of the first one's kind the text
// starts with; 0 if the first is not ASCII or belongs to no run.
func asciiRun(text string) int {
	if text[0] >= utf8.RuneSelf || asciiKinds[text[0]] == kindNone {
		return 0
	}
	kind, n := asciiKinds[text[0]], 1
	for n < len(text) && asciiKinds[text[n]] == kind {
		n++
	}
	return n
}

// asciiKinds has kindNone for what is not ASCII.
var asciiKinds = func() (kinds [256]runeKind) {
	for r := range rune(utf8.RuneSelf) {
		kinds[r] = kindOfRune(r)
	}
	return kinds
}()

type runeKind int

const (
	kindNone runeKind = iota
	kindWord
	kindDigit
	kindSpace
)

// estimator counts runs of like characters.
type estimator struct {
	tokens  int
	kind    runeKind // of the open run
	length  int
	accents bool // the open word has a letter outside a–z
	breaks  bool // the open run of spaces has a line break
}

func (e *estimator) add(r rune) {
	kind := kindOfRune(r)
	e.open(kind, 1)
	e.accents = e.accents || kind == kindWord && r > unicode.MaxASCII
	e.breaks = e.breaks || r == '\n'
	if kind == kindNone {
		e.tokens += loneCost(r)
	}
}

func (e *estimator) addRun(kind runeKind, run string) {
	e.open(kind, len(run))
	e.breaks = e.breaks || kind == kindSpace && strings.IndexByte(run, '\n') >= 0
}

// open goes on with the open run, or closes it and begins another.
func (e *estimator) open(kind runeKind, length int) {
	if kind != e.kind {
		e.flush()
		e.kind = kind
	}
	e.length += length
}

func kindOfRune(r rune) runeKind {
	switch {
	case unicode.Is(unicode.Latin, r):
		return kindWord
	case r >= '0' && r <= '9':
		return kindDigit
	case unicode.IsSpace(r):
		return kindSpace
	}
	return kindNone
}

// loneCost is the cost of a character that stands in no run.
func loneCost(r rune) int {
	switch {
	case r <= unicode.MaxASCII, unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return 1
	}
	return 2
}

// flush closes the open run and adds its cost.
func (e *estimator) flush() {
	switch e.kind {
	case kindWord:
		per := 6
		if e.accents {
			per = 3
		}
		e.tokens += (e.length + per - 1) / per
	case kindDigit:
		e.tokens += (e.length + 1) / 2
	case kindSpace:
		if e.length > 1 || e.breaks {
			e.tokens++
		}
	}
	e.kind, e.length, e.accents, e.breaks = kindNone, 0, false, false
}
