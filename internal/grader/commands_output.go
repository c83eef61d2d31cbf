package grader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"agentcourse/internal/fakellm"
)

// ansi are the sequences that colour a text and move the cursor (ECMA-48), and those that pick a set of letters.
var ansi = regexp.MustCompile("\x1b(?:\\[[0-9:;<=>?]*[ -/]*[@-~]|[()][0-9A-Z])")

// plain takes out what a learner may do freely: colours, and line ends in the manner of Windows.
func plain(out []byte) string {
	return strings.ReplaceAll(ansi.ReplaceAllString(string(out), ""), "\r\n", "\n")
}

// A want is one thing that prints looks for: a text, or the fields of one line.
type want struct {
	text   string
	fields []*regexp.Regexp
}

func parseWant(arg string) want {
	inner, ok := strings.CutPrefix(arg, "{")
	if !ok || !strings.HasSuffix(arg, "}") {
		return want{text: strings.TrimSpace(strings.ReplaceAll(arg, "\r\n", "\n"))}
	}
	w := want{text: strings.TrimSuffix(inner, "}")}
	for f := range strings.FieldsSeq(w.text) {
		// A field is whole: in=12 is neither in in=123 nor in min=12.
		w.fields = append(w.fields, regexp.MustCompile(`(?:^|[^A-Za-z0-9_])`+regexp.QuoteMeta(f)+`(?:$|[^A-Za-z0-9_.]|\.(?:$|[^0-9]))`))
	}
	return w
}

func (w want) String() string {
	if w.fields == nil {
		return quoteEnds(w.text)
	}
	return "a line with " + strings.Join(strings.Fields(w.text), " and ")
}

// find returns the index behind the first place of out that fits, or -1.
func (w want) find(out string) int {
	if w.fields == nil {
		if i := strings.Index(out, w.text); i >= 0 {
			return i + len(w.text)
		}
		return -1
	}
	end := 0
	for line := range strings.SplitAfterSeq(out, "\n") {
		end += len(line)
		if w.onLine(strings.TrimSuffix(line, "\n")) {
			return end
		}
	}
	return -1
}

// nearMiss says what the line that comes nearest lacks, if one comes near.
func (w want) nearMiss(out string) string {
	best, missing := 0, []string{}
	for line := range strings.Lines(out) {
		hits, lacks := 0, []string{}
		for i, f := range w.fields {
			if f.MatchString(line) {
				hits++
			} else {
				lacks = append(lacks, strings.Fields(w.text)[i])
			}
		}
		if hits > best {
			best, missing = hits, lacks
		}
	}
	if best == 0 {
		return ""
	}
	return "; the nearest line has all but " + strings.Join(missing, " and ")
}

func (w want) onLine(line string) bool {
	for _, f := range w.fields {
		if !f.MatchString(line) {
			return false
		}
	}
	return true
}

