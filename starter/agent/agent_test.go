package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"agentcourse/starter/messages"
)

// api answers the calls with the scripted bodies in turn, then with an error
// status, and keeps the requests as generic JSON.
func api(t *testing.T, replies ...string) *[]map[string]any {
	t.Helper()
	requests := &[]map[string]any{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req map[string]any
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			t.Errorf("request body: %v", err)
		}
		*requests = append(*requests, req)
		n := len(*requests)
		w.Header().Set("request-id", fmt.Sprintf("req_%d", n))
		if n > len(replies) {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"type":"error","error":{"type":"invalid_request_error","message":"no reply left"}}`)
			return
		}
		fmt.Fprint(w, replies[n-1])
	}))
	t.Cleanup(server.Close)
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-fake-0000")
	t.Setenv("ANTHROPIC_BASE_URL", server.URL)
	t.Setenv("ANTHROPIC_MODEL", "")
	t.Setenv("TRACE_DIR", t.TempDir())
	return requests
}

func reply(stopReason, blocks string) string {
	return `{"type":"message","model":"claude-opus-5-5","role":"assistant","stop_reason":"` + stopReason +
		`","content":[` + blocks + `],"usage":{"input_tokens":100,"cache_read_input_tokens":20,"output_tokens":10}}`
}

func text(s string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, s) }

