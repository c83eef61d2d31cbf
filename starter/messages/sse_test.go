package messages

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

type sseEvent struct{ Name, Data string }

// readEvents reads to the end and returns what ended it.
func readEvents(r io.Reader, max int) (events []sseEvent, err error) {
	reader := newSSEReader(r, max)
	for {
		name, data, err := reader.next()
		if err != nil {
			return events, err
		}
		events = append(events, sseEvent{name, string(data)})
	}
}

func TestSSE(t *testing.T) {
	tests := []struct {
		name, in string
		want     []sseEvent
	}{
		{"nothing", "", nil},
		{"one event", "event: a\ndata: 1\n\n", []sseEvent{{"a", "1"}}},
		{"two events", "event: a\ndata: 1\n\nevent: b\ndata: 2\n\n", []sseEvent{{"a", "1"}, {"b", "2"}}},
		{"CRLF", "event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n", []sseEvent{{"a", "1"}, {"", "2"}}},
		{"CR", "event: a\rdata: 1\r\rdata: 2\r\r", []sseEvent{{"a", "1"}, {"", "2"}}},
		{"line ends mixed", "event: a\r\ndata: 1\n\r\ndata: 2\r\n\n\rdata: 3\r\r\n", []sseEvent{{"a", "1"}, {"", "2"}, {"", "3"}}},
		{"no name", "data: 1\n\n", []sseEvent{{"", "1"}}},
		{"the name of one event is not the next one's", "event: a\ndata: 1\n\ndata: 2\n\n", []sseEvent{{"a", "1"}, {"", "2"}}},
		{"an event without data", "event: a\n\ndata: 2\n\n", []sseEvent{{"", "2"}}},
		{"empty data", "event: a\ndata:\n\ndata\n\ndata: 2\n\n", []sseEvent{{"", "2"}}},
		{"the last name counts", "event: a\nevent: b\ndata: 1\n\n", []sseEvent{{"b", "1"}}},
		{"the name after the data", "data: 1\nevent: a\n\n", []sseEvent{{"a", "1"}}},
		{"data of several lines", "data: {\ndata:  \"x\":1\ndata:\ndata: }\n\n", []sseEvent{{"", "{\n \"x\":1\n\n}"}}},
		{"no space after the colon", "event:a\ndata:1\n\n", []sseEvent{{"a", "1"}}},
		{"only one space is taken", "data:  1 \n\n", []sseEvent{{"", " 1 "}}},
		{"a colon in the data", "data: a: b:c\n\n", []sseEvent{{"", "a: b:c"}}},
		{"comments", ": hello\n\n:\ndata: 1\n:x\n\n: bye\n\n", []sseEvent{{"", "1"}}},
		{"other fields", "id: 7\nretry: 100\ndatax: 0\n data: 0\nDATA: 0\ndata: 1\nnothing\n\n", []sseEvent{{"", "1"}}},
		{"byte order mark", "\ufeffdata: 1\n\ndata: \ufeff2\n\n", []sseEvent{{"", "1"}, {"", "\ufeff2"}}},
		{"empty lines around", "\n\r\n\ndata: 1\n\n\n\n", []sseEvent{{"", "1"}}},
		{"characters of several bytes", "data: é…😀\n\n", []sseEvent{{"", "é…😀"}}},
		{"cut in a line", "data: 1\n\ndata: 2", []sseEvent{{"", "1"}}},
		{"cut after a line", "data: 1\n\ndata: 2\n", []sseEvent{{"", "1"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for how, r := range map[string]io.Reader{
				"at once":      strings.NewReader(test.in),
				"byte by byte": iotest.OneByteReader(strings.NewReader(test.in)),
			} {
				got, err := readEvents(r, maxEvent)
				if err != io.EOF {
					t.Errorf("%s: ended by %v, want io.EOF", how, err)
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", how, diff)
				}
			}
		})
	}
}

// M14: the lines are not short.
func TestSSELongLine(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	got, err := readEvents(strings.NewReader("data: "+long+"\n\ndata: 2\n\n"), maxEvent)
	if err != io.EOF || len(got) != 2 || got[0].Data != long || got[1].Data != "2" {
		t.Errorf("%d events, ended by %v; want the long one, the short one, io.EOF", len(got), err)
	}
}

func TestSSEBound(t *testing.T) {
	tests := []struct {
		name, in string
		want     error
	}{
		{"many short events", strings.Repeat("data: 12345\n\n", 100), io.EOF},
		{"many comments", strings.Repeat(": 12345\n", 100), io.EOF},
		{"a long line", "data: " + strings.Repeat("1", 30), errEventTooLong},
		{"a long comment", ": " + strings.Repeat("1", 30), errEventTooLong},
		{"many lines of data", strings.Repeat("data: 12345\n", 100), errEventTooLong},
		{"many empty lines of data", strings.Repeat("data\n", 100), errEventTooLong},
	}
	for _, test := range tests {
		if _, err := readEvents(strings.NewReader(test.in), 20); !errors.Is(err, test.want) {
			t.Errorf("%s: ended by %v, want %v", test.name, err, test.want)
		}
	}
}

func TestSSEReadFault(t *testing.T) {
	broken := errors.New("broken")
	got, err := readEvents(io.MultiReader(strings.NewReader("data: 1\n\ndata: 2\n"), iotest.ErrReader(broken)), maxEvent)
	if err != broken || len(got) != 1 {
		t.Errorf("events %v, ended by %v; want one event and the fault", got, err)
	}
}

// An event is there as soon as its last CR is: to wait for an LF after it
// would hold it back until the next event.
func TestSSEDoesNotWaitAfterCR(t *testing.T) {
	for _, in := range []string{"data: 1\r\r", "data: 1\r\n\r", "data: 1\n\n"} {
		r, w := io.Pipe()
		go w.Write([]byte(in))
		if _, data, err := newSSEReader(r, maxEvent).next(); err != nil || string(data) != "1" {
			t.Errorf("%q: data %q, error %v", in, data, err)
		}
		r.Close()
	}
}

func FuzzSSE(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "\r", "\r\n\r\n", ":", "data", "data:", "data: 1\n\n", "\ufeffdata: 1\r\rdata:2\r\n\r\n", "event: a\ndata: {\ndata: }\n\n",
		": c\nid: 1\nretry: x\nevent\n\n", "data: \xff\xfe\n\n", "data: 1\n\ndata: 2", wholeStream,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		const max = 4096
		whole, err := readEvents(strings.NewReader(in), max)
		if err != io.EOF && !errors.Is(err, errEventTooLong) {
			t.Errorf("ended by %v", err)
		}
		size := 0
		for _, e := range whole {
			size += len(e.Name) + len(e.Data)
			if e.Data == "" || strings.ContainsAny(e.Name, "\r\n") || strings.Contains(e.Data, "\r") {
				t.Errorf("event %q", e)
			}
		}
		if size > len(in) {
			t.Errorf("%d bytes of events in %d bytes", size, len(in))
		}
		bytewise, err2 := readEvents(iotest.OneByteReader(strings.NewReader(in)), max)
		if diff := cmp.Diff(whole, bytewise); diff != "" || (err == io.EOF) != (err2 == io.EOF) {
			t.Errorf("byte by byte it reads otherwise: %v, %v\n%s", err, err2, diff)
		}
	})
}
