package fakellm

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"
)

// jsonFragment is how many bytes of a tool's input one event carries.
const jsonFragment = 12

// object gives a literal JSON object with its keys in order.
func object(format string, args ...any) []byte {
	quoted := make([]any, len(args))
	for i, arg := range args {
		v, err := encodeJSON(arg)
		if err != nil {
			panic(err) // strings, numbers and blocks that were encoded before
		}
		quoted[i] = v
	}
	return fmt.Appendf(nil, format, quoted...)
}

// event is a server-sent event.
func event(name string, data []byte) []byte {
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data)
}

// events collects the frames of a stream.
type events struct {
	frames []frame
	reply  *Reply
}

func (e *events) add(name string, data []byte, before ...wait) {
	e.frames = append(e.frames, frame{data: event(name, data), before: before})
}

// frames writes a message as the API streams it (Anthropic Messages API
// documentation, "Streaming"): text and thinking in pieces, the input of a
// tool in fragments of JSON that begin with an empty one.
func (anthropicDialect) frames(m *message, reply *Reply, _ *Prompt) []frame {
	e := &events{reply: reply}
	e.add("message_start", object(`{"type":"message_start","message":{"id":%s,"type":"message","role":"assistant",`+
		`"model":%s,"content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":%s,`+
		`"cache_creation_input_tokens":%s,"cache_read_input_tokens":%s,"output_tokens":1,"service_tier":%s}}}`,
		m.ID, m.Model, m.Usage.InputTokens, m.Usage.CacheCreationInputTokens, m.Usage.CacheReadInputTokens, m.Usage.ServiceTier))
	if len(m.Content) == 0 {
		e.ping()
	}
	scripted := reply.blocks()
	for i, block := range m.Content {
		e.block(i, block, scripted[i])
	}
	e.add("message_delta", object(`{"type":"message_delta","delta":{"stop_reason":%s,"stop_sequence":%s,"stop_details":%s},"usage":%s}`,
		m.StopReason, m.StopSequence, m.StopDetails, m.deltaUsage()))
	e.frames[len(e.frames)-1].last = true
	e.add("message_stop", []byte(`{"type":"message_stop"}`))
	return e.frames
}

// deltaUsage is the cumulative usage at the end of a stream. The thinking
// share is told where there is one (SDK source, MessageDeltaUsage).
func (m *message) deltaUsage() any {
	type details struct {
		OutputTokens int            `json:"output_tokens"`
		Details      *outputDetails `json:"output_tokens_details,omitempty"`
	}
	d := details{OutputTokens: m.Usage.OutputTokens}
	if m.Usage.OutputTokensDetails.ThinkingTokens > 0 {
		d.Details = &m.Usage.OutputTokensDetails
	}
	return d
}

func (e *events) ping() { e.add("ping", []byte(`{"type":"ping"}`)) }

func (e *events) block(index int, block any, scripted Block) {
	start, kind := block, ""
	var pieces []Piece
	var last []byte
	switch b := block.(type) {
	case textBlock:
		start, kind = textBlock{Type: b.Type}, `{"type":"text_delta","text":%s}`
		pieces = e.reply.pieces(scripted)
	case thinkingBlock:
		start, kind = thinkingBlock{Type: b.Type}, `{"type":"thinking_delta","thinking":%s}`
		pieces = e.reply.pieces(scripted)
		last = object(`{"type":"signature_delta","signature":%s}`, b.Signature)
	case toolUseBlock:
		input := string(b.Input)
		b.Input = []byte("{}")
		start, kind = b, `{"type":"input_json_delta","partial_json":%s}`
		pieces = append([]Piece{{}}, e.reply.fragments(input)...)
	}
	e.add("content_block_start", object(`{"type":"content_block_start","index":%s,"content_block":%s}`, index, start))
	if index == 0 {
		e.ping()
	}
	for _, piece := range pieces {
		e.delta(index, object(kind, piece.Text), piece.wait(), wait{delay: e.reply.Pace})
	}
	if last != nil {
		e.delta(index, last)
	}
	e.add("content_block_stop", object(`{"type":"content_block_stop","index":%s}`, index))
}

func (e *events) delta(index int, delta []byte, before ...wait) {
	e.add("content_block_delta", fmt.Appendf(nil, `{"type":"content_block_delta","index":%d,"delta":%s}`, index, delta), before...)
}

// Piece is a part of a text that is streamed by itself.
type Piece struct {
	Text  string
	Hold  string        // it is sent when this has been released
	Delay time.Duration // and after this time
}

func (p Piece) wait() wait { return wait{p.Hold, p.Delay} }

// pieces are the parts in which a block's text is streamed: as scripted, so
// many characters each, or word by word.
func (r *Reply) pieces(b Block) []Piece {
	if b.Pieces != nil {
		return b.Pieces
	}
	if r.Chunk > 0 {
		return r.fragments(b.Text + b.Thinking)
	}
	return asPieces(cutWords(b.Text + b.Thinking))
}

// fragments cuts a text, without regard to its words.
func (r *Reply) fragments(s string) []Piece {
	if r.Chunk == 0 {
		return asPieces(cutBytes(s, jsonFragment))
	}
	var parts []string
	letters := []rune(s)
	for len(letters) > 0 {
		n := min(r.Chunk, len(letters))
		parts = append(parts, string(letters[:n]))
		letters = letters[n:]
	}
	return asPieces(parts)
}

func asPieces(texts []string) []Piece {
	pieces := make([]Piece, len(texts))
	for i, text := range texts {
		pieces[i].Text = text
	}
	return pieces
}

// cutWords cuts a text before each word; the pieces add up to the text.
func cutWords(s string) []string {
	var pieces []string
	start, inSpace := 0, false
	for i, r := range s {
		space := unicode.IsSpace(r)
		if inSpace && !space {
			pieces = append(pieces, s[start:i])
			start = i
		}
		inSpace = space
	}
	if start < len(s) {
		pieces = append(pieces, s[start:])
	}
	return pieces
}

// cutBytes cuts a text into pieces of about n bytes, never inside a character.
func cutBytes(s string, n int) []string {
	var pieces []string
	for len(s) > n {
		end := n
		for end < len(s) && !utf8.RuneStart(s[end]) {
			end++
		}
		pieces = append(pieces, s[:end])
		s = s[end:]
	}
	return append(pieces, s)
}
