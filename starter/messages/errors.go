package messages

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// What can go wrong besides an answer with an error status (see APIError).
// Test for them with errors.Is.
var (
	ErrConnection = errors.New("could not reach the API")
	ErrTimeout    = errors.New("the API took too long")
	ErrCancelled  = errors.New("the call was cancelled")
	ErrEmpty      = errors.New("the reply has no body")
	ErrTruncated  = errors.New("the reply ends too early")
	ErrNotJSON    = errors.New("the reply is not JSON")
	ErrNotMessage = errors.New("the reply is not a message")
	ErrNotStream  = errors.New("the reply is not a stream of a message")
	ErrNotCount   = errors.New("the reply is not a count of tokens")
	ErrNoAnswer   = errors.New("the reply is not an answer") // from Response.Decode
)

// APIError is a reply with an error status, or an error that came within a
// stream; Status is 200 then, for that came first. Type and Message are the API's
// own words, such as "rate_limit_error"; Type is empty when the body did not
// have the API's shape, for example because a proxy answered, and Message then
// describes the body.
type APIError struct {
	Status    int
	Type      string
	Message   string
	RequestID string // from the request-id header; may be empty
}

func (e *APIError) Error() string {
	text := fmt.Sprintf("API error: status %d", e.Status)
	if e.Type != "" {
		text += " " + e.Type
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.RequestID != "" {
		text += " (request id " + e.RequestID + ")"
	}
	switch e.Status {
	case http.StatusOK:
		text += "; it came within the stream"
	case http.StatusUnauthorized:
		text += "; check ANTHROPIC_API_KEY"
	}
	return text
}

// CallError is a call that brought no usable reply and no error status either.
// Its Kind is one of the Err variables above.
type CallError struct {
	Kind      error
	Detail    string
	RequestID string // may be empty
	Cause     error  // what the standard library reported; may be nil
}

func (e *CallError) Error() string {
	text := e.Kind.Error() + ": " + e.Detail
	if e.RequestID != "" {
		text += " (request id " + e.RequestID + ")"
	}
	return text
}

// Unwrap lets errors.Is find the kind and also, say, context.Canceled.
func (e *CallError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// apiError reads the API's error shape; whatever else answered is described.
func (c *Client) apiError(status int, header http.Header, data []byte) error {
	var wire struct {
		Error struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		} `json:"error"`
	}
	e := &APIError{Status: status, RequestID: header.Get("request-id")}
	if json.Unmarshal(data, &wire) == nil && wire.Error.Type != "" {
		e.Type, e.Message = c.hideKey(wire.Error.Type), c.hideKey(wire.Error.Message)
	} else {
		e.Message = "not an error of the API: " + c.describe(header, data)
	}
	return e
}

// fault is a CallError about a reply that came.
func (c *Client) fault(kind error, header http.Header, detail string) error {
	return &CallError{Kind: kind, Detail: c.hideKey(detail), RequestID: header.Get("request-id")}
}

// describe says what a body looks like that should have been something else.
func (c *Client) describe(header http.Header, body []byte) string {
	contentType := header.Get("content-type")
	if contentType == "" {
		contentType = "none"
	}
	return fmt.Sprintf("content type %s, %d bytes, beginning %q", c.hideKey(contentType), len(body), c.excerpt(body))
}

// excerpt is the beginning of a text from elsewhere.
func (c *Client) excerpt(text []byte) string {
	// Hide first, then cut: half a key is still a leak.
	return firstRunes(c.hideKey(string(text)), 80)
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}

// hideKey takes the key out of a text that came from elsewhere: a server can
// repeat what it was sent, and errors end up in terminals, logs and posts. A
// value too short to be a key, such as "x" for a local server, is no secret,
// and hiding it would garble every word it occurs in.
func (c *Client) hideKey(s string) string {
	if len(c.APIKey) < 8 {
		return s
	}
	return strings.ReplaceAll(s, c.APIKey, "[key]")
}
