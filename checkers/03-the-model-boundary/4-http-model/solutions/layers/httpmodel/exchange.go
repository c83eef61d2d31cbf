package httpmodel

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"
)

// exchange sends a body and gets an answer, whose body the caller closes.
type exchange func(ctx context.Context, body []byte) (*http.Response, error)

// post makes one try.
func post(client *http.Client, url string, fill func(http.Header)) exchange {
	return func(ctx context.Context, body []byte) (*http.Response, error) {
		req, err := http.NewRequest("POST", url, strings.NewReader(string(body)))
		if err != nil {
			return nil, err
		}
		fill(req.Header)
		return client.Do(req.WithContext(ctx))
	}
}

type patience struct {
	tries     int
	base, max time.Duration
}

// around tries an exchange again as long as that may help.
func (p patience) around(once exchange) exchange {
	return func(ctx context.Context, body []byte) (*http.Response, error) {
		for n := 1; ; n++ {
			res, err := once(ctx, body)
			if n == p.tries || err == nil && !passing(res.StatusCode) {
				return res, err
			}
			wait := p.draw(n)
			if err == nil {
				if w, ok := asked(res); ok {
					wait = w
				}
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
			timed, stop := context.WithTimeout(ctx, wait)
			<-timed.Done()
			stop()
			if ctx.Err() != nil {
				return nil, fmt.Errorf("after %d tries: %w", n, ctx.Err())
			}
		}
	}
}

func passing(status int) bool {
	return slices.Contains([]int{408, 409, 429}, status) || status/100 == 5
}

// draw is full jitter.
func (p patience) draw(n int) time.Duration {
	bound := math.Min(float64(p.max), float64(p.base)*math.Pow(2, float64(n-1)))
	return time.Duration(bound * rand.Float64())
}

// asked is the wait that an answer asks for.
func asked(res *http.Response) (time.Duration, bool) {
	d, err := time.ParseDuration(res.Header.Get("retry-after") + "s")
	return d, err == nil && d > 0
}
