package pdfcheck

import (
	"context"
	"strconv"
	"strings"
	"unicode"
)

// Text is what a PDF's pages say, without white space and without the number of the page, so that a line can be found
// that goes over several lines or over two pages.
func Text(ctx context.Context, file string) (string, error) {
	text, err := output(ctx, "pdftotext", "-raw", file, "-") // in the order of writing, hyphens kept
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, page := range strings.Split(text, "\f") {
		b.WriteString(squeeze(withoutNumber(page, i+1)))
	}
	return b.String(), nil
}

// withoutNumber cuts the page's number off its end, or off its start: that is the order of writing.
func withoutNumber(page string, number int) string {
	alone := strconv.Itoa(number)
	if rest, found := strings.CutPrefix(page, alone+"\n"); found {
		return rest
	}
	if rest, found := strings.CutSuffix(strings.TrimRightFunc(page, unicode.IsSpace), "\n"+alone); found {
		return rest
	}
	return page
}

// Missing returns the lines that a text made by [Text] does not hold.
func Missing(text string, lines []string) []string {
	var missing []string
	for _, line := range lines {
		if !strings.Contains(text, squeeze(line)) {
			missing = append(missing, line)
		}
	}
	return missing
}

// squeeze takes out all that has no ink.
func squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
}
