package grader

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// linesOf splits output into lines without their line ends; a last line without one still counts. What is no line is
// no element.
func linesOf(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	return strings.Split(string(bytes.TrimSuffix(b, []byte("\n"))), "\n")
}

// quote shows a text with its white space and what cannot be printed.
func quote(s string) string { return strconv.Quote(s) }

// quoteShort is quote for a text of which the beginning will do.
func quoteShort(s string) string {
	const keep = 160
	if len(s) <= keep {
		return quote(s)
	}
	head := strings.ToValidUTF8(s[:keep], "")
	return fmt.Sprintf("%s … (%d bytes left out)", quote(head), len(s)-len(head))
}

// quoteEnds quotes a text, and of a long one its beginning and its end.
func quoteEnds(s string) string {
	const first, last = 240, 80
	runes := []rune(s)
	if len(runes) <= 2*(first+last) {
		return quote(s)
	}
	return fmt.Sprintf("%s … %s (%d characters in all)", quote(string(runes[:first])), quote(string(runes[len(runes)-last:])), len(runes))
}

// shellQuote writes a word so that a shell reads it back.
func shellQuote(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@+") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// printfEscape writes a text as the format of the shell's printf.
func printfEscape(s string) string {
	return strings.NewReplacer("\\", `\\`, "%", "%%", "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s)
}
