//go:build race

package sim

// The race detector makes each reply thirty times slower: fewer seeds, which
// say little about a rate.
const (
	seeds     = 20
	tolerance = 0.5
)
