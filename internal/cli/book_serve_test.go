package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"agentcourse/internal/progress"
)

// serveBook runs `course book serve` until it is stopped, and returns its screen and its address.
func serveBook(t *testing.T, v *visit, args string) (s *screen, url string, stop func() int) {
	t.Helper()
	s = &screen{changed: make(chan struct{}, 1)}
	w := v.world()
	w.Out, w.Err = s, s
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() { code <- Run(ctx, w, strings.Fields("book serve "+args)) }()
	stop = func() int {
		cancel()
		return <-code
	}
	seen := s.await(t, "until Ctrl-C\n")
	return s, regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(seen), stop
}

// served is the page that a browser gets.
func served(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestBookServe(t *testing.T) {
	v := newBook(t, "# Map\n\nfirst text\n")
	s, url, stop := serveBook(t, v, "")
	if page := served(t, url); !strings.Contains(page, "first text") || !strings.Contains(page, "new EventSource('/events')") {
		t.Errorf("the page is %d bytes, without the text or the script", len(page))
	}
	v.write("lessons/index.md", "---\ntitle: Map\n---\n# Map\n\nsecond text, and a [dead link](none.md)\n")
	s.await(t, "lessons/index.md:6: link \"none.md\": there is no lessons/none.md\ncourse: note: the page stays as it is until this is mended\n")
	if page := served(t, url); !strings.Contains(page, "first text") || !strings.Contains(page, "lessons/index.md:6: link &#34;none.md&#34;") {
		t.Error("the last good page does not stay, with what is wrong now in it")
	}
	v.write("lessons/index.md", "no front matter any more\n")
	s.await(t, "lessons/index.md:1: no front matter")
	v.write("lessons/index.md", "---\ntitle: Map\n---\n# Map\n\nthird text\n")
	s.await(t, "mended: the page is as the files are\n")
	if page := served(t, url); !strings.Contains(page, "third text") || strings.Contains(page, "there is no") {
		t.Error("the page does not follow")
	}
	if code := stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if _, err := http.Get(url); err == nil || !strings.HasSuffix(s.String(), "course: note: stopped\n") {
		t.Errorf("after the end: %v, %q", err, s)
	}
	if _, err := os.Stat(filepath.Join(v.root, "book", "dist")); err == nil {
		t.Error("it has written into the repository")
	}
}

func TestBookServeNothingGood(t *testing.T) {
	v := newBook(t, "# Map\n\n[dead](none.md)\n")
	s, url, stop := serveBook(t, v, "")
	s.await(t, "lessons/index.md:6: link")
	if page := served(t, url); !strings.Contains(page, "<h1>The book cannot be built yet</h1>") || !strings.Contains(page, "<li>lessons/index.md:6: link") {
		t.Errorf("the error page is\n%s", page)
	}
	stop()
}

// The page changes with the learner's progress, as the log is one of its files.
func TestBookServeFollowsProgress(t *testing.T) {
	v := newVisit(t)
	_, url, stop := serveBook(t, v, "")
	res, err := http.Get(url + "events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	events := bufio.NewScanner(res.Body)
	next := func() {
		for events.Scan() && events.Text() != "event: reload" {
		}
		if events.Err() != nil {
			t.Fatal(events.Err())
		}
	}
	next()
	v.course(0, "start 1.2")
	next() // the progress log is one of the watched files
	stop()
	states, err := (&app{log: progress.Open(v.root)}).states()
	if words := progressWords(states); err != nil || len(words) != 1 || words["1.2"] != "started" {
		t.Errorf("the words are %v, %v", words, err)
	}
}

func TestBookServePort(t *testing.T) {
	v := newBook(t, "# Map\n")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	v.course(2, fmt.Sprintf("book serve --port %d", port))
	v.says(fmt.Sprintf("port %d is taken by another program", port), "hint: choose another one, or leave --port out for one that is free")
	v.course(2, "book serve --port 99999")
	v.course(2, "book serve word")
	if err := portError(80, syscall.EACCES); !strings.Contains(err.Error(), "port 80 may not be used") || !strings.Contains(hintFor(err), "above 1023") {
		t.Errorf("%v; %s", err, hintFor(err))
	}
}
