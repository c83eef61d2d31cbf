//go:build grader

package httpmodel_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"agentcourse/starter/httpmodel"
)

// calls is how many calls the waits are taken from, and far how far their
// distribution may lie from an even one, at any point. With so many waits, an
// even one lies that far off once in ten million times (Dvoretzky, Kiefer and
// Wolfowitz: 2·exp(-2·150·0.24²) is less than 1e-7).
const (
	calls = 150
	far   = 0.24
)

func TestJitter(t *testing.T) {
	d := newDraws(t)
	base := time.Duration(d.between(50, 150)) * time.Millisecond
	for _, c := range []struct {
		config httpmodel.Config
		bounds []time.Duration
	}{
		{httpmodel.Config{Base: base, Max: 5 * base, Tries: 6}, []time.Duration{base, 2 * base, 4 * base, 5 * base, 5 * base}},
		{httpmodel.Config{}, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}},
		{httpmodel.Config{Base: 20 * time.Second, Max: 2 * time.Second, Tries: 2}, []time.Duration{2 * time.Second}},
	} {
		spread(t, c.config, c.bounds)
	}
	manyTries(t)
}

// spread looks how the waits before each try are distributed.
func spread(t *testing.T, config httpmodel.Config, bounds []time.Duration) {
	t.Helper()
	waits := make([][]time.Duration, len(bounds))
	call := fmt.Sprintf("Complete, %d times, with Tries: %d, Base: %v, Max: %v (0 means the usual), when the provider always answers 503",
		calls, config.Tries, config.Base, config.Max)
	synctest.Test(t, func(t *testing.T) {
		for range calls {
			p := &provider{answer: always(given{status: 503, body: apiError("api_error", "Overloaded")})}
			config.Client = p.client()
			newModel(t, config).Complete(t.Context(), ask("hi"))
			if len(p.waits()) != len(bounds) {
				t.Fatalf("the number of tries is another one\nwant: %d requests\ngot: %d requests\ncall: %s", len(bounds)+1, p.count(), call)
			}
			for i, w := range p.waits() {
				waits[i] = append(waits[i], w)
			}
		}
	})
	for i, bound := range bounds {
		slices.Sort(waits[i])
		if waits[i][calls-1] > bound || distance(waits[i], bound) > far {
			fail(t, call, fmt.Sprintf("the waits before try %d are not spread evenly from 0 up to their bound", i+2),
				fmt.Sprintf("%d waits, about as many in each tenth of 0s to %v", calls, bound), tenths(waits[i], bound))
			return
		}
	}
}

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
		p := &provider{answer: always(given{status: 500, body: apiError("api_error", "no")})}
		newModel(t, httpmodel.Config{Client: p.client(), Tries: 100}).Complete(t.Context(), ask("hi"))
		call := "Complete, with Tries: 100, when the provider always answers 500"
		waits := p.waits()
		if len(waits) != 99 {
			fail(t, call, "the number of tries is another one", "100 requests", fmt.Sprintf("%d requests", p.count()))
			return
		}
		var sum time.Duration
		for i, w := range waits {
			if w > 8*time.Second {
				fail(t, call, fmt.Sprintf("the wait before try %d is longer than Max", i+2), "at most 8s", w)
				return
			}
			if i >= 49 {
				sum += w
			}
		}
		if mean := sum / 50; mean < 2*time.Second {
			fail(t, call, "after many tries the waits are short again: the doubled bound has overflowed", "about 4s in the mean, before tries 51 to 100", mean)
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
