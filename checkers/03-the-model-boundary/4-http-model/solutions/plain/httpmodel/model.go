// Package httpmodel is a model behind HTTP: the thin layer between
// agentic.Model and a provider. What differs from provider to provider is in an
// Adapter; posting, waiting and trying again is here once for all of them.
package httpmodel

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"agentcourse/starter/agentic"
)

// Config says which provider, and how patiently it is asked. No address and no
// model is built in: both change faster than a program.
type Config struct {
	BaseURL string // without the adapter's path; a prefix of its own and a trailing slash do no harm
	Key     string // what a local server ignores still has to be some word
	Model   string // the provider's name for it
	Adapter Adapter

	Stream bool          // ask for the reply piece by piece, and put it together
	Client *http.Client  // nil for http.DefaultClient
	Tries  int           // of one call, the first included; 0 means 4
	Base   time.Duration // the first wait is at most this long, and each next bound twice as long; 0 means 500 ms
	Max    time.Duration // no wait that the program chooses is longer; 0 means 8 s
}

// Model is a provider's model behind agentic.Model. It may be used by several
// goroutines at once.
type Model struct {
	config Config
	url    string
	client http.Client
}

var _ agentic.Model = (*Model)(nil)

// New checks a configuration and makes a model of it. It calls nobody.
func New(config Config) (*Model, error) {
	scheme, host, _ := strings.Cut(config.BaseURL, "://")
	for _, check := range []struct {
		bad       bool
		field, is string
	}{
		{config.BaseURL == "", "BaseURL", "is empty"},
		{scheme != "http" && scheme != "https" || host == "", "BaseURL", "has to begin with http:// or https://"},
		{config.Key == "", "Key", "is empty; a local server takes any word"},
		{config.Model == "", "Model", "is empty"},
		{config.Adapter == nil, "Adapter", "is missing"},
		{config.Tries < 0, "Tries", "is negative"},
		{config.Base < 0, "Base", "is negative"},
		{config.Max < 0, "Max", "is negative"},
	} {
		if check.bad {
			return nil, fmt.Errorf("%w: %s %s", ErrConfig, check.field, check.is)
		}
	}
	config.Tries = cmp.Or(config.Tries, 4)
	config.Base = cmp.Or(config.Base, 500*time.Millisecond)
	config.Max = cmp.Or(config.Max, 8*time.Second)
	m := &Model{
		config: config,
		url:    strings.TrimRight(config.BaseURL, "/") + config.Adapter.Path(),
		client: *cmp.Or(config.Client, http.DefaultClient),
	}
	// A redirect would carry the key to a server that nobody chose.
	m.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return m, nil
}

// Complete makes one call, with as many tries as it takes and Tries allows. An
// answer with an error status is an *APIError, after the last try; no error
// holds the key.
func (m *Model) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	if err := req.Check(); err != nil {
		return agentic.Completion{}, err
	}
	body, err := m.config.Adapter.Body(m.config.Model, req, m.config.Stream)
	if err != nil {
		return agentic.Completion{}, err
	}
	for tries := 1; ; tries++ {
		reply, err := m.try(ctx, body)
		switch {
		case err == nil:
			return reply, nil
		case ctx.Err() == nil && tries < m.config.Tries && mayPass(err):
			sleep(ctx, m.waitAfter(err, tries))
		}
		if ctx.Err() != nil {
			return agentic.Completion{}, m.withoutKey(fmt.Errorf("%w, after %d tries, the last: %w", ctx.Err(), tries, err))
		}
		if tries == m.config.Tries || !mayPass(err) {
			return agentic.Completion{}, m.withoutKey(err)
		}
	}
}

// try makes one exchange.
func (m *Model) try(ctx context.Context, body []byte) (agentic.Completion, error) {
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, bytes.NewReader(body))
	if err != nil {
		return agentic.Completion{}, err
	}
	post.Header.Set("Content-Type", "application/json")
	m.config.Adapter.Authorise(post.Header, m.config.Key)
	answer, err := m.client.Do(post)
	if err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: %w", errConnection, err)
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode != http.StatusOK:
		return agentic.Completion{}, m.apiError(answer)
	case m.config.Stream:
		return m.config.Adapter.ReadStream(answer.Body)
	}
	return m.config.Adapter.Read(answer.Body)
}

// apiError reads an answer with an error status. What of its body cannot be
// read is left out: the status says enough.
func (m *Model) apiError(answer *http.Response) *APIError {
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	kind, message := m.config.Adapter.ReadError(body)
	if kind == "" && message == "" {
		message = beginning(m.hideKey(string(body)))
	}
	return &APIError{
		Status: answer.StatusCode, Type: kind, Message: message,
		RetryAfter: askedWait(answer.Header),
	}
}

// beginning is what an error can hold of a body that may be long.
func beginning(text string) string { return fmt.Sprintf("%.200s", text) }
