package scrub

import (
	"regexp"
	"strings"
)

// colour is a sequence of a terminal, such as the one that makes text green, as it is or as a program or JSON writes it.
var colour = regexp.MustCompile(`(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)\[[0-9;?]*[A-Za-z]`)

var colourWords = []string{"\x1b[", "1b[", "1B[", "033[", `\e[`, "^[["}

// visible is a line as a terminal shows it, without its colours, and of each byte of that, and of its end, the index in the
// line; nil if they are the same.
func visible(line string) (plain string, at []int) {
	if strings.IndexByte(line, '[') < 0 || !containsAny(line, colourWords) {
		return line, nil
	}
	var out strings.Builder
	done := 0
	keep := func(to int) {
		for i := done; i < to; i++ {
			at = append(at, i)
		}
		out.WriteString(line[done:to])
	}
	for _, m := range colour.FindAllStringIndex(line, -1) {
		keep(m[0])
		done = m[1]
	}
	keep(len(line))
	return out.String(), append(at, len(line))
}

// inLine is where a stretch of what is visible stands in the line.
func inLine(at []int, from, to int) (int, int) {
	if at == nil || from >= to {
		return from, to
	}
	return at[from], at[to-1] + 1
}

func containsAny(text string, words []string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
