package httpmodel

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Errors that a program can tell apart with errors.Is.
var (
	ErrConfig    = errors.New("no valid configuration")           // of New
	ErrReply     = errors.New("the reply makes no sense")         // no completion can be read from it
	ErrRefusal   = errors.New("the model declined")               //
	ErrSetting   = errors.New("the provider refuses the setting") // such as a temperature; nothing was sent
	ErrTruncated = errors.New("the stream ended early")           // before the provider said that it was done
)

// errConnection is behind the error of a try that no answer came to.
var errConnection = errors.New("no answer")

// APIError is a provider's answer with an error status, or an error that came
// within a stream; Status is 200 then.
type APIError struct {
	Status     int           // such as 429
	Type       string        // the provider's word for it, such as "rate_limit_error"; "" if it has none
	Message    string        // what it says, or the beginning of the body when that is no error of its format
	RetryAfter time.Duration // how long it asks to wait; 0 if it does not
}

func (e *APIError) Error() string {
	text := fmt.Sprintf("the provider answered with status %d", e.Status)
	for _, more := range []string{e.Type, e.Message} {
		if more != "" {
			text += ": " + more
		}
	}
	return text
}

// keyless is an error with the key taken out of its text.
type keyless struct {
	text string
	err  error
}

func (e *keyless) Error() string { return e.text }
func (e *keyless) Unwrap() error { return e.err }

// withoutKey takes the key out of an error: a server may repeat what it was
// sent, and errors end up in logs.
func (m *Model) withoutKey(err error) error {
	text := m.hideKey(err.Error())
	if text == err.Error() {
		return err
	}
	if api, ok := errors.AsType[*APIError](err); ok {
		api.Type, api.Message = m.hideKey(api.Type), m.hideKey(api.Message)
	}
	return &keyless{text, err}
}

// hideKey leaves very short keys alone: a word such as "x", for a server that
// ignores it, is no secret and stands in many texts.
func (m *Model) hideKey(text string) string {
	if len(m.config.Key) < 8 {
		return text
	}
	return strings.ReplaceAll(text, m.config.Key, "[key]")
}
