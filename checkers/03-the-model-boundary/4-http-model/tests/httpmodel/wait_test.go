//go:build grader

package httpmodel_test

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"agentcourse/starter/httpmodel"
)

// calls is how many calls the waits are taken from.
const calls = 150

// farOff is how far the distribution of so many waits may lie from an even one,
// at any point. An even one lies that far off once in ten million times
// (Dvoretzky, Kiefer and Wolfowitz).
func farOff(waits int) float64 { return math.Sqrt(math.Log(2e7) / 2 / float64(waits)) }

func TestJitter(t *testing.T) {
	d := newDraws(t)
	base := time.Duration(d.between(50, 150)) * time.Millisecond
	for _, c := range []struct {
		config httpmodel.Config
		bounds []time.Duration
		one    bool
	}{
		{httpmodel.Config{Base: base, Max: 5 * base, Tries: 6}, []time.Duration{base, 2 * base, 4 * base, 5 * base, 5 * base}, true},
		{httpmodel.Config{}, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}, false},
		{httpmodel.Config{Base: 20 * time.Second, Max: 2 * time.Second, Tries: 2}, []time.Duration{2 * time.Second}, false},
	} {
		spread(t, c.config, c.bounds, c.one)
	}
	if !t.Failed() {
		manyTries(t)
	}
}

// spread looks how the waits before each try are distributed. With one, a single
// model makes all calls, and else each call has a new one.
func spread(t *testing.T, config httpmodel.Config, bounds []time.Duration, one bool) {
	t.Helper()
	waits := make([][]time.Duration, len(bounds))
	var shares []float64 // of their bounds
	alike := 0           // calls whose first two waits are the same share of their bounds
	shared := false      // one call of the model spoils the next
	models := "each with a new Model"
	if one {
		models = "with one Model"
	}
	call := fmt.Sprintf("Complete, %d times, %s, with Tries: %d, Base: %v, Max: %v (0 means the usual), when the provider always answers 503",
		calls, models, config.Tries, config.Base, config.Max)
	synctest.Test(t, func(t *testing.T) {
		var p *provider
		config.Client = &http.Client{Transport: roundTrips(func(r *http.Request) (*http.Response, error) { return p.RoundTrip(r) })}
		m := newModel(t, config)
		for range calls {
			p = &provider{answer: always(given{status: 503, body: apiError("api_error", "Overloaded")})}
			if !one {
				m = newModel(t, config)
			}
			m.Complete(t.Context(), ask("hi"))
			got := p.waits()
			if len(got) != len(bounds) {
				if shared = one && shares != nil; shared {
					return // calls that count together are the matter of another check
				}
				t.Fatalf("the number of tries is another one\nwant: %d requests\ngot: %d requests\ncall: %s", len(bounds)+1, p.count(), call)
			}
			for i, w := range got {
				waits[i] = append(waits[i], w)
				shares = append(shares, float64(w)/float64(bounds[i]))
			}
			if n := len(shares); len(got) > 1 && math.Abs(shares[n-1]-shares[n-2]) < 0.01 {
				alike++
			}
		}
	})
	if shared {
		spread(t, config, bounds, false)
		return
	}
	for i, bound := range bounds {
		slices.Sort(waits[i])
		if waits[i][calls-1] > bound || distance(waits[i], bound) > farOff(calls) {
			fail(t, call, fmt.Sprintf("the waits before try %d are not spread evenly from 0 up to their bound", i+2),
				fmt.Sprintf("%d waits, about as many in each tenth of 0s to %v", calls, bound), tenths(waits[i], bound))
			return
		}
	}
	if alike > calls/2 { // one in fifty is luck
		fail(t, call, "the waits of one call are not drawn each for itself: they are the same share of their bounds", "a draw for each wait",
			fmt.Sprintf("the same share twice running in %d calls of %d", alike, calls))
		return
	}
	together := make([]time.Duration, len(shares))
	for i, share := range shares {
		together[i] = time.Duration(share * float64(time.Second))
	}
	slices.Sort(together)
	if distance(together, time.Second) > farOff(len(together)) {
		fail(t, call, "the waits of all tries together, each as a share of its bound, are not spread evenly",
			fmt.Sprintf("%d waits, about as many in each tenth of their bounds", len(together)), tenths(together, time.Second))
	}
}

type roundTrips func(*http.Request) (*http.Response, error)

func (f roundTrips) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// tenths says where the waits are: in which tenths of the range, and how many
// in each if that alone shows nothing.
func tenths(waits []time.Duration, bound time.Duration) string {
	counts := make([]int, 11) // the last one is beyond the bound
	for _, w := range waits {
		counts[min(int(w*10/bound), 10)]++
	}
	var in []string
	for i, n := range counts[:10] {
		if n > 0 {
			in = append(in, fmt.Sprint(i+1))
		}
	}
	switch {
	case counts[10] > 0:
		return fmt.Sprintf("waits of up to %v", waits[len(waits)-1])
	case len(in) == 10:
		return fmt.Sprintf("in the tenths 1 to 10: %v", counts[:10])
	}
	return "waits in these tenths alone: " + strings.Join(in, ", ")
}

