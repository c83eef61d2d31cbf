package journal

import (
	"slices"
	"strings"
)

// A present is an entry as it stands, to look for lines in. What stands in comments is not shown to anybody, so it counts
// as gone.
type present struct {
	lines    []presentLine   // by the line of the file
	exact    map[string]bool // plain
	sections map[string]bool // that it has
	streams  map[string]string
	all      map[string][]string // the words of a section, in a row
}

type presentLine struct {
	section string
	words   []string
}

func newPresent(lines []string) *present {
	now := &present{exact: map[string]bool{}, sections: map[string]bool{}, streams: map[string]string{}, all: map[string][]string{}}
	for _, l := range shownLines(lines) {
		plain := plainLine(l.text)
		line := presentLine{l.section, wordsOf(plain)}
		now.lines = append(now.lines, line)
		now.exact[plain] = true
		now.sections[l.section] = true
		now.all[anySection] = append(now.all[anySection], line.words...)
		now.all[l.section] = append(now.all[l.section], line.words...)
	}
	for section, all := range now.all {
		now.streams[section] = " " + strings.Join(all, " ") + " "
	}
	return now
}

const (
	anySection = "*"
	// shortLine is how many words a line has at most that stands somewhere else by chance: "12 tokens in" is also a part of
	// "I had said 12 tokens in".
	shortLine = 6
)

// keeps reports whether a line is still there: as it was, broken in other places, extended, mended in its spelling, with
// something taken out that nobody shall see, or with something filled in where it had only a mark. A short line is looked
// for in its own section, if that is still there.
func (now *present) keeps(w writtenLine) bool {
	old, section := wordsOf(w.plain), w.section
	if !slices.ContainsFunc(old, func(w string) bool { return !toFillIn.MatchString(w) }) {
		return true
	}
	if len(strings.Fields(w.plain)) > shortLine || !now.sections[section] {
		section = anySection
	}
	if _, behind, found := strings.Cut(now.streams[section], " "+strings.Join(old, " ")+" "); found && !turned(old, strings.Fields(behind), w.next) {
		return true
	}
	once := slices.Compact(slices.Clone(old)) // without words that were written twice
	for _, l := range now.lines {
		words := l.words
		if section != anySection && l.section != section {
			continue
		}
		if extended(once, words, w.next) {
			return true
		}
		if shared := sharedWords(old, words); len(old) > 3 && shared*2 < len(old) {
			continue
		}
		if mended(old, words) || redacted(w.plain, words) {
			return true
		}
		if n := len(old); len(words) > n && mended(old, words[:n]) && !turned(words[:n], words[n:], w.next) {
			return true
		}
	}
	return now.keepsBroken(old, section, w.next)
}

// keepsBroken reports whether the words of a line stand in a row, mended, where lines are broken in other places.
func (now *present) keepsBroken(old []string, section, next string) bool {
	all, n, looked := now.all[section], len(old), 0
	for at := 0; n > 3 && at+n <= len(all) && looked < maxBroken; at++ {
		words := all[at : at+n]
		if words[0] != old[0] && words[1] != old[1] || words[n-1] != old[n-1] && words[n-2] != old[n-2] {
			continue
		}
		looked++
		if mended(old, words) && !turned(words, all[at+n:], next) {
			return true
		}
	}
	return false
}

const maxBroken = 20 // places that are looked at for one line

// likest is the line that shares most words with one that is gone; 0 if none shares half of them.
func (now *present) likest(line string) int {
	old := wordsOf(line)
	best, most := 0, (len(old)+1)/2-1
	for i, l := range now.lines {
		if n := sharedWords(old, l.words); n > most {
			best, most = i+1, n
		}
	}
	return best
}

func sharedWords(old, words []string) int {
	n := 0
	for _, w := range old {
		if slices.Contains(words, w) {
			n++
		}
	}
	return n
}
