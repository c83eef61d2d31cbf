package fakellm

import (
	"errors"
	"net/http"
	"time"
)

// answerMessages serves POST /v1/messages: it validates the request, takes a
// reply from the script and sends it, as one message or as a stream.
func (p *Provider) answerMessages(w http.ResponseWriter, r *http.Request, rec *Request, raw []byte, readErr error) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		p.answerRefusal(w, rec, refuse(http.StatusMethodNotAllowed, Documented, "Method Not Allowed"))
		return
	}
	if errors.Is(readErr, errTooLarge) {
		p.answerRefusal(w, rec, refuse(http.StatusRequestEntityTooLarge, Documented, "Request exceeds the maximum size"))
		return
	}
	c := validate(r, raw, p.options.WeakWarns)
	p.update(rec, func(q *Request) { q.Warnings = c.warnings })
	if c.refusal != nil {
		p.answerRefusal(w, rec, c.refusal)
		return
	}
	p.mu.Lock()
	s := p.script
	p.mu.Unlock()
	reply, index, notes := s.choose(r.Context(), c.body)
	if reply == nil {
		p.answerDry(w, rec, dryMessage(rec.Number, c.body, notes))
		return
	}
	p.update(rec, func(q *Request) { q.Reply = index })
	if !p.wait(r, reply) {
		p.update(rec, func(q *Request) { q.Status = statusClientGone })
		panic(http.ErrAbortHandler)
	}
	p.send(w, rec, reply, c.body)
}

// answerDry is loud, and tells the SDKs not to try again (SDK source: they
// obey x-should-retry over the status).
func (p *Provider) answerDry(w http.ResponseWriter, rec *Request, message string) {
	p.update(rec, func(q *Request) { q.Dry = true })
	p.sendError(w, rec, http.StatusInternalServerError, "api_error", message, map[string]string{"X-Should-Retry": "false"})
}

// wait blocks until the hold is released and the delay is over. It reports false when the client
// or the provider is gone first.
func (p *Provider) wait(r *http.Request, reply *Reply) bool {
	if reply.Hold != "" {
		select {
		case <-p.gate(reply.Hold):
		case <-r.Context().Done():
			return false
		}
	}
	if reply.Delay == 0 {
		return true
	}
	timer := time.NewTimer(reply.Delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// send answers with a scripted reply. The record is complete before the first
// byte is written, so that whoever has read the answer finds it there.
func (p *Provider) send(w http.ResponseWriter, rec *Request, reply *Reply, body map[string]any) {
	switch {
	case reply.Body != nil:
		p.sendRaw(w, rec, reply)
	case reply.Status != 0:
		p.sendScriptedError(w, rec, reply)
	default:
		p.sendMessage(w, rec, reply, body)
	}
}

func (p *Provider) sendRaw(w http.ResponseWriter, rec *Request, reply *Reply) {
	status := reply.Status
	if status == 0 {
		status = http.StatusOK
	}
	p.update(rec, func(q *Request) { q.Status = status })
	apiHeaders(w, rec.Number)
	if reply.ContentType != "" {
		w.Header().Set("Content-Type", reply.ContentType)
	}
	setHeaders(w, reply.Headers)
	w.WriteHeader(status)
	write(w, []byte(*reply.Body))
}

func (p *Provider) sendScriptedError(w http.ResponseWriter, rec *Request, reply *Reply) {
	kind := errorKindOf(reply.Status)
	if reply.ErrorType != "" {
		kind.name = reply.ErrorType
	}
	if reply.ErrorMessage != "" {
		kind.message = reply.ErrorMessage
	}
	p.sendError(w, rec, reply.Status, kind.name, kind.message, reply.Headers)
}

func (p *Provider) sendMessage(w http.ResponseWriter, rec *Request, reply *Reply, body map[string]any) {
	m := p.buildMessage(rec.Number, reply, body)
	whole, err := encodeJSON(m)
	if err != nil { // a scenario built in Go with input that is not JSON
		p.sendError(w, rec, http.StatusInternalServerError, "api_error", "scenario: "+err.Error(), nil)
		return
	}
	p.update(rec, func(q *Request) { q.Status, q.Response = http.StatusOK, whole })
	apiHeaders(w, rec.Number)
	if body["stream"] == true {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		setHeaders(w, reply.Headers)
		streamMessage(w, m)
		return
	}
	setHeaders(w, reply.Headers)
	w.WriteHeader(http.StatusOK)
	write(w, whole)
}

func setHeaders(w http.ResponseWriter, headers map[string]string) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
}
