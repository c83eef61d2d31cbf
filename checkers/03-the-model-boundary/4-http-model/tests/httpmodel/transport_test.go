//go:build grader

package httpmodel_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// given is what one try brings.
type given struct {
	status int               // 0 for no answer
	header map[string]string //
	body   []byte
	then   error // what ends the body instead of io.EOF
	hangs  bool  // no answer until the context ends, and after an hour at last
	stays  bool  // the body does not end until the context does
}

// sent is one try as it went out.
type sent struct {
	at     time.Time
	method string
	url    string
	header http.Header
	body   []byte
}

// provider stands where the network would be. It does what http.Transport
// does: a context that has ended stops a try, and the reading of its answer.
type provider struct {
	answer func(try int, s sent) given

	mu    sync.Mutex
	tries []sent
	open  int // bodies that were not closed
}

func (p *provider) client() *http.Client { return &http.Client{Transport: p} }

func (p *provider) RoundTrip(req *http.Request) (*http.Response, error) {
	s := sent{at: time.Now(), method: req.Method, url: req.URL.String(), header: req.Header.Clone()}
	if req.Body != nil {
		s.body, _ = io.ReadAll(req.Body)
		req.Body.Close()
	}
	ctx := req.Context()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.mu.Lock()
	p.tries = append(p.tries, s)
	try := len(p.tries)
	p.mu.Unlock()
	g := p.answer(try, s)
	if g.hangs {
		if err := hang(ctx); err != nil {
			return nil, err
		}
	}
	if g.status == 0 {
		return nil, g.then
	}
	p.mu.Lock()
	p.open++
	p.mu.Unlock()
	header := http.Header{"Content-Type": {contentType(g.body)}}
	for name, value := range g.header {
		header.Set(name, value)
	}
	return &http.Response{
		StatusCode: g.status, Status: http.StatusText(g.status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, ContentLength: -1, Request: req,
		Body: &body{Reader: bytes.NewReader(g.body), then: g.then, ctx: ctx, stays: g.stays, provider: p},
	}, nil
}

func contentType(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte("event:")):
		return "text/event-stream; charset=utf-8"
	case bytes.HasPrefix(body, []byte("<")):
		return "text/html"
	}
	return "application/json"
}

func hang(ctx context.Context) error {
	hour := time.NewTimer(time.Hour)
	defer hour.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-hour.C:
		return errors.New("connection reset by peer")
	}
}

func (p *provider) sent() []sent {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]sent(nil), p.tries...)
}

func (p *provider) count() int { return len(p.sent()) }

func (p *provider) unclosed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open
}

// waits are the times between one try and the next.
func (p *provider) waits() []time.Duration {
	var all []time.Duration
	tries := p.sent()
	for i := 1; i < len(tries); i++ {
		all = append(all, tries[i].at.Sub(tries[i-1].at))
	}
	return all
}

type body struct {
	*bytes.Reader
	then     error
	ctx      context.Context
	stays    bool
	provider *provider
	once     sync.Once
}

func (b *body) Read(p []byte) (int, error) {
	if b.ctx.Err() != nil {
		return 0, b.ctx.Err()
	}
	n, err := b.Reader.Read(p)
	if err == io.EOF && b.stays {
		return n, hang(b.ctx)
	}
	if err == io.EOF && b.then != nil {
		err = b.then
	}
	return n, err
}

// WriteTo would let io.Copy pass Read by.
func (b *body) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, struct{ io.Reader }{b})
}

func (b *body) Close() error {
	b.once.Do(func() {
		b.provider.mu.Lock()
		b.provider.open--
		b.provider.mu.Unlock()
	})
	return nil
}

// always gives each try the same.
func always(g given) func(int, sent) given { return func(int, sent) given { return g } }

// failing gives the same so many times, and then an answer.
func failing(times int, g given, then []byte) func(int, sent) given {
	return func(try int, _ sent) given {
		if try <= times {
			return g
		}
		return given{status: 200, body: then}
	}
}
