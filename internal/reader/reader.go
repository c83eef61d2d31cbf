// Package reader serves the book on this machine while it is being written: it watches files, builds the page anew when
// they change, and tells open pages to load it. While the files have mistakes, the last good page stays, with the mistakes
// shown in it.
package reader

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"
)

// A Server serves one page. Its fields are set before Serve and not changed after.
type Server struct {
	Build  func() ([]byte, error) // makes the page; an error reads one mistake a line, "FILE:LINE: what is wrong"
	Watch  []string               // files and folders that the page is made of; they need not be there
	Ticks  <-chan time.Time       // when to look at them; a change is taken up when two looks in a row saw the same
	Report func(error)            // told each error of Build, and nil when there is none any more; may be nil

	mu      sync.Mutex
	page    []byte        // the last good one
	id      string        // stands for the page's bytes; "" before the first good one
	wrong   string        // what is wrong now, a mistake a line; "" when nothing is
	changed chan struct{} // closed when any of these changes, and then another one
}

// readHeaderLimit is how long a browser may take for the head of a request.
const readHeaderLimit = 10 * time.Second

// Serve builds the page and serves it on a listener of this machine until the context ends, which is no error. It closes
// the listener. When it returns, all connections are closed and nothing of it is left running.
func (s *Server) Serve(parent context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	seen := look(s.Watch) // before the page is built: what changes meanwhile is a change
	s.build()
	var running sync.WaitGroup
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: readHeaderLimit, ErrorLog: log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnState: func(_ net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				running.Add(1)
			case http.StateClosed:
				running.Done()
			}
		},
	}
	running.Go(func() { s.watch(ctx, seen) })
	running.Go(func() {
		<-ctx.Done()
		_ = server.Close()
	})
	err := server.Serve(l)
	cancel()
	_ = server.Close() // a connection may have come in while the server was closed
	running.Wait()
	if parent.Err() != nil {
		return nil
	}
	return err
}

// watch builds the page anew when what it is made of has changed.
func (s *Server) watch(ctx context.Context, seen string) {
	r := rest{taken: seen, last: seen}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.Ticks:
		}
		if r.after(look(s.Watch)) {
			s.build()
		}
	}
}

// build builds the page and tells everybody how it went.
func (s *Server) build() {
	page, err := s.tryBuild()
	s.mu.Lock()
	mended := s.wrong != "" && err == nil
	if s.wrong = ""; err != nil {
		s.wrong = cmp.Or(plain(err.Error()), "the page cannot be built")
	} else {
		sum := sha256.Sum256(page)
		s.page, s.id = page, hex.EncodeToString(sum[:8])
	}
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
	s.mu.Unlock()
	if s.Report != nil && (mended || err != nil) {
		s.Report(err)
	}
}

// plain is a text that is the same in an event, in a page and here: without what they would leave out or change.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(strings.ReplaceAll(text, "\t", " "), "\ufffd"))
	return strings.Trim(text, "\n")
}

func (s *Server) tryBuild() (page []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the page cannot be built: it panicked: %v", v)
		}
	}()
	return s.Build()
}

// A state is what the server has to show.
type state struct {
	page      []byte
	id, wrong string
	changed   <-chan struct{} // closed when it is no longer so
}

func (s *Server) state() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return state{s.page, s.id, s.wrong, s.changed}
}
