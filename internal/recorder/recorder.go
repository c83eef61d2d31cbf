package recorder

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"

	"agentcourse/internal/scrub"
	"agentcourse/internal/trace"
)

// FakeKey is what goes to a target that needs no real key.
const FakeKey = "sk-ant-fake-0000"

const connectLimit = 30 * time.Second // how long a reply may then take is the program's to say

// Options say what a Recorder records and where it forwards to.
type Options struct {
	Target string        // the base address, http or https, without /v1
	Live   bool          // the target costs money: it gets only calls that are the program's, and that can be priced
	Key    string        // what the target wants as its key; "" means FakeKey
	Known  []string      // secrets that must not reach the trace, beside Key and whatever looks like a key
	Trace  *trace.Writer // the caller closes it after the recorder
	Limits Limits
	Now    func() time.Time // nil means time.Now
	Grace  time.Duration    // between asking a program to end and ending it; 0 means 2 s

	// Proxy picks the proxy for a request to the target, as http.ProxyFromEnvironment does; nil means none.
	Proxy func(*http.Request) (*url.URL, error)
}

// Limits bound a run; 0 is no limit. What a call costs is known only when its reply is there, so the last reply may go
// over CostUSD. A call beside others waits for them when all that they allow might go over it. A reply whose price or
// tokens are not known counts as nothing, one that broke off as what it had told.
type Limits struct {
	Calls   int
	CostUSD float64
	Time    time.Duration // of a program that [Recorder.Run] runs
}

// A Recorder is a recording proxy on loopback. Its methods may be called by several goroutines.
type Recorder struct {
	opt        Options
	target     *url.URL
	programKey string
	known      []string
	address    string // 127.0.0.1:PORT
	server     *http.Server
	transport  *http.Transport
	ctx        context.Context // ends with Close
	cancel     context.CancelFunc
	served     chan struct{} // closed when the accept loop has ended
	conns      sync.WaitGroup
	closed     sync.Once

	mu       sync.Mutex
	summary  Summary
	stopped  chan struct{}   // closed when a limit was met or Stop called
	tools    map[string]tool // by the call's id, tool calls whose results have not come yet
	traceErr error
	underWay map[*call]float64 // calls that were admitted and have not ended, with what each may cost
	changed  chan struct{}     // closed and made anew when a waiting call may go on
}

// Start starts a recorder on 127.0.0.1, on a port the system picks. Close it.
func Start(opt Options) (*Recorder, error) {
	target, err := url.Parse(opt.Target)
	if err != nil || (target.Scheme != "http" && target.Scheme != "https") || target.Host == "" {
		return nil, fmt.Errorf("%q is no address to forward to", opt.Target)
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Grace == 0 {
		opt.Grace = 2 * time.Second
	}
	if opt.Key == "" {
		opt.Key = FakeKey
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the recorder: %w", err)
	}
	r := &Recorder{
		opt: opt, target: target, known: scrub.Forms(append([]string{opt.Key}, opt.Known...)...),
		programKey: "sk-ant-fake-" + strings.ToLower(rand.Text()[:12]),
		address:    listener.Addr().String(), served: make(chan struct{}), stopped: make(chan struct{}),
		summary: newSummary(), tools: map[string]tool{}, underWay: map[*call]float64{}, changed: make(chan struct{}),
		transport: &http.Transport{
			Proxy: opt.Proxy, DialContext: (&net.Dialer{Timeout: connectLimit}).DialContext, TLSHandshakeTimeout: connectLimit,
			MaxIdleConnsPerHost: 16, ForceAttemptHTTP2: true,
			DisableCompression: true, // a compressed reply could not be read on the way
		},
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	quiet := log.New(io.Discard, "", 0) // what goes wrong is in the trace
	proxy := &httputil.ReverseProxy{
		Rewrite: r.rewrite, ModifyResponse: r.watch, ErrorHandler: r.unreachable,
		Transport: r.transport, FlushInterval: -1, ErrorLog: quiet,
	}
	r.server = &http.Server{
		Handler:     http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { r.serve(proxy, w, req) }),
		BaseContext: func(net.Listener) context.Context { return r.ctx },
		ConnState:   r.connState, ErrorLog: quiet,
	}
	go func() {
		defer close(r.served)
		_ = r.server.Serve(listener) // Close ends it
	}()
	return r, nil
}

// URL is the address for the program, http://127.0.0.1:PORT.
func (r *Recorder) URL() string { return "http://" + r.address }

// ProgramKey is the key for the program. It is good for this recorder alone, so that no other program on the machine
// can make calls with the target's key.
func (r *Recorder) ProgramKey() string { return r.programKey }

// Close ends the recorder at once, calls that are under way included, and returns when all is recorded. The error is the
// first one in writing the trace.
func (r *Recorder) Close() error {
	r.closed.Do(func() {
		r.cancel()
		_ = r.server.Close() // of the listener, which nobody uses any more
		<-r.served
		r.conns.Wait()
		r.transport.CloseIdleConnections()
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.traceErr
}

func (r *Recorder) connState(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		r.conns.Add(1)
	case http.StateClosed, http.StateHijacked:
		r.conns.Done()
	}
}

// write adds an event to the trace; r.mu is locked, so that events that belong together stand together.
func (r *Recorder) write(e trace.Event) {
	if err := r.opt.Trace.Write(e); err != nil && r.traceErr == nil {
		r.traceErr = err
	}
}

// Task writes the first event of the trace.
func (r *Recorder) Task(task trace.Task) {
	r.mu.Lock()
	defer r.mu.Unlock()
	task.Task, task.Model, task.Provider = r.clean(task.Task), r.clean(task.Model), r.clean(task.Provider)
	r.write(task)
}

// Record is the record of a run without keys.
func (r *Recorder) Record(run trace.Run) trace.Run {
	for _, s := range []*string{
		&run.Exercise, &run.Program, &run.Provider, &run.Model, &run.Status, &run.Trace, &run.PromptVersion, &run.Commit,
	} {
		*s = r.clean(*s)
	}
	return run
}

// Stop writes down why the run ends and lets no further call through. Only the first reason counts.
func (r *Recorder) Stop(reason, detail string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop(reason, detail)
}

func (r *Recorder) stop(reason, detail string) {
	if r.summary.Stopped == nil {
		r.summary.Stopped = &trace.Stopped{Reason: reason, Detail: r.clean(detail)}
		r.write(*r.summary.Stopped)
		close(r.stopped)
		r.tellWaiting()
	}
}

// Stopped is closed when the run must end.
func (r *Recorder) Stopped() <-chan struct{} { return r.stopped }

func (r *Recorder) clean(text string) string {
	return scrub.Keys(strings.ToValidUTF8(text, "\uFFFD"), r.known...)
}
