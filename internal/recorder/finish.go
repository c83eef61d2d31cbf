package recorder

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"

	"agentcourse/internal/trace"
)

// finish records an exchange that has ended, however it did.
func (r *Recorder) finish(c *call, req *http.Request) {
	ms := r.opt.Now().Sub(c.began).Milliseconds()
	fault := cmp.Or(c.fault, r.faultOf(c, req))
	if c.unpack() && c.stream != nil && fault == "" {
		fault = r.faultOf(c, req)
	}
	sent, _ := c.request.bytes()
	asked := readRequest(sent)
	rep := c.reply(asked.Model)
	event := trace.Call{
		Dialect: c.dialect, Method: req.Method, Path: r.clean(req.URL.RequestURI()), Status: c.status, Error: r.clean(fault), MS: ms,
		Streamed: c.streamed, Request: r.body(&c.request), Response: r.body(&c.response),
	}
	switch {
	case rep != nil && c.stream != nil:
		event.Response = r.json(rep.message())
	case c.encoding != "":
		event.Response = encode(fmt.Sprintf("(%d bytes, %s)", c.response.total, r.clean(c.encoding)))
	}

	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.underWay, c)
	defer r.tellWaiting()
	if c.status >= 400 {
		r.summary.Failed[c.status]++
	} else if fault != "" {
		r.summary.Failed[0]++
	}
	if c.model {
		r.toolResults(asked.results(c.dialect))
	}
	r.write(event)
	if rep == nil {
		if c.mayHaveCost() {
			r.summary.Untold++
		}
		return
	}
	step := r.summary.Steps
	rep.model = r.clean(rep.model)
	id := r.clean(requestID(c.header))
	r.summary.add(rep, id)
	content := rep.content
	if c.stream == nil && c.response.total > maxKept {
		content = encode([]block{{Type: "text", Text: fmt.Sprintf("(%d bytes of content, too long for the trace)", len(content))}})
	}
	r.write(trace.Model{
		Step: step, StopReason: r.clean(rep.stopReason), Usage: rep.usage, Content: r.json(content), Model: rep.model,
		RequestID: id, MS: ms,
	})
	r.toolCalls(step, rep)
}

// faultOf says in which way an answer is not whole, or "".
func (r *Recorder) faultOf(c *call, req *http.Request) string {
	switch {
	case c.stream != nil && c.stream.fault != "":
		return c.stream.fault
	case c.stream != nil && c.stream.done:
		return ""
	case c.stream != nil && errors.Is(c.readErr, io.EOF):
		return "the stream ended before its last event"
	case c.isWhole():
		return ""
	case r.ctx.Err() != nil:
		return "the run ended before the reply did"
	case req.Context().Err() != nil, c.readErr == nil:
		return "the program went away before the reply ended"
	}
	return fmt.Sprintf("the reply broke off: %v", c.readErr)
}

// unpack makes a reply that came as gzip, although nobody asked for it, readable, and reports whether it did.
func (c *call) unpack() bool {
	if c.encoding != "gzip" || !c.response.unzip() {
		return false
	}
	c.encoding = ""
	if c.streamed && c.answered() {
		data, _ := c.response.bytes()
		c.stream = newStream(c.dialect, c.events)
		c.stream.write(data)
	}
	return true
}

// mayHaveCost reports whether a call without a reply that can be read may have cost something: a model may have worked
// on it. An error that the target answered with costs nothing.
func (c *call) mayHaveCost() bool {
	return c.model && c.sent.Load() && (c.answered() || c.status == 0 || c.fault != "")
}

// reply is the model's reply, nil if none came. A reply that broke off counts: its tokens were used.
func (c *call) reply(asked string) *reply {
	if !c.answered() {
		return nil
	}
	var rep *reply
	if c.stream != nil {
		rep = c.stream.reply()
	} else {
		data, total := c.response.bytes()
		if total == int64(len(data)) {
			rep = readReply(c.dialect, data)
		}
	}
	if rep == nil {
		return nil
	}
	rep.model = cmp.Or(rep.model, asked)
	if u := rep.usage; u != nil && (u.In < 0 || u.Out < 0 || u.In+u.Out == 0) { // no reply is free
		rep.usage = nil
	}
	return rep
}

// requestID is the id that the provider's support asks for.
func requestID(h http.Header) string {
	if id := h.Get("request-id"); id != "" {
		return id
	}
	return h.Get("x-request-id")
}
