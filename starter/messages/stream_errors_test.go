package messages

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestStreamErrors(t *testing.T) {
	delta := wholeLines[3]
	answer := func(contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("content-type", contentType)
			w.Header().Set("request-id", "req_1")
			io.WriteString(w, body)
		}
	}
	events := func(events ...string) http.HandlerFunc { return streaming(asStream(events...)) }
	tests := []struct {
		name    string
		handler http.HandlerFunc
		kind    error
		partial bool // a part of the reply can be read
		want    []string
	}{
		// M15: a quiet end is no success.
		{"nothing", streaming(""), ErrTruncated, false, []string{"event 1", "without a stop reason", "req_1"}},
		{"clean cut", events(wholeLines[:9]...), ErrTruncated, true, []string{"event 10"}},
		{"clean cut before the stop reason", events(wholeLines[:16]...), ErrTruncated, true, nil},
		{"clean cut within an event", streaming(strings.TrimSuffix(asStream(wholeLines[:17]...), "\n")), ErrTruncated, true, []string{"event 17"}},
		{"message_stop without a stop reason", events(append(wholeLines[:16:16], wholeLines[17])...), ErrTruncated, true, []string{"event 17", "message stopped"}},
		{"a stop reason of null", streaming(strings.Replace(wholeStream, `"stop_reason":"tool_use"`, `"stop_reason":null`, 1)), ErrTruncated, true, nil},
		{"abrupt cut", func(w http.ResponseWriter, r *http.Request) {
			events(wholeLines[:9]...)(w, r)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, ErrTruncated, true, []string{"unexpected EOF", fmt.Sprintf("after %d bytes", len(asStream(wholeLines[:9]...)))}},
		{"abrupt cut after the stop reason", func(w http.ResponseWriter, r *http.Request) {
			events(wholeLines[:17]...)(w, r)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, ErrTruncated, true, []string{"unexpected EOF"}},
		{"a JSON message", answer("application/json", goodReply), ErrNotStream, false, []string{"application/json", `msg_1`, "req_1"}},
		{"a web page", answer("text/html; charset=utf-8", "<!DOCTYPE html>"), ErrNotStream, false, []string{"text/html", "<!DOCTYPE html>"}},
		{"a stream of another kind", answer("application/x-ndjson", `{"done":false}`), ErrNotStream, false, []string{"application/x-ndjson"}},
		{"an empty page", answer("text/html", ""), ErrNotStream, false, []string{"0 bytes"}},
		{"a page that is cut", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("content-length", "100")
			answer("text/html", "<!DOCTYPE")(w, r)
		}, ErrTruncated, false, []string{"after 9 bytes"}},
		{"no JSON", streaming("event: message_start\ndata: {oops\n\n"), ErrNotStream, false, []string{"event 1", `"message_start"`, "{oops"}},
		{"neither name nor JSON", streaming("data: oops\n\n"), ErrNotStream, false, []string{"event 1", "type", "oops"}},
		{"another protocol", streaming(`data: {"object":"chat.completion.chunk"}` + "\n\n"), ErrNotStream, false, []string{"chat.completion"}},
		{"a delta before all", events(delta), ErrNotStream, false, []string{"event 1", "begin first"}},
		{"message_delta before all", events(wholeLines[16]), ErrNotStream, false, []string{"begin first"}},
		{"two messages", events(wholeLines[0], wholeLines[0]), ErrNotStream, true, []string{"event 2", "only once"}},
		{"a message of another shape", events(`{"type":"message_start","message":7}`), ErrNotStream, false, []string{"message_start"}},
		{"no message", events(`{"type":"message_start"}`), ErrNotStream, false, nil},
		{"a delta of no block", events(wholeLines[0], delta), ErrNotStream, true, []string{"event 2", "no block 0"}},
		{"a stop of no block", events(wholeLines[0], `{"type":"content_block_stop","index":-1}`), ErrNotStream, true, []string{"no block -1"}},
		{"a gap", events(wholeLines[0], wholeLines[7]), ErrNotStream, true, []string{"block 1 begins where block 0 should"}},
		{"an index of another shape", events(wholeLines[0], `{"type":"content_block_start","index":"0"}`), ErrNotStream, true, nil},
		{"a block of another shape", events(wholeLines[0], `{"type":"content_block_start","index":0,"content_block":[]}`), ErrNotStream, true, []string{"content_block"}},
		{"a known block of another shape", events(wholeLines[0], `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":7}}`), ErrNotStream, true, []string{"text block"}},
		{"a block of null", events(wholeLines[0], `{"type":"content_block_start","index":0,"content_block":null}`), ErrNotStream, true, []string{"null"}},
		{"no delta", events(wholeLines[0], wholeLines[1], `{"type":"content_block_delta","index":0}`), ErrNotStream, true, []string{"delta"}},
		{"a delta of another shape", events(wholeLines[0], wholeLines[1], `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":7}}`), ErrNotStream, true, []string{"delta.text"}},
		{"usage of another shape", events(wholeLines[0], `{"type":"message_delta","delta":{},"usage":[]}`), ErrNotStream, true, nil},
		{"error event", streaming(asStream(wholeLines[:9]...) + asStream(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)),
			nil, true, []string{"200 overloaded_error: Overloaded", "req_1", "within the stream"}},
		{"error event after the stop reason", streaming(asStream(wholeLines[:17]...) + asStream(`{"type":"error","error":{"type":"api_error","message":"x"}}`)), nil, true, []string{"api_error"}},
		{"error event first of all", events(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), nil, false, nil},
		{"error event without a name", streaming(`data: {"type":"error","error":{"type":"api_error","message":"x"}}` + "\n\n"), nil, false, []string{"api_error: x"}},
		{"error event that is no JSON", streaming("event: error\ndata: oops\n\n"), nil, false, []string{"not an error of the API", "oops"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var tries atomic.Int32 // a handler that aborts leaves no other trace of its end
			c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				tries.Add(1)
				w.Header().Set("x-should-retry", "true") // which is for replies with an error status
				test.handler(w, r)
			})
			reply, err := c.Stream(t.Context(), hello).Reply()
			if err == nil || (reply != nil) != test.partial {
				t.Fatalf("reply %+v, error %v", reply, err)
			}
			if n := tries.Load(); n != 1 {
				t.Errorf("%d tries: a stream that has begun is not tried again", n)
			}
			var api *APIError
			if isAPI := errors.As(err, &api); isAPI != (test.kind == nil) || isAPI && api.Status != 200 {
				t.Errorf("APIError: %v, want %v; error: %v", isAPI, test.kind == nil, err)
			}
			if test.kind != nil && !errors.Is(err, test.kind) {
				t.Errorf("error %v, want %q", err, test.kind)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q lacks %q", err, want)
				}
			}
		})
	}
}

