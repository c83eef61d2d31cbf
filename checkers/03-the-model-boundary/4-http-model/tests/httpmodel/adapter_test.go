//go:build grader

package httpmodel_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

// another is a provider's format that nobody has seen before.
type another struct{ word string }

func (a another) Path() string { return "/" + a.word }

func (a another) Authorise(header http.Header, key string) { header.Set("X-"+a.word, key) }

func (a another) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	return json.Marshal([]any{a.word, model, req.Messages[0].Text(), *req.Temperature, stream})
}

func (a another) Read(body io.Reader) (agentic.Completion, error) { return a.read("whole: ", body) }

func (a another) ReadStream(body io.Reader) (agentic.Completion, error) {
	return a.read("in pieces: ", body)
}

func (a another) read(how string, body io.Reader) (agentic.Completion, error) {
	text, err := io.ReadAll(body)
	return agentic.Completion{Text: how + string(text), FinishReason: agentic.FinishStop}, err
}

func (a another) ReadError(body []byte) (kind, message string) {
	return a.word, "read: " + string(body)
}

// TestAnyAdapter has a Model speak a format that is not Messages.
func TestAnyAdapter(t *testing.T) {
	d := newDraws(t)
	for _, stream := range []bool{false, true} {
		a := another{d.word()}
		key, model, task, said, temperature := d.key(), d.word(), d.word(), d.word(), 0.5
		p := &provider{answer: func(try int, _ sent) given {
			return []given{{status: 200, body: []byte(said)}, {status: 400, body: []byte(said)}}[min(try, 2)-1]
		}}
		config := httpmodel.Config{BaseURL: "http://" + d.word() + ".test", Key: key, Model: model, Adapter: a, Client: p.client(), Stream: stream, Tries: 1}
		m := newModel(t, config)
		req := ask(task)
		req.Temperature = &temperature
		call := fmt.Sprintf("Complete, with Stream: %t, Temperature 0.5 and an Adapter that is not Messages", stream)
		got, err := m.Complete(t.Context(), req)
		if p.count() != 1 {
			fail(t, call, "a request in another format than Messages is not sent", "1 request", fmt.Sprintf("%d requests, %s", p.count(), errorText(err)))
			return
		}
		s := p.sent()[0]
		if want := config.BaseURL + a.Path(); s.url != want {
			fail(t, call, "the address is not that of the adapter's Path", want, s.url)
		}
		if s.header.Get("X-"+a.word) != key {
			fail(t, call, "the header is not what the adapter's Authorise made of it", "X-"+a.word+": "+key, fmt.Sprint(s.header))
		}
		if want, _ := a.Body(model, req, stream); string(s.body) != string(want) {
			fail(t, call, "what is sent is not what the adapter's Body made", string(want), string(s.body))
		}
		how := "whole: "
		if stream {
			how = "in pieces: "
		}
		if err != nil || got.Text != how+said {
			fail(t, call, "the answer is not what the adapter's Read, or ReadStream, made of it", how+said, fmt.Sprintf("%q, %s", got.Text, errorText(err)))
		}
		_, err = m.Complete(t.Context(), req)
		wantAPIError(t, call+", when the provider answers 400", httpmodel.APIError{Status: 400, Type: a.word, Message: "read: " + said}, err)
	}
}
