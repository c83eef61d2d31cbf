package grader

import (
	"testing"
)

// What a check puts into the program's folder, and what it looks at there and in the trace afterwards.
func TestFilesAndTraces(t *testing.T) {
	const event = `{"t":1,"event":"task"}`
	tests := map[string]judged{
		"1-link":           {"file a.txt f\nlink sub/l ../a.txt\nrun odd cat sub/l\nprints here\n-- f --\nhere\n", Pass, ""},
		"2-fifo":           {"fifo sub/p\nrun odd kind sub/p\nprints p---------\n", Pass, ""},
		"3-big":            {"big sub/b f 3\nrun odd kind sub/b\nprints 3221225472\n-- f --\nhere\n", Pass, ""},
		"4-left":           {"run odd keep out a\nleft out '. == \"a\"' true x\n! left other\n", Pass, ""},
		"5-other":          {"run odd keep out a\nleft out '. == \"b\"' true 'the file says b'\n", Fail, "this does not hold: the file says b"},
		"6-missing":        {"run odd print a\nleft out . true x\n", Fail, "there is no file out"},
		"7-unwanted":       {"run odd keep out a\n! left out\n", Fail, "left the file out"},
		"8-outside":        {"link ../l x\nrun odd print a\n", Broken, "no path inside the program's folder"},
		"9-trace":          {"run odd trace a.jsonl '" + event + "'\ntrace 'map(.event)' '[\"task\"]' x\nrun odd trace b.jsonl '" + event + ";" + event + "'\ntrace length 2 'of the last run'\n", Pass, ""},
		"10-no-trace":      {"run odd trace a.jsonl '" + event + "'\nrun odd print x\ntrace length 1 x\n", Fail, "left 0 new files"},
		"11-other-trace":   {"run odd trace a.jsonl '" + event + "'\ntrace length 2 'there are two'\n", Fail, "this does not hold: there are two"},
		"12-broken-trace":  {"run odd trace a.jsonl '" + event + ";{'\ntrace length 2 x\n", Fail, "line 2 of the trace is not a JSON object"},
		"13-no-event":      {"run odd trace a.jsonl '{\"t\":1}'\ntrace length 1 x\n", Fail, "line 1 of the trace lacks t, a number, or event, a text"},
		"14-not-named-so":  {"run odd trace a.txt '" + event + "'\ntrace length 1 x\n", Fail, "should leave one trace, NAME.jsonl"},
		"15-empty-section": {"big b g 1\nrun odd print x\n", Broken, "there is no section"},
	}
	judge(t, tests)
}
