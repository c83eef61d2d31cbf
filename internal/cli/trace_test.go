package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

const everyTrace = "testdata/trace/every.jsonl"

// newTraces is a visit to a course that has nothing but a folder of traces, which is all that these commands look at.
func newTraces(t *testing.T) *visit {
	t.Helper()
	v := emptyCourse(t)
	src, err := os.ReadFile(everyTrace)
	if err != nil {
		t.Fatal(err)
	}
	v.write("traces/20261130-120000.jsonl", string(src))
	v.write("traces/runs.jsonl", "{}\n")
	return v
}

func emptyCourse(t *testing.T) *visit {
	t.Helper()
	root := filepath.Join(t.TempDir(), "my course ü")
	v := &visit{t: t, root: root, dir: root, env: []string{"LANG=en_GB.UTF-8"}, now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	v.write("go.mod", "module agentcourse\n")
	v.write("exercises/index.md", "")
	return v
}

func modelLine(step, in, out int) string {
	return fmt.Sprintf(`{"event":"model","step":%d,"stop_reason":"tool_use","usage":{"in":%d,"out":%d},"content":[],"model":"sim-1"}`+"\n", step, in, out)
}

// Every kind of event, as a person reads it and as a program does.
func TestTrace(t *testing.T) {
	v := newTraces(t)
	v.course(1, "trace")
	compareGolden(t, "testdata/trace/every.golden", v.out+"\nstandard error:\n"+v.err)
	v.course(1, "trace traces/20261130-120000.jsonl --json")
	compareGolden(t, "testdata/trace/every.json.golden", v.out)
	var report struct {
		File           string
		Events, Broken []map[string]any
		Totals         map[string]any
	}
	if err := json.Unmarshal([]byte(v.out), &report); err != nil || len(report.Events) != 10 || len(report.Broken) != 3 || report.Totals["cost_usd"] != nil || v.err != "" {
		t.Errorf("%v: %+v %s", err, report, v.err)
	}
}

// Where a trace is looked for, and what is said when it is not there.
func TestTraceFile(t *testing.T) {
	v := newTraces(t)
	good := modelLine(0, 10, 5)
	for name, in := range map[string]int{"20261130-120001-9": 9, "20261130-120001-10": 10, "20261130-120001": 1} {
		v.write("traces/"+name+".jsonl", modelLine(0, in, 5))
	}
	v.course(0, "trace")
	v.says("course: note: the newest trace is traces/20261130-120001-10.jsonl", "in 10, out 5")
	v.write("lessons/own.jsonl", good)
	v.dir = filepath.Join(v.root, "lessons")
	for _, name := range []string{"own.jsonl", "../lessons/own.jsonl", filepath.Join(v.root, "lessons", "own.jsonl"), "lessons/own.jsonl"} {
		if code := runWords(v, "trace", name); code != 0 || v.err != "" {
			t.Errorf("%s: %d %s", name, code, v.err)
		}
	}
	v.course(0, "trace traces/20261130-120001-9.jsonl")
	v.course(0, "trace 20261130-120001-9.jsonl")
	v.says("in 9, out 5")
	v.course(2, "trace nothing.jsonl")
	v.says("course: error: there is no file nothing.jsonl", `hint: "course trace" without a name takes the newest trace in traces/`)
	v.course(2, "trace .")
	v.says("course: error: . is a folder, not a trace course: hint: name one of its files")
	v.course(2, "trace "+os.DevNull)
	v.says("is no ordinary file but a device")
	v.course(2, "trace nothing.jsonl --json")
	var answer struct{ Error, Hint string }
	if err := json.Unmarshal([]byte(v.out), &answer); err != nil || answer.Error != "there is no file nothing.jsonl" || answer.Hint == "" {
		t.Errorf("%v: %s", err, v.out)
	}
	for _, line := range []string{"trace", "trace plot", "trace scrub"} {
		empty := emptyCourse(t)
		empty.course(2, line)
		empty.says("course: error: there is no trace yet in traces/", `course: hint: make one: course run 1.1 -- "Hello"`)
	}
}

func TestTraceCompletion(t *testing.T) {
	v := newTraces(t)
	v.write("b.jsonl", "")
	v.write("b.svg", "")
	v.write(".hidden/c.jsonl", "")
	for _, tt := range []struct{ words, word, want string }{
		{"trace plot", "", "b.jsonl\nexercises/\ntraces/\n:6\n"}, // no other files, no space
		{"trace scrub", "b", "b.jsonl\n:4\n"},
		{"trace", "traces/2", "traces/20261130-120000.jsonl\n:4\n"},
		{"trace", ".hid", ".hidden/\n:6\n"},
		{"trace", filepath.Join(v.root, "traces/r"), filepath.Join(v.root, "traces/runs.jsonl") + "\n:4\n"},
		{"trace", "nowhere/", ":4\n"},
		{"trace b.jsonl", "", ":4\n"},
	} {
		if code := runWords(v, append(append([]string{"__complete"}, strings.Fields(tt.words)...), tt.word)...); code != 0 || v.out != tt.want {
			t.Errorf("course %s %s: %d %q", tt.words, tt.word, code, v.out)
		}
	}
	if runWords(v, "__complete", "trace", ""); !strings.Contains(v.out, "plot\t") || !strings.Contains(v.out, "b.jsonl\n") {
		t.Errorf("course trace: %q", v.out)
	}
}

// runWords runs a command line whose words may hold spaces.
func runWords(v *visit, words ...string) int {
	var out, errs bytes.Buffer
	w := v.world()
	w.Out, w.Err = &out, &errs
	code := Run(v.t.Context(), w, words)
	v.out, v.err = out.String(), errs.String()
	return code
}

func TestTraceOfNothing(t *testing.T) {
	v := newTraces(t)
	v.write("empty.jsonl", "")
	v.course(0, "trace empty.jsonl")
	v.says("events none", "cost $0.000000 (no reply of a model)", "ended unfinished: no reply of a model")
	v.course(0, "trace empty.jsonl --json")
	v.says(`"events": [ ], "totals": {`, `"broken": []}`)
	v.course(2, "trace plot empty.jsonl")
	v.says("no step in empty.jsonl has tokens to draw")
	v.course(0, "trace scrub empty.jsonl")
	v.says("wrote empty-scrubbed.jsonl, 0 lines", "found nothing to remove")
	v.write("noise.jsonl", strings.Repeat("noise\n", 5000))
	v.course(1, "trace noise.jsonl")
	v.says("noise.jsonl:20: not JSON", "noise.jsonl: 4980 broken lines more", "broken 5000 lines")
	if strings.Contains(v.err, "noise.jsonl:21:") {
		t.Errorf("too many lines are told:\n%s", v.err)
	}
	v.course(1, "trace noise.jsonl -v")
	v.says("noise.jsonl:5000: not JSON")
	v.course(1, "trace noise.jsonl --json")
	if n := strings.Count(v.out, "problem"); n != 1000 || !strings.Contains(v.out, `"broken":5000`) {
		t.Errorf("%d broken lines are listed", n)
	}
}

// A long trace is shown in part, and -v shows all.
func TestLongTrace(t *testing.T) {
	v := newTraces(t)
	row := regexp.MustCompile(`(?m)^ +(\d+)  model .*$`)
	for n, wanted := range map[int]int{100: 100, 101: 101, 200: 200, 201: 150, 1234: 150} {
		var src strings.Builder
		for i := range n {
			src.WriteString(modelLine(i, 100+i, 5))
		}
		v.write("long.jsonl", src.String())
		v.course(0, "trace long.jsonl")
		rows := row.FindAllStringSubmatch(v.out, -1)
		if len(rows) != wanted || rows[99][1] != "99" || rows[len(rows)-1][1] != fmt.Sprint(n-1) {
			t.Errorf("%d events: %d rows", n, len(rows))
		}
		if wanted == 150 {
			v.says(fmt.Sprintf("… %d events left out; -v shows all …", n-150))
			if rows[100][1] != fmt.Sprint(n-50) {
				t.Errorf("%d events: the tail begins with %v", n, rows[100])
			}
		}
		v.course(0, "trace long.jsonl -v")
		if rows := row.FindAllString(v.out, -1); len(rows) != n {
			t.Errorf("%d events: -v shows %d rows", n, len(rows))
		}
	}
}

// Colour is never the only sign, and there is none in a pipe.
func TestTraceColour(t *testing.T) {
	v := newTraces(t)
	v.course(1, "trace")
	plain := v.out
	coloured := v.onTerminal("trace", "LANG=C")
	if !strings.Contains(coloured, "\x1b[31") || strings.Contains(plain, "\x1b") {
		t.Error("colour on the terminal alone")
	}
	if diff := cmp.Diff(plain, regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(coloured, "")); diff != "" {
		t.Errorf("the text differs with colour (-without +with):\n%s", diff)
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"":              "",
		"0123456789":    "0123456789",
		"0123456789a":   "012345678…",
		"a\nb\r\n\tc":   `a\nb\r\n…`,
		"éééééééééé":    "éééééééééé",
		"ééééééééééé":   "ééééééééé…",
		"\x1b[2J":       `\x1b[2J`,
		"a\u202eb\xff":  `a\u202eb…`,
		"'\"\\":         `'"\`,
		"12345678\n90":  `12345678…`,
		"1234567\n\x00": `1234567\n…`,
	} {
		got := visible(text, 10)
		if got != want || utf8.RuneCountInString(got) > 10 {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if again := visible(got, 10); again != got {
			t.Errorf("%q: the second time %s", text, again)
		}
	}
}