// distance is the greatest one between the sorted waits' distribution and an
// even one up to the bound.
func distance(waits []time.Duration, bound time.Duration) float64 {
	greatest := 0.0
	for i, w := range waits {
		even := min(1, float64(w)/float64(bound))
		below, upTo := float64(i)/float64(len(waits)), float64(i+1)/float64(len(waits))
		greatest = max(greatest, even-below, upTo-even)
	}
	return greatest
}

// manyTries doubles so often that it overflows.
func manyTries(t *testing.T) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		const tries, longest = 400, 8 * time.Second
		p := &provider{answer: always(given{status: 500, body: apiError("api_error", "no")})}
		newModel(t, httpmodel.Config{Client: p.client(), Tries: tries}).Complete(t.Context(), ask("hi"))
		call := fmt.Sprintf("Complete, with Tries: %d, when the provider always answers 500", tries)
		waits := p.waits()
		if len(waits) != tries-1 {
			fail(t, call, "the number of tries is another one", fmt.Sprintf("%d requests", tries), fmt.Sprintf("%d requests", p.count()))
			return
		}
		for i, w := range waits {
			if w > longest {
				fail(t, call, fmt.Sprintf("the wait before try %d is longer than Max", i+2), "at most 8s", w)
				return
			}
		}
		waits = slices.Sorted(slices.Values(waits[4:])) // those whose bound is Max
		if distance(waits, longest) > farOff(len(waits)) {
			fail(t, call, "after many tries the waits are not spread evenly from 0 up to Max: is Max 8s when it is 0, or has the doubled bound overflowed?",
				fmt.Sprintf("%d waits, about as many in each tenth of 0s to 8s", len(waits)), tenths(waits, longest))
		}
	})
}

// TestRetryAfter: what the provider asks for is waited, no less, no jitter, and
// no bound.
func TestRetryAfter(t *testing.T) {
	d := newDraws(t)
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			status  int
			seconds string
			want    time.Duration
		}{
			{429, "1", time.Second}, {503, "3", 3 * time.Second}, {503, "0.25", 250 * time.Millisecond}, {429, "2.5", 2500 * time.Millisecond},
			{429, "1200", 20 * time.Minute}, {500, fmt.Sprint(d.between(9, 600)), 0}, {502, fmt.Sprintf("%d.5", d.between(9, 600)), 0},
		} {
			if c.want == 0 {
				c.want, _ = time.ParseDuration(c.seconds + "s")
			}
			g := given{status: c.status, header: map[string]string{"retry-after": c.seconds}, body: apiError("rate_limit_error", "slow down")}
			p := &provider{answer: failing(2, g, answer("ok").whole())}
			config := httpmodel.Config{Client: p.client(), Base: 10 * time.Millisecond, Max: 700 * time.Millisecond}
			_, err := newModel(t, config).Complete(t.Context(), ask("hi"))
			call := fmt.Sprintf("Complete, with Max: 700ms, when the provider answers %d twice, with retry-after: %s", c.status, c.seconds)
			if err != nil || p.count() != 3 {
				fail(t, call, "the call is not tried again", "3 requests, and the answer", fmt.Sprintf("%d requests, %s", p.count(), errorText(err)))
			}
			for i, w := range p.waits() {
				if w < c.want || w > c.want+c.want/10 {
					fail(t, call, fmt.Sprintf("the wait before try %d is not what the provider asks for", i+2), c.want, w)
					break
				}
			}
			p = &provider{answer: always(g)}
			_, err = newModel(t, httpmodel.Config{Client: p.client(), Tries: 1}).Complete(t.Context(), ask("hi"))
			if api, ok := errors.AsType[*httpmodel.APIError](err); !ok || api.RetryAfter != c.want {
				got := errorText(err)
				if ok {
					got = fmt.Sprintf("RetryAfter %v", api.RetryAfter)
				}
				fail(t, "Complete, with Tries: 1, and retry-after: "+c.seconds, "the error does not tell how long the provider asks to wait",
					fmt.Sprintf("an *APIError with RetryAfter %v", c.want), got)
			}
		}
		fallsBack(t, d)
	})
}

// fallsBack: a wait that was asked for says nothing of the next one.
func fallsBack(t *testing.T, d draws) {
	t.Helper()
	p := &provider{answer: func(try int, _ sent) given {
		g := given{status: http.StatusTooManyRequests, body: apiError("rate_limit_error", d.word())}
		if try == 1 {
			g.header = map[string]string{"retry-after": "50"}
		}
		return g
	}}
	newModel(t, httpmodel.Config{Client: p.client(), Tries: 3, Base: time.Second}).Complete(t.Context(), ask("hi"))
	if w := p.waits(); len(w) == 2 && w[1] > 2*time.Second {
		fail(t, "Complete, with Base: 1s, when only the first answer has retry-after: 50", "the second wait is longer than its bound", "at most 2s", w[1])
	}
}
