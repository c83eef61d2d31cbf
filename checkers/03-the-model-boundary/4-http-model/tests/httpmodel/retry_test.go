//go:build grader

package httpmodel_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"agentcourse/starter/httpmodel"
)

// broken is what a try without an answer brings.
func broken(d draws) given {
	return given{then: errors.New("read tcp 127.0.0.1:443: connection reset by peer (" + d.word() + ")")}
}

func TestTriesAgain(t *testing.T) {
	d := newDraws(t)
	synctest.Test(t, func(t *testing.T) {
		for _, status := range []int{0, 408, 409, 429, 500, 502, 503, 504, 529, d.between(530, 599)} {
			triesAgain(t, d, status)
		}
		for _, status := range []int{400, 401, 403, 404, 413, 422, d.between(430, 499)} {
			p := &provider{answer: always(given{status: status, body: apiError("invalid_request_error", d.word())})}
			_, err := newModel(t, httpmodel.Config{Client: p.client()}).Complete(t.Context(), ask("hi"))
			call := fmt.Sprintf("Complete, when the provider answers with status %d", status)
			if p.count() != 1 {
				fail(t, call, fmt.Sprintf("a request that gets %d is sent again, although it will fail in the same way", status), "1 request", fmt.Sprintf("%d requests", p.count()))
			}
			wantStatus(t, call, status, err)
		}
		allStatuses(t)
		for _, c := range []struct {
			says string
			g    given
		}{
			{"with status 200 and HTML", given{status: 200, body: []byte("<html>" + d.word())}},
			{"with status 200 and half a message", given{status: 200, body: answer(d.word()).whole()[:50], then: errors.New("unexpected EOF")}},
		} {
			p := &provider{answer: always(c.g)}
			_, err := newModel(t, httpmodel.Config{Client: p.client()}).Complete(t.Context(), ask("hi"))
			call := "Complete, when the provider answers " + c.says
			if err == nil || p.count() != 1 {
				fail(t, call, "an answer with status 200 had come, and it was the last try", "1 request, and an error",
					fmt.Sprintf("%d requests, %s", p.count(), errorText(err)))
			}
		}
		ownTimeout(t, d)
		noneAtLast(t, d)
	})
	kind, text := d.word(), d.word()
	api := httpmodel.APIError{Status: d.between(400, 599), Type: kind, Message: text}
	call := fmt.Sprintf("(&APIError{Status: %d, Type: %q, Message: %q}).Error()", api.Status, kind, text)
	wantAPIError(t, call, api, &api)
}

// allStatuses goes through the rest, and names those that are treated otherwise.
func allStatuses(t *testing.T) {
	t.Helper()
	var again, left []string // tried again and not
	for status := 400; status < 600; status++ {
		p := &provider{answer: failing(1, given{status: status, body: apiError("api_error", "no")}, answer("ok").whole())}
		newModel(t, httpmodel.Config{Client: p.client(), Tries: 2}).Complete(t.Context(), ask("hi"))
		passes := status >= 500 || status == 408 || status == 409 || status == 429
		switch {
		case passes && p.count() != 2:
			left = append(left, fmt.Sprint(status))
		case !passes && p.count() != 1:
			again = append(again, fmt.Sprint(status))
		}
	}
	call := "Complete, with each status from 400 to 599 in turn"
	if left != nil {
		fail(t, call, "a status that may pass is not tried again", "408, 409, 429 and 500 to 599 tried again", "not tried again: "+strings.Join(left, " "))
	}
	if again != nil {
		fail(t, call, "a status is tried again that will not pass", "of 400 to 499 only 408, 409 and 429 tried again", "tried again: "+strings.Join(again, " "))
	}
}

// noneAtLast: the error is that of the last try, also when that one brought no
// answer and the one before it did.
func noneAtLast(t *testing.T, d draws) {
	t.Helper()
	word := d.word()
	p := &provider{answer: func(try int, _ sent) given {
		if try == 1 {
			return given{status: 503, body: apiError("api_error", word)}
		}
		return broken(d)
	}}
	_, err := newModel(t, httpmodel.Config{Client: p.client(), Tries: 2}).Complete(t.Context(), ask("hi"))
	if _, ok := errors.AsType[*httpmodel.APIError](err); ok || err == nil {
		fail(t, "Complete, with Tries: 2, when the provider answers 503 and then its connection breaks", "the error is not that of the last try",
			"an error that is no *APIError, as no answer came", errorText(err))
	}
}

