package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// api serves one reply, points the environment at itself and keeps the body of
// the last request in *body.
func api(t *testing.T, status int, reply string) (body *map[string]any) {
	t.Helper()
	body = &map[string]any{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(body); err != nil {
			t.Errorf("request body: %v", err)
		}
		w.Header().Set("request-id", "req_fake_0001")
		w.WriteHeader(status)
		fmt.Fprint(w, reply)
	}))
	t.Cleanup(server.Close)
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-fake-0000")
	t.Setenv("ANTHROPIC_BASE_URL", server.URL)
	t.Setenv("ANTHROPIC_MODEL", "")
	return body
}

func message(model string) string {
	return fmt.Sprintf(`{"type":"message","id":"msg_1","role":"assistant","model":%q,"stop_reason":"end_turn",
		"content":[{"type":"thinking","thinking":"","signature":"s"},{"type":"text","text":"A token is "},{"type":"text","text":"a brick."}],
		"usage":{"input_tokens":18,"cache_read_input_tokens":2,"output_tokens":312}}`, model)
}

func TestHello(t *testing.T) {
	body := api(t, 200, message("claude-opus-5-5"))
	var stdout, stderr strings.Builder
	if code := run([]string{"Write", "a haiku"}, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
		t.Fatalf("exit code %d, stderr %q", code, stderr.String())
	}
	want := `A token is a brick.

model=claude-opus-5-5 stop_reason=end_turn
tokens: in=20 out=312 (hidden thinking included)
est. cost: $0.006320  request id: req_fake_0001
`
	if diff := cmp.Diff(want, stdout.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	var wantBody map[string]any
	json.Unmarshal([]byte(`{"model":"claude-opus-5-5","max_tokens":2000,"output_config":{"effort":"low"},
		"messages":[{"role":"user","content":[{"type":"text","text":"Write a haiku"}]}]}`), &wantBody)
	if diff := cmp.Diff(wantBody, *body); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestDefaultPromptAndUnknownPrice(t *testing.T) {
	body := api(t, 200, message("llama3.2"))
	var stdout, stderr strings.Builder
	if code := run(nil, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d, stderr %q", code, stderr.String())
	}
	if want := "est. cost: $?  request id: req_fake_0001\n"; !strings.HasSuffix(stdout.String(), want) {
		t.Errorf("output %q does not end with %q", stdout.String(), want)
	}
	if sent := fmt.Sprint(*body); !strings.Contains(sent, "Explain tokens to a 10-year-old.") {
		t.Errorf("request %s lacks the default prompt", sent)
	}
}

func TestErrorsGoToStderr(t *testing.T) {
	api(t, 400, `{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: Field required"}}`)
	for _, test := range []struct{ key, want string }{
		{"sk-ant-fake-0000", "max_tokens: Field required"},
		{"", "ANTHROPIC_API_KEY"},
	} {
		t.Setenv("ANTHROPIC_API_KEY", test.key)
		var stdout, stderr strings.Builder
		code := run(nil, &stdout, &stderr)
		if code != 1 || stdout.Len() > 0 || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("key %q: exit code %d, stdout %q, stderr %q, want 1, nothing, %q", test.key, code, stdout.String(), stderr.String(), test.want)
		}
	}
}
