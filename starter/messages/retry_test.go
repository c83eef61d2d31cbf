package messages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

type wait struct{ min, max time.Duration }

func exactly(d time.Duration) wait { return wait{d, d} }

// The two jittered waits when the server does not ask for another.
var backoff = []wait{{375 * time.Millisecond, 500 * time.Millisecond}, {750 * time.Millisecond, time.Second}}

func TestRetries(t *testing.T) {
	twice := func(d time.Duration) []wait { return []wait{exactly(d), exactly(d)} }
	tests := []struct {
		status  int
		headers map[string]string
		waits   []wait // one fewer than the tries
	}{
		{400, nil, nil}, {401, nil, nil}, {402, nil, nil}, {403, nil, nil}, {404, nil, nil}, {413, nil, nil}, {422, nil, nil},
		{408, nil, backoff}, {409, nil, backoff}, {429, nil, backoff},
		{500, nil, backoff}, {502, nil, backoff}, {503, nil, backoff}, {504, nil, backoff}, {529, nil, backoff},
		{429, map[string]string{"retry-after": "1"}, twice(time.Second)},
		{429, map[string]string{"retry-after": "0"}, twice(0)},
		{429, map[string]string{"retry-after": "1.5"}, twice(1500 * time.Millisecond)},
		{429, map[string]string{"retry-after-ms": "250"}, twice(250 * time.Millisecond)},
		{429, map[string]string{"retry-after-ms": "250", "retry-after": "9"}, twice(250 * time.Millisecond)},
		{429, map[string]string{"retry-after-ms": "soon", "retry-after": "2"}, twice(2 * time.Second)},
		{529, map[string]string{"retry-after": "3600"}, twice(time.Minute)},
		{529, map[string]string{"retry-after": "1e300"}, twice(time.Minute)},
		{529, map[string]string{"retry-after": "inf"}, twice(time.Minute)},
		{529, map[string]string{"retry-after": "-5"}, backoff},
		{529, map[string]string{"retry-after": "NaN"}, backoff},
		{529, map[string]string{"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, backoff},
		{400, map[string]string{"retry-after": "1"}, nil},
		{500, map[string]string{"x-should-retry": "false"}, nil},
		{429, map[string]string{"x-should-retry": "false", "retry-after": "1"}, nil},
		{400, map[string]string{"x-should-retry": "true"}, backoff},
		{500, map[string]string{"x-should-retry": "perhaps"}, backoff},
		{400, map[string]string{"x-should-retry": "perhaps"}, nil},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.status, test.headers), func(t *testing.T) {
			tries := 0
			c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				tries++
				if body, _ := io.ReadAll(r.Body); len(body) == 0 {
					t.Errorf("try %d had no body", tries)
				}
				for name, value := range test.headers {
					w.Header().Set(name, value)
				}
				w.WriteHeader(test.status)
				fmt.Fprintf(w, `{"type":"error","error":{"type":"some_error","message":"try %d"}}`, tries)
			})
			_, err := c.Create(t.Context(), hello)
			var api *APIError
			if !errors.As(err, &api) || api.Status != test.status || api.Message != fmt.Sprintf("try %d", tries) {
				t.Errorf("error %v, want the one of the last try", err)
			}
			if tries != len(test.waits)+1 {
				t.Errorf("%d tries, want %d", tries, len(test.waits)+1)
			}
			checkWaits(t, *waits, test.waits)
		})
	}
}

func checkWaits(t *testing.T, got []time.Duration, want []wait) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("waits %v, want %d", got, len(want))
		return
	}
	for i := range want {
		if got[i] < want[i].min || got[i] > want[i].max {
			t.Errorf("wait %d is %v, want %v to %v", i+1, got[i], want[i].min, want[i].max)
		}
	}
}

func TestConnectionFaultIsRetried(t *testing.T) {
	var tries atomic.Int32
	c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if tries.Add(1) < 3 {
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, goodReply)
	})
	reply, err := c.Create(t.Context(), hello)
	if err != nil || reply.Text() != "Hello!" {
		t.Errorf("reply %+v, error %v", reply, err)
	}
	checkWaits(t, *waits, backoff)
}

// A damaged reply may have been billed: asking again is not ours to decide.
func TestDamagedReplyIsNotRetried(t *testing.T) {
	for _, body := range []string{"", "{", "<html>", "{}"} {
		c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) })
		if _, err := c.Create(t.Context(), hello); err == nil || len(*waits) != 0 {
			t.Errorf("%q: error %v after %d waits, want an error at once", body, err, len(*waits))
		}
	}
}

func TestRetriesCanBeSwitchedOff(t *testing.T) {
	c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) })
	c.MaxRetries = 0
	if _, err := c.Create(t.Context(), hello); err == nil || len(*waits) != 0 {
		t.Errorf("error %v after %d waits, want an error at once", err, len(*waits))
	}
}

func TestBackoffStopsDoubling(t *testing.T) {
	for tries, want := range map[int]wait{
		1: {375 * time.Millisecond, 500 * time.Millisecond}, 4: {3 * time.Second, 4 * time.Second},
		5: {6 * time.Second, 8 * time.Second}, 6: {6 * time.Second, 8 * time.Second}, 1000: {6 * time.Second, 8 * time.Second},
	} {
		checkWaits(t, []time.Duration{waitTime(nil, tries)}, []wait{want})
	}
}

func TestContextEndsTheCall(t *testing.T) {
	tests := []struct {
		name  string
		kind  error
		cause error
		tries int
		run   func(t *testing.T, c *Client) error
	}{
		{"before it", ErrCancelled, context.Canceled, 0, func(t *testing.T, c *Client) error {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := c.Create(ctx, hello)
			return err
		}},
		{"deadline before it", ErrTimeout, context.DeadlineExceeded, 0, func(t *testing.T, c *Client) error {
			ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
			defer cancel()
			_, err := c.Create(ctx, hello)
			return err
		}},
		{"while waiting for the next try", ErrCancelled, context.Canceled, 1, func(t *testing.T, c *Client) error {
			ctx, cancel := context.WithCancel(t.Context())
			c.Sleep = func(ctx context.Context, d time.Duration) error {
				cancel()
				return ctx.Err()
			}
			_, err := c.Create(ctx, hello)
			return err
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tries := 0
			c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				tries++
				w.WriteHeader(500)
			})
			err := test.run(t, c)
			if !errors.Is(err, test.kind) || !errors.Is(err, test.cause) {
				t.Errorf("error %v, want %v and %v", err, test.kind, test.cause)
			}
			if tries != test.tries {
				t.Errorf("%d tries, want %d", tries, test.tries)
			}
		})
	}
}

func TestContextEndsDuringTheExchange(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		holding(w, r)
	})
	_, err := c.Create(ctx, hello)
	if !errors.Is(err, ErrCancelled) || !errors.Is(err, context.Canceled) || len(*waits) != 0 {
		t.Errorf("error %v after %d waits, want ErrCancelled at once", err, len(*waits))
	}
}

func TestRealWaitEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := &Client{}
	if err := c.sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if err := c.sleep(t.Context(), time.Nanosecond); err != nil {
		t.Errorf("error %v after the wait, want none", err)
	}
}
