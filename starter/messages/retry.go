package messages

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstWait = 500 * time.Millisecond
	longest   = 8 * time.Second // the doubling stops here

	// longestAsked caps what a server may ask for with retry-after: a program
	// that sits still for an hour looks broken.
	longestAsked = 60 * time.Second
)

// worthRetrying says whether the same call may succeed a moment later. The
// server's x-should-retry header decides if it is there; else these do, as in
// the official SDK: no connection, no reply in time, and the statuses below.
// Any other 4xx would fail in the same way for ever.
func worthRetrying(err error, header http.Header) bool {
	var api *APIError
	if !errors.As(err, &api) {
		// A reply that arrived damaged may have been billed: the caller decides.
		return errors.Is(err, ErrConnection) || errors.Is(err, ErrTimeout)
	}
	switch header.Get("x-should-retry") {
	case "true":
		return true
	case "false":
		return false
	}
	switch api.Status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return true
	}
	return api.Status >= 500
}

// waitTime is how long to wait after so many failed tries: what the server
// asks for, up to longestAsked, else half a second, doubling up to longest.
// The doubling wait is shortened by up to a quarter at random, so that programs
// that failed together do not come back together.
func waitTime(header http.Header, tries int) time.Duration {
	if wait, ok := askedWait(header); ok {
		return wait
	}
	wait := longest
	if doublings := tries - 1; doublings < 4 {
		wait = firstWait << doublings
	}
	return wait - rand.N(wait/4)
}

// askedWait reads retry-after-ms, then retry-after in seconds. A value that is
// no number counts as absent.
func askedWait(header http.Header) (time.Duration, bool) {
	for _, field := range []struct {
		name string
		unit time.Duration
	}{{"retry-after-ms", time.Millisecond}, {"retry-after", time.Second}} {
		n, err := strconv.ParseFloat(header.Get(field.name), 64)
		if err == nil && n >= 0 {
			return time.Duration(min(n*float64(field.unit), float64(longestAsked))), true
		}
	}
	return 0, false
}

func (c *Client) sleep(ctx context.Context, d time.Duration) error {
	if c.Sleep != nil {
		return c.Sleep(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
