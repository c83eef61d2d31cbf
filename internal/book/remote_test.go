package book_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

// A web answers for every host name, on loopback.
type web struct {
	mu    sync.Mutex
	asked map[string]int // "METHOD URL"
	now   atomic.Int32   // requests under way
	most  atomic.Int32
}

func (w *web) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	now := w.now.Add(1)
	defer w.now.Add(-1)
	for most := w.most.Load(); now > most && !w.most.CompareAndSwap(most, now); most = w.most.Load() {
	}
	w.mu.Lock()
	w.asked[r.Method+" "+r.Host+r.URL.String()]++
	w.mu.Unlock()
	status := 200
	switch _, err := fmt.Sscanf(r.URL.Path, "/%d", &status); {
	case r.URL.Path == "/get-only" && r.Method == http.MethodHead:
		status = 405
	case r.URL.Path == "/shy" && r.Method == http.MethodHead:
		status = 403
	case r.URL.Path == "/round":
		http.Redirect(out, r, "/round", http.StatusFound)
		return
	case err == nil && status == 301:
		var left int
		if _, err := fmt.Sscanf(r.URL.Path, "/301/%d", &left); err == nil && left > 0 {
			http.Redirect(out, r, fmt.Sprintf("/301/%d", left-1), http.StatusMovedPermanently)
			return
		}
		status = 200
	}
	out.WriteHeader(status)
}

// newWeb is a client for which every name leads to the web, but for gone.course.dev.
func newWeb(t *testing.T) (*web, *http.Client) {
	t.Helper()
	w := &web{asked: map[string]int{}}
	server := httptest.NewServer(w)
	t.Cleanup(server.Close)
	return w, &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			host, _, _ := net.SplitHostPort(address)
			if host == "gone.course.dev" {
				return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
			}
			if host == "slow.course.dev" {
				return nil, context.DeadlineExceeded
			}
			var d net.Dialer
			return d.DialContext(ctx, network, server.Listener.Addr().String())
		},
	}}
}

func TestRemote(t *testing.T) {
	w, client := newWeb(t)
	markdown := "# A\n\n[a](http://a.course.dev/) [b](http://a.course.dev/#x) <http://a.course.dev/>\n\n" +
		"[gone](http://a.course.dev/404)\nand [again](http://a.course.dev/404#y)\n\n" +
		"[410](http://a.course.dev/410) [500](http://a.course.dev/500) [429](http://a.course.dev/429) [403](http://a.course.dev/403) [999](http://a.course.dev/999)\n\n" +
		"[get](http://a.course.dev/get-only) [shy](http://a.course.dev/shy) [5](http://a.course.dev/301/5) [6](http://a.course.dev/301/6) [round](http://a.course.dev/round)\n\n" +
		"[none](http://gone.course.dev/) [slow](http://slow.course.dev/) [tls](https://a.course.dev/)\n\n" +
		"[l](http://localhost:1/) [i](http://127.0.0.1:1/) [6](http://[::1]/) [e](https://docs.example.com/) [x](http://x.test) [p](http://10.0.0.1/) [m](mailto:a@course.dev)\n\n" +
		"`http://a.course.dev/code`\n\n    http://a.course.dev/code\n"
	other := lesson("02", "lessons/02-b.md", "# B\n\nhttp://a.course.dev/404\n")
	got, err := book.CheckRemote(t.Context(), book.Options{Root: t.TempDir(), Pages: []book.Page{lesson("01", "lessons/01-a.md", markdown), other}}, client)
	if err != nil {
		t.Fatal(err)
	}
	tlsSays := ""
	for i, p := range got.Dead {
		if p.Line == 12 && len(p.Message) > 30 && p.Message[:29] == `link "https://a.course.dev/":` {
			tlsSays, got.Dead[i].Message = p.Message, "TLS"
		}
	}
	if tlsSays == "" {
		t.Error("a service that speaks no TLS goes unseen")
	}
	p := func(file string, line int, message string) book.Problem {
		return book.Problem{File: "lessons/" + file, Line: line, Message: message}
	}
	want := book.Remote{
		Asked: 15,
		Dead: book.Problems{
			p("01-a.md", 5, `link "http://a.course.dev/404": the answer is 404 Not Found`),
			p("01-a.md", 6, `link "http://a.course.dev/404": the answer is 404 Not Found`),
			p("01-a.md", 8, `link "http://a.course.dev/410": the answer is 410 Gone`),
			p("01-a.md", 10, `link "http://a.course.dev/301/6": no answer: more than 5 redirects`),
			p("01-a.md", 10, `link "http://a.course.dev/round": no answer: more than 5 redirects`),
			p("01-a.md", 12, `link "http://gone.course.dev/": there is no host gone.course.dev`),
			p("01-a.md", 12, `link "http://slow.course.dev/": no answer within 10s`),
			p("01-a.md", 12, "TLS"),
			p("02-b.md", 3, `link "http://a.course.dev/404": the answer is 404 Not Found`),
		},
		Unasked: book.Problems{
			p("01-a.md", 8, `link "http://a.course.dev/403": the answer is 403 Forbidden`),
			p("01-a.md", 8, `link "http://a.course.dev/429": the answer is 429 Too Many Requests`),
			p("01-a.md", 8, `link "http://a.course.dev/500": the answer is 500 Internal Server Error`),
			p("01-a.md", 8, `link "http://a.course.dev/999": the answer is 999`),
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for request, want := range map[string]int{
		"HEAD a.course.dev/": 1, "GET a.course.dev/": 0, "HEAD a.course.dev/404": 1, "GET a.course.dev/404": 1, "GET a.course.dev/get-only": 1,
		"GET a.course.dev/shy": 1, "HEAD a.course.dev/429": 1, "GET a.course.dev/429": 0, "HEAD a.course.dev/code": 0,
	} {
		if w.asked[request] != want {
			t.Errorf("%s: asked %d times, want %d", request, w.asked[request], want)
		}
	}
	if most := w.most.Load(); most > 4 {
		t.Errorf("%d requests at a time, want 4 at most", most)
	}
}

func TestRemoteIsGivenUp(t *testing.T) {
	_, client := newWeb(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := book.Options{Root: t.TempDir(), Pages: []book.Page{lesson("01", "lessons/01-a.md", "http://a.course.dev/ http://b.course.dev/")}}
	if _, err := book.CheckRemote(ctx, o, client); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := book.CheckRemote(t.Context(), book.Options{}, client); err == nil {
		t.Error("a book without pages is asked about")
	}
}
