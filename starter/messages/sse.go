package messages

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxEvent bounds one event, in bytes. A bufio.Scanner would give up at 64 KiB,
// and a tool's input can be longer than that; without any bound, a broken
// server could fill the memory. The official SDK stops at the same size.
const maxEvent = 32 << 20

var errEventTooLong = errors.New("an event is too long")

// sseReader reads server-sent events: lines of "field: value", with an empty
// line after each event (WHATWG HTML standard, "Server-sent events").
type sseReader struct {
	from    *bufio.Reader
	max     int    // bytes of an event
	line    []byte // the current line, overwritten by the next
	afterCR bool   // the last line ended with CR: an LF now belongs to it
	begun   bool   // the first line has been read
}

func newSSEReader(r io.Reader, max int) *sseReader {
	return &sseReader{from: bufio.NewReader(r), max: max}
}

// next returns the next event that has data: its name, often "", and its data.
// At the end of the input it returns io.EOF. An event that the end cuts off,
// even if only its empty line is missing, does not count, as the standard says.
func (s *sseReader) next() (name string, data []byte, err error) {
	for {
		if err := s.readLine(); err != nil {
			return "", nil, err
		}
		if len(s.line) == 0 {
			if data = bytes.TrimSuffix(data, []byte("\n")); len(data) > 0 {
				return name, data, nil
			}
			name, data = "", nil
			continue
		}
		field, value, _ := bytes.Cut(s.line, []byte(":")) // a comment has the field ""
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			name = string(value)
		case "data": // there can be several; they are lines of one text
			if len(data)+len(value) > s.max {
				return "", nil, s.tooLong()
			}
			data = append(append(data, value...), '\n')
		}
	}
}

// readLine reads up to LF, CR or CRLF. After a CR it does not wait to see
// whether an LF follows: on a quiet connection that could take for ever.
func (s *sseReader) readLine() error {
	s.line = s.line[:0]
	for {
		b, err := s.from.ReadByte()
		if err != nil {
			return err
		}
		skip := s.afterCR && b == '\n'
		s.afterCR = b == '\r'
		switch {
		case skip:
		case b == '\n' || b == '\r':
			if !s.begun {
				s.begun = true
				s.line = bytes.TrimPrefix(s.line, []byte("\ufeff")) // a byte order mark
			}
			return nil
		case len(s.line) > s.max:
			return s.tooLong()
		default:
			s.line = append(s.line, b)
		}
	}
}

func (s *sseReader) tooLong() error {
	return fmt.Errorf("%w: more than %d bytes", errEventTooLong, s.max)
}
