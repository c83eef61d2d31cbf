// Package term writes for a person at a terminal: colour where it is wanted, lines of at most 80 columns, values shown
// with their white space, errors with a hint.
package term

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"
)

// Width is how wide text is set, in columns.
const Width = 80

// A Terminal is where a command prints.
type Terminal struct {
	Out, Err io.Writer
	Color    bool // never the only sign of anything
}

// A Style is a way to stress a text.
type Style int

const (
	Good Style = iota
	Bad
	Odd
	Strong
	Faint
	Slanted
	Underlined
	Literal // code and names that are typed as they stand
)

var attributes = [...][]color.Attribute{
	Good: {color.FgGreen}, Bad: {color.FgRed, color.Bold}, Odd: {color.FgYellow}, Strong: {color.Bold}, Faint: {color.Faint},
	Slanted: {color.Italic}, Underlined: {color.Underline}, Literal: {color.FgCyan},
}

// Paint stresses a text if the terminal has colour.
func (t *Terminal) Paint(style Style, text string) string {
	if !t.Color {
		return text
	}
	c := color.New(attributes[style]...)
	c.EnableColor()
	return c.Sprint(text)
}

// Printf prints on standard output.
func (t *Terminal) Printf(format string, args ...any) { fmt.Fprintf(t.Out, format, args...) }

// Error prints an error and, if there is one, the next step.
func (t *Terminal) Error(err error, hint string) {
	fmt.Fprintf(t.Err, "course: %s %v\n", t.Paint(Bad, "error:"), err)
	if hint != "" {
		fmt.Fprintf(t.Err, "course: %s %s\n", t.Paint(Strong, "hint:"), hint)
	}
}

// Note prints a remark beside the command's output.
func (t *Terminal) Note(format string, args ...any) {
	fmt.Fprintf(t.Err, "course: note: %s\n", fmt.Sprintf(format, args...))
}

// Wrap sets a text in lines of at most Width columns, the first one indented by first and the others by rest. Words
// longer than a line stay whole.
func Wrap(text, first, rest string) string {
	var b strings.Builder
	line, used := first, utf8.RuneCountInString(first)
	empty := true
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		if !empty && used+1+n > Width {
			b.WriteString(line + "\n")
			line, used, empty = rest, utf8.RuneCountInString(rest), true
		}
		if !empty {
			line, used = line+" ", used+1
		}
		line, used, empty = line+word, used+n, false
	}
	b.WriteString(line)
	return b.String()
}

// Quote shows a text in quotes, with white space and what cannot be printed made visible. A text longer than most is
// cut in the middle, and says by how much.
func Quote(s string) string {
	if len(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	from, to := startOfRune(s, maxQuoted*2/3), startOfRune(s, len(s)-maxQuoted/4)
	return fmt.Sprintf("%s … (%d bytes left out) … %s", strconv.Quote(s[:from]), to-from, strconv.Quote(s[to:]))
}

// startOfRune is where the character begins that holds byte i of s: i itself if it is in none.
func startOfRune(s string, i int) int {
	for start := i - 1; start >= 0 && start > i-utf8.UTFMax; start-- {
		if _, size := utf8.DecodeRuneInString(s[start:]); start+size > i {
			return start
		}
	}
	return i
}

const maxQuoted = 240
