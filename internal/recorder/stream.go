package recorder

import (
	"bytes"
	"encoding/json"
	"strings"

	"agentcourse/internal/trace"
)

// A stream puts a reply together from its pieces. It never fails: what cannot be read is passed over, as the program
// gets it all the same.
type stream struct {
	sse     bool   // server-sent events; else a JSON value a line
	line    []byte // what came since the last line end
	tooLong bool   // the line is longer than is kept; it is passed over
	data    []byte // of the event so far

	read  func(s *stream, data []byte) // reads one event of the dialect
	done  bool                         // the reply is whole
	last  bool                         // and nothing more will come
	fault string                       // an error that came in the stream
	size  int                          // bytes of content kept

	id, model, stopReason string
	usage                 *trace.Usage
	provisional           bool // usage is that of the beginning
	counts                anthropicUsage
	blocks                []piece // of the Messages API
	thinking, text        strings.Builder
	tools                 []piece // of the other dialects
	begun                 bool    // something of a reply came
}

// A piece is a block or a tool call that grows.
type piece struct {
	start    map[string]json.RawMessage // the block as it began
	id, name string
	grown    map[string]*strings.Builder // by field, what the deltas added
	arrived  json.RawMessage             // arguments that came whole
}

func newStream(dialect string, sse bool) *stream {
	s := &stream{sse: sse}
	switch dialect {
	case trace.Anthropic:
		s.read = (*stream).anthropicEvent
	case trace.Ollama:
		s.read = (*stream).ollamaEvent
	default:
		s.read = (*stream).openaiEvent
	}
	return s
}

// write takes the next bytes of the body, wherever they are cut.
func (s *stream) write(p []byte) {
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			s.grow(p)
			return
		}
		s.grow(p[:end])
		if !s.tooLong {
			s.endLine(bytes.TrimSuffix(s.line, []byte("\r")))
		}
		s.line, s.tooLong = s.line[:0], false
		p = p[end+1:]
	}
}

func (s *stream) grow(p []byte) {
	if len(s.line)+len(p) > maxKept {
		s.tooLong = true
		return
	}
	s.line = append(s.line, p...)
}

func (s *stream) endLine(line []byte) {
	switch {
	case !s.sse:
		s.event(line)
	case len(line) == 0:
		s.event(s.data)
		s.data = s.data[:0]
	case bytes.HasPrefix(line, []byte("data:")) && len(s.data)+len(line) <= maxKept:
		if len(s.data) > 0 {
			s.data = append(s.data, '\n')
		}
		s.data = append(s.data, bytes.TrimPrefix(line[len("data:"):], []byte(" "))...)
	}
}

func (s *stream) event(data []byte) {
	if len(bytes.TrimSpace(data)) > 0 {
		s.read(s, data)
	}
}

// add keeps more content while there is room.
func (s *stream) add(to *strings.Builder, text string) {
	if s.size+len(text) <= maxKept {
		s.size += len(text)
		to.WriteString(text)
	}
}

// reply is what came so far, nil if nothing did.
func (s *stream) reply() *reply {
	if !s.begun {
		return nil
	}
	return &reply{id: s.id, model: s.model, stopReason: s.stopReason, usage: s.usage, partial: s.provisional, content: s.content()}
}

func (s *stream) content() json.RawMessage {
	list := []any{}
	for i := range s.blocks {
		list = append(list, s.blocks[i].block())
	}
	if s.thinking.Len() > 0 {
		list = append(list, block{Type: "thinking", Thinking: s.thinking.String()})
	}
	if s.text.Len() > 0 {
		list = append(list, block{Type: "text", Text: s.text.String()})
	}
	for i := range s.tools {
		list = append(list, s.tools[i].toolUse())
	}
	return encode(list)
}

// growth is the builder of one field.
func (p *piece) growth(field string) *strings.Builder {
	if p.grown == nil {
		p.grown = map[string]*strings.Builder{}
	}
	if p.grown[field] == nil {
		p.grown[field] = &strings.Builder{}
	}
	return p.grown[field]
}

// jsonOrText is a text as the JSON that it is, else as a string: arguments that were cut off, or that a model got wrong.
func jsonOrText(text string) json.RawMessage {
	switch {
	case strings.TrimSpace(text) == "":
		return json.RawMessage("{}")
	case json.Valid([]byte(text)):
		return json.RawMessage(text)
	}
	return encode(text)
}
