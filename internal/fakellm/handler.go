package fakellm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

const (
	messagesPath   = "/v1/messages"
	maxBody        = 32 << 20 // Anthropic API documentation, "Request size limits"
	organizationID = "00000000-0000-0000-0000-000000000000"

	// statusClientGone is recorded when nobody waited for the answer any more.
	statusClientGone = 499
)

// errTooLarge says that a body went over the limit; no more of it was read.
var errTooLarge = errors.New("request body over 32 MB")

// handle records a request and sends it where it belongs.
func (p *Provider) handle(w http.ResponseWriter, r *http.Request) {
	rec := p.arrive(r)
	body, err := receive(w, r)
	if err != nil && !errors.Is(err, errTooLarge) {
		p.update(rec, func(q *Request) { q.Status = statusClientGone })
		panic(http.ErrAbortHandler) // the body broke off: no one to answer
	}
	if json.Valid(body) {
		p.update(rec, func(q *Request) { q.Body = body })
	}
	switch rec.Kind {
	case KindConnect, KindProxied:
		p.answerProxy(w, rec)
	case KindMessages:
		p.answerMessages(w, r, rec, body, err)
	default:
		p.answerRefusal(w, rec, refuse(http.StatusNotFound, Documented, "Not found"))
	}
}

// arrive numbers and records a request.
func (p *Provider) arrive(r *http.Request) *Request {
	rec := &Request{
		Kind:   p.kindOf(r),
		Method: r.Method,
		Path:   r.URL.Path,
		Host:   r.Host,
		Header: redactHeader(r.Header),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	rec.Number = len(p.requests) + 1
	for _, earlier := range p.requests {
		rec.Overlaps = rec.Overlaps || rec.Kind == KindMessages && earlier.Kind == KindMessages && earlier.Status == 0
	}
	p.requests = append(p.requests, rec)
	return rec
}

// kindOf tells the kinds apart. An absolute address that is our own comes
// from a client that uses the provider both as its proxy and as its target.
func (p *Provider) kindOf(r *http.Request) string {
	switch {
	case r.Method == http.MethodConnect:
		return KindConnect
	case r.URL.Host != "" && r.URL.Host != p.address:
		return KindProxied
	case r.URL.Path == messagesPath:
		return KindMessages
	}
	return KindOther
}

// receive reads the body up to the limit and not a byte further.
func receive(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > maxBody {
		w.Header().Set("Connection", "close")
		return nil, errTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var over *http.MaxBytesError
	if errors.As(err, &over) {
		return nil, errTooLarge
	}
	return body, err
}

// update changes a record under the lock.
func (p *Provider) update(rec *Request, change func(*Request)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(rec)
}

// answerProxy tells a client that went through us to somewhere else what is
// wrong, in plain text: it is a proxy's answer, not the API's.
func (p *Provider) answerProxy(w http.ResponseWriter, rec *Request) {
	text := fmt.Sprintf("the program tried to reach %s: it ignores ANTHROPIC_BASE_URL; "+
		"send requests to the address in that variable\n", rec.Host)
	p.update(rec, func(q *Request) {
		q.Status = http.StatusBadGateway
		q.Refusal = &Refusal{http.StatusBadGateway, "proxy_error", text[:len(text)-1], Documented}
	})
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusBadGateway)
	write(w, []byte(text))
}

// answerRefusal records a refusal and sends it in the API's error shape.
func (p *Provider) answerRefusal(w http.ResponseWriter, rec *Request, refusal *Refusal) {
	p.update(rec, func(q *Request) { q.Refusal = refusal })
	p.sendError(w, rec, refusal.Status, refusal.Type, refusal.Message, nil)
}

func (p *Provider) sendError(w http.ResponseWriter, rec *Request, status int, kind, message string, headers map[string]string) {
	body := errorJSON(kind, message, requestID(rec.Number))
	p.update(rec, func(q *Request) { q.Status, q.Response = status, body })
	apiHeaders(w, rec.Number)
	setHeaders(w, headers)
	w.WriteHeader(status)
	write(w, body)
}

// apiHeaders sets what every answer of the API carries; headers that a
// script sets afterwards win.
func apiHeaders(w http.ResponseWriter, number int) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Request-Id", requestID(number))
	h.Set("Anthropic-Organization-Id", organizationID)
}

func requestID(number int) string { return fmt.Sprintf("req_fake_%04d", number) }

// write sends bytes. That the client is gone is no concern of the provider's:
// what was sent is in the record.
func write(w io.Writer, b []byte) {
	_, _ = w.Write(b)
}
