// Package httpmodel is a model behind HTTP, in layers: an exchange that tries
// again stands around one that does not, and above both is the adapter.
package httpmodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"agentcourse/starter/agentic"
)

// Errors that a program can tell apart with errors.Is.
var (
	ErrConfig    = errors.New("no valid configuration")
	ErrReply     = errors.New("the reply makes no sense")
	ErrRefusal   = errors.New("the model declined")
	ErrSetting   = errors.New("the provider refuses the setting")
	ErrTruncated = errors.New("the stream ended early")
)

// Config says which provider, and how patiently it is asked.
type Config struct {
	BaseURL string
	Key     string
	Model   string
	Adapter Adapter

	Stream bool
	Client *http.Client  // nil for http.DefaultClient
	Tries  int           // 0 means 4
	Base   time.Duration // 0 means 500 ms
	Max    time.Duration // 0 means 8 s
}

// APIError is a provider's answer with an error status.
type APIError struct {
	Status     int
	Type       string
	Message    string
	RetryAfter time.Duration
}

func (e *APIError) Error() string {
	return strings.TrimRight(fmt.Sprintf("status %d %s: %s", e.Status, e.Type, e.Message), ": ")
}

// Model is a provider's model behind agentic.Model.
type Model struct {
	adapter  Adapter
	name     string
	stream   bool
	exchange exchange
	scrub    *strings.Replacer
}

var _ agentic.Model = (*Model)(nil)

// New checks a configuration and stacks the layers.
func New(c Config) (*Model, error) {
	var wrong []string
	if !strings.HasPrefix(c.BaseURL, "http://") && !strings.HasPrefix(c.BaseURL, "https://") {
		wrong = append(wrong, fmt.Sprintf("BaseURL is %q, and no http address", c.BaseURL))
	}
	for name, value := range map[string]string{"Key": c.Key, "Model": c.Model} {
		if value == "" {
			wrong = append(wrong, name+" is empty")
		}
	}
	if c.Adapter == nil {
		wrong = append(wrong, "Adapter is nil")
	}
	if wrong != nil {
		return nil, fmt.Errorf("%w: %s", ErrConfig, strings.Join(wrong, "; "))
	}
	client := c.Client
	if client == nil {
		client = http.DefaultClient
	}
	p := patience{tries: cmp.Or(c.Tries, 4), base: cmp.Or(c.Base, 500*time.Millisecond), max: cmp.Or(c.Max, 8*time.Second)}
	secret := c.Key
	if len(secret) < 8 {
		secret = "\x00" // such a key is a word for a server that ignores it
	}
	return &Model{
		adapter: c.Adapter, name: c.Model, stream: c.Stream,
		exchange: p.around(post(client, strings.TrimSuffix(c.BaseURL, "/")+c.Adapter.Path(), func(h http.Header) {
			h.Set("Content-Type", "application/json")
			c.Adapter.Authorise(h, c.Key)
		})),
		scrub: strings.NewReplacer(secret, "***"),
	}, nil
}

// Complete makes one call.
func (m *Model) Complete(ctx context.Context, req agentic.Request) (c agentic.Completion, err error) {
	defer func() {
		if err != nil {
			c, err = agentic.Completion{}, m.scrubbed(err)
		}
	}()
	if err := req.Check(); err != nil {
		return c, err
	}
	body, err := m.adapter.Body(m.name, req, m.stream)
	if err != nil {
		return c, err
	}
	res, err := m.exchange(ctx, body)
	if err != nil {
		return c, err
	}
	defer res.Body.Close()
	read := m.adapter.Read
	if m.stream {
		read = m.adapter.ReadStream
	}
	if res.StatusCode != 200 {
		read = func(body io.Reader) (agentic.Completion, error) { return agentic.Completion{}, m.apiError(res, body) }
	}
	c, err = read(res.Body)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("while reading: %w", ctx.Err())
	}
	return c, err
}

func (m *Model) apiError(res *http.Response, from io.Reader) *APIError {
	body, _ := io.ReadAll(from)
	e := &APIError{Status: res.StatusCode}
	e.RetryAfter, _ = asked(res)
	if e.Type, e.Message = m.adapter.ReadError(body); e.Type == "" {
		text := []rune(m.scrub.Replace(string(body)))
		e.Message = string(text[:min(len(text), 120)])
	}
	return e
}

// scrubbed is the error with its kind, and without the key in its text.
func (m *Model) scrubbed(err error) error {
	var api *APIError
	if errors.As(err, &api) {
		clean := *api
		clean.Type, clean.Message = m.scrub.Replace(api.Type), m.scrub.Replace(api.Message)
		return &clean
	}
	return scrubbedError{err, m.scrub.Replace(err.Error())}
}

type scrubbedError struct {
	error
	text string
}

func (e scrubbedError) Error() string { return e.text }
func (e scrubbedError) Unwrap() error { return e.error }
