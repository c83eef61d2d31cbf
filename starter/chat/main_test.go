package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"agentcourse/starter/messages"
)

// api answers every call with the length of what it was sent, and keeps the
// requests. With a status other than 200 it answers with an API error.
func api(t *testing.T, status int) *[]messages.Request {
	t.Helper()
	requests := &[]messages.Request{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req messages.Request
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			t.Errorf("request body: %v", err)
		}
		*requests = append(*requests, req)
		w.WriteHeader(status)
		if status != 200 {
			fmt.Fprint(w, `{"type":"error","error":{"type":"invalid_request_error","message":"no"}}`)
			return
		}
		n := len(req.Messages[0].Content[0].Text)
		fmt.Fprintf(w, `{"type":"message","content":[{"type":"text","text":"%d bytes"}],"usage":{"input_tokens":%d,"output_tokens":5}}`, n, n)
	}))
	t.Cleanup(server.Close)
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-fake-0000")
	t.Setenv("ANTHROPIC_BASE_URL", server.URL)
	t.Setenv("ANTHROPIC_MODEL", "")
	return requests
}

func TestChat(t *testing.T) {
	const turn1, turn2 = "claude> 5 bytes\n  [in=5 out=5]\n", "claude> 3 bytes\n  [in=3 out=5]\n"
	tests := []struct{ name, input, want string }{
		{"quit", "hello\nbye\nquit\nignored\n", "you> " + turn1 + "you> " + turn2 + "you> "},
		{"end of input", "hello\nbye\n", "you> " + turn1 + "you> " + turn2 + "you> \n"},
		{"last line without its ending", "hello\nbye", "you> " + turn1 + "you> " + turn2 + "you> \n"},
		{"quit without its ending", " quit", "you> "},
		{"line endings of Windows", "hello\r\nquit\r\n", "you> " + turn1 + "you> "},
		{"empty lines are not sent", "\n  \nbye\n", "you> you> you> " + turn2 + "you> \n"},
		{"nothing", "", "you> \n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			requests := api(t, 200)
			var stdout, stderr strings.Builder
			if code := run(strings.NewReader(test.input), &stdout, &stderr); code != 0 || stderr.Len() > 0 {
				t.Fatalf("exit code %d, stderr %q", code, stderr.String())
			}
			if diff := cmp.Diff(test.want, stdout.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			for i, req := range *requests {
				if len(req.Messages) != 1 || req.MaxTokens != 2000 || req.OutputConfig.Effort != "low" {
					t.Errorf("request %d: %+v, want one message, 2000 tokens, low effort", i+1, req)
				}
			}
		})
	}
}

func TestVeryLongLine(t *testing.T) {
	api(t, 200)
	const size = 1<<20 + 1
	var stdout, stderr strings.Builder
	run(strings.NewReader(strings.Repeat("x", size)+"\nquit\n"), &stdout, &stderr)
	if want := fmt.Sprintf("claude> %d bytes\n", size); !strings.Contains(stdout.String(), want) {
		t.Errorf("output %q lacks %q", stdout.String(), want)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrNoProgress }

func TestErrors(t *testing.T) {
	tests := []struct {
		name, key string
		stdin     io.Reader
		want      string
	}{
		{"API error", "sk-ant-fake-0000", strings.NewReader("hello\nbye\n"), "invalid_request_error: no"},
		{"no key", "", strings.NewReader("hello\n"), "ANTHROPIC_API_KEY"},
		{"broken input", "sk-ant-fake-0000", brokenReader{}, "reading your line"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			api(t, 400)
			t.Setenv("ANTHROPIC_API_KEY", test.key)
			var stdout, stderr strings.Builder
			code := run(test.stdin, &stdout, &stderr)
			if code != 1 || !strings.Contains(stderr.String(), test.want) || strings.Contains(stdout.String(), "claude>") {
				t.Errorf("exit code %d, stdout %q, stderr %q, want 1 and %q", code, stdout.String(), stderr.String(), test.want)
			}
		})
	}
}
