package scrub

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Secret is a place in a text that looks like a secret, or like something else that is private.
type Secret struct {
	Line     int    // from 1, the first of a private key's
	From, To int    // bytes of the text
	Rule     string // "aws-access-token"
	What     string // "an AWS access key", for a person
	Alone    bool   // it is told by its own form, and not by what stands around it
}

// Secrets finds what looks like a key, a token, a password or a private key, in their order. What is visibly fake is
// none. All but private keys are looked for within a line.
func Secrets(text string) []Secret {
	if text == string(gitleaksRules) {
		return nil // it shows how secrets begin
	}
	found := privateKeys(text)
	keys := slices.Clip(found)
	s := newScan()
	number, at := 0, 0
	for line := range strings.Lines(text) {
		number++
		places := slices.DeleteFunc(s.places(line), func(p place) bool { return isNone(line, p) })
		for _, p := range s.merge(places) {
			if !Overlaps(keys, at+p.from, at+p.to) {
				found = append(found, Secret{Line: number, From: at + p.from, To: at + p.to, Rule: p.rule.id, What: p.rule.what, Alone: p.rule.alone})
			}
		}
		at += len(line)
	}
	slices.SortStableFunc(found, func(a, b Secret) int { return cmp.Compare(a.From, b.From) })
	return found
}

// Overlaps reports whether one of some places, which are in their order and apart, holds a byte of those between from and to.
func Overlaps(places []Secret, from, to int) bool {
	i, _ := slices.BinarySearchFunc(places, from, func(p Secret, from int) int { return cmp.Compare(p.To, from+1) })
	return i < len(places) && places[i].From < to
}

// isNone reports whether what is redacted in a line is no secret to tell of.
func isNone(line string, p place) bool {
	secret := line[p.from:p.to]
	if p.rule.sure != nil && !p.rule.sure(secret) {
		return true
	}
	return insideCode(line, p) || isFake(secret) || p.rule.wide && isFake(line[p.around[0]:p.around[1]])
}

const longCode = 70 // letters in a line of base64

// insideCode reports whether a place is in the middle of base64, as of a picture, where any letters may come together.
func insideCode(line string, p place) bool {
	from, to := p.from, p.to
	for from > max(0, p.from-longCode) && isCode64(line[from-1]) {
		from--
	}
	for to < min(len(line), p.to+longCode) && isCode64(line[to]) {
		to++
	}
	return to-from >= longCode && strings.Contains(line[from:p.from]+"\n"+line[p.to:to], "+")
}

const (
	leastKey = 40  // letters of base64 in a private key; a text that speaks of keys has fewer
	shortKey = 200 // bytes of a text in which a word such as "fake" cannot stand by chance
)

// privateKeys finds private keys in PEM form.
func privateKeys(text string) []Secret {
	if !strings.Contains(text, "PRIVATE KEY") {
		return nil
	}
	var found []Secret
	keys := &keyReader{}
	number, at := 0, 0
	for line := range strings.Lines(text) {
		number++
		for _, part := range keys.parts(line) {
			if part.begins {
				found = append(found, Secret{Line: number, From: at + part.from, Rule: "private-key", What: "a private key", Alone: true})
			}
			found[len(found)-1].To = at + len(strings.TrimRight(line[:part.to], "\r\n"))
		}
		at += len(line)
	}
	return slices.DeleteFunc(found, func(k Secret) bool { return isNoKey(text[k.From:k.To]) })
}

func isNoKey(key string) bool {
	begin := keyBegin.FindString(key)
	body, _, _ := strings.Cut(key[len(begin):], "-----END")
	letters := 0
	for _, b := range []byte(body) {
		if isWordByte(b) || b == '+' || b == '/' {
			letters++
		}
	}
	return letters < leastKey || isFake(begin) || len(body) < shortKey && isFake(body)
}

// Shown is how to name a secret without telling it: its first characters, and its length.
func Shown(secret string) string {
	n := utf8.RuneCountInString(secret)
	shown := min(4, n/4)
	head := ""
	for i, r := range []rune(secret[:min(len(secret), 4*utf8.UTFMax)]) {
		if i == shown {
			break
		}
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			r = '?'
		}
		head += string(r)
	}
	return fmt.Sprintf("%s…(%d characters)", head, n)
}
