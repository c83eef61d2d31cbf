package messages

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestErrorKinds(t *testing.T) {
	answer := func(status int, contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("request-id", "req_7")
			w.Header().Set("content-type", contentType)
			w.WriteHeader(status)
			io.WriteString(w, body)
		}
	}
	const json = "application/json"
	tests := []struct {
		name    string
		handler http.HandlerFunc
		kind    error // nil: an APIError
		want    []string
	}{
		{"API error", answer(404, json, `{"type":"error","error":{"type":"not_found_error","message":"model: gpt"},"request_id":"req_7"}`),
			nil, []string{"404", "not_found_error", "model: gpt", "req_7"}},
		{"wrong key", answer(401, json, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`),
			nil, []string{"401", "invalid x-api-key", "check ANTHROPIC_API_KEY"}},
		{"error page of a proxy", answer(403, "text/html", "<html>no entry</html>"),
			nil, []string{"403", "text/html", "<html>no entry", "req_7"}},
		{"error status, empty body", answer(400, json, ""), nil, []string{"400", "0 bytes"}},
		{"web page", answer(200, "text/html; charset=utf-8", "<!DOCTYPE html><p>Log in"),
			ErrNotJSON, []string{"text/html", `<!DOCTYPE html>`, "req_7"}},
		{"something after the JSON", answer(200, json, goodReply+" oops"), ErrNotJSON, []string{json}},
		{"empty body", answer(200, json, ""), ErrEmpty, []string{"req_7"}},
		{"blank body", answer(200, json, " \n"), ErrEmpty, nil},
		{"JSON cut in two", answer(200, json, goodReply[:90]), ErrTruncated, []string{"90 bytes", "req_7"}},
		{"connection cut within the body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("content-length", "1000")
			io.WriteString(w, `{"type":`)
		}, ErrTruncated, []string{"after 8 bytes", "unexpected EOF"}},
		{"another object", answer(200, json, `{"status":"fine"}`), ErrNotMessage, []string{`type is ""`, "fine"}},
		{"null", answer(200, json, `null`), ErrNotMessage, nil},
		{"error with status 200", answer(200, json, `{"type":"error","error":{"type":"api_error","message":"x"}}`), ErrNotMessage, []string{"api_error"}},
		{"wrong shape", answer(200, json, `{"type":"message","content":"no list"}`), ErrNotMessage, []string{"content"}},
		{"connection closed", func(w http.ResponseWriter, r *http.Request) {
			panic(http.ErrAbortHandler)
		}, ErrConnection, []string{"EOF"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, _ := newClient(t, test.handler)
			reply, err := c.Create(t.Context(), hello)
			if err == nil || reply != nil {
				t.Fatalf("reply %+v, error %v", reply, err)
			}
			var api *APIError
			if isAPI := errors.As(err, &api); isAPI != (test.kind == nil) {
				t.Errorf("APIError: %v, want %v; error: %v", isAPI, test.kind == nil, err)
			}
			for _, kind := range []error{ErrConnection, ErrTimeout, ErrCancelled, ErrEmpty, ErrTruncated, ErrNotJSON, ErrNotMessage} {
				if errors.Is(err, kind) != (kind == test.kind) {
					t.Errorf("error is %q: %v; error: %v", kind, errors.Is(err, kind), err)
				}
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q lacks %q", err, want)
				}
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	c := &Client{BaseURL: "http://" + l.Addr().String(), APIKey: fakeKey}
	if _, err := c.Create(t.Context(), hello); !errors.Is(err, ErrConnection) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("error %v, want ErrConnection that says refused", err)
	}
}

// holding is a handler that answers only when the client has gone.
func holding(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body) // else the server does not notice the client's leaving
	<-r.Context().Done()
}

func TestEachTryHasATimeLimit(t *testing.T) {
	c, waits := newClient(t, holding)
	c.Timeout = 20 * time.Millisecond
	_, err := c.Create(t.Context(), hello)
	if !errors.Is(err, ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "20ms") {
		t.Errorf("error %v, want ErrTimeout that names the limit", err)
	}
	if len(*waits) != 2 {
		t.Errorf("%d waits, want 2: a time-out is worth another try", len(*waits))
	}
}

func TestTimeLimitWithinTheBody(t *testing.T) {
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"type":`)
		w.(http.Flusher).Flush()
		holding(w, r)
	})
	c.Timeout, c.MaxRetries = 50*time.Millisecond, 0
	if _, err := c.Create(t.Context(), hello); !errors.Is(err, ErrTimeout) || errors.Is(err, ErrTruncated) {
		t.Errorf("error %v, want ErrTimeout only", err)
	}
}

// A server, or a proxy, may repeat the request it got in its answer.
func TestNoErrorHoldsTheKey(t *testing.T) {
	long := strings.Repeat("x", 70) + fakeKey // the excerpt's end falls into the key
	bodies := []string{
		`{"type":"error","error":{"type":"` + fakeKey + `","message":"bad key ` + fakeKey + `"}}`,
		`{"type":"error","error":{"type":"a","message":"bad key sk-ant-\u0066ake-0000"}}`,
		`<p>` + fakeKey, long, `{"type":"` + fakeKey + `"}`, `{"type":"` + long, `{"type":"message","content":"` + fakeKey + `"}`,
	}
	for _, status := range []int{200, 400, 401, 500} {
		for _, body := range bodies {
			c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("content-type", "text/"+fakeKey)
				w.WriteHeader(status)
				io.WriteString(w, body)
			})
			_, err := c.Create(t.Context(), hello)
			if err == nil || strings.Contains(err.Error(), fakeKey[:8]) {
				t.Errorf("%d %s: error %v", status, body, err)
			}
		}
	}
	c := &Client{BaseURL: "nowhere/" + fakeKey, APIKey: fakeKey}
	if _, err := c.Create(t.Context(), hello); err == nil || strings.Contains(err.Error(), fakeKey) {
		t.Errorf("base URL with the key in it: error %v", err)
	}
}

func TestShortKeyIsNoSecret(t *testing.T) {
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(400)
		io.WriteString(w, `{"type":"error","error":{"type":"invalid_request_error","message":"Extra inputs"}}`)
	})
	c.APIKey = "x"
	if _, err := c.Create(t.Context(), hello); err == nil || !strings.Contains(err.Error(), "Extra inputs") {
		t.Errorf("error %v, want the message whole", err)
	}
}