// triesAgain looks at a status that may pass; 0 is no answer at all.
func triesAgain(t *testing.T, d draws, status int) {
	t.Helper()
	says := fmt.Sprintf("answers with status %d", status)
	bad := given{status: status, body: apiError("overloaded_error", d.word())}
	if status == 0 {
		says, bad = "does not answer: its connection breaks", broken(d)
	}
	tries := d.between(2, 6)
	word := d.word()
	p := &provider{answer: failing(tries-1, bad, answer(word).whole())}
	c, err := newModel(t, httpmodel.Config{Client: p.client(), Tries: tries}).Complete(t.Context(), ask("hi"))
	call := fmt.Sprintf("Complete, with Tries: %d, when the provider %s %d times, and is then well", tries, says, tries-1)
	if err != nil || c.Text != word {
		fail(t, call, "what may pass is not tried again, or not often enough", fmt.Sprintf("%d requests, and the answer", tries),
			fmt.Sprintf("%d requests, %s", p.count(), errorText(err)))
	}
	last := d.word()
	p = &provider{answer: func(try int, _ sent) given {
		if status == 0 {
			return bad
		}
		return given{status: status, body: apiError("error_"+last, fmt.Sprintf("%s %d", last, try))}
	}}
	config := httpmodel.Config{Client: p.client(), Tries: tries - 1}
	if status == 529 {
		config.Tries, tries = 0, 5
	}
	_, err = newModel(t, config).Complete(t.Context(), ask("hi"))
	call = fmt.Sprintf("Complete, with Tries: %d, when the provider always %s", config.Tries, says)
	if p.count() != tries-1 {
		fail(t, call, "the number of tries is another one", fmt.Sprintf("%d requests", tries-1), fmt.Sprintf("%d requests", p.count()))
	}
	if err == nil {
		fail(t, call, "Complete says nothing of the failure", "an error", "no error")
	}
	if status != 0 {
		wantAPIError(t, call, httpmodel.APIError{Status: status, Type: "error_" + last, Message: fmt.Sprintf("%s %d", last, tries-1)}, err)
	}
}

func wantStatus(t *testing.T, call string, status int, err error) {
	t.Helper()
	if api, ok := errors.AsType[*httpmodel.APIError](err); !ok || api.Status != status {
		fail(t, call, "the error does not tell the status", fmt.Sprintf("an *APIError with Status %d", status), errorText(err))
	}
}

// wantAPIError compares what the provider said, in the fields and in the text.
func wantAPIError(t *testing.T, call string, want httpmodel.APIError, err error) {
	t.Helper()
	api, ok := errors.AsType[*httpmodel.APIError](err)
	if !ok {
		fail(t, call, "the error is not the provider's", "an error that errors.As finds to be an *APIError", errorText(err))
		return
	}
	if api.Status != want.Status || api.Type != want.Type || api.Message != want.Message {
		fail(t, call, "the *APIError does not say what the provider's last answer said",
			fmt.Sprintf("Status %d, Type %q, Message %q", want.Status, want.Type, want.Message),
			fmt.Sprintf("Status %d, Type %q, Message %q", api.Status, api.Type, api.Message))
	}
	for _, part := range []string{fmt.Sprint(want.Status), want.Type, want.Message} {
		if !strings.Contains(err.Error(), part) {
			fail(t, call, "the text of the error leaves out what the provider said", "a text with "+part, errorText(err))
			return
		}
	}
}

// ownTimeout: an *http.Client may give up by itself. That is no answer either,
// and not the end of the caller's context.
func ownTimeout(t *testing.T, d draws) {
	t.Helper()
	word := d.word()
	p := &provider{answer: func(try int, _ sent) given {
		return given{status: 200, body: answer(word).whole(), hangs: try == 1}
	}}
	client := p.client()
	client.Timeout = 20 * time.Second
	c, err := newModel(t, httpmodel.Config{Client: client}).Complete(t.Context(), ask("hi"))
	if err != nil || c.Text != word {
		fail(t, "Complete, with a Client whose own Timeout of 20s ends the first try", "no answer in the Client's time is not tried again",
			"2 requests, and the answer", fmt.Sprintf("%d requests, %s", p.count(), errorText(err)))
	}
}

