package messages

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	// DefaultBaseURL is where the live API answers.
	DefaultBaseURL = "https://api.anthropic.com"

	apiVersion = "2023-06-01" // the anthropic-version header; it fixes the shapes in types.go
)

// Client makes calls. FromEnv fills it in; a literal needs BaseURL, APIKey and
// Model, and its other fields have useful zero values. A Client may be used by
// several goroutines at once.
type Client struct {
	BaseURL    string // without /v1/messages; a trailing slash does no harm
	APIKey     string
	Model      string        // for requests that name none
	HTTP       *http.Client  // nil: http.DefaultClient
	Timeout    time.Duration // for each try; 0: only the context limits it
	MaxRetries int           // tries after the first
	// Sleep waits between tries, or until the context ends. Nil: real time.
	Sleep func(context.Context, time.Duration) error
}

// FromEnv makes a client from the environment: ANTHROPIC_API_KEY is required,
// ANTHROPIC_BASE_URL and ANTHROPIC_MODEL are optional. It retries twice and
// gives each try ten minutes, as the official SDK does.
func FromEnv() (*Client, error) {
	key := strings.TrimSpace(os.Getenv("ANTHROPIC_API_KEY"))
	if key == "" {
		return nil, errors.New(`ANTHROPIC_API_KEY is not set; to practise without a key, use "course check", ` +
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
	if req.Model == "" {
		req.Model = c.Model
	}
	body, err := json.Marshal(req)
	if err != nil {
		return nil, fmt.Errorf("messages request: %w", err)
	}
	endpoint, err := c.endpoint("/v1/messages")
	if err != nil {
		return nil, err
	}
	for tries := 1; ; tries++ {
		reply, header, err := c.try(ctx, endpoint, body)
		if err == nil || tries > c.MaxRetries || ctx.Err() != nil || !worthRetrying(err, header) {
			return reply, err
		}
		if c.sleep(ctx, waitTime(header, tries)) != nil {
			return nil, c.ended(ctx, "while waiting to try again after: "+err.Error())
		}
	}
}

// endpoint checks the address once, before any try: a wrong one stays wrong.
func (c *Client) endpoint(path string) (string, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", fmt.Errorf("base URL %q is not an address like %s; check ANTHROPIC_BASE_URL", c.hideKey(c.BaseURL), DefaultBaseURL)
	}
	return strings.TrimRight(c.BaseURL, "/") + path, nil
}

// try makes one HTTP exchange. The header is nil when no reply came.
func (c *Client) try(ctx context.Context, endpoint string, body []byte) (*Response, http.Header, error) {
	tryCtx := ctx
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		tryCtx, cancel = context.WithTimeout(ctx, c.Timeout)
		defer cancel()
	}
	req, err := http.NewRequestWithContext(tryCtx, http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, nil, fmt.Errorf("messages request: %w", err)
	}
	req.Header.Set("content-type", "application/json")
	req.Header.Set("anthropic-version", apiVersion)
	req.Header.Set("x-api-key", c.APIKey)

	res, err := c.httpClient().Do(req)
	if err != nil {
		return nil, nil, c.failed(ctx, tryCtx, ErrConnection, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, res.Header, c.failed(ctx, tryCtx, ErrTruncated, fmt.Errorf("after %d bytes: %w", len(data), err))
	}
	if res.StatusCode != http.StatusOK {
		return nil, res.Header, c.apiError(res, data)
	}
	reply, err := c.decode(res.Header, data)
	return reply, res.Header, err
}

// httpClient never follows a redirect: it would carry the key to a server
// nobody chose.
func (c *Client) httpClient() *http.Client {
	client := http.DefaultClient
	if c.HTTP != nil {
		client = c.HTTP
	}
	stay := *client
	stay.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &stay
}

// failed tells apart why the exchange broke: the caller gave up, the try ran
// out of time, or the network failed (kind).
func (c *Client) failed(ctx, tryCtx context.Context, kind, cause error) error {
	if ctx.Err() != nil {
		return c.ended(ctx, "while waiting for the reply")
	}
	if tryCtx.Err() != nil {
		return &CallError{Kind: ErrTimeout, Detail: fmt.Sprintf("no complete reply within %s", c.Timeout), Cause: cause}
	}
	var timeout interface{ Timeout() bool }
	if errors.As(cause, &timeout) && timeout.Timeout() {
		kind = ErrTimeout
	}
	return &CallError{Kind: kind, Detail: c.hideKey(cause.Error()), Cause: cause}
}

// ended is the error after the caller's context is over.
func (c *Client) ended(ctx context.Context, when string) error {
	kind := ErrCancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		kind = ErrTimeout
	}
	return &CallError{Kind: kind, Detail: when, Cause: ctx.Err()}
}

// apiError reads the API's error shape; whatever else answered is described.
func (c *Client) apiError(res *http.Response, data []byte) error {
	var wire struct {
		Error struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		} `json:"error"`
	}
	e := &APIError{Status: res.StatusCode, RequestID: res.Header.Get("request-id")}
	if json.Unmarshal(data, &wire) == nil && wire.Error.Type != "" {
		e.Type, e.Message = c.hideKey(wire.Error.Type), c.hideKey(wire.Error.Message)
	} else {
		e.Message = "not an error of the API: " + c.describe(res.Header, data)
	}
	return e
}

// decode reads a message from the body of a reply with status 200.
func (c *Client) decode(header http.Header, data []byte) (*Response, error) {
	fault := func(kind error, detail string) error {
		return &CallError{Kind: kind, Detail: detail, RequestID: header.Get("request-id")}
	}
	// A Decoder, unlike Unmarshal, tells "ends too early" from "not JSON".
	var value json.RawMessage
	err := json.NewDecoder(bytes.NewReader(data)).Decode(&value)
	switch {
	case errors.Is(err, io.EOF):
		return nil, fault(ErrEmpty, "status 200")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fault(ErrTruncated, c.describe(header, data))
	case err != nil || !json.Valid(data):
		return nil, fault(ErrNotJSON, c.describe(header, data))
	}
	var wire struct {
		Type string `json:"type"`
		Response
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return nil, fault(ErrNotMessage, c.hideKey(err.Error()))
	}
	if wire.Type != "message" {
		return nil, fault(ErrNotMessage, fmt.Sprintf("its type is %q; %s", c.hideKey(wire.Type), c.describe(header, data)))
	}
	wire.RequestID = header.Get("request-id")
	return &wire.Response, nil
}
