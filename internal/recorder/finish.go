package recorder

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"agentcourse/internal/trace"
)

// finish records an exchange that has ended, however it did.
func (r *Recorder) finish(c *call, req *http.Request) {
	ms := r.opt.Now().Sub(c.began).Milliseconds()
	fault := c.fault
	if fault == "" {
		fault = r.faultOf(c, req)
	}
	sent, _ := c.request.bytes()
	asked := readRequest(sent)
	rep := c.reply(asked.Model)
	event := trace.Call{
		Dialect: c.dialect, Method: req.Method, Path: r.clean(req.URL.RequestURI()), Status: c.status, Error: r.clean(fault), MS: ms,
		Streamed: c.streamed, Request: r.body(&c.request), Response: r.body(&c.response),
	}
	switch enc := c.header.Get("content-encoding"); {
	case rep != nil && c.stream != nil:
		event.Response = r.json(rep.message())
	case enc != "" && enc != "identity":
		event.Response = encode(fmt.Sprintf("(%d bytes, %s)", c.response.total, r.clean(enc)))
	}

	r.mu.Lock()
	defer r.mu.Unlock()
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
		return
	}
	step := r.summary.Steps
	rep.model = r.clean(rep.model)
	r.summary.add(rep)
	r.write(trace.Model{
		Step: step, StopReason: r.clean(rep.stopReason), Usage: rep.usage, Content: r.json(rep.content), Model: rep.model,
		RequestID: r.clean(requestID(c.header)), MS: ms,
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

// reply is the model's reply, nil if none came. A reply that broke off counts: its tokens were used.
func (c *call) reply(asked string) *reply {
	if !c.model || c.status != http.StatusOK {
		return nil
	}
	var rep *reply
	if c.stream != nil {
		rep = c.stream.reply()
	} else {
		data, total := c.response.bytes()
		if total <= maxKept {
			rep = readReply(c.dialect, data)
		}
	}
	if rep != nil && rep.model == "" {
		rep.model = asked
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
