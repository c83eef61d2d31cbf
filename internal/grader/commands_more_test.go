package grader

import (
	"strings"
	"testing"
)

const asksForJSON = `{"model":"claude-opus-5-5","max_tokens":9,"messages":[{"role":"user","content":"a"}],"output_config":{"format":{"type":"json_schema",` +
	`"schema":{"type":"object","properties":{"when":{"type":["string","null"]}},"required":["when"],"additionalProperties":false}}}}`

// What prints and sends cannot say: sums over rows, a schema by what it lets through, files, requests side by side and
// those that count tokens.
func TestCommandsBeyondTexts(t *testing.T) {
	const reply = "-- r --\nreplies: [{text: '{\"when\": null}', times: any, off_schema: true}]\n"
	const counts = "-- r --\ncounts: [17]\n"
	const count = `run odd count '{"model":"claude-opus-5-5","messages":[{"role":"user","content":"a"}]}'` + "\n"
	tests := map[string]judged{
		"1-sum":                  {"run odd print 'a in=3 cost=$0.5\\nnothing\\nin=4.5, share=50%'\nfields 'map(.in) | add' 7.5 'x'\nfields '.[0].cost' 0.5 x\nfields '.[1].share' 50 x\n", Pass, ""},
		"2-wrong-sum":            {"run odd print 'in=3'\nfields 'map(.in) | add' 4 'the rows add up to 4'\n", Fail, "this does not hold: the rows add up to 4"},
		"14-a-field-called-line": {"run odd print 'line=3 in=4'\nfields '.[0].line' '\"line=3 in=4\"' x\n", Pass, ""},
		"15-count-unseen":        {"provider r\n" + count + "prints nothing\nrequests -counts 1\n" + counts, Fail, "lacks"},
		"3-missing":              {"run odd print 'in=3'\nfields '.[7].in + 1 > 3' true 'there is a row'\n", Fail, "there is a row"},
		"4-accepts":              {"provider r\nrun odd call '" + asksForJSON + "'\naccepts 1 '{\"when\":\"x\"}' x\naccepts all '{\"when\":null}' x\n! accepts 1 '{}' x\n! accepts 1 '{\"when\":1}' x\n" + reply, Pass, ""},
		"5-too-open":             {"provider r\nrun odd call '" + asksForJSON + "'\n! accepts 1 '{\"when\":null}' 'null is no time'\n" + reply, Fail, "this does not hold: null is no time"},
		"6-too-tight":            {"provider r\nrun odd call '" + asksForJSON + "'\naccepts 1 '{\"where\":\"x\"}' 'where is known'\n" + reply, Fail, "this does not hold: where is known ("},
		"7-unasked":              {"provider r\nrun odd call '" + asksForJSON[:strings.Index(asksForJSON, `,"output_config"`)] + "}'\naccepts 1 '{}' x\n" + reply, Fail, "request 1 asks for no structured output"},
		"8-file":                 {"draw w word\nfile notes/a.txt f\nrun odd cat notes/a.txt\nprints ${w}\n-- f --\nhere is ${w}\n", Pass, ""},
		"16-unended":             {"file -unended a.txt f\nrun odd cat a.txt\nrun odd print x\nfile b.txt f\n! file b.txt\nrun odd cat b.txt\n! prints here\n-- f --\nhere\n", Pass, ""},
		"17-fields-end":          {"run odd print '(a=3.50) b=2| c=7%, d=4.'\nfields '.[0] | .a + .b + .c + .d' 16.5 x\n", Pass, ""},
		"9-count":                {"provider r\n" + count + "prints 17\nrequests -counts 1\nrequests 0\nsends -counts 1 m\nrequest -counts all '.max_tokens' null x\n" + counts + "-- m --\nuser: a\n", Pass, ""},
		"10-other-count":         {"provider r\n" + count + "sends -counts 1 m\n" + counts + "-- m --\nuser: b\n", Fail, "message 1 of token-counting request 1 is not the expected one"},
		"11-no-count":            {"requests -counts 1\n", Fail, "the program made 0 token-counting requests, 1 expected"},
		"12-refused":             {`run odd count '{"model":"nope","messages":[{"role":"user","content":"a"}]}'` + "\nrequests 0\n", Fail, "token-counting request 1 is one that the API does not accept"},
		"13-together":            {"provider r\nrun odd call '" + asksForJSON + "'\nrequest together 'length' 1 x\nrequest together '.[0] == .[1]' true 'both ask the same'\n" + reply, Fail, "this does not hold: both ask the same"},
	}
	judge(t, tests)
}

// Where a check of the exercise looks at requests that count tokens, another check says nothing of them.
func TestCountsBelongToAnExercise(t *testing.T) {
	const count = `run odd count '{"model":"claude-opus-5-5","messages":[{"role":"user","content":"a"}]}'` + "\n"
	c := newCourse(t)
	c.check("1-alone", count)
	if notes := c.grade()["alone"].Notes; len(notes) != 1 || !strings.Contains(notes[0], "the program also asked for POST /v1/messages/count_tokens") {
		t.Errorf("in an exercise without counts: %q", notes)
	}
	c.check("2-counts", count+"requests -counts 1\n")
	if notes := c.grade()["alone"].Notes; len(notes) != 0 {
		t.Errorf("in an exercise with counts: %q", notes)
	}
}

func TestFileStaysInTheProgramsFolder(t *testing.T) {
	c := newCourse(t)
	c.check("1-out", "file ../x f\nrun odd echo\n-- f --\n")
	if r := c.grade()["out"]; r.Status != Broken || !strings.Contains(r.Because, "inside the program's folder") {
		t.Errorf("%+v", r)
	}
}
