package messages

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	fakeKey   = "sk-ant-fake-0000"
	goodReply = `{"model":"claude-opus-5-5","id":"msg_1","type":"message","role":"assistant",
		"content":[{"type":"text","text":"Hello!"}],"stop_reason":"end_turn","stop_sequence":null,
		"usage":{"input_tokens":12,"cache_creation_input_tokens":1,"cache_read_input_tokens":2,"output_tokens":6,"service_tier":"standard"}}`
)

var hello = Request{MaxTokens: 10, Messages: []Message{UserText("hi")}}

// newClient returns a client of the handler that never really waits; the waits
// it was asked for are in the slice.
func newClient(t *testing.T, handler http.HandlerFunc) (*Client, *[]time.Duration) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	waits := &[]time.Duration{}
	return &Client{
		BaseURL: server.URL, APIKey: fakeKey, Model: DefaultModel, HTTP: server.Client(), MaxRetries: 2,
		Sleep: func(ctx context.Context, d time.Duration) error {
			*waits = append(*waits, d)
			return ctx.Err()
		},
	}, waits
}

func TestCreate(t *testing.T) {
	var got *http.Request
	var body []byte
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("request-id", "req_1")
		io.WriteString(w, goodReply)
	})
	c.BaseURL += "/" // a trailing slash does no harm
	reply, err := c.Create(t.Context(), hello)
	if err != nil {
		t.Fatal(err)
	}
	if got.Method != "POST" || got.URL.Path != "/v1/messages" {
		t.Errorf("request line: %s %s", got.Method, got.URL.Path)
	}
	for name, want := range map[string]string{"x-api-key": fakeKey, "anthropic-version": "2023-06-01", "content-type": "application/json"} {
		if got.Header.Get(name) != want {
			t.Errorf("header %s = %q, want %q", name, got.Header.Get(name), want)
		}
	}
	sameJSON(t, string(body), `{"model":"claude-opus-5-5","max_tokens":10,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}`)

	reply.Content[0].raw = nil
	want := &Response{
		ID: "msg_1", Model: "claude-opus-5-5", Role: "assistant", StopReason: StopEndTurn, RequestID: "req_1",
		Content: []Block{Text("Hello!")},
		Usage:   Usage{InputTokens: 12, CacheCreationInputTokens: 1, CacheReadInputTokens: 2, OutputTokens: 6},
	}
	if diff := cmp.Diff(want, reply, cmp.AllowUnexported(Block{})); diff != "" {
		t.Errorf("reply (-want +got):\n%s", diff)
	}
}

func TestModelOfTheRequestWins(t *testing.T) {
	var body struct{ Model string }
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		json.NewDecoder(r.Body).Decode(&body)
		io.WriteString(w, goodReply)
	})
	req := hello
	req.Model = "other"
	if _, err := c.Create(t.Context(), req); err != nil || body.Model != "other" {
		t.Errorf("model sent: %q, error %v", body.Model, err)
	}
}

func TestFromEnv(t *testing.T) {
	set := func(key, base, model string) {
		t.Setenv("ANTHROPIC_API_KEY", key)
		t.Setenv("ANTHROPIC_BASE_URL", base)
		t.Setenv("ANTHROPIC_MODEL", model)
	}
	set("", "", "")
	if _, err := FromEnv(); err == nil || !strings.Contains(err.Error(), "ANTHROPIC_API_KEY") || !strings.Contains(err.Error(), "course run") {
		t.Errorf("without a key: %v, want an error that names the variable and a way to practise", err)
	}
	set(fakeKey+"\n", "", "")
	c, err := FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	if c.APIKey != fakeKey || c.BaseURL != DefaultBaseURL || c.Model != DefaultModel || c.MaxRetries != 2 || c.Timeout != 10*time.Minute {
		t.Errorf("defaults: %+v", c)
	}
	set("x", "http://127.0.0.1:1/", "llama3.2")
	if c, err = FromEnv(); err != nil || c.BaseURL != "http://127.0.0.1:1/" || c.Model != "llama3.2" {
		t.Errorf("from the environment: %+v, %v", c, err)
	}
}

func TestWrongAddressIsFoundBeforeAnyTry(t *testing.T) {
	for _, base := range []string{"", "localhost:8080", "ftp://host", "http://", "http://a b", "://"} {
		c := &Client{BaseURL: base, APIKey: fakeKey, MaxRetries: 2, Sleep: func(context.Context, time.Duration) error {
			t.Errorf("%q: waited for a second try", base)
			return nil
		}}
		if _, err := c.Create(t.Context(), hello); err == nil || !strings.Contains(err.Error(), "ANTHROPIC_BASE_URL") {
			t.Errorf("%q: error %v", base, err)
		}
	}
}

func TestRequestThatCannotBeSent(t *testing.T) {
	c := &Client{BaseURL: "http://127.0.0.1:1", APIKey: fakeKey}
	_, err := c.Create(t.Context(), Request{Messages: []Message{{Role: RoleUser, Content: []Block{{Type: "hologram"}}}}})
	if err == nil || !strings.Contains(err.Error(), "hologram") {
		t.Errorf("error %v, want one that names the block", err)
	}
}

// The key must not follow a redirect to another server.
func TestRedirectIsNotFollowed(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the redirect was followed, with key %q", r.Header.Get("x-api-key"))
	}))
	defer elsewhere.Close()
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	})
	var api *APIError
	if _, err := c.Create(t.Context(), hello); !errors.As(err, &api) || api.Status != 307 {
		t.Errorf("error %v, want an APIError with status 307", err)
	}
}
