package scaffold

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSlug is the longest slug in bytes; with date and number it stays well below the 255 bytes of common file systems.
const maxSlug = 80

// Slug turns a topic into the part of a file name that tells it: lower case, with one hyphen between words. Accented
// Latin letters lose their accents; letters and digits of other scripts stay as they are. A slug holds no path
// separator, no dot and no space, and is never empty: a topic without letters or digits is "untitled".
func Slug(topic string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(topic) {
		switch {
		case isApostrophe(r) || isAccent(r):
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteString(plainLetter(r))
		default:
			gap = true
		}
	}
	if b.Len() == 0 {
		return "untitled"
	}
	return shorten(b.String())
}

// shorten cuts a slug at the last hyphen that fits, or within a word where there is none.
func shorten(slug string) string {
	if len(slug) <= maxSlug {
		return slug
	}
	end := maxSlug
	for !utf8.RuneStart(slug[end]) {
		end--
	}
	if hyphen := strings.LastIndexByte(slug[:end+1], '-'); hyphen > 0 {
		end = hyphen
	}
	return slug[:end]
}

// isApostrophe reports marks within a word, which leave no hyphen: "don't" is "dont".
func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// isAccent reports the combining accents of Latin text: an "é" typed as two characters is the same as one typed as one.
func isAccent(r rune) bool { return r >= 0x0300 && r <= 0x036f }

func plainLetter(r rune) string {
	if r < utf8.RuneSelf {
		return string(r)
	}
	for _, pair := range [...]struct{ letters, plain string }{
		{"àáâãäåāăą", "a"}, {"çćĉċč", "c"}, {"ďđð", "d"}, {"èéêëēĕėęě", "e"}, {"ĝğġģ", "g"}, {"ĥħ", "h"},
		{"ìíîïĩīĭįı", "i"}, {"ĵ", "j"}, {"ķ", "k"}, {"ĺļľŀł", "l"}, {"ñńņňŋ", "n"}, {"òóôõöøōŏő", "o"},
		{"ŕŗř", "r"}, {"śŝşšș", "s"}, {"ţťŧț", "t"}, {"ùúûüũūŭůűų", "u"}, {"ŵ", "w"}, {"ýÿŷ", "y"}, {"źżž", "z"},
		{"æ", "ae"}, {"œ", "oe"}, {"ß", "ss"}, {"þ", "th"},
	} {
		if strings.ContainsRune(pair.letters, r) {
			return pair.plain
		}
	}
	return string(r)
}
