//go:build grader

package httpmodel_test

import (
	"fmt"
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
