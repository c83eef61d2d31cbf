package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// A Line is one line of a trace that is not empty.
type Line struct {
	Number  int      // from 1
	T       *float64 // Unix seconds, nil if the line does not tell
	Event   Event    // nil for a broken line; its raw JSON is good until the next line is read
	Problem string   // what is wrong with a broken line, "" for a whole one
}

// Unknown is an event that is not one of the course's.
type Unknown struct {
	Name string
	Raw  json.RawMessage // the whole line
}

func (u Unknown) kind() string { return u.Name }

// Kind is the name of an event: task, model, tool, stopped, call, or that of one unknown here.
func Kind(e Event) string { return e.kind() }

// NoStep is the step of an event that tells none.
const NoStep = -1

// Read reads a trace of any length, line by line, in memory that does not grow with it. It may still be written to. A line
// that is broken is yielded as such and the rest is read; the shapes are those of the events of this package. Unknown
// fields are passed over, a field that is null counts as absent, an absent step is NoStep. Usage that lacks one of its
// two totals is nil, as if the reply had not told. The one error is that of reading the file, and comes last.
func Read(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for raw, err := range Lines(r) {
			if err != nil {
				yield(Line{Number: raw.Number}, err)
				return
			}
			if raw.Number == 1 {
				raw.Data = bytes.TrimPrefix(raw.Data, []byte("\uFEFF"))
			}
			if !raw.TooLong() && len(bytes.TrimSpace(raw.Data)) == 0 {
				continue
			}
			if !yield(readLine(raw), nil) {
				return
			}
		}
	}
}

func readLine(raw RawLine) Line {
	line := Line{Number: raw.Number}
	if raw.TooLong() {
		line.Problem = fmt.Sprintf("longer than the %d MiB that a line may have", MaxLine>>20)
		return line
	}
	if line.Problem = notJSON(raw); line.Problem != "" {
		return line
	}
	data := bytes.TrimSpace(raw.Data)
	if data[0] != '{' {
		line.Problem = fmt.Sprintf("%s, not an object", jsonKind(data))
		return line
	}
	d := &decoder{}
	name := ""
	for field, value := range d.fields(data) {
		switch field {
		case "t":
			t := d.number(value)
			line.T = &t
		case "event":
			name = d.text(value)
		}
	}
	if name == "" && d.problem == "" {
		d.problem = `no text in "event"`
	}
	if d.problem == "" {
		line.Event = d.event(name, data)
	}
	if line.Problem = d.problem; line.Problem != "" {
		line.Event = nil
	}
	return line
}

// notJSON says why a line is not JSON, "" if it is.
func notJSON(raw RawLine) string {
	if json.Valid(raw.Data) {
		return ""
	}
	var whole json.RawMessage
	err := json.Unmarshal(raw.Data, &whole)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(raw.Data)) && syntax.Error() == "unexpected end of JSON input":
		if raw.End == "" {
			return "cut off: the last line ends inside its JSON; it may still be being written"
		}
		return "cut off: the line ends inside its JSON"
	case errors.As(err, &syntax):
		return fmt.Sprintf("not JSON: %v (byte %d)", syntax, syntax.Offset)
	}
	return fmt.Sprintf("not JSON: %v", err)
}

// jsonKind names what a JSON value is.
func jsonKind(raw []byte) string {
	switch raw[0] {
	case '"':
		return "a text"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 't', 'f':
		return "a truth value"
	case 'n':
		return "null"
	}
	return "a number"
}
