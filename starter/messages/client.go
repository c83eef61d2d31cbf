package messages

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// DefaultBaseURL is where the live API answers.
const DefaultBaseURL = "https://api.anthropic.com"

// Client makes calls. FromEnv fills it in; a literal needs BaseURL, APIKey and
// Model, and its other fields have useful zero values. A Client may be used by
// several goroutines at once.
type Client struct {
	BaseURL string // without /v1/messages; a trailing slash does no harm
	APIKey  string
	Model   string       // for requests that name none
	HTTP    *http.Client // nil: http.DefaultClient; a Timeout set in it also ends streams
	// Timeout is for each try; 0: only the context limits it. For a stream it is
	// the time until the stream begins: one that has begun may last as long as
	// it likes. Give the context a deadline if that is too long for you.
	Timeout    time.Duration
	MaxRetries int // tries after the first
	// Sleep waits between tries, or until the context ends. Nil: real time.
	Sleep func(context.Context, time.Duration) error
}

// FromEnv makes a client from the environment: ANTHROPIC_API_KEY is required,
// ANTHROPIC_BASE_URL and ANTHROPIC_MODEL are optional. It retries twice and
// gives each try ten minutes, as the official SDK does.
func FromEnv() (*Client, error) {
	key := strings.TrimSpace(os.Getenv("ANTHROPIC_API_KEY"))
	if key == "" {
		return nil, errors.New(`ANTHROPIC_API_KEY is not set; to practise without a key, use "course run", ` +
			`which needs none, or point ANTHROPIC_BASE_URL at a local server and set any value as the key`)
	}
	return &Client{
		BaseURL:    envOr("ANTHROPIC_BASE_URL", DefaultBaseURL),
		APIKey:     key,
		Model:      envOr("ANTHROPIC_MODEL", DefaultModel),
		Timeout:    10 * time.Minute,
		MaxRetries: 2,
	}, nil
}

func envOr(name, otherwise string) string {
	if value := strings.TrimSpace(os.Getenv(name)); value != "" {
		return value
	}
	return otherwise
}

// Create sends the request and returns the model's reply. It tries again when
// that may help (see retry.go) and never after the context has ended.
//
// An error is an *APIError when the API answered with an error status, else a
// *CallError, or it says what is wrong with the request or the client. No
// error holds the key. A reply that was cut off or refused is not an error:
// look at Response.StopReason.
func (c *Client) Create(ctx context.Context, req Request) (*Response, error) {
	var reply *Response
	err := c.call(ctx, "/v1/messages", c.complete(req), func(in incoming) error {
		var wire struct {
			Type string `json:"type"`
			Response
		}
		data, err := c.readJSON(in, &wire, ErrNotMessage)
		if err != nil {
			return err
		}
		if wire.Type != "message" {
			return c.fault(ErrNotMessage, in.header, fmt.Sprintf("its type is %q; %s", wire.Type, c.describe(in.header, data)))
		}
		reply = &wire.Response
		reply.RequestID = in.header.Get("request-id")
		return nil
	})
	return reply, err
}

// CountTokens asks how many input tokens the request would have, tools and
// system prompt included. Nothing is generated. Its errors are those of Create.
func (c *Client) CountTokens(ctx context.Context, req Request) (int, error) {
	// This endpoint refuses what only matters to the output. A field out here
	// hides the one of the same name in Request, and an empty one is left out.
	payload := struct {
		Request
		MaxTokens     *int     `json:"max_tokens,omitempty"`
		StopSequences []string `json:"stop_sequences,omitempty"`
	}{Request: c.complete(req)}
	var count int
	err := c.call(ctx, "/v1/messages/count_tokens", payload, func(in incoming) error {
		var wire struct {
			InputTokens *int `json:"input_tokens"`
		}
		data, err := c.readJSON(in, &wire, ErrNotCount)
		if err != nil {
			return err
		}
		if wire.InputTokens == nil {
			return c.fault(ErrNotCount, in.header, "it has no input_tokens; "+c.describe(in.header, data))
		}
		count = *wire.InputTokens
		return nil
	})
	return count, err
}

// complete fills in what the client knows.
func (c *Client) complete(req Request) Request {
	if req.Model == "" {
		req.Model = c.Model
	}
	return req
}

// readJSON reads a body that has to be one JSON value into v. It also returns
// the body; kind is the error for JSON of another shape.
func (c *Client) readJSON(in incoming, v any, kind error) ([]byte, error) {
	data, err := io.ReadAll(in.body)
	if err != nil {
		return data, err
	}
	// A Decoder, unlike Unmarshal, tells "ends too early" from "not JSON".
	var value json.RawMessage
	err = json.NewDecoder(bytes.NewReader(data)).Decode(&value)
	switch {
	case errors.Is(err, io.EOF):
		return data, c.fault(ErrEmpty, in.header, "status 200")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return data, c.fault(ErrTruncated, in.header, c.describe(in.header, data))
	case err != nil || !json.Valid(data):
		return data, c.fault(ErrNotJSON, in.header, c.describe(in.header, data))
	}
	if err := json.Unmarshal(data, v); err != nil {
		return data, c.fault(kind, in.header, err.Error())
	}
	return data, nil
}
