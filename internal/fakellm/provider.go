package fakellm

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// FakeKey is a key for programs under test. The provider takes any key that
// is not empty, except one that starts with "sk-ant-invalid" or "sk-invalid".
// The Ollama dialect has no keys.
const FakeKey = "sk-ant-fake-0000"

// Options says how a [Provider] behaves.
type Options struct {
	Scenario  *Scenario // nil: every valid call runs dry
	Responder Responder // answers in place of the scenario

	// Seed draws what a scenario's faults leave open.
	Seed uint64

	// Models are served beside those of the table of Anthropic models.
	Models []string

	// Local are the only models that are served in the other dialects; nil: any.
	Local []string

	// Address is the loopback address to listen on; empty: 127.0.0.1:0, a port
	// that the system picks.
	Address string

	// Now is the clock of the rate limits and the prompt cache; nil: the real one.
	Now func() time.Time

	// Observe is called with each request once it has been answered, by the
	// goroutine that answered it.
	Observe func(Request)

	// Forget keeps no record of requests, for a provider that runs for long.
	Forget bool

	// WeakWarns serves a request whose refusal rests on weak evidence and
	// records the refusal as a warning.
	WeakWarns bool
}

// Provider is a fake of a model provider's HTTP API on loopback. Its methods
// may be called by several goroutines.
type Provider struct {
	options Options
	address string // 127.0.0.1:PORT
	server  *http.Server
	ctx     context.Context // ends with Close
	cancel  context.CancelFunc
	conns   sync.WaitGroup // connections whose goroutine still runs
	served  chan struct{}  // closed when the accept loop has ended

	now   func() time.Time
	cache *cache

	mu       sync.Mutex
	script   *script
	requests []*Request
	count    int                      // of requests
	open     int                      // calls not answered yet
	holds    map[string]chan struct{} // closed when released
	thoughts int                      // thinking blocks issued
	tools    int                      // tool_use blocks issued
}

// Start runs a provider on loopback. Close it.
func Start(opts Options) (*Provider, error) {
	listener, err := listen(opts.Address)
	if err != nil {
		return nil, fmt.Errorf("fake provider: %w", err)
	}
	p := &Provider{
		options: opts,
		address: listener.Addr().String(),
		served:  make(chan struct{}),
		script:  newScript(opts.Scenario),
		holds:   map[string]chan struct{}{},
	}
	if p.now = opts.Now; p.now == nil {
		p.now = time.Now
	}
	p.cache = newCache(p.now)
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.server = &http.Server{
		Handler:     http.HandlerFunc(p.handle),
		BaseContext: func(net.Listener) context.Context { return p.ctx },
		ConnState:   p.connState,
		ErrorLog:    log.New(io.Discard, "", 0), // broken requests are the client's to report
		// A client that sends "OPTIONS *" is recorded like any other.
		DisableGeneralOptionsHandler: true,
	}
	go func() {
		defer close(p.served)
		// Serve always ends with an error: Close caused it, or the listener
		// broke, and then clients see refused connections.
		_ = p.server.Serve(listener)
	}()
	return p, nil
}

// listen takes a loopback address and no other: a fake is for this machine.
func listen(address string) (net.Listener, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%s is no loopback address", address)
	}
	return net.Listen("tcp", address)
}

// URL is the base address, http://127.0.0.1:PORT.
func (p *Provider) URL() string { return "http://" + p.address }

// Load replaces the script; its uses start again, and holds that were released
// hold again. Requests recorded so far stay. Nil leaves no reply at all.
func (p *Provider) Load(s *Scenario) {
	fresh := newScript(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script = fresh
	for name, gate := range p.holds {
		if isClosed(gate) {
			delete(p.holds, name)
		}
	}
}

// Requests returns copies of all requests so far, in order of arrival.
func (p *Provider) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make([]Request, len(p.requests))
	for i, r := range p.requests {
		list[i] = r.clone()
	}
	return list
}

// Pending returns the numbers of the requests not yet answered.
func (p *Provider) Pending() []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	var numbers []int
	for _, r := range p.requests {
		if !r.answered {
			numbers = append(numbers, r.Number)
		}
	}
	return numbers
}

// LeftOver describes the replies that have a definite number of uses and were
// not used up, e.g. `reply 3 (text "Done.")`.
func (p *Provider) LeftOver() []string {
	p.mu.Lock()
	s := p.script
	p.mu.Unlock()
	return s.leftOver()
}

// Release lets the replies with that hold go, those held now and later ones.
func (p *Provider) Release(hold string) {
	gate := p.gate(hold)
	p.mu.Lock()
	defer p.mu.Unlock()
	if !isClosed(gate) {
		close(gate)
	}
}

func isClosed(gate chan struct{}) bool {
	select {
	case <-gate:
		return true
	default:
		return false
	}
}

// gate is the channel that a hold's replies wait on.
func (p *Provider) gate(hold string) chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holds[hold] == nil {
		p.holds[hold] = make(chan struct{})
	}
	return p.holds[hold]
}

// Close stops at once, held requests included, and returns when no goroutine
// of the provider is left. It may be called more than once.
func (p *Provider) Close() error {
	p.cancel()
	err := p.server.Close()
	<-p.served
	p.conns.Wait()
	if err != nil {
		return fmt.Errorf("fake provider: %w", err)
	}
	return nil
}

// connState counts connections, so that Close can wait for their goroutines.
func (p *Provider) connState(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		p.conns.Add(1)
	case http.StateClosed, http.StateHijacked:
		p.conns.Done()
	}
}
