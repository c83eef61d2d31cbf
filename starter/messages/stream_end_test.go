package messages

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// M23: a reader may just stop. The server has to notice.
func TestStreamCanBeLeft(t *testing.T) {
	gone := make(chan bool, 1)
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(asStream(wholeLines[:9]...))(w, r)
		w.(http.Flusher).Flush()
		holding(w, r)
		gone <- true
	})
	stream := c.Stream(t.Context(), hello)
	for event := range stream.Events() {
		if event.Text != "" {
			if _, err := stream.Reply(); !errors.Is(err, ErrCancelled) {
				t.Errorf("asked within the loop: error %v", err)
			}
			break
		}
	}
	<-gone
	reply, err := stream.Reply()
	if !errors.Is(err, ErrCancelled) || !strings.Contains(err.Error(), "left before its end") {
		t.Errorf("error %v, want ErrCancelled that says why", err)
	}
	if reply == nil || reply.Text() != "Hé" {
		t.Errorf("reply %+v, want what was read", reply)
	}
}

// Leaving by a panic closes the connection, too.
func TestStreamLeftByAPanic(t *testing.T) {
	gone := make(chan bool, 1)
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(asStream(wholeLines[:9]...))(w, r)
		w.(http.Flusher).Flush()
		holding(w, r)
		gone <- true
	})
	func() {
		defer func() { _ = recover() }()
		for range c.Stream(t.Context(), hello).Events() {
			panic("the reader fails")
		}
	}()
	<-gone
}

// What was left after the stop reason is whole.
func TestStreamLeftAtItsEnd(t *testing.T) {
	c, _ := newClient(t, streaming(wholeStream))
	stream := c.Stream(t.Context(), hello)
	for event := range stream.Events() {
		if event.Kind == EventMessageDelta {
			break
		}
	}
	reply, err := stream.Reply()
	if err != nil {
		t.Fatal(err)
	}
	checkWhole(t, reply)
}

// Nothing is sent, so nothing is open, before the loop begins.
func TestStreamThatIsNotRead(t *testing.T) {
	c, _ := newClient(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	c.Stream(t.Context(), hello).Events()
}

func TestStreamIsCancelled(t *testing.T) {
	tests := []struct {
		name        string
		sent        int // events before the server waits
		cancelAfter int
		kind, cause error
	}{
		{"while the next event is awaited", 9, 8, ErrCancelled, context.Canceled},
		{"while events are waiting", 18, 3, ErrCancelled, context.Canceled},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				streaming(asStream(wholeLines[:test.sent]...))(w, r)
				w.(http.Flusher).Flush()
				holding(w, r)
			})
			stream := c.Stream(ctx, hello)
			events := 0
			for range stream.Events() {
				if events++; events == test.cancelAfter {
					cancel()
				}
			}
			reply, err := stream.Reply()
			if !errors.Is(err, test.kind) || !errors.Is(err, test.cause) || errors.Is(err, ErrTruncated) || len(*waits) != 0 {
				t.Errorf("error %v after %d waits", err, len(*waits))
			}
			if reply == nil || events != test.cancelAfter {
				t.Errorf("reply %+v after %d events, want %d", reply, events, test.cancelAfter)
			}
		})
	}
}

// transport answers in memory, so that a test can have a clock of its own.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func streamBody(r io.Reader) *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}, "Request-Id": {"req_1"}}, Body: io.NopCloser(r)}
}

// The time limit of a try ends where the stream begins.
func TestStreamMayLastLongerThanATry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &Client{BaseURL: "http://fake", APIKey: fakeKey, Model: DefaultModel, Timeout: time.Minute}
		c.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			body, out := io.Pipe()
			go func() {
				for _, event := range wholeLines {
					select {
					case <-time.After(time.Hour):
						io.WriteString(out, asStream(event))
					case <-r.Context().Done(): // as a real connection does
						out.CloseWithError(r.Context().Err())
					}
				}
				out.Close()
			}()
			return streamBody(body), nil
		})}
		start := time.Now()
		reply, err := c.Stream(t.Context(), hello).Reply()
		if err != nil {
			t.Fatal(err)
		}
		checkWhole(t, reply)
		if took := time.Since(start); took != time.Duration(len(wholeLines))*time.Hour {
			t.Errorf("took %v", took)
		}
	})
}

func TestStreamThatDoesNotBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		c := &Client{BaseURL: "http://fake", APIKey: fakeKey, Timeout: time.Minute, MaxRetries: 2}
		c.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			tries++
			<-r.Context().Done()
			return nil, r.Context().Err()
		})}
		_, err := c.Stream(t.Context(), hello).Reply()
		if !errors.Is(err, ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || tries != 3 {
			t.Errorf("error %v after %d tries, want ErrTimeout after 3", err, tries)
		}
	})
}

// The caller's deadline holds for the stream as well.
func TestStreamHasADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		c := &Client{BaseURL: "http://fake", APIKey: fakeKey, MaxRetries: 2}
		c.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			body, out := io.Pipe()
			go func() {
				io.WriteString(out, asStream(wholeLines[:9]...))
				<-r.Context().Done()
				out.CloseWithError(r.Context().Err())
			}()
			return streamBody(body), nil
		})}
		reply, err := c.Stream(ctx, hello).Reply()
		if !errors.Is(err, ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) || reply.Text() != "Hé" {
			t.Errorf("reply %+v, error %v", reply, err)
		}
	})
}

// A Timeout of the http.Client itself also ends a stream; still no other try.
func TestStreamEndedByTheHTTPClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		c := &Client{BaseURL: "http://fake", APIKey: fakeKey, MaxRetries: 2}
		c.HTTP = &http.Client{Timeout: time.Minute, Transport: transport(func(r *http.Request) (*http.Response, error) {
			tries++
			body, out := io.Pipe()
			go func() {
				io.WriteString(out, asStream(wholeLines[:9]...))
				<-r.Context().Done()
				out.CloseWithError(r.Context().Err())
			}()
			return streamBody(body), nil
		})}
		if _, err := c.Stream(t.Context(), hello).Reply(); !errors.Is(err, ErrTimeout) || tries != 1 {
			t.Errorf("error %v after %d tries, want ErrTimeout after one", err, tries)
		}
	})
}

// An event too large is a fault of its own, not a cut.
func TestStreamEventTooLarge(t *testing.T) {
	c, _ := newClient(t, streaming(wholeStream))
	stream := c.Stream(t.Context(), hello)
	stream.max = 100
	if _, err := stream.Reply(); !errors.Is(err, ErrNotStream) || !strings.Contains(err.Error(), "event 1") || !strings.Contains(err.Error(), "100 bytes") {
		t.Errorf("error %v", err)
	}
}

// Whatever a server sends: a reply without an error has a stop reason, and
// what came can be written down.
func FuzzStream(f *testing.F) {
	f.Add([]byte(wholeStream))
	for i := range wholeLines {
		f.Add([]byte(asStream(wholeLines[:i]...)))
	}
	f.Add([]byte(asStream(wholeLines[0], `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","text":7,"input":null}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}`, `{"type":"error","error":{}}`)))
	f.Fuzz(func(t *testing.T, body []byte) {
		c := &Client{BaseURL: "http://fake", APIKey: fakeKey, HTTP: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			return streamBody(iotest.HalfReader(bytes.NewReader(body))), nil
		})}}
		stream := c.Stream(context.Background(), hello)
		text := ""
		for event := range stream.Events() {
			text += event.Text
		}
		reply, err := stream.Reply()
		if err == nil && (reply == nil || reply.StopReason == "") {
			t.Errorf("reply %+v without an error", reply)
		}
		if reply == nil {
			return
		}
		marshal(t, reply.Message())
		for i, b := range reply.Content {
			if b.raw == nil {
				t.Errorf("block %d was lost: %+v", i, b)
			}
		}
	})
}
