package progress

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func at(second int) time.Time { return time.Date(2026, 11, 29, 12, 0, second, 250_000_000, time.UTC) }

func appendAll(t *testing.T, l *Log, events ...Event) {
	t.Helper()
	for i, e := range events {
		if err := l.Append(at(i), e); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, l *Log) []Event {
	t.Helper()
	events, err := l.Read()
	if err != nil {
		t.Fatal(err)
	}
	for i := range events {
		events[i].T = 0
	}
	return events
}

func logFile(root string) string { return filepath.Join(root, ".course", "progress.jsonl") }

func session() []Event {
	return []Event{
		{Event: Started, Exercise: "1.1"},
		{Event: Checked, Exercise: "1.1", Passed: 3, Of: 11, Checks: "abc"},
		{Event: Hinted, Exercise: "1.1"},
	}
}

func TestAppendAndRead(t *testing.T) {
	root := t.TempDir()
	l := Open(root)
	if got := read(t, l); got != nil {
		t.Errorf("before the first event: %v", got)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) > 0 {
		t.Errorf("reading made %v, %v", entries, err)
	}
	appendAll(t, l, session()...)
	if diff := cmp.Diff(session(), read(t, Open(root))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	src, err := os.ReadFile(logFile(root))
	const want = `{"t":1795953600.25,"event":"started","exercise":"1.1"}
{"t":1795953601.25,"event":"checked","exercise":"1.1","passed":3,"of":11,"checks":"abc"}
{"t":1795953602.25,"event":"hinted","exercise":"1.1"}
`
	if diff := cmp.Diff(want, string(src)); diff != "" || err != nil {
		t.Errorf("%v, the file (-want +got):\n%s", err, diff)
	}
}

// TestCutOff cuts the log off at every byte of its last line: that costs this event at most, and the next is whole.
func TestCutOff(t *testing.T) {
	whole := t.TempDir()
	appendAll(t, Open(whole), session()...)
	src, err := os.ReadFile(logFile(whole))
	if err != nil {
		t.Fatal(err)
	}
	lastLine := strings.LastIndexByte(strings.TrimSuffix(string(src), "\n"), '\n') + 1
	next := Event{Event: Passed, Exercise: "1.1"}
	for size := lastLine; size <= len(src); size++ {
		root := t.TempDir()
		write(t, root, string(src[:size]))
		kept := session()[:2]
		if size >= len(src)-1 { // all of the line but perhaps its end
			kept = session()
		}
		l := Open(root)
		if diff := cmp.Diff(kept, read(t, l)); diff != "" {
			t.Fatalf("cut off after %d bytes (-want +got):\n%s", size, diff)
		}
		appendAll(t, l, next)
		if diff := cmp.Diff(append(kept, next), read(t, l)); diff != "" {
			t.Fatalf("cut off after %d bytes, and one more event (-want +got):\n%s", size, diff)
		}
		if after, err := os.ReadFile(logFile(root)); err != nil || !strings.HasPrefix(string(after), string(src[:size])) {
			t.Fatalf("cut off after %d bytes, the log became %q, %v", size, after, err)
		}
	}
}

func write(t *testing.T, root, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(logFile(root)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(logFile(root), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestGarbageIsPassedOver(t *testing.T) {
	const good = `{"t":1,"event":"started","exercise":"1.1"}`
	want := []Event{{Event: Started, Exercise: "1.1"}}
	for _, garbage := range []string{
		"", "   ", "not JSON", "{", "[]", "null", "7", `"1.1"`, "{}", `{"event":"started"}`, `{"t":"now","event":"started","exercise":"1.2"}`,
		`{"event":5,"exercise":"1.2"}`, good + good, good + ",", "<<<<<<< HEAD", "\x00\x00\x00\x00", "\xff\xfe", strings.Repeat("x", 1<<20), good[:20] + good,
	} {
		for name, text := range map[string]string{
			"before": garbage + "\n" + good + "\n", "behind": good + "\n" + garbage + "\n", "at the end": good + "\n" + garbage,
			"CRLF": garbage + "\r\n" + good + "\r\n",
		} {
			root := t.TempDir()
			write(t, root, text)
			if diff := cmp.Diff(want, read(t, Open(root))); diff != "" {
				t.Errorf("%.40q %s (-want +got):\n%s", garbage, name, diff)
			}
		}
	}
}

func TestConcurrentAppends(t *testing.T) {
	const writers, each = 8, 25
	for name, before := range map[string]string{"new log": "", "a line cut off": `{"t":1,"event":"sta`} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			write(t, root, before)
			var all sync.WaitGroup
			for w := range writers {
				all.Go(func() {
					l := Open(root)
					for i := range each {
						e := Event{Event: Checked, Exercise: fmt.Sprintf("%d.%d", w, i), Passed: w, Of: 10, Checks: strings.Repeat("c", 100*w)}
						if err := l.Append(at(0), e); err != nil {
							t.Error(err)
						}
					}
				})
			}
			all.Wait()
			next := make([]int, writers)
			for _, e := range read(t, Open(root)) {
				w := e.Passed
				if want := fmt.Sprintf("%d.%d", w, next[w]); e.Exercise != want || len(e.Checks) != 100*w {
					t.Fatalf("writer %d: got %+v, want event %s", w, e, want)
				}
				next[w]++
			}
			for w, n := range next {
				if n != each {
					t.Errorf("writer %d: %d events, want %d", w, n, each)
				}
			}
		})
	}
}

func TestUnwritable(t *testing.T) {
	tests := []struct {
		name, spoil, write, read string
	}{
		{"a file in the place of the folder", ".course", "write down the progress: mkdir ROOT/.course: not a directory",
			"read the progress: open ROOT/.course/progress.jsonl: not a directory"},
		{"a folder in the place of the log", ".course/progress.jsonl/x", "write down the progress: open ROOT/.course/progress.jsonl: is a directory",
			"read the progress: read ROOT/.course/progress.jsonl: is a directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			path := filepath.Join(root, filepath.FromSlash(tt.spoil))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			said := func(err error) string { return strings.ReplaceAll(fmt.Sprint(err), root, "ROOT") }
			if got := said(Open(root).Append(at(0), session()[0])); got != tt.write {
				t.Errorf("append: got %s, want %s", got, tt.write)
			}
			events, err := Open(root).Read()
			if got := said(err); got != tt.read || events != nil {
				t.Errorf("read: got %v, %s, want %s", events, got, tt.read)
			}
		})
	}
}
