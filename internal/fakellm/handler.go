package fakellm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

const (
	messagesPath = "/v1/messages"
	modelsPath   = "/v1/models"
	maxBody      = 32 << 20 // Anthropic API documentation, "Request size limits"
	maxAhead     = 1 << 20  // memory for a body that is only announced

	// Recorded as status when there was no answer: the client was gone, or a
	// fault closed the connection.
	statusClientGone = 499
	statusNoAnswer   = 444
)

// errTooLarge says that a body went over the limit; no more of it was read.
var errTooLarge = errors.New("request body over 32 MB")

// exchange is a request while it is being answered.
type exchange struct {
	w       http.ResponseWriter
	r       *http.Request
	rec     *Request
	dialect dialect
	raw     []byte
}

// handle records a request and sends it where it belongs.
func (p *Provider) handle(w http.ResponseWriter, r *http.Request) {
	x := &exchange{w: w, r: r, dialect: dialectOf(r)}
	x.rec = p.arrive(r, x.dialect)
	defer p.leave(x.rec)
	raw, err := receive(w, r)
	if err != nil && !errors.Is(err, errTooLarge) {
		p.finish(x.rec, statusClientGone, nil)
		panic(http.ErrAbortHandler) // the body broke off: no one to answer
	}
	x.raw = raw
	e := endpointOf(x.dialect, r.URL.Path)
	if (e == nil || !e.allows(r.Method)) && json.Valid(raw) {
		p.update(x.rec, func(q *Request) { q.Body = raw })
	}
	switch {
	case x.rec.Kind == KindConnect || x.rec.Kind == KindProxied:
		p.answerProxy(x)
	case e == nil:
		p.refuse(x, refuse(x.dialect, http.StatusNotFound, Documented, "Not found"))
	case !e.allows(r.Method):
		w.Header().Set("Allow", e.method)
		p.refuse(x, refuse(x.dialect, http.StatusMethodNotAllowed, Documented, "Method Not Allowed"))
	case err != nil:
		p.refuse(x, refuse(x.dialect, http.StatusRequestEntityTooLarge, Documented, "Request exceeds the maximum size"))
	default:
		e.serve(p, x)
	}
}

// arrive numbers and records a request.
func (p *Provider) arrive(r *http.Request, d dialect) *Request {
	rec := &Request{
		Kind:    p.kindOf(r, d),
		Dialect: d.name(),
		Method:  r.Method,
		Path:    r.URL.Path,
		Host:    r.Host,
		Header:  redactHeader(r.Header),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	rec.Number = p.count
	if rec.Kind == KindMessages {
		rec.Overlaps = p.open > 0
		p.open++
	}
	if !p.options.Forget {
		p.requests = append(p.requests, rec)
	}
	return rec
}

// leave ends a request's stay, however it ended.
func (p *Provider) leave(rec *Request) {
	if p.finish(rec, statusClientGone, nil); p.options.Observe != nil {
		p.mu.Lock()
		seen := rec.clone()
		p.mu.Unlock()
		p.options.Observe(seen)
	}
}

// kindOf tells the kinds apart. An absolute address that is our own comes
// from a client that uses the provider both as its proxy and as its target.
func (p *Provider) kindOf(r *http.Request, d dialect) string {
	switch e := endpointOf(d, r.URL.Path); {
	case r.Method == http.MethodConnect:
		return KindConnect
	case r.URL.Host != "" && r.URL.Host != p.address:
		return KindProxied
	case e != nil:
		return e.kind
	}
	return KindOther
}

// receive reads the body up to the limit and not a byte further.
func receive(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > maxBody {
		w.Header().Set("Connection", "close")
		return nil, errTooLarge
	}
	var body bytes.Buffer
	body.Grow(int(min(max(r.ContentLength, 0), maxAhead)) + bytes.MinRead)
	_, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody))
	var over *http.MaxBytesError
	if errors.As(err, &over) {
		return nil, errTooLarge
	}
	return body.Bytes(), err
}

// update changes a record under the lock.
func (p *Provider) update(rec *Request, change func(*Request)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(rec)
}

// finish records the answer, once. Whoever has read the answer finds it in
// the record, so this comes before the bytes that end it.
func (p *Provider) finish(rec *Request, status int, response []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if rec.answered {
		return
	}
	rec.answered = true
	if rec.Status == 0 {
		rec.Status, rec.Response = status, response
	}
	if rec.Kind == KindMessages {
		p.open--
	}
}

// answerProxy tells a client that went through us to somewhere else what is
// wrong, in plain text: it is a proxy's answer, not the API's.
func (p *Provider) answerProxy(x *exchange) {
	text := fmt.Sprintf("the program tried to reach %s: it ignores ANTHROPIC_BASE_URL; "+
		"send requests to the address in that variable\n", x.rec.Host)
	p.update(x.rec, func(q *Request) {
		q.Refusal = &Refusal{Status: http.StatusBadGateway, Type: "proxy_error", Message: text[:len(text)-1], Evidence: Documented}
	})
	p.finish(x.rec, http.StatusBadGateway, nil)
	x.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	x.w.WriteHeader(http.StatusBadGateway)
	write(x.w, []byte(text))
}

// refuse records a refusal and sends it in the dialect's error shape.
func (p *Provider) refuse(x *exchange, refusal *Refusal) {
	p.update(x.rec, func(q *Request) { q.Refusal = refusal })
	p.sendWhole(x, refusal.Status, x.dialect.errorBody(refusal, x.rec.Number), nil)
}

func (p *Provider) sendError(x *exchange, status int, kind, message string, headers map[string]string) {
	if kind == "" {
		kind = x.dialect.errorType(status)
	}
	e := &Refusal{Status: status, Type: kind, Message: message}
	p.sendWhole(x, status, x.dialect.errorBody(e, x.rec.Number), headers)
}

// sendWhole answers with one JSON body. Headers that a script sets win.
func (p *Provider) sendWhole(x *exchange, status int, body []byte, headers map[string]string) {
	p.finish(x.rec, status, body)
	x.dialect.headers(x.w.Header(), x.rec.Number)
	setHeaders(x.w, headers)
	x.w.WriteHeader(status)
	write(x.w, body)
}

func setHeaders(w http.ResponseWriter, headers map[string]string) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
}

// write sends bytes. That the client is gone is no concern of the provider's:
// what was sent is in the record.
func write(w io.Writer, b []byte) {
	_, _ = w.Write(b)
}
