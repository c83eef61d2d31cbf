package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/trace"

	"github.com/google/go-cmp/cmp"
)

func TestTraceScrub(t *testing.T) {
	v := newTraces(t)
	v.env = append(v.env, "ANTHROPIC_API_KEY=hunter2hunter2")
	home := "/" + "home/"
	src := `{"t":1.50,"event":"task","task":"ask ann@example.com in ` + home + `ann/x"}` + "\r\n" +
		`{"event":"tool","input":{"a":[{"key":"\u0073k-ant-fake-0000"}],"n":12345678901234567890,"x":1e400},"output":"Bearer fake.0000-abcd"}` + "\n" +
		"\n" + `{"ann@example.com":"hunter2hunter2","event":"mail` + "\n" +
		"no JSON: sk-ant-fake-0001" + "\n" +
		`{"event":"kept","b":1.0,"a":"\u00fc <"}`
	want := `{"t":1.50,"event":"task","task":"ask [REDACTED] in ` + home + `[REDACTED]/x"}` + "\r\n" +
		`{"event":"tool","input":{"a":[{"key":"[REDACTED]"}],"n":12345678901234567890,"x":1e400},"output":"Bearer [REDACTED]"}` + "\n" +
		"\n" + `{"[REDACTED]":"[REDACTED]","event":"mail` + "\n" +
		"no JSON: [REDACTED]" + "\n" +
		`{"event":"kept","b":1.0,"a":"\u00fc <"}`
	v.write("traces/20261130-130000.jsonl", src)
	v.course(0, "trace scrub")
	v.says("wrote traces/20261130-130000-scrubbed.jsonl, 6 lines", "removed key 3, lines 2, 4, 5", "removed bearer token 1, line 2",
		"removed e-mail address 2, lines 1, 4", "removed home folder's name 1, line 1", "Read it before you show it to anybody")
	if diff := cmp.Diff(want, v.read("traces/20261130-130000-scrubbed.jsonl")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if v.read("traces/20261130-130000.jsonl") != src {
		t.Error("the trace itself has changed")
	}
	v.course(2, "trace scrub")
	v.says("traces/20261130-130000-scrubbed.jsonl is there already", "hint: name another file with -o; nothing is ever written over")
	v.course(2, "trace scrub -o traces/20261130-130000.jsonl")
	v.course(2, "trace scrub -o missing/x.jsonl")
	v.says("course: error: there is no folder for missing/x.jsonl", "hint: make it: mkdir -p missing")
	v.course(0, "trace scrub -o x.jsonl")
	if v.read("x.jsonl") != want || v.read("traces/20261130-130000.jsonl") != src {
		t.Error("-o wrote something else")
	}
	for _, dir := range []string{".", "traces"} {
		if left, _ := filepath.Glob(filepath.Join(v.root, dir, ".trace-*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	v.course(1, "trace") // the copy is not the newest trace
	v.says("the newest trace is traces/20261130-130000.jsonl")
}

// A dead link is something that is there.
func TestTraceScrubDeadLink(t *testing.T) {
	v := newTraces(t)
	if err := os.Symlink("nowhere", filepath.Join(v.root, "out.jsonl")); err != nil {
		t.Fatal(err)
	}
	v.course(2, "trace scrub -o out.jsonl")
	v.says("out.jsonl is there already")
}

// What cannot be looked through is not copied.
func TestTraceScrubLongLine(t *testing.T) {
	v := newTraces(t)
	v.write("long.jsonl", `{"event":"a"}`+"\n"+`{"event":"b","x":"`+strings.Repeat("x", trace.MaxLine)+` sk-ant-fake-0000"}`+"\n"+`{"event":"c"}`+"\n")
	v.course(1, "trace scrub long.jsonl")
	v.says("left out 1 line, too long to look through: line 2")
	want := `{"event":"a"}` + "\n" + `{"event":"left_out","detail":"a line of 16777254 bytes, too long to look through"}` + "\n" + `{"event":"c"}` + "\n"
	if got := v.read("long-scrubbed.jsonl"); got != want {
		t.Errorf("%.200s", got)
	}
}
