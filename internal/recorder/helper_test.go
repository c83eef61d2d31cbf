package recorder

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/trace"
)

const realKey = "sk-ant-fake-real-key-of-the-learner"

// A lab is a recorder between a program, which is the test, and an upstream server.
type lab struct {
	t     *testing.T
	rec   *Recorder
	trace *trace.Writer
}

func newLab(t *testing.T, target string, limits Limits) *lab {
	t.Helper()
	return newLabOf(t, Options{Target: target, Limits: limits})
}

func newLabOf(t *testing.T, opt Options) *lab {
	t.Helper()
	tr, err := trace.Create(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	opt.Key, opt.Known, opt.Trace = realKey, []string{"hunter2hunter2"}, tr
	rec, err := Start(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		rec.Close()
		tr.Close()
	})
	return &lab{t, rec, tr}
}

// upstream is a server that answers in this way.
func upstream(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return s.URL
}

// says is an upstream that gives every request the same answer.
func says(t *testing.T, kind, body string) string {
	return upstream(t, func(w http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		w.Header().Set("content-type", kind)
		w.Header().Set("request-id", "req_fake_1")
		_, _ = io.WriteString(w, body)
	})
}

func (l *lab) request(path, body string) *http.Request {
	l.t.Helper()
	req, err := http.NewRequestWithContext(l.t.Context(), http.MethodPost, l.rec.URL()+path, strings.NewReader(body))
	if err != nil {
		l.t.Fatal(err)
	}
	req.Header.Set("x-api-key", l.rec.ProgramKey())
	req.Header.Set("content-type", "application/json")
	return req
}

// post makes one call; err is that of reading the whole reply.
func (l *lab) post(path, body string) (res *http.Response, reply string, err error) {
	l.t.Helper()
	return do(l.t, l.request(path, body))
}

func do(t *testing.T, req *http.Request) (res *http.Response, reply string, err error) {
	t.Helper()
	res, err = http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	src, err := io.ReadAll(res.Body)
	return res, string(src), err
}

// events closes the recorder and returns the events of one kind, "" for all.
func (l *lab) events(kind string) []map[string]any {
	l.t.Helper()
	if err := l.rec.Close(); err != nil {
		l.t.Fatal(err)
	}
	var events []map[string]any
	for line := range strings.Lines(l.text()) {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			l.t.Fatalf("%v: %s", err, line)
		}
		if kind == "" || e["event"] == kind {
			delete(e, "t")
			delete(e, "ms")
			delete(e, "event")
			events = append(events, e)
		}
	}
	return events
}

// one is the only event of a kind.
func (l *lab) one(kind string) map[string]any {
	l.t.Helper()
	events := l.events(kind)
	if len(events) != 1 {
		l.t.Fatalf("%d events %s:\n%s", len(events), kind, l.text())
	}
	return events[0]
}

func (l *lab) text() string {
	l.t.Helper()
	src, err := os.ReadFile(l.trace.Path())
	if err != nil {
		l.t.Fatal(err)
	}
	return string(src)
}

func fromJSON(t *testing.T, src string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(src), &v); err != nil {
		t.Fatalf("%v: %s", err, src)
	}
	return v
}

// message is a reply of the Messages API.
func message(model, stop, content string, in, out int) string {
	return fmt.Sprintf(`{"id":"msg_1","type":"message","role":"assistant","model":%q,"content":%s,"stop_reason":%q,"usage":{"input_tokens":%d,"output_tokens":%d}}`,
		model, content, stop, in, out)
}

const hello = `{"model":"claude-opus-5-5","max_tokens":10,"messages":[{"role":"user","content":"Hello"}]}`