// cmdPrints looks for texts in the program's output, in the order given: prints [-stderr|-any] [-fold] WANT…
//
// A WANT in braces, {in=12 out=3}, is one line that holds all of these fields, in any order. -stderr looks on standard
// error, -any on both. With -fold capital letters do not count. After `!` none of them may be there.
func cmdPrints(s *script, neg bool, args []string) error {
	if s.last == nil || s.talk != nil {
		return fmt.Errorf("prints needs a program that has ended: run or finish first")
	}
	stdout, stderr := plain(s.last.result.Stdout), plain([]byte(s.relative(string(s.last.result.Stderr))))
	where, out, other, otherName := "standard output", stdout, stderr, "standard error"
	fold := false
	for ; len(args) > 0 && strings.HasPrefix(args[0], "-"); args = args[1:] {
		switch args[0] {
		case "-stderr":
			where, out, other, otherName = otherName, stderr, stdout, where
		case "-any":
			where, out, other = "the output", stdout+"\n"+stderr, ""
		case "-fold":
			fold = true
		default:
			return fmt.Errorf("unknown option %s", args[0])
		}
	}
	if len(args) == 0 {
		return fmt.Errorf("usage: prints [-stderr|-any] [-fold] WANT…")
	}
	shown := s.shown([]byte(out))
	if fold {
		out, other = strings.ToLower(out), strings.ToLower(other)
	}
	var expected []string
	var wants []want
	for _, a := range args {
		w := parseWant(a)
		wants, expected = append(wants, w), append(expected, w.String())
	}
	if neg {
		return s.printsNone(wants, where, out, shown)
	}
	rest := out
	for i, w := range wants {
		end := w.find(rest)
		if end >= 0 {
			rest = rest[end:]
			continue
		}
		f := s.describeRun(where + " lacks " + w.String() + w.nearMiss(rest))
		switch {
		case w.find(out) >= 0:
			f.Summary = w.String() + " does not stand after " + wants[i-1].String()
		case w.find(other) >= 0:
			f.Summary = w.String() + " stands on " + otherName + " and belongs on " + where
		}
		f.Expected, f.At = expected, i
		f.showActual(where, shown)
		return s.fail(f)
	}
	return nil
}

func (s *script) printsNone(wants []want, where, out string, shown []string) error {
	for _, w := range wants {
		if w.find(out) >= 0 {
			f := s.describeRun(where + " holds " + w.String() + ", which does not belong there")
			f.showActual(where, shown)
			return s.fail(f)
		}
	}
	return nil
}

// showActual puts the stream that was looked at in the place of actual, and keeps the other one.
func (f *Failure) showActual(where string, lines []string) {
	f.What, f.Actual = where, lines
	if where != "standard error" {
		f.Stdout = nil
	}
	if where != "standard output" {
		f.Stderr = nil
	}
	if lines == nil {
		f.Actual = []string{}
	}
}

// cmdJSON runs a jq expression over the JSON on standard output: json EXPR [WANT]. WANT is JSON; true if left out.
func cmdJSON(s *script, _ bool, args []string) error {
	if s.last == nil || s.talk != nil {
		return fmt.Errorf("json needs a program that has ended: run or finish first")
	}
	if len(args) == 0 || len(args) > 2 {
		return fmt.Errorf("usage: json EXPR [WANT]")
	}
	var v any
	if err := json.Unmarshal(s.last.result.Stdout, &v); err != nil {
		return s.fail(s.describeRun("standard output is not JSON: " + err.Error()))
	}
	ok, expected, actual, err := query(v, args[0], args[1:])
	if err != nil || ok {
		return err
	}
	f := s.describeRun("the JSON on standard output is not the expected one")
	f.Expected, f.What, f.Actual = []string{expected}, args[0], []string{actual}
	return s.fail(f)
}

// query evaluates expr and compares its only result with the JSON in want, which is true if left out.
func query(v any, expr string, want []string) (ok bool, expected, actual string, err error) {
	q, err := fakellm.Compile(expr)
	if err != nil {
		return false, "", "", err
	}
	expected = "true"
	if len(want) == 1 {
		expected = want[0]
	}
	var wanted any
	if err := json.Unmarshal([]byte(expected), &wanted); err != nil {
		return false, "", "", fmt.Errorf("%s is not JSON: %w", expected, err)
	}
	results, err := q.Run(v)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return false, "", "", fmt.Errorf("%s took too long", expr) // slowness says nothing about the program
	case err != nil: // the value has not the shape that the expression asks for
		return false, expr + " is " + expected, err.Error(), nil
	}
	src, err := json.Marshal(results)
	if err != nil {
		return false, "", "", err
	}
	var got []any
	if err := json.Unmarshal(src, &got); err != nil {
		return false, "", "", err
	}
	actual = strings.TrimSuffix(strings.TrimPrefix(string(src), "["), "]")
	return len(got) == 1 && reflect.DeepEqual(got[0], wanted), expr + " is " + expected, actual, nil
}
