package recorder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"agentcourse/internal/trace"
)

// A call is one exchange while it goes on. Its fields belong to the goroutine that serves it.
type call struct {
	dialect  string
	model    bool    // it asks a model
	estimate float64 // of what it will cost, in dollars; 0 if nothing is known
	began    time.Time
	sent     atomic.Bool // the target has at least begun to get it
	request  capture     // filled by the goroutine that sends it
	response capture
	header   http.Header // of the response
	length   int64       // of the response, -1 if it was not told
	encoding string      // of the response, "" for none
	stream   *stream     // nil if the response is not one that can be read on the way
	streamed bool
	events   bool   // streamed as server-sent events
	status   int    // 0 until there is an answer
	readErr  error  // of the response's body; io.EOF at its end
	fault    string // why there is no answer
	finish   func() // records the call, once
}

// callKey is where the context of a request has its call.
type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// serve forwards one request and records it.
func (r *Recorder) serve(proxy *httputil.ReverseProxy, w http.ResponseWriter, req *http.Request) {
	dialect := dialectOf(req)
	if no := r.refuses(req); no != nil {
		answerError(w, dialect, no.status, no.kind, no.message, true)
		return
	}
	c := &call{dialect: dialect, model: asksModel(req), length: -1}
	if c.model && r.opt.Limits.CostUSD > 0 {
		c.estimate = readAhead(req)
	}
	if refusal := r.admit(req.Context(), c); refusal != "" {
		answerError(w, dialect, http.StatusForbidden, "permission_error", "course run forwards no further call: "+refusal, true)
		return
	}
	c.began = r.opt.Now()
	// Else the server closes the request's body when the reply begins; the transport, which looks then whether more of it
	// comes, meets an error and cuts the reply off. The call fails only where it is not needed.
	_ = http.NewResponseController(w).EnableFullDuplex()
	if req.Body != nil {
		req.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(req.Body, &c.request), req.Body}
	}
	c.finish = sync.OnceFunc(func() { r.finish(c, req) })
	defer c.finish() // also when the proxy ends with a panic, as it does to cut a reply off
	ctx := context.WithValue(req.Context(), callKey{}, c)
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { c.sent.Store(true) }})
	proxy.ServeHTTP(w, req.WithContext(ctx))
}

// rewrite addresses a request to the target, with the target's key in the place of the program's.
func (r *Recorder) rewrite(pr *httputil.ProxyRequest) {
	pr.SetURL(r.target)
	h := pr.Out.Header
	sent, key := keyOf(h), r.opt.Key
	if sent != r.programKey {
		key = FakeKey // the target's is for this program alone
	}
	for _, name := range []string{
		"Authorization", "X-Api-Key", "Cookie", "Proxy-Authorization",
		"Accept-Encoding",       // a compressed reply could not be read
		"Connection", "Upgrade", // nor what is no HTTP any more
	} {
		h.Del(name)
	}
	switch {
	case sent == "": // the target says what it thinks of that
	case callOf(pr.In.Context()).dialect == trace.OpenAI:
		h.Set("Authorization", "Bearer "+key)
	default:
		h.Set("X-Api-Key", key)
	}
}

// watch has what comes back recorded on its way.
func (r *Recorder) watch(res *http.Response) error {
	c := callOf(res.Request.Context())
	c.status, c.header, c.length = res.StatusCode, res.Header, res.ContentLength
	kind, _, _ := mime.ParseMediaType(res.Header.Get("content-type"))
	c.events = kind == "text/event-stream"
	c.streamed = c.events || kind == "application/x-ndjson"
	if c.encoding = strings.ToLower(res.Header.Get("content-encoding")); c.encoding == "identity" {
		c.encoding = ""
	}
	switch {
	case !c.answered():
	case !c.streamed:
		c.response.limit = maxRead
	case c.encoding == "":
		c.stream = newStream(c.dialect, c.events)
	}
	res.Body = &watched{res.Body, c}
	if c.isWhole() { // without a body
		c.finish()
	}
	return nil
}

// watched is the body of a response that is recorded as it is read.
type watched struct {
	io.ReadCloser
	call *call
}

func (b *watched) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	_, _ = b.call.response.Write(p[:n]) // never fails
	if b.call.stream != nil {
		b.call.stream.write(p[:n])
	}
	if err != nil {
		b.call.readErr = err
	}
	if b.call.isWhole() {
		// Before the program has it: its next call may come at once, and meets limits that count this one.
		b.call.finish()
	}
	return n, err
}

// answered reports whether a model was asked and answered, in whatever form.
func (c *call) answered() bool { return c.model && c.status/100 == 2 }

// isWhole reports whether a program would take the answer as far as it came for whole.
func (c *call) isWhole() bool {
	return errors.Is(c.readErr, io.EOF) || c.length >= 0 && c.response.total >= c.length || c.stream != nil && c.stream.last
}

// unreachable answers for a target that did not.
func (r *Recorder) unreachable(w http.ResponseWriter, req *http.Request, err error) {
	c := callOf(req.Context())
	if req.Context().Err() != nil {
		return // nobody is there to be answered
	}
	where := r.target.Redacted()
	c.fault = r.clean(fmt.Sprintf("cannot reach %s: %v", where, err))
	c.status = http.StatusBadGateway
	// A server that is not there will not be there a second later.
	var dns *net.DNSError
	final := errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &dns) && dns.IsNotFound
	c.finish()
	hint := "; is the server running, and is its address (--base-url, ANTHROPIC_BASE_URL) right?"
	if r.opt.Live {
		hint = "; is this machine online?"
	}
	answerError(w, c.dialect, c.status, "api_error", c.fault+hint, final)
}