// What came before a cut can still be read.
func TestStreamPartialReply(t *testing.T) {
	c, _ := newClient(t, streaming(asStream(wholeLines[:14]...)))
	reply, err := c.Stream(t.Context(), hello).Reply()
	if !errors.Is(err, ErrTruncated) || reply == nil {
		t.Fatalf("reply %+v, error %v", reply, err)
	}
	if reply.Text() != "Héllo <😀>" || reply.StopReason != "" || reply.RequestID != "req_1" || reply.Usage.In() != 19 {
		t.Errorf("reply %+v", reply)
	}
	if call := reply.ToolUses()[0]; string(call.Input) != `{"city": "Par` {
		t.Errorf("half a call: %+v", call)
	}
}

// Before the stream begins, a stream is tried as often as Create tries.
func TestStreamRetries(t *testing.T) {
	fault := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("request-id", "req_0")
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"type":"error","error":{"type":"some_error","message":"status %d"}}`, status)
		}
	}
	closed := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	whole := streaming(wholeStream)
	tests := []struct {
		name   string
		tries  []http.HandlerFunc
		status int // of the APIError; 0: none
		kind   error
	}{
		{"overloaded, then closed, then a stream", []http.HandlerFunc{fault(529), closed, whole}, 0, nil},
		{"overloaded for ever", []http.HandlerFunc{fault(529), fault(529), fault(529)}, 529, nil},
		{"closed for ever", []http.HandlerFunc{closed, closed, closed}, 0, ErrConnection},
		{"refused", []http.HandlerFunc{fault(400)}, 400, nil},
		{"cut after a try", []http.HandlerFunc{fault(500), streaming(asStream(wholeLines[:5]...))}, 0, ErrTruncated},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var tries atomic.Int32
			c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				n := int(tries.Add(1))
				if n > len(test.tries) {
					t.Errorf("try %d", n)
					return
				}
				test.tries[n-1](w, r)
			})
			reply, err := c.Stream(t.Context(), hello).Reply()
			var api *APIError
			switch {
			case test.status != 0:
				if !errors.As(err, &api) || api.Status != test.status || api.RequestID != "req_0" || reply != nil {
					t.Errorf("reply %+v, error %v", reply, err)
				}
			case test.kind != nil:
				if !errors.Is(err, test.kind) {
					t.Errorf("error %v, want %v", err, test.kind)
				}
			default:
				if err != nil {
					t.Fatal(err)
				}
				checkWhole(t, reply)
			}
			if n := int(tries.Load()); n != len(test.tries) || len(*waits) != n-1 {
				t.Errorf("%d tries, %d waits, want %d tries", n, len(*waits), len(test.tries))
			}
		})
	}
}

func TestStreamRequestThatCannotBeSent(t *testing.T) {
	c := &Client{BaseURL: "nowhere"}
	if reply, err := c.Stream(t.Context(), hello).Reply(); reply != nil || err == nil || !strings.Contains(err.Error(), "ANTHROPIC_BASE_URL") {
		t.Errorf("reply %+v, error %v", reply, err)
	}
}

func TestStreamErrorsHideTheKey(t *testing.T) {
	long := strings.Repeat("x", 60) + fakeKey
	for _, body := range []string{
		asStream(`{"type":"error","error":{"type":"a","message":"bad key ` + fakeKey + `"}}`),
		"event: error\ndata: " + long + "\n\n", "data: " + long + "\n\n", "event: " + fakeKey + "\ndata: {\"type\":7}\n\n" + "event: message_start\ndata: " + fakeKey + "\n\n",
		`data: {"type":"message_start","x":"` + fakeKey + `"}` + "\n\n",
	} {
		c, _ := newClient(t, streaming(body))
		if _, err := c.Stream(t.Context(), hello).Reply(); err == nil || strings.Contains(err.Error(), fakeKey[:8]) {
			t.Errorf("%s: error %v", body, err)
		}
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer elsewhere.Close()
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	})
	var api *APIError
	if _, err := c.Stream(t.Context(), hello).Reply(); !errors.As(err, &api) || api.Status != 307 {
		t.Errorf("error %v, want an APIError with status 307", err)
	}
}
