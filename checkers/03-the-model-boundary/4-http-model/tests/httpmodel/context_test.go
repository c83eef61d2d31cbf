//go:build grader

package httpmodel_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"agentcourse/starter/httpmodel"
)

// atOnce is how long a return may take that needs no time.
const atOnce = 50 * time.Millisecond

func TestContext(t *testing.T) {
	d := newDraws(t)
	busy := given{status: 429, body: apiError("rate_limit_error", "slow down"), header: map[string]string{"retry-after": "600"}}
	started := given{status: 200, body: answer(d.word()).whole()[:60], stays: true}
	streams := given{status: 200, body: answer(d.word()).stream(d)[:200], stays: true}
	for _, c := range []struct {
		says   string
		stream bool
		g      given
	}{
		{"Complete waits to try again", false, busy},
		{"Complete waits for an answer", false, given{hangs: true, then: errors.New("connection reset by peer")}},
		{"the body of the answer comes", false, started},
		{"the stream comes", true, streams},
	} {
		after := time.Duration(d.between(2, 20)) * time.Second // sooner than any time limit of a program's own
		for _, deadline := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				p := &provider{answer: always(c.g)}
				m := newModel(t, httpmodel.Config{Client: p.client(), Stream: c.stream})
				endsIn(t, c.says, m, p, after, deadline)
			})
		}
	}
	over(t)
}

// endsIn makes a call whose context ends in the middle.
func endsIn(t *testing.T, says string, m *httpmodel.Model, p *provider, after time.Duration, deadline bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	want, how := context.Canceled, "is cancelled"
	if deadline {
		ctx, cancel = context.WithTimeout(t.Context(), after)
		want, how = context.DeadlineExceeded, "has its deadline"
	} else {
		stop := time.AfterFunc(after, cancel)
		defer stop.Stop()
	}
	defer cancel()
	call := fmt.Sprintf("Complete, with a context that %s after %v, while %s", how, after, says)
	start := time.Now()
	_, err := m.Complete(ctx, ask("hi"))
	if took := time.Since(start); took > after+atOnce {
		fail(t, call, "Complete goes on although its context has ended", "a return at once, after "+after.String(), "a return after "+took.String())
	}
	asked, _ := errors.AsType[*httpmodel.APIError](err)
	early := deadline && asked != nil && time.Since(start) < after // it would not have been in time
	if !errors.Is(err, want) && !early {
		fail(t, call, "the error is not that of the context", fmt.Sprintf("an error that errors.Is finds to be %q", want), errorText(err))
	}
	closed(t, call, p)
	cancel()
	time.Sleep(2 * time.Hour) // of the bubble's time, which costs nothing
	if n := p.count(); n != 1 {
		fail(t, call, "another try is made although the context has ended", "1 request", fmt.Sprintf("%d requests", n))
	}
	closed(t, call, p)
}

func over(t *testing.T) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &provider{answer: always(given{status: 200, body: answer("hi").whole()})}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		start := time.Now()
		_, err := newModel(t, httpmodel.Config{Client: p.client()}).Complete(ctx, ask("hi"))
		call := "Complete, with a context that has ended before"
		wantError(t, call, context.Canceled, err)
		if took := time.Since(start); took > atOnce || p.count() > 0 {
			fail(t, call, "Complete works although its context has ended", "no request, and no wait", fmt.Sprintf("%d requests, %v", p.count(), took))
		}
	})
}

// TestNothingLeft looks for goroutines that a call leaves behind. It needs real
// time: in a bubble they would end the test program.
func TestNothingLeft(t *testing.T) {
	d := newDraws(t)
	busy := given{status: 429, body: apiError("rate_limit_error", "slow down"), header: map[string]string{"retry-after": "600"}}
	for _, c := range []struct {
		says string
		g    given
	}{
		{"Complete waits to try again", busy},
		{"Complete waits for an answer", given{hangs: true, then: errors.New("connection reset by peer")}},
	} {
		begun := make(chan bool, 100)
		p := &provider{answer: func(int, sent) given { begun <- true; return c.g }}
		m := newModel(t, httpmodel.Config{Client: p.client()})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := m.Complete(ctx, ask("hi"))
			done <- err
		}()
		call := "Complete, with a context that is cancelled while " + c.says
		select {
		case <-begun:
		case err := <-done:
			t.Fatalf("Complete returns before its Client was asked\nwant: a try\ngot: %s\ncall: %s", errorText(err), call)
		}
		cancel()
		select {
		case <-done:
		case <-time.After(2 * time.Second):
			t.Fatalf("Complete goes on although its context has ended\nwant: a return at once\ngot: no return within 2s\ncall: %s", call)
		}
		noneLeft(t, call)
	}
	var events strings.Builder
	events.Write(answer(d.text()).stream(d)[:300])
	events.WriteString("\n\n")
	writeEvent(&events, "error", apiError("overloaded_error", "Overloaded"))
	for range 50 {
		writeEvent(&events, "ping", []byte(`{"type":"ping"}`))
	}
	httpmodel.Messages{}.ReadStream(strings.NewReader(events.String()))
	noneLeft(t, "Messages{}.ReadStream, of a stream with an error, and more after it")
	events.Reset()
	events.Write(answer(d.text()).stream(d))
	for range 50 {
		writeEvent(&events, "ping", []byte(`{"type":"ping"}`))
	}
	httpmodel.Messages{}.ReadStream(strings.NewReader(events.String()))
	noneLeft(t, "Messages{}.ReadStream, of a whole stream, and more after it")
}

// ofPackage finds a function of the package in the trace of a goroutine, or the
// one that began it.
var ofPackage = regexp.MustCompile(`(?m)^(?:created by )?\S*?(httpmodel\.\S*?)(?:\([^()]*\))?(?: in goroutine \d+)?$`)

// noneLeft gives goroutines of the package up to two seconds to end.
func noneLeft(t *testing.T, call string) {
	t.Helper()
	late := time.After(2 * time.Second)
	for {
		frame := left()
		if frame == "" {
			return
		}
		select {
		case <-late:
			fail(t, call, "a goroutine is left behind, and waits for ever", "none 2s after the return", "one in "+frame)
			return
		default:
			runtime.Gosched()
		}
	}
}

// left is where in the package a goroutine is, other than this one.
func left() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for _, stack := range strings.Split(string(stacks), "\n\n")[1:] {
		if found := ofPackage.FindStringSubmatch(stack); found != nil {
			return found[1]
		}
	}
	return ""
}
