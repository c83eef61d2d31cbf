package grader

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// field is a name, `=` and a value without white space.
var field = regexp.MustCompile(`(?:^|[^A-Za-z0-9_])([a-z][a-z0-9_]*)=(\S+)`)

// number is what may be compared as one, up to where prints lets a field end; a currency sign in front does not count.
var number = regexp.MustCompile(`^\$?(-?[0-9]+(?:\.[0-9]+)?)(?:$|[^A-Za-z0-9_.]|\.(?:$|[^0-9]))`)

// rowsOf are the lines of an output that hold fields, each as an object: {"line": "…", "in": 12, "stop_reason": "end_turn"}.
func rowsOf(out string) []any {
	rows := []any{}
	for line := range strings.Lines(out) {
		found := field.FindAllStringSubmatch(line, -1)
		if found == nil {
			continue
		}
		row := map[string]any{}
		for _, f := range found {
			row[f[1]] = f[2]
			if m := number.FindStringSubmatch(f[2]); m != nil {
				row[f[1]], _ = strconv.ParseFloat(m[1], 64) // the pattern lets numbers through alone
			}
		}
		row["line"] = strings.TrimSuffix(line, "\n") // whatever field a program calls so
		rows = append(rows, row)
	}
	return rows
}

// cmdFields runs a jq expression over the lines of standard output that hold fields: fields EXPR WANT SAYS. The lines are
// a list of objects, {"in": 12, "stop_reason": "end_turn", "line": "…"}; a value that is a number is one. WANT is JSON;
// SAYS is the expectation in words. It is for what prints cannot say: sums, ratios, bounds.
func cmdFields(s *script, _ bool, args []string) error {
	if s.last == nil || s.talk != nil {
		return fmt.Errorf("fields needs a program that has ended: run or finish first")
	}
	if len(args) != 3 {
		return fmt.Errorf("usage: fields EXPR WANT SAYS")
	}
	out := plain(s.last.result.Stdout)
	ok, _, _, err := query(rowsOf(out), args[0], args[1:2])
	if err != nil || ok {
		return err
	}
	f := s.describeRun("this does not hold: " + args[2])
	f.showActual("standard output", s.shown([]byte(out)))
	return s.fail(f)
}
