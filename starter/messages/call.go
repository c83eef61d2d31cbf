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
	"strings"
	"time"
)

const apiVersion = "2023-06-01" // the anthropic-version header; it fixes the shapes in types.go

// incoming is a reply with status 200 whose body is still to be read.
type incoming struct {
	header  http.Header
	body    io.Reader // what breaks the reading is a CallError already
	noLimit func()    // takes the try's time limit off
}

// call is the one way to the API. It posts the payload as JSON and hands a
// reply with status 200 to read; the connection lives no longer than read does.
// An error of read is one of the try: it may bring another try.
func (c *Client) call(ctx context.Context, path string, payload any, read func(incoming) error) error {
	body, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("messages request: %w", err)
	}
	endpoint, err := c.endpoint(path)
	if err != nil {
		return err
	}
	for tries := 1; ; tries++ {
		header, err := c.try(ctx, endpoint, body, read)
		if err == nil || tries > c.MaxRetries || ctx.Err() != nil || !worthRetrying(err, header) {
			return err
		}
		if c.sleep(ctx, waitTime(header, tries)) != nil {
			return c.ended(ctx, "while waiting to try again after: "+err.Error())
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
func (c *Client) try(ctx context.Context, endpoint string, body []byte, read func(incoming) error) (http.Header, error) {
	tryCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	noLimit := func() {}
	if c.Timeout > 0 {
		timer := time.AfterFunc(c.Timeout, func() { cancel(context.DeadlineExceeded) })
		defer timer.Stop()
		noLimit = func() { timer.Stop() }
	}
	req, err := http.NewRequestWithContext(tryCtx, http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("messages request: %w", err)
	}
	req.Header.Set("content-type", "application/json")
	req.Header.Set("anthropic-version", apiVersion)
	req.Header.Set("x-api-key", c.APIKey)

	res, err := c.httpClient().Do(req)
	if err != nil {
		return nil, c.failed(ctx, tryCtx, ErrConnection, err)
	}
	defer res.Body.Close()
	reply := &replyBody{from: res.Body, failed: func(cause error) error {
		return c.failed(ctx, tryCtx, ErrTruncated, cause)
	}}
	if res.StatusCode == http.StatusOK {
		return res.Header, read(incoming{res.Header, reply, noLimit})
	}
	data, err := io.ReadAll(reply)
	if err != nil {
		return res.Header, err
	}
	return res.Header, c.apiError(res.StatusCode, res.Header, data)
}

// replyBody counts what has been read, so that a break can be located.
type replyBody struct {
	from   io.Reader
	count  int
	failed func(cause error) error
}

func (b *replyBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	b.count += n
	if err != nil && err != io.EOF {
		err = b.failed(fmt.Errorf("after %d bytes: %w", b.count, err))
	}
	return n, err
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
		return &CallError{Kind: ErrTimeout, Detail: fmt.Sprintf("the reply was not there within %s", c.Timeout), Cause: context.Cause(tryCtx)}
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
