package trace

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Whatever a file holds: each line that is not empty is read or told, once, under its number; a line that is read is what
// encoding/json takes it for, and an object of an event that is not the course's is read.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "\uFEFF{}\n", taskLine + "\r\n" + reply(0, 1, 2, "end_turn"), `{"event":"tool","step":1,"name":"a","input":{"b":[1,"]"]},"output":"c"}`,
		`{"event":"call","request":"x","status":200,"ms":1.5}` + "\n\n\x00\n{\"eve", `{"t":1e400,"event":"x"}`, `{"event":"model","usage":{"in":1,"out":2},"content":[{"type":"tool_use"}]}`,
		`{"":0,"event":0,"event":"0"}`, "[1]\n2\n\"x\"\nnull", `{"\ud800":"\ud800","event":"\ud800"}`, ` { "event" : "task" , "task" : "x" } `, "{\"event\":\"stopped\",\"reason\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var s Summary
		lines := bytes.Split(src, []byte("\n"))
		next := 0
		for line, err := range Read(bytes.NewReader(src)) {
			if err != nil {
				t.Fatal(err)
			}
			for ; next < line.Number-1; next++ {
				if !isEmpty(lines[next], next) {
					t.Fatalf("line %d was passed over", next+1)
				}
			}
			if next = line.Number; isEmpty(lines[next-1], next-1) {
				t.Fatalf("line %d is empty", next)
			}
			checkLine(t, lines[next-1], line)
			s.Add(line)
		}
		for ; next < len(lines); next++ {
			if !isEmpty(lines[next], next) {
				t.Fatalf("line %d was passed over", next+1)
			}
		}
		s.Bill()
		s.End()
		s.Growth()
		if bars := s.Steps.Buckets(10); len(bars) > 10 {
			t.Errorf("%d bars", len(bars))
		}
	})
}

func isEmpty(line []byte, index int) bool {
	if index == 0 {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	return len(bytes.TrimSpace(line)) == 0
}

func checkLine(t *testing.T, src []byte, line Line) {
	t.Helper()
	if (line.Event == nil) == (line.Problem == "") || strings.Contains(line.Problem, "\n") {
		t.Fatalf("%q: %+v", src, line)
	}
	if line.Number == 1 {
		src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	}
	var fields map[string]any
	err := json.Unmarshal(src, &fields)
	name, _ := fields["event"].(string)
	if line.Event != nil && (!json.Valid(src) || err == nil && name != Kind(line.Event)) {
		t.Fatalf("%q is read as %+v", src, line)
	}
	once := bytes.Count(src, []byte(`"event"`)) == 1 && !bytes.Contains(src, []byte(`\`)) // each of two fields must be right
	if line.Event == nil && err == nil && name != "" && fields["t"] == nil && once {
		switch name {
		case "task", "model", "tool", "stopped", "call":
		default:
			t.Fatalf("%q is broken: %s", src, line.Problem)
		}
	}
}
