package reader

import (
	"errors"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestRequests(t *testing.T) {
	s := start(t, map[string]string{"a": "hello"})
	port := s.url[strings.LastIndex(s.url, ":"):]
	tests := []struct {
		method, path, host string
		status             int
	}{
		{"GET", "/", "", 200},
		{"HEAD", "/", "", 200},
		{"HEAD", "/events", "", 200},
		{"GET", "/?x=1", "", 200},
		{"POST", "/", "", 405},
		{"DELETE", "/events", "", 405},
		{"OPTIONS", "/", "", 405},
		{"GET", "/index.html", "", 404},
		{"GET", "/events/", "", 404},
		{"GET", "/favicon.ico", "", 404},
		{"POST", "/other", "", 404},
		{"GET", "/", "127.0.0.1" + port, 200},
		{"GET", "/", "localhost" + port, 200},
		{"GET", "/", "LocalHost" + port, 200},
		{"GET", "/", "[::1]" + port, 200},
		{"GET", "/", "localhost", 403},
		{"GET", "/", "localhost:1", 403},
		{"GET", "/", "evil.example" + port, 403},
		{"GET", "/events", "evil.example" + port, 403},
		{"GET", "/", "localhost.evil.example" + port, 403},
		{"GET", "/", "127.0.0.2" + port, 403},
		{"GET", "/", "0.0.0.0" + port, 403},
	}
	for _, tt := range tests {
		res, body := s.do(tt.method, tt.path, tt.host)
		if res.StatusCode != tt.status {
			t.Errorf("%s %s of %q: %s", tt.method, tt.path, tt.host, res.Status)
		}
		if got := res.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s %s: Cache-Control %q", tt.method, tt.path, got)
		}
		if res.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s: open to other sites", tt.method, tt.path)
		}
		if tt.method == "HEAD" && body != "" || tt.status != 200 && strings.Contains(body, "hello") {
			t.Errorf("%s %s of %q: %q", tt.method, tt.path, tt.host, body)
		}
	}
	if page := s.page(); !strings.Contains(page, `<meta name="course-problems" content="">`+"\n</head><body>hello</body>") {
		t.Errorf("the page is %q", page)
	}
}

// The page follows the files, once for a change, and when they have come to rest.
func TestFollows(t *testing.T) {
	s := start(t, map[string]string{"a": "one"})
	f := s.follow()
	first := f.want("reload")
	if !strings.Contains(s.page(), `content="`+first+`"`) {
		t.Errorf("the page does not know its id %s: %s", first, s.page())
	}
	s.tick(3)
	if n := s.built(); n != 1 {
		t.Errorf("%d builds, and nothing has changed", n)
	}
	s.write("a", "three")
	s.settle()
	if id := f.want("reload"); id == first || !strings.Contains(s.page(), "three") {
		t.Errorf("id %s; %s", id, s.page())
	}
	s.tick(3)
	if n := s.built(); n != 2 {
		t.Errorf("%d builds, want 2", n)
	}
	s.write(".a.swp", "an editor's own")
	s.settle()
	if n := s.built(); n != 2 {
		t.Error("a file with a dot was followed")
	}
	select {
	case r := <-s.reports:
		t.Errorf("reported %q, and nothing was wrong", r)
	default:
	}
}

// While files are being written, nothing is built; what is seen twice in a row is taken up once.
func TestRest(t *testing.T) {
	r := rest{taken: "a", last: "a"}
	for i, look := range []struct {
		seen  string
		taken bool
	}{{"a", false}, {"b", false}, {"c", false}, {"d", false}, {"d", true}, {"d", false}, {"e", false}, {"d", false}, {"d", false}, {"a", false}, {"a", true}} {
		if got := r.after(look.seen); got != look.taken {
			t.Errorf("look %d saw %s: %v", i, look.seen, got)
		}
	}
}

func TestMistakes(t *testing.T) {
	s := start(t, map[string]string{"a": "good"})
	f := s.follow()
	first := f.want("reload")
	s.write("a", "bad <b>\"&\nb:2: bad too")
	s.settle()
	if got := f.want("problems"); got != "a:1: bad <b>\"&\nb:2: bad too" {
		t.Errorf("told %q", got)
	}
	if got := <-s.reports; got != "a:1: bad <b>\"&\nb:2: bad too" {
		t.Errorf("reported %q", got)
	}
	if page := s.page(); !strings.Contains(page, "<body>good</body>") || !strings.Contains(page, `content="a:1: bad &lt;b&gt;&#34;&amp;`+"\nb:2: bad too\"") {
		t.Errorf("the page is %q", page)
	}
	if id := f.want("reload"); id != first {
		t.Errorf("the last good page has become %s", id)
	}
	s.write("a", "bad still")
	s.settle()
	if told, reported := f.want("problems"), <-s.reports; told != "a:1: bad still" || reported != told {
		t.Errorf("told %q, reported %q", told, reported)
	}
	s.write("a", "good again")
	s.settle()
	if told, reported := f.want("problems"), <-s.reports; told != "" || reported != "" {
		t.Errorf("mended: told %q, reported %q", told, reported)
	}
	if id := f.want("reload"); id == first || !strings.Contains(s.page(), "good again") {
		t.Errorf("id %s; %s", id, s.page())
	}
}