func call(id, name, input string) string {
	return fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s,"caller":{"type":"direct"}}`, id, name, input)
}

const thinking = `{"type":"thinking","thinking":"","signature":"EqQB"}`

// clock goes on by a quarter of a second each time it is read.
func clock() func() time.Time {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(250 * time.Millisecond)
		return now
	}
}

type outcome struct {
	code           int
	stdout, stderr string
	events         []string // the lines of the trace
}

func runAgent(t *testing.T, ctx context.Context, args ...string) outcome {
	t.Helper()
	var stdout, stderr strings.Builder
	code := run(ctx, args, clock(), &stdout, &stderr)
	files, _ := filepath.Glob(filepath.Join(os.Getenv("TRACE_DIR"), "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("traces: %v, want one; stderr: %s", files, &stderr)
	}
	if last := " trace=" + files[0] + "\n"; !strings.HasSuffix(stdout.String(), last) {
		t.Errorf("output %q does not end with %q", &stdout, last)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return outcome{code, stdout.String(), stderr.String(), strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")}
}

func decode(t *testing.T, s string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, s)
	}
	return v
}

func TestAgent(t *testing.T) {
	first := thinking + "," + text("Let me work < that > out.") + "," + call("toolu_1", "calc", `{"expr": "1234 * 5678 + 99"}`)
	requests := api(t, reply("tool_use", first), reply("end_turn", text("It is 7,006,751.")))
	got := runAgent(t, t.Context())

	wantOut := "It is 7,006,751.\n\nsteps=2 in=240 out=20 cost=$0.001360 trace="
	if got.code != 0 || got.stderr != "" || !strings.HasPrefix(got.stdout, wantOut) {
		t.Errorf("exit code %d, stderr %q, stdout %q", got.code, got.stderr, got.stdout)
	}
	// Exact lines, with the order of the fields: people read traces.
	wantEvents := []string{
		`{"t":1795953600.5,"event":"task","task":"What is 1234 * 5678 + 99?","model":"claude-opus-5-5"}`,
		`{"t":1795953601.25,"event":"model","step":0,"stop_reason":"tool_use","usage":{"in":120,"out":10,"cache_read":20},"content":[` +
			strings.Replace(first, `{"expr": "1234`, `{"expr":"1234`, 1) + `],"model":"claude-opus-5-5","request_id":"req_1","ms":250}`,
		`{"t":1795953602,"event":"tool","step":0,"name":"calc","input":{"expr":"1234 * 5678 + 99"},"output":"7006751","is_error":false,"ms":250}`,
		`{"t":1795953602.75,"event":"model","step":1,"stop_reason":"end_turn","usage":{"in":120,"out":10,"cache_read":20},"content":[` +
			text("It is 7,006,751.") + `],"model":"claude-opus-5-5","request_id":"req_2","ms":250}`,
	}
	if diff := cmp.Diff(wantEvents, got.events); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
	}
	// The second request holds the whole conversation, the reply's blocks as
	// they came.
	wantMessages := decode(t, `[
		{"role":"user","content":[{"type":"text","text":"What is 1234 * 5678 + 99?"}]},
		{"role":"assistant","content":[`+first+`]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"7006751"}]}]`)
	if diff := cmp.Diff(wantMessages, (*requests)[1]["messages"]); diff != "" {
		t.Errorf("second request (-want +got):\n%s", diff)
	}
	for i, req := range *requests {
		if name := fmt.Sprint(req["tools"]); !strings.Contains(name, "name:calc") {
			t.Errorf("request %d offers %s, want calc", i+1, name)
		}
	}
}

func TestAllResultsInOneMessageInOrder(t *testing.T) {
	requests := api(t,
		reply("tool_use", call("a", "calc", `{"expr":"2+2"}`)+","+call("b", "calc", `{"expr":"1/0"}`)+","+text("and")+","+
			call("c", "search", `{}`)+","+call("d", "calc", `{"expression":"1"}`)),
		reply("end_turn", text("done")))
	got := runAgent(t, t.Context(), "do", "four things")
	if got.code != 0 {
		t.Fatalf("exit code %d, stderr %s", got.code, got.stderr)
	}
	sent := (*requests)[1]["messages"].([]any)
	if len(sent) != 3 {
		t.Fatalf("%d messages, want 3", len(sent))
	}
	want := decode(t, `{"role":"user","content":[
		{"type":"tool_result","tool_use_id":"a","content":"4"},
		{"type":"tool_result","tool_use_id":"b","content":"error: division by zero","is_error":true},
		{"type":"tool_result","tool_use_id":"c","content":"error: there is no tool \"search\"; the tools are [\"calc\"]","is_error":true},
		{"type":"tool_result","tool_use_id":"d","content":"error: the input does not fit the tool's schema: json: unknown field \"expression\"","is_error":true}]}`)
	if diff := cmp.Diff(want, sent[2]); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

func TestHonestStops(t *testing.T) {
	var loop []string
	for i := range MaxSteps + 1 {
		loop = append(loop, reply("tool_use", text("on my way")+","+call(fmt.Sprint("t", i), "calc", `{"expr":"1"}`)))
	}
	cut := call("a", "calc", `{"expr":"1"}`)
	tests := []struct {
		name                   string
		replies                []string
		calls                  int
		reason, stdout, stderr string
	}{
		{"too many steps", loop, MaxSteps, "max_steps", "stopped: max_steps: no answer after 10 steps", ""},
		{"cut off", []string{reply("max_tokens", text("It is 7,0"))}, 1, "max_tokens", "It is 7,0\nstopped: max_tokens:", ""},
		{"cut off within a tool call", []string{reply("max_tokens", cut)}, 1, "max_tokens", "stopped: max_tokens:", ""},
		{"refusal", []string{reply("refusal", "")}, 1, "refusal", "stopped: refusal: the model declined", ""},
		{"refusal with a tool call", []string{reply("refusal", cut)}, 1, "refusal", "stopped: refusal:", ""},
		{"unknown stop reason", []string{reply("pause_turn", cut)}, 1, "error", "stopped: error\n", `"pause_turn"`},
		{"no stop reason", []string{reply("", text("x"))}, 1, "error", "stopped: error\n", `""`},
		{"tool_use without a call", []string{reply("tool_use", text("x"))}, 1, "error", "stopped: error\n", "called none"},
		{"API error", nil, 1, "error", "stopped: error\n\nsteps=0 in=0 out=0 cost=$?", "no reply left (request id req_1)"},
		{"API error later", loop[:1], 2, "error", "steps=1 in=120", "no reply left"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			requests := api(t, test.replies...)
			got := runAgent(t, t.Context(), "task")
			if got.code != 1 || !strings.Contains(got.stdout, test.stdout) || !strings.Contains(got.stderr, test.stderr) {
				t.Errorf("exit code %d, stdout %q, stderr %q, want 1, %q, %q", got.code, got.stdout, got.stderr, test.stdout, test.stderr)
			}
			if test.stderr == "" && got.stderr != "" {
				t.Errorf("stderr %q, want nothing", got.stderr)
			}
			if strings.Contains(got.stdout, "on my way") {
				t.Errorf("stdout %q passes a remark off as an answer", got.stdout)
			}
			if len(*requests) != test.calls {
				t.Errorf("%d model calls, want %d", len(*requests), test.calls)
			}
			last := decode(t, got.events[len(got.events)-1]).(map[string]any)
			if last["event"] != "stopped" || last["reason"] != test.reason || last["detail"] == "" {
				t.Errorf("last event %v, want stopped with reason %s", last, test.reason)
			}
			tools := strings.Count(strings.Join(got.events, "\n"), `"event":"tool"`)
			if test.calls == 1 && tools > 0 {
				t.Errorf("%d tool calls were run of a reply that did not stop for them", tools)
			}
		})
	}
}

func TestInterrupted(t *testing.T) {
	api(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := runAgent(t, ctx, "task")
	if got.code != 1 || !strings.Contains(got.stdout, "stopped: interrupted:") || !strings.Contains(got.events[1], `"event":"stopped","reason":"interrupted"`) {
		t.Errorf("exit code %d, stdout %q, trace %q", got.code, got.stdout, got.events)
	}
}

func TestNoKey(t *testing.T) {
	api(t)
	t.Setenv("ANTHROPIC_API_KEY", "")
	var stdout, stderr strings.Builder
	if code := run(t.Context(), nil, clock(), &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "ANTHROPIC_API_KEY") {
		t.Errorf("exit code %d, stderr %q", code, &stderr)
	}
	if files, _ := os.ReadDir(os.Getenv("TRACE_DIR")); len(files) > 0 {
		t.Errorf("a run that never began left %v", files)
	}
}

func TestBrokenToolDoesNotBreakTheAgent(t *testing.T) {
	tools := []Tool{
		{Tool: messages.Tool{Name: "panics"}, Run: func(json.RawMessage) (string, error) { panic("nil map") }},
		{Tool: messages.Tool{Name: "fails"}, Run: func(json.RawMessage) (string, error) { return "half", errors.New("no luck") }},
	}
	for name, want := range map[string]string{"panics": "error: the tool panics broke: nil map", "fails": "error: no luck"} {
		if got, isError := runTool(tools, messages.Block{Name: name}); got != want || !isError {
			t.Errorf("%s: %q, %v, want %q, true", name, got, isError, want)
		}
	}
}

func TestToolsKeepTheirOrder(t *testing.T) {
	var agent Agent
	for _, name := range []string{"c", "a", "b"} {
		agent.Tools = append(agent.Tools, Tool{Tool: messages.Tool{Name: name}})
	}
	for i, tool := range agent.definitions() {
		if want := []string{"c", "a", "b"}[i]; tool.Name != want {
			t.Errorf("tool %d is %s, want %s", i, tool.Name, want)
		}
	}
}

func TestCalcInput(t *testing.T) {
	tests := []struct{ input, want string }{
		{`{"expr":"1+1"}`, ""},
		{`{"expr":""}`, "needs expr"},
		{`{}`, "needs expr"},
		{`null`, "needs expr"},
		{``, "schema"},
		{`{"expr":7}`, "schema"},
		{`{"expression":"1+1"}`, "expression"},
		{`[]`, "schema"},
	}
	for _, test := range tests {
		out, err := calcTool().Run(json.RawMessage(test.input))
		switch {
		case test.want == "" && (err != nil || out != "2"):
			t.Errorf("%s: %q, %v, want 2", test.input, out, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %q, %v, want an error with %q", test.input, out, err, test.want)
		}
	}
	if !json.Valid(calcTool().InputSchema) {
		t.Error("the input schema is not JSON")
	}
}
