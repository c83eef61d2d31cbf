// Jitter has a thousand clients refused at the same moment, three times, and
// counts the largest crowd that comes back within the same ten milliseconds,
// for three ways to choose a wait.
package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// anchor: ways
const (
	base    = 500 * time.Millisecond
	longest = 8 * time.Second
)

func bound(try int) time.Duration { return min(longest, base<<try) } // try 0 is the first wait

func fixed(try int, _ *rand.Rand) time.Duration { return bound(try) }

func equal(try int, r *rand.Rand) time.Duration { return bound(try)/2 + upTo(bound(try)/2, r) }

func full(try int, r *rand.Rand) time.Duration { return upTo(bound(try), r) }

func upTo(d time.Duration, r *rand.Rand) time.Duration { return time.Duration(r.Int64N(int64(d))) }

// end: ways

func main() {
	const clients, slot = 1000, 10 * time.Millisecond
	random := rand.New(rand.NewPCG(3, 1))
	fmt.Printf("%-42s %5s %5s %5s\n", "largest crowd of 1000 in 10 ms, at try", "2", "3", "4")
	for _, way := range []struct {
		name string
		wait func(try int, r *rand.Rand) time.Duration
	}{
		{"the bound itself", fixed}, {"half the bound, and up to half more", equal}, {"anything up to the bound: full jitter", full},
	} {
		fmt.Printf("%-42s", way.name)
		at := make([]time.Duration, clients)
		for try := range 3 {
			crowd := map[time.Duration]int{}
			for i := range at {
				at[i] += way.wait(try, random)
				crowd[at[i]/slot]++
			}
			sizes := []int{}
			for _, n := range crowd {
				sizes = append(sizes, n)
			}
			fmt.Printf(" %5d", slices.Max(sizes))
		}
		fmt.Println()
	}
}
