package reader

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A site is a server under test: its page is the text of the files in a folder, one mistake for each line "bad".
type site struct {
	t       *testing.T
	dir     string
	ticks   chan time.Time
	reports chan string // "" when mended
	url     string
	stop    func() error

	mu     sync.Mutex
	builds int
}

func start(t *testing.T, files map[string]string) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), ticks: make(chan time.Time), reports: make(chan string, 100)}
	for name, text := range files {
		s.write(name, text)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + l.Addr().String()
	server := &Server{Build: s.build, Watch: []string{s.dir}, Ticks: s.ticks, Report: func(err error) {
		if err == nil {
			s.reports <- ""
			return
		}
		s.reports <- err.Error()
	}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	s.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { _ = s.stop() })
	s.page() // there is an answer when the first build is over
	return s
}

// build makes a page of the folder's files; "bad" in one is a mistake, "panic" a panic.
func (s *site) build() ([]byte, error) {
	s.mu.Lock()
	s.builds++
	s.mu.Unlock()
	files, err := filepath.Glob(filepath.Join(s.dir, "*"))
	if err != nil || len(files) == 0 {
		return nil, os.ErrNotExist
	}
	page := "<!doctype html>\n<html><head></head><body>"
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		switch text := string(src); {
		case strings.HasPrefix(text, "bad"):
			return nil, &mistake{filepath.Base(file) + ":1: " + text}
		case text == "panic":
			panic("at the disco")
		default:
			page += text
		}
	}
	return []byte(page + "</body></html>"), nil
}

type mistake struct{ text string }

func (m *mistake) Error() string { return m.text }

func (s *site) built() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.builds
}

func (s *site) write(name, text string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// tick lets the server look at the files so many times. When it returns, all but the last look have been done.
func (s *site) tick(times int) {
	s.t.Helper()
	for range times {
		select {
		case s.ticks <- time.Time{}:
		case <-s.t.Context().Done():
			s.t.Fatal("the server does not look any more")
		}
	}
}

// settle lets the server take up a change: two looks that see the same, and one more, so that the build is over.
func (s *site) settle() { s.tick(3) }

func (s *site) do(method, path, host string) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Host = host
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	var b strings.Builder
	if _, err := bufio.NewReader(res.Body).WriteTo(&b); err != nil {
		s.t.Fatal(err)
	}
	return res, b.String()
}

func (s *site) page() string {
	s.t.Helper()
	_, page := s.do(http.MethodGet, "/", "")
	return page
}

// A follower is a browser that follows the events.
type follower struct {
	t   *testing.T
	res *http.Response
	in  *bufio.Scanner
}

func (s *site) follow() *follower {
	s.t.Helper()
	res, err := http.Get(s.url + "/events")
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = res.Body.Close() })
	if kind := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || kind != "text/event-stream" {
		s.t.Fatalf("%s, %q", res.Status, kind)
	}
	return &follower{s.t, res, bufio.NewScanner(res.Body)}
}

// next is the next event's name and data; "" at the end of the stream.
func (f *follower) next() (name, data string) {
	f.t.Helper()
	var lines []string
	for f.in.Scan() {
		key, value, _ := strings.Cut(f.in.Text(), ": ")
		switch {
		case key == "event":
			name = value
		case key == "data":
			lines = append(lines, value)
		case key == "" && name != "":
			return name, strings.Join(lines, "\n")
		}
	}
	return "", ""
}

// want reads the next events until one of this name, whose data it returns.
func (f *follower) want(name string) string {
	f.t.Helper()
	for {
		got, data := f.next()
		if got == name {
			return data
		}
		if got == "" {
			f.t.Fatalf("the stream ended before an event %q", name)
		}
	}
}
