package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// readAll reads a trace; what the lines hold is copied, as it is good only until the next one.
func readAll(t *testing.T, src string) []Line {
	t.Helper()
	var all []Line
	for line, err := range Read(strings.NewReader(src)) {
		if err != nil {
			t.Fatal(err)
		}
		switch e := line.Event.(type) {
		case Model:
			e.Content = bytes.Clone(e.Content)
			line.Event = e
		case Tool:
			e.Input = bytes.Clone(e.Input)
			line.Event = e
		case Call:
			e.Request, e.Response = bytes.Clone(e.Request), bytes.Clone(e.Response)
			line.Event = e
		case Unknown:
			e.Raw = bytes.Clone(e.Raw)
			line.Event = e
		}
		all = append(all, line)
	}
	return all
}

func point[T any](v T) *T { return &v }

// What the Writer writes is read again as it was.
func TestReadEvents(t *testing.T) {
	w := create(t, t.TempDir())
	events := []Event{
		Task{Task: "hello a<b \"ü\"", Model: "claude-opus-5-5", Provider: ProviderSim},
		Call{Dialect: Anthropic, Method: "POST", Path: "/v1/messages", Status: 200, Request: json.RawMessage(`{"a":[1,"}"]}`), Response: json.RawMessage(`"x"`), Error: "broke off", MS: 7, Streamed: true},
		Model{Step: 3, StopReason: "tool_use", Usage: &Usage{10, 2, 4, 1, 1}, Content: json.RawMessage(`[{"type":"text","text":"H\"i"}]`), Model: "m", RequestID: "req_1", MS: 5},
		Model{Step: 0, StopReason: "", Content: json.RawMessage(`[]`)},
		Tool{Step: 3, Name: "calc", Input: json.RawMessage(`{"x":1}`), Output: "2\n", IsError: point(false), MS: point(int64(3))},
		Tool{Step: 3, Name: "calc", Input: json.RawMessage(`[]`)},
		Stopped{Reason: MaxCost, Detail: "too dear"},
	}
	for _, e := range events {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	var got []Event
	for i, line := range readAll(t, read(t, w.Path())) {
		if line.Number != i+1 || line.Problem != "" || line.T == nil || *line.T != 1796040000.25 {
			t.Errorf("%+v", line)
		}
		got = append(got, line.Event)
	}
	if diff := cmp.Diff(events, got); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
}

func TestReadForms(t *testing.T) {
	const task, want = `{"t":1,"event":"task","task":"x"}`, `1: {x  }`
	tests := map[string]struct{ src, want string }{
		"no file":                   {"", ""},
		"one line":                  {task + "\n", want},
		"no end of the last line":   {task, want},
		"CRLF":                      {task + "\r\n" + task + "\r\n", want + "; 2: {x  }"},
		"byte order mark":           {"\uFEFF" + task, want},
		"a mark and nothing":        {"\uFEFF\n\uFEFF" + task, "2: ! not JSON: invalid character 'ï' looking for beginning of value (byte 1)"},
		"empty lines":               {"\n \t\n" + task + "\n\r\n\n", `3: {x  }`},
		"space around":              {"  " + task + "  ", want},
		"no time":                   {`{"event":"task","task":"x"}`, want},
		"time is null":              {`{"t":null,"event":"task","task":"x"}`, want},
		"unknown event":             {`{"event":"plan","n":{"a":[1]}}`, `1: {plan {"event":"plan","n":{"a":[1]}}}`},
		"unknown fields":            {`{"a":[{"b":"]}"}],"event":"task","c":1e999,"task":"x","d":{}}`, want},
		"space inside":              {` { "event" : "task" , "task" : "x" } `, want},
		"escaped name and value":    {`{"\u0065vent":"t\u0061sk","task":"\u0078"}`, want},
		"names are exact":           {`{"event":"task","Task":1,"task":"x"}`, want},
		"the last of two counts":    {`{"event":"model","task":"y","event":"task","task":"x"}`, want},
		"null is absent":            {`{"event":"model","step":null,"usage":null,"content":null,"ms":null,"model":null}`, "1: {-1  <nil> []   0}"},
		"no step":                   {`{"event":"tool","name":"a"}`, "1: {-1 a []  <nil> <nil>}"},
		"half a usage":              {`{"event":"model","step":1,"usage":{"in":3}}`, "1: {1  <nil> []   0}"},
		"milliseconds and numbers":  {`{"event":"call","ms":1.5,"status":2e2}`, "1: {   200 [] []  2 false}"},
		"deep":                      {`{"event":"task","task":"x","y":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`, want},
		"invalid UTF-8 in a string": {"{\"event\":\"task\",\"task\":\"a\xff\"}", "1: {a\uFFFD  }"},
	}
	for name, tt := range tests {
		var got []string
		for _, line := range readAll(t, tt.src) {
			if line.Problem != "" {
				got = append(got, fmt.Sprintf("%d: ! %s", line.Number, line.Problem))
				continue
			}
			if u, ok := line.Event.(Unknown); ok {
				got = append(got, fmt.Sprintf("%d: {%s %s}", line.Number, u.Name, u.Raw))
				continue
			}
			got = append(got, fmt.Sprintf("%d: %v", line.Number, line.Event))
		}
		if g := strings.Join(got, "; "); g != tt.want {
			t.Errorf("%s: %s, want %s", name, g, tt.want)
		}
	}
}

func TestBrokenLines(t *testing.T) {
	tests := map[string]struct{ line, want string }{
		"no JSON":          {`hello`, "not JSON: invalid character 'h' looking for beginning of value (byte 1)"},
		"cut off":          {`{"event":"task","ta`, "cut off: the line ends inside its JSON"},
		"two objects":      {`{"event":"a"}{"event":"b"}`, "not JSON: invalid character '{' after top-level value (byte 14)"},
		"NUL bytes":        {"\x00\x00", `not JSON: invalid character '\x00' looking for beginning of value (byte 1)`},
		"a NUL inside":     {"{\"event\":\"a\x00\"}", `not JSON: invalid character '\x00' in string literal (byte 12)`},
		"too deep":         {`{"event":"a","b":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, "not JSON: invalid character '[' exceeded max depth (byte 10017)"},
		"list":             {`[1]`, "a list, not an object"},
		"text":             {`"x"`, "a text, not an object"},
		"number":           {`1`, "a number, not an object"},
		"null":             {`null`, "null, not an object"},
		"true":             {`true`, "a truth value, not an object"},
		"no event":         {`{}`, `no text in "event"`},
		"empty event":      {`{"event":""}`, `no text in "event"`},
		"null event":       {`{"event":null}`, `no text in "event"`},
		"event":            {`{"event":1}`, `"event" is a number, not a text`},
		"time":             {`{"t":"1","event":"x"}`, `"t" is a text, not a number`},
		"time too large":   {`{"t":1e400,"event":"x"}`, `"t" is a number, not one that can be counted with`},
		"task":             {`{"event":"task","task":["x"]}`, `"task" is a list, not a text`},
		"step":             {`{"event":"model","step":"1"}`, `"step" is a text, not a number`},
		"half a step":      {`{"event":"model","step":1.5}`, `"step" is a number, not a whole one from 0 to 1000000000`},
		"negative step":    {`{"event":"tool","step":-1}`, `"step" is a number, not a whole one from 0 to 1000000000`},
		"usage":            {`{"event":"model","usage":3}`, `"usage" is a number, not an object`},
		"tokens":           {`{"event":"model","usage":{"in":{},"out":1}}`, `"usage.in" is an object, not a number`},
		"too many tokens":  {`{"event":"model","usage":{"out":12345678901234567890}}`, `"usage.out" is a number, not a whole one from 0 to 1000000000`},
		"content":          {`{"event":"model","content":"x"}`, `"content" is a text, not a list`},
		"after the usage":  {`{"event":"model","usage":{"in":1},"ms":"x"}`, `"ms" is a text, not a number`},
		"output":           {`{"event":"tool","output":{"a":1}}`, `"output" is an object, not a text`},
		"is_error":         {`{"event":"tool","is_error":"no"}`, `"is_error" is a text, not a truth value`},
		"reason":           {`{"event":"stopped","reason":false}`, `"reason" is a truth value, not a text`},
		"status":           {`{"event":"call","status":"200"}`, `"status" is a text, not a number`},
		"milliseconds":     {`{"event":"call","ms":1e300}`, `"ms" is a number, not one of milliseconds`},
		"the first counts": {`{"event":"call","path":1,"method":2}`, `"path" is a number, not a text`},
	}
	for name, tt := range tests {
		lines := readAll(t, "{\"event\":\"a\"}\n\n"+tt.line+"\n{\"event\":\"b\"}\n")
		if len(lines) != 3 || lines[1].Event != nil || lines[1].Number != 3 || lines[2].Problem != "" || lines[2].Number != 4 {
			t.Errorf("%s: %+v", name, lines)
			continue
		}
		if got := lines[1].Problem; got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	if got := readAll(t, `{"event":"task","ta`)[0].Problem; got != "cut off: the last line ends inside its JSON; it may still be being written" {
		t.Errorf("a file that is being written: %s", got)
	}
}

// A line that is too long is passed over, and those around it are read.
func TestLongLines(t *testing.T) {
	long := func(n int) string {
		return `{"event":"x","y":"` + strings.Repeat("z", n-len(`{"event":"x","y":""}`)) + `"}`
	}
	for _, end := range []string{"\n", "\r\n"} {
		for n, want := range map[int]string{
			100_000: "", 1<<20 + 1: "", MaxLine: "",
			MaxLine + 1: "longer than the 16 MiB that a line may have", MaxLine + 2: "longer than the 16 MiB that a line may have",
			MaxLine + 100_000: "longer than the 16 MiB that a line may have",
		} {
			src := `{"event":"a"}` + end + long(n) + end + `{"event":"b"}` + end + long(n)
			var got []string
			for line, err := range Read(strings.NewReader(src)) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(line.Number, line.Problem))
			}
			if diff := cmp.Diff([]string{"1", "2" + want, "3", "4" + want}, got); diff != "" {
				t.Errorf("%d bytes and %q (-want +got):\n%s", n, end, diff)
			}
		}
	}
}

func TestLinesKeepEveryByte(t *testing.T) {
	src := "a\r\n\nb\r\r\n\x00\n" + strings.Repeat("c", 200_000) + "\nd\r"
	for _, r := range []io.Reader{strings.NewReader(src), iotest.OneByteReader(strings.NewReader(src)), iotest.DataErrReader(strings.NewReader(src))} {
		var got strings.Builder
		for line, err := range Lines(r) {
			if err != nil {
				t.Fatal(err)
			}
			got.Write(line.Data)
			got.WriteString(line.End)
		}
		if got.String() != src {
			t.Errorf("%d bytes of %d", got.Len(), len(src))
		}
	}
}

// A long text is decoded in pieces, as if it were not.
func TestLongTexts(t *testing.T) {
	for _, part := range []string{"a line\n", "\\n\n", "\\", "\n", "ü😀\x00\"", "\\\\\n", "no end \""} {
		for _, around := range []string{"", "x", "xy"} {
			want := around + strings.Repeat(part, 3*textPiece/len(part)) + around
			raw, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			if got := text(raw); got != want {
				t.Errorf("%q: %d bytes, want %d", part, len(got), len(want))
			}
		}
	}
}

func TestReadError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("{\"event\":\"a\"}\n{\"ev"), iotest.ErrReader(errors.New("the disk is gone")))
	seen := 0
	var last error
	for line, err := range Read(broken) {
		if last = err; err == nil {
			seen++
		} else if line.Number != 2 {
			t.Errorf("%+v", line)
		}
	}
	if seen != 1 || last == nil || last.Error() != "read line 2: the disk is gone" {
		t.Errorf("%d lines, %v", seen, last)
	}
}

// Who has seen enough may stop.
func TestReadStops(t *testing.T) {
	for range Read(strings.NewReader("{}\n{}\n")) {
		break
	}
}
