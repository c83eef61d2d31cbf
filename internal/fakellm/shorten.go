package fakellm

import "strconv"

const shortRunes = 60

// quoteShort quotes a text for a one-line report, cut after 60 characters.
func quoteShort(s string) string {
	n := 0
	for i := range s {
		if n == shortRunes {
			return strconv.Quote(s[:i] + "…")
		}
		n++
	}
	return strconv.Quote(s)
}