// When a mistake is taken back, the page is the one that is there.
func TestTakenBack(t *testing.T) {
	s := start(t, map[string]string{"a": "good"})
	f := s.follow()
	first := f.want("reload")
	s.write("a", "bad")
	s.settle()
	if f.want("reload") != first {
		t.Error("another page, for a mistake")
	}
	s.write("a", "good")
	s.settle()
	if f.want("problems") != "" || f.want("reload") != first {
		t.Error("another page, for the same files")
	}
}

func TestNothingGoodYet(t *testing.T) {
	s := start(t, map[string]string{"a": "bad <script>"})
	page := s.page()
	for _, want := range []string{"<li>a:1: bad &lt;script&gt;</li>", `<meta name="course-build" content="">`, "EventSource('/events')", "script-src 'sha256-"} {
		if !strings.Contains(page, want) {
			t.Errorf("the error page lacks %q:\n%s", want, page)
		}
	}
	f := s.follow()
	if got := f.want("problems"); got != "a:1: bad <script>" {
		t.Errorf("told %q", got)
	}
	s.write("a", "good")
	s.settle()
	f.want("reload") // none came before
	if page := s.page(); !strings.Contains(page, "<body>good</body>") {
		t.Errorf("the page is %q", page)
	}
}

// A build that panics is a mistake like others.
func TestPanic(t *testing.T) {
	s := start(t, map[string]string{"a": "good"})
	s.write("a", "panic")
	s.settle()
	if got := <-s.reports; got != "the page cannot be built: it panicked: at the disco" {
		t.Errorf("reported %q", got)
	}
	s.write("a", "better")
	s.settle()
	if got := <-s.reports; got != "" || !strings.Contains(s.page(), "better") {
		t.Errorf("reported %q, %s", got, s.page())
	}
}

// Editors write a new file and rename it; folders are moved away and come back, as when a branch is changed.
func TestFilesThatComeAndGo(t *testing.T) {
	s := start(t, map[string]string{"a": "old"})
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := t.TempDir()
	if err := os.WriteFile(elsewhere+"/new", []byte("newer"), 0o600); err != nil {
		t.Fatal(err)
	}
	rename(elsewhere+"/new", s.dir+"/a")
	s.settle()
	if !strings.Contains(s.page(), "newer") {
		t.Errorf("after a rename: %s", s.page())
	}
	rename(s.dir, elsewhere+"/away")
	s.settle()
	if got := <-s.reports; got != os.ErrNotExist.Error() || !strings.Contains(s.page(), "<body>newer</body>") {
		t.Errorf("without the folder: %q, %s", got, s.page())
	}
	rename(elsewhere+"/away", s.dir)
	s.settle()
	if got := <-s.reports; got != "" {
		t.Errorf("when it is back: %q", got)
	}
	s.write("b", " and more")
	s.settle()
	if !strings.Contains(s.page(), "<body>newer and more</body>") {
		t.Errorf("after it came back: %s", s.page())
	}
	rename(s.dir, elsewhere+"/real")
	if err := os.Symlink(elsewhere+"/real", s.dir); err != nil {
		t.Fatal(err)
	}
	s.write("b", " by a link")
	s.settle()
	if !strings.Contains(s.page(), "<body>newer by a link</body>") {
		t.Errorf("behind a link: %s", s.page())
	}
}

// When the context ends, event streams end at once and nothing is left running.
func TestEnd(t *testing.T) {
	s := start(t, map[string]string{"a": "good"})
	followers := []*follower{s.follow(), s.follow()}
	for _, f := range followers {
		f.want("reload")
	}
	silent, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://")) // as browsers do beforehand
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if err := s.stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
	for _, f := range followers {
		if name, _ := f.next(); name != "" {
			t.Errorf("an event %q after the end", name)
		}
	}
	left := ""
	for range 10_000 { // a goroutine that has told its end may not have come to it yet
		if left = running(); left == "" {
			break
		}
		runtime.Gosched()
	}
	if left != "" {
		t.Errorf("still running:\n%s", left)
	}
	if _, err := http.Get(s.url); err == nil {
		t.Error("it still answers")
	}
}

// running are the goroutines of servers.
func running() string {
	stacks := make([]byte, 1<<20)
	var left []string
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, "reader.(*Server)") || strings.Contains(stack, "net/http.(*conn)") || strings.Contains(stack, "net/http.(*Server)") {
			left = append(left, stack)
		}
	}
	return strings.Join(left, "\n\n")
}

// A browser that goes away is forgotten.
func TestBrowserGoes(t *testing.T) {
	s := start(t, map[string]string{"a": "good"})
	for range 20 {
		f := s.follow()
		f.want("reload")
		_ = f.res.Body.Close()
	}
	s.write("a", "better")
	s.settle()
	if !strings.Contains(s.page(), "better") {
		t.Error("the page is not followed any more")
	}
}

func TestListenerFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	s := &Server{Build: func() ([]byte, error) { return nil, errors.New("never mind") }}
	if err := s.Serve(t.Context(), l); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Serve: %v", err)
	}
}

// What a mistake says is the same in the page and in an event, so that neither is taken for another one.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb": "a\nb", "a\r\nb\r\n": "a\nb", "a\tb\x00\x1b[1m": "a b[1m", "\xff": "\ufffd", "": "", "\n": "",
	} {
		if got := plain(text); got != want {
			t.Errorf("plain(%q) is %q, want %q", text, got, want)
		}
	}
}
