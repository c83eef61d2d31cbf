package messages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
)

// The kinds of event that a stream is made of, in their order: a message
// begins; each of its blocks begins, grows and stops; the message gets its stop
// reason and its usage, and stops.
const (
	EventMessageStart = "message_start"
	EventBlockStart   = "content_block_start"
	EventBlockDelta   = "content_block_delta"
	EventBlockStop    = "content_block_stop"
	EventMessageDelta = "message_delta"
	EventMessageStop  = "message_stop"
)

// Event is one step of a reply that is being written. Fields that mean nothing
// for its kind are empty, so that a program that wants the text can print Text
// of every event.
type Event struct {
	Kind     string // EventMessageStart and its neighbours
	Index    int    // which block, for the three kinds about blocks
	Block    Block  // EventBlockStart: the block before it has grown, for a tool call with its Name
	Text     string // a piece of text
	Thinking string // a piece of thinking
	Input    string // a piece of a tool's input; only all pieces together are JSON
}

// Stream is a reply that arrives in pieces. Make one with Client.Stream; it is
// for one goroutine.
type Stream struct {
	client *Client
	ctx    context.Context
	req    Request
	max    int // bytes of one event
	begun  bool
	parts  assembly
	err    error
}

// Stream prepares a call whose reply can be read while the model writes it.
// Nothing is sent before the loop over Events begins.
func (c *Client) Stream(ctx context.Context, req Request) *Stream {
	return &Stream{client: c, ctx: ctx, req: req, max: maxEvent}
}

// Events makes the call and yields the reply's events as they arrive; pings
// and kinds of event that this package does not know are left out. After the
// loop, ask Reply how it ended. The loop may be left at any time: the
// connection is closed with it, and there is nothing else to close. It can run
// once; a second loop gets nothing.
//
// Tries are made again as in Create, but only until the stream begins: what has
// been printed cannot be taken back.
func (s *Stream) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		if s.begun {
			return
		}
		s.begun = true
		s.err = leftEarly() // until the stream has ended
		payload := struct {
			Request
			Stream bool `json:"stream"`
		}{s.client.complete(s.req), true}
		err := s.client.call(s.ctx, "/v1/messages", payload, func(in incoming) error {
			if kind, _, _ := mime.ParseMediaType(in.header.Get("content-type")); kind != "text/event-stream" {
				return s.client.notStream(in)
			}
			in.noLimit()
			s.parts.message.RequestID = in.header.Get("request-id")
			s.err = s.read(in, yield)
			return nil // also after a failure: from here on, no other try
		})
		if err != nil {
			s.err = err
		}
	}
}

func leftEarly() error {
	return &CallError{Kind: ErrCancelled, Detail: "the loop over the stream was left before its end"}
}

// Reply returns the whole reply, once the loop over Events has ended. Without
// such a loop it reads the stream itself.
//
// Its errors are those of Create. An error that the API sends in the middle of
// a stream is an *APIError with status 200. A stream that ends before the stop
// reason has come is ErrTruncated, however quietly it ended; if it was your
// loop that ended too early, the error is ErrCancelled. With an error, the
// reply holds what had arrived, and it is nil if nothing had.
//
// In such a reply, and in one that was cut off at max_tokens, a tool call may
// be half a call: its Input is then no JSON.
func (s *Stream) Reply() (*Response, error) {
	for range s.Events() {
	}
	return s.parts.reply(), s.err
}

// read handles the events up to the end of the message.
func (s *Stream) read(in incoming, yield func(Event) bool) error {
	events := newSSEReader(in.body, s.max)
	for number := 1; ; number++ {
		fault := func(kind error, format string, args ...any) error {
			return s.client.fault(kind, in.header, fmt.Sprintf("at event %d: ", number)+fmt.Sprintf(format, args...))
		}
		name, data, err := events.next()
		switch {
		case s.ctx.Err() != nil:
			return s.client.ended(s.ctx, fmt.Sprintf("in the stream, at event %d", number))
		case err == io.EOF:
			return s.wholeOr(fault(ErrTruncated, "the stream ended, without a stop reason"))
		case errors.Is(err, errEventTooLong):
			return fault(ErrNotStream, "%v", err)
		case err != nil:
			return err
		}
		kind := eventKind(name, data)
		if kind == "error" {
			return s.client.apiError(http.StatusOK, in.header, data)
		}
		event, err := s.parts.add(kind, data)
		if err != nil {
			return fault(ErrNotStream, "type %q: %v; data beginning %q", kind, err, s.client.excerpt(data))
		}
		if event.Kind != "" && !yield(event) {
			return s.wholeOr(leftEarly())
		}
		if kind == EventMessageStop {
			return s.wholeOr(fault(ErrTruncated, "the message stopped, without a stop reason"))
		}
	}
}

// wholeOr returns the error unless the reply is whole. It is when the stop
// reason has come, even if message_stop has not: all that can be missing then
// is an event that says nothing.
func (s *Stream) wholeOr(err error) error {
	if s.parts.message.StopReason != "" {
		return nil
	}
	return err
}

// notStream says what came instead of a stream.
func (c *Client) notStream(in incoming) error {
	data, err := io.ReadAll(in.body)
	if err != nil {
		return err
	}
	return c.fault(ErrNotStream, in.header, c.describe(in.header, data))
}
