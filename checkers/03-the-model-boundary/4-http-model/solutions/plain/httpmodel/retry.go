package httpmodel

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// mayPass says whether the same request may succeed a moment later: when no
// answer came, and with a status that tells of the server's trouble. Any other
// 4xx fails in the same way for ever, and an answer that has begun may have to
// be paid for.
func mayPass(err error) bool {
	api, ok := errors.AsType[*APIError](err)
	if !ok {
		return errors.Is(err, errConnection)
	}
	switch api.Status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return true
	}
	return api.Status >= 500
}

// waitAfter is how long to wait after so many failed tries: what the server
// asks for, or else anything up to a bound that doubles, so that programs which
// failed together do not come back together.
func (m *Model) waitAfter(err error, tries int) time.Duration {
	if api, ok := errors.AsType[*APIError](err); ok && api.RetryAfter > 0 {
		return api.RetryAfter
	}
	bound := m.config.Base
	for range tries - 1 {
		if bound >= m.config.Max {
			break // doubling for ever would overflow
		}
		bound *= 2
	}
	return rand.N(min(bound, m.config.Max))
}

// askedWait reads retry-after in seconds. What is no such number counts as
// absent.
func askedWait(header http.Header) time.Duration {
	const longest = 1e9 // seconds that a Duration can hold
	seconds, err := strconv.ParseFloat(header.Get("Retry-After"), 64)
	if err != nil || !(seconds > 0) {
		return 0
	}
	return time.Duration(min(seconds, longest) * float64(time.Second))
}

// sleep waits, or until the context ends.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