func TestWholeTries(t *testing.T) {
	d := newDraws(t)
	for _, stream := range []bool{false, true} {
		task := d.text()
		good := answer("ok").whole()
		if stream {
			good = answer("ok").stream(d)
		}
		p := &provider{answer: func(try int, _ sent) given {
			return []given{broken(d), {status: 503, body: []byte("<html>busy")}, {status: 429, body: apiError("rate_limit_error", "slow")},
				{status: 200, body: good}}[min(try, 4)-1]
		}}
		_, err := newModel(t, httpmodel.Config{Client: p.client(), Stream: stream, Base: time.Millisecond}).Complete(t.Context(), ask(task))
		call := fmt.Sprintf("Complete, with Stream: %t, when three tries fail and the fourth does not", stream)
		if err != nil {
			fail(t, call, "the call fails although its last try was answered", "no error", errorText(err))
		}
		wholeBodies(t, call, p.sent(), task)
		closed(t, call, p)
	}
	for _, g := range []given{
		{status: 400, body: apiError("invalid_request_error", "no")}, {status: 200, body: []byte("<html>")},
		{status: 200, body: refusal().whole()},
	} {
		p := &provider{answer: always(g)}
		newModel(t, httpmodel.Config{Client: p.client()}).Complete(t.Context(), ask("hi"))
		closed(t, fmt.Sprintf("Complete, when the provider answers with status %d and %s", g.status, short(string(g.body))), p)
	}
}

func refusal() message {
	m := answer("")
	m.content, m.stop = nil, "refusal"
	return m
}

func wholeBodies(t *testing.T, call string, tries []sent, task string) {
	t.Helper()
	for i, s := range tries {
		var body sentBody
		if err := json.Unmarshal(s.body, &body); err != nil || len(body.Messages) != 1 || plainText(body.Messages[0].Content) != task {
			fail(t, call, fmt.Sprintf("try %d does not have the whole body", i+1), "the body of the first try, "+short(string(tries[0].body)),
				fmt.Sprintf("%d bytes: %s", len(s.body), short(string(s.body))))
			return
		}
		if !bytes.Equal(s.body, tries[0].body) {
			fail(t, call, fmt.Sprintf("try %d has another body than the first", i+1), short(string(tries[0].body)), short(string(s.body)))
			return
		}
	}
}

func closed(t *testing.T, call string, p *provider) {
	t.Helper()
	if n := p.unclosed(); n != 0 {
		fail(t, call, "the body of an answer is left open: its connection cannot be used again", "every body closed when Complete returns", fmt.Sprintf("%d open", n))
	}
}

func TestManyGoroutines(t *testing.T) {
	d := newDraws(t)
	const callers = 40
	tasks := make([]string, callers)
	for i := range tasks {
		tasks[i] = d.word()
	}
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		seen := map[string]int{}
		p := &provider{answer: func(_ int, s sent) given {
			var body sentBody
			json.Unmarshal(s.body, &body)
			task := "no task at all"
			if len(body.Messages) > 0 {
				task = plainText(body.Messages[0].Content)
			}
			mu.Lock()
			defer mu.Unlock()
			if seen[task]++; seen[task] < 3 {
				return given{status: 503, body: apiError("api_error", "Overloaded")}
			}
			return given{status: 200, body: answer("you said " + task).whole()}
		}}
		m := newModel(t, httpmodel.Config{Client: p.client()})
		texts, errs := make([]string, callers), make([]error, callers)
		var all sync.WaitGroup
		for i := range tasks {
			all.Go(func() {
				c, err := m.Complete(t.Context(), ask(tasks[i]))
				texts[i], errs[i] = c.Text, err
			})
		}
		start := time.Now()
		all.Wait()
		took := time.Since(start)
		call := fmt.Sprintf("Complete, from %d goroutines at once, when two tries of each call fail", callers)
		for i, task := range tasks {
			if errs[i] != nil || texts[i] != "you said "+task {
				fail(t, call, "a call got no answer, or another call's", "you said "+task, fmt.Sprintf("%q, %s", texts[i], errorText(errs[i])))
				return
			}
		}
		if longest := 1500 * time.Millisecond; took > longest+atOnce { // up to 500 ms and up to 1 s
			fail(t, call, "one call waits until another one is done", "all done after "+longest.String()+" at most", "some are not, although no try may wait that long")
		}
		if n := p.count(); n != 3*callers {
			fail(t, call, "the calls count their tries together", fmt.Sprintf("%d requests", 3*callers), fmt.Sprintf("%d requests", n))
		}
	})
}
