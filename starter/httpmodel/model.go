// Package httpmodel is a model behind HTTP: the thin layer between
// agentic.Model and a provider. What differs from provider to provider is in an
// Adapter; posting, waiting and trying again is here once for all of them.
//
//	model, err := httpmodel.New(httpmodel.Config{
//		BaseURL: os.Getenv("ANTHROPIC_BASE_URL"), Key: os.Getenv("ANTHROPIC_API_KEY"),
//		Model: "…", Adapter: httpmodel.Messages{},
//	})
//
// This is a skeleton: it compiles, and nothing works yet. Keep the names and
// signatures; what is behind them is yours.
package httpmodel

import (
	"context"
	"errors"
	"net/http"
	"time"

	"agentcourse/starter/agentic"
)

var errNotWritten = errors.New("httpmodel: not written yet")

// Errors that a program can tell apart with errors.Is.
var (
	ErrConfig    = errors.New("no valid configuration")           // of New
	ErrReply     = errors.New("the reply makes no sense")         // no completion can be read from it
	ErrRefusal   = errors.New("the model declined")               //
	ErrSetting   = errors.New("the provider refuses the setting") // such as a temperature; nothing was sent
	ErrTruncated = errors.New("the stream ended early")           // before the provider said that it was done
)

// Config says which provider, and how patiently it is asked. No address and no
// model is built in: both change faster than a program.
type Config struct {
	BaseURL string // what stands before the adapter's path; a slash at its end does no harm
	Key     string // what a local server ignores still has to be some word
	Model   string // the provider's name for it
	Adapter Adapter

	Stream bool          // ask for the reply piece by piece, and put it together
	Client *http.Client  // sends every try; nil for http.DefaultClient
	Tries  int           // of one call, the first included; 0 means 4
	Base   time.Duration // the first wait is at most this long, and each next bound twice as long; 0 means 500 ms
	Max    time.Duration // no wait that the program chooses is longer; 0 means 8 s
}

// APIError is a provider's answer with an error status, or an error that it
// sends in the middle of a stream; Status is 200 then, for that came first.
type APIError struct {
	Status     int           // such as 429
	Type       string        // the provider's word for it, such as "rate_limit_error"; "" if it has none
	Message    string        // what it says, or the beginning of the body when that is no error of its format
	RetryAfter time.Duration // how long it asks to wait; 0 if it does not
}

func (e *APIError) Error() string { return errNotWritten.Error() }

// Model is a provider's model behind agentic.Model. It may be used by several
// goroutines at once.
type Model struct{}

var _ agentic.Model = (*Model)(nil)

// New checks a configuration and makes a model of it. It calls nobody.
func New(config Config) (*Model, error) { return nil, errNotWritten }

// Complete makes one call, with as many tries as it takes and Tries allows. No
// error holds the key.
func (m *Model) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	return agentic.Completion{}, errNotWritten
}
