package fakellm

import (
	"cmp"
	"fmt"
	"net/http"
)

// serveCall answers a call of the model in any dialect: it validates the
// request, takes a reply and sends it, whole or as a stream.
func (p *Provider) serveCall(x *exchange) {
	c := p.validate(x)
	if c.refusal != nil {
		p.refuse(x, c.refusal)
		return
	}
	if c.answer != nil {
		p.sendWhole(x, http.StatusOK, c.answer, nil)
		return
	}
	prompt := x.dialect.prompt(c)
	prompt.Body = c.raw
	reply := p.replyTo(x, c, prompt)
	if reply == nil {
		return
	}
	switch reply = p.withFault(reply, x.rec.Number); {
	case reply.Body != nil, reply.fault() == faultHTML:
		p.sendRaw(x, reply)
	case reply.fault() == faultError && !prompt.Stream, reply.Status != 0 && reply.Fault == nil:
		p.sendScriptedError(x, reply)
	default:
		p.sendMessage(x, reply, prompt)
	}
}

// validate reads and checks a call and records what was found.
func (p *Provider) validate(x *exchange) *call {
	c := validate(x.dialect, x.r, x.raw, p.options)
	p.update(x.rec, func(q *Request) {
		q.Warnings = c.warnings
		if c.isJSON {
			q.Body = c.raw
		}
	})
	return c
}

// replyTo chooses the reply to a valid call. Without one it answers itself
// and returns nil.
func (p *Provider) replyTo(x *exchange, c *call, prompt *Prompt) *Reply {
	if p.options.Responder != nil {
		return p.options.Responder.Respond(prompt)
	}
	p.mu.Lock()
	s := p.script
	p.mu.Unlock()
	reply, index, notes := s.choose(x.r.Context(), c.body)
	if reply == nil {
		p.answerDry(x, dryMessage(x.rec.Number, c.body, notes))
		return nil
	}
	p.update(x.rec, func(q *Request) { q.Reply = index })
	return reply
}

// answerDry is loud, and tells the SDKs not to try again (SDK source: they
// obey x-should-retry over the status).
func (p *Provider) answerDry(x *exchange, message string) {
	p.update(x.rec, func(q *Request) { q.Dry = true })
	p.sendError(x, http.StatusInternalServerError, "", message, noRetry())
}

func noRetry() map[string]string { return map[string]string{"X-Should-Retry": "false"} }

// scriptFault answers for a scenario that cannot be played.
func (p *Provider) scriptFault(x *exchange, message string) {
	p.update(x.rec, func(q *Request) { q.ScriptFault = message })
	p.sendError(x, http.StatusInternalServerError, "", "scenario: "+message, noRetry())
}

func (p *Provider) sendScriptedError(x *exchange, reply *Reply) {
	p.await(x, wait{reply.Hold, reply.Delay})
	kind, message := errorOf(x.dialect, reply)
	if reply.Fault != nil {
		p.update(x.rec, func(q *Request) { q.Fault = fmt.Sprintf("%s (seed %d)", faultError, p.options.Seed) })
	}
	p.sendError(x, errorStatus(reply), kind, message, reply.Headers)
}

// errorStatus is the status of a scripted error.
func errorStatus(reply *Reply) int { return cmp.Or(reply.Status, statusOverloaded) }

// errorOf fills in what a scripted error leaves open.
func errorOf(d dialect, reply *Reply) (kind, message string) {
	kind, message = reply.ErrorType, reply.ErrorMessage
	if kind == "" {
		kind = d.errorType(errorStatus(reply))
	}
	if message == "" {
		message = errorKindOf(errorStatus(reply)).message
	}
	return kind, message
}

// sendRaw answers with a scripted body, or with the page of an HTML fault.
func (p *Provider) sendRaw(x *exchange, reply *Reply) {
	status, contentType, body := reply.Status, reply.ContentType, htmlPage
	switch {
	case reply.Body != nil:
		body = *reply.Body
		status = cmp.Or(status, http.StatusOK)
	default:
		status, contentType = cmp.Or(status, http.StatusBadGateway), "text/html; charset=utf-8"
	}
	x.dialect.headers(x.w.Header(), x.rec.Number)
	if contentType != "" {
		x.w.Header().Set("Content-Type", contentType)
	}
	p.transmit(x, reply, status, nil, []frame{{data: []byte(body), last: true}}, false)
}

func (p *Provider) sendMessage(x *exchange, reply *Reply, prompt *Prompt) {
	m := p.buildMessage(x.rec.Number, reply, prompt)
	whole, err := x.dialect.encode(m, prompt)
	if err != nil { // a scenario built in Go with input that is not JSON
		p.scriptFault(x, err.Error())
		return
	}
	if fault := offSchema(m, reply, prompt); fault != "" {
		p.scriptFault(x, fault)
		return
	}
	p.update(x.rec, func(q *Request) { q.Answer = answerOf(m) })
	x.dialect.headers(x.w.Header(), x.rec.Number)
	x.dialect.limits(x.w.Header(), p.now(), m.Usage)
	frames := []frame{{data: whole, last: true}}
	switch {
	case prompt.Stream:
		x.w.Header().Set("Content-Type", x.dialect.streamType())
		x.w.Header().Set("Cache-Control", "no-cache")
		frames = x.dialect.frames(m, reply, prompt)
	case reply.waits():
		frames[0].before = waitsOf(x.dialect.frames(m, reply, prompt))
	}
	p.transmit(x, reply, http.StatusOK, whole, frames, prompt.Stream)
}
