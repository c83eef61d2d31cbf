package fakellm

import (
	"net/http"
	"slices"
	"time"
)

// frame is a piece of an answer that is sent, and flushed, at once.
type frame struct {
	data   []byte
	before []wait // what is waited for first
	last   bool   // it tells the client why the model stopped
}

// wait is a hold, then a delay.
type wait struct {
	hold  string
	delay time.Duration
}

// waits reports whether the pieces of a reply wait for anything.
func (r *Reply) waits() bool {
	return r.Pace > 0 || slices.ContainsFunc(r.Content, func(b Block) bool { return b.Pieces != nil })
}

// waitsOf is what all pieces of a reply wait for: a whole one takes as long.
func waitsOf(pieces []frame) []wait {
	var waits []wait
	for _, f := range pieces {
		waits = append(waits, f.before...)
	}
	return waits
}

// transmit waits for what the reply waits for and then sends the frames, with
// the reply's fault if it has one. Whole is recorded as the response.
func (p *Provider) transmit(x *exchange, reply *Reply, status int, whole []byte, frames []frame, stream bool) {
	frames, fault := p.breakFrames(x, reply, frames, stream)
	p.await(x, wait{reply.Hold, reply.Delay})
	if fault == faultClose {
		p.finish(x.rec, statusNoAnswer, nil)
		panic(http.ErrAbortHandler)
	}
	if len(frames) > 0 {
		p.await(x, frames[0].before...)
	}
	setHeaders(x.w, reply.Headers)
	if len(frames) == 1 && fault != faultAbort {
		p.finish(x.rec, status, whole)
		x.w.WriteHeader(status)
		write(x.w, frames[0].data)
		return
	}
	p.update(x.rec, func(q *Request) { q.Status, q.Response = status, whole })
	x.w.WriteHeader(status)
	p.stream(x, frames)
	if fault == faultAbort {
		panic(http.ErrAbortHandler)
	}
}

// stream sends frames one by one. A client that knows why the model stopped
// may make its next call: this one counts as answered then.
func (p *Provider) stream(x *exchange, frames []frame) {
	flush := http.NewResponseController(x.w)
	for i, f := range frames {
		if i > 0 {
			p.await(x, f.before...)
		}
		if f.last || i == len(frames)-1 {
			p.finish(x.rec, http.StatusOK, nil)
		}
		write(x.w, f.data)
		if flush.Flush() != nil {
			p.gone(x)
		}
	}
}

// await blocks until the holds are released and the delays are over. When the
// client or the provider is gone first, it ends the handling of the request.
func (p *Provider) await(x *exchange, waits ...wait) {
	for _, w := range waits {
		if w.hold != "" {
			select {
			case <-p.gate(w.hold):
			case <-x.r.Context().Done():
				p.gone(x)
			}
		}
		if w.delay <= 0 {
			continue
		}
		timer := time.NewTimer(w.delay)
		select {
		case <-timer.C:
		case <-x.r.Context().Done():
			timer.Stop()
			p.gone(x)
		}
	}
}

// gone ends the handling of a request that nobody waits for any more.
func (p *Provider) gone(x *exchange) {
	p.finish(x.rec, statusClientGone, nil)
	panic(http.ErrAbortHandler)
}
