package posts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	traceText = `{"t":1,"event":"task","task":"chat","provider":"sim-1"}
{"t":1.5,"event":"model","step":0,"stop_reason":"end_turn","usage":{"in":101,"out":202,"thinking":33},"content":[{"type":"text","text":"It has 4,711 parts."}],"model":"sim-1","ms":480}
broken
{"t":2,"event":"model","step":1,"stop_reason":"end_turn","usage":{"in":303,"out":505},"content":[],"model":"sim-1","ms":520}
{"t":2,"event":"tool","step":1,"name":"calc","input":{"a":808},"output":"= 909","ms":66}
`
	runText = `{"t":1,"exercise":"1.2","program":"chat","provider":"sim-1","model":"sim-1","status":"answered","calls":2,"steps":2,"in":404,"out":707,"cost_usd":0.015756,"ms":1111,"trace":"traces/20261205-101500.jsonl"}
not JSON
{"t":2,"exercise":"1.2","program":"chat","provider":"sim-1","model":"sim-1","status":"exit 3","calls":2,"steps":2,"in":606,"out":10,"cost_usd":0.1,"ms":2222,"trace":"traces/20261205-111500.jsonl"}
{"t":3,"exercise":"1.3","program":"hello","provider":"live","model":"claude-opus-5-5","status":"answered","calls":1,"steps":1,"in":1313,"out":10,"ms":1,"trace":"traces/20261205-121500.jsonl"}
`
)

func TestNumbersInSources(t *testing.T) {
	entry := "# X\n\n- Date: 2026-12-05\n- Exercise: 1.2\n\n13, 517, max_tokens 2000\n"
	cites := entry + "\nTrace: traces/20261205-101500.jsonl\n"
	all := map[string]string{"traces/20261205-101500.jsonl": traceText, "traces/runs.jsonl": runText}
	files := func(entry string, more map[string]string) map[string]string {
		m := map[string]string{"journal/2026-12-05-x.md": entry}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	tests := map[string]struct {
		text  string
		files map[string]string
		found []string
	}{
		"trace of the entry":   {"101, 202, 33, 480 ms, 0.5 s, 4,711, 4711, 808 and 909; 404 and 707 together; $0.0158.", files(cites, all), nil},
		"other runs":           {"606 in.", files(cites, all), []string{"numbers:7"}},
		"no trace is named":    {"404 and 606, together 1010.", files(entry, all), nil},
		"another exercise":     {"1313 in.", files(entry, all), []string{"numbers:7"}},
		"named in the text":    {"606 in, says `20261205-111500`.", files(entry, all), nil},
		"in the assets":        {"303 in, says `20261205-101500`.", files(entry, map[string]string{"journal/assets/20261205-101500.jsonl": traceText}), nil},
		"linked":               {"303 in, says [it](../journal/assets/20261205-101500.jsonl).", files(entry, map[string]string{"journal/assets/20261205-101500.jsonl": traceText}), nil},
		"named and not there":  {"101 in, says traces/20261205-101500.jsonl.", files(entry, nil), []string{"numbers:7", "source:7"}},
		"no source of its own": {"303 in.", files(entry+"\n[more](other.md)\n", map[string]string{"journal/other.md": "303"}), []string{"numbers:7"}},
	}
	for name, tt := range tests {
		found, _, report := check(t, with(tt.text), tt.files)
		if diff := cmp.Diff(tt.found, found); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
			for _, f := range report.Findings {
				t.Logf("%s %s: %s", f.Where(), f.Rule, f.What)
			}
		}
	}
}

// Every number that is missing is named, and one finding tells those of a line.
func TestMissingNumbersAreNamed(t *testing.T) {
	_, _, report := check(t, with("It sent 571, then $0.99 and 12,345.\nThen 777."), nil)
	var got []string
	for _, f := range report.Findings {
		got = append(got, f.Where()+" "+f.What)
	}
	want := []string{
		postName + ":7 571, $0.99 and 12,345 stand in none of the sources (journal/2026-12-05-x.md)",
		postName + ":8 777 stands in none of the sources (journal/2026-12-05-x.md)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
