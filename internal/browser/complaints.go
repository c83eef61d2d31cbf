package browser

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
)

// logPrefix is how a line of the browser's log begins: with the process, the time and the place in its source
var logPrefix = regexp.MustCompile(`^\[[\d:/.]+:(?:[A-Z]+\d*):[^\]]*\] ?`)

// noise is what Chromium writes whether it succeeds or not.
var noise = regexp.MustCompile(`(?i)\bdbus\b|\bthe bus\b|UPower|unexpected operator|bytes written to file|Fontconfig warning`)

const (
	mostComplaints = 5
	longest        = 300      // bytes of a complaint that are shown
	looked         = 64 << 10 // bytes of the log's end that are looked through
)

// complaints are the last different things that the browser said, to be added to an error, or "".
func complaints(stderr []byte) string {
	var said []string
	for line := range bytes.Lines(stderr[max(0, len(stderr)-looked):]) {
		text := string(bytes.TrimSpace(line))
		if noise.MatchString(text) {
			continue
		}
		text = cut(logPrefix.ReplaceAllString(text, ""))
		if text == "" {
			continue
		}
		said = slices.DeleteFunc(said, func(other string) bool { return other == text })
		if said = append(said, text); len(said) > mostComplaints {
			said = said[1:]
		}
	}
	out := ""
	for _, text := range said {
		out += "\n  " + text
	}
	if out != "" {
		out = "; it said:" + out
	}
	return out
}

// cut shortens a text and takes out what is not to be printed.
func cut(text string) string {
	clean := make([]rune, 0, min(len(text), longest))
	for i, r := range text {
		if i > longest {
			return string(clean) + "…"
		}
		if strconv.IsPrint(r) {
			clean = append(clean, r)
		}
	}
	return string(clean)
}
