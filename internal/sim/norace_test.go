//go:build !race

package sim

// seeds is how many seeds a rate is counted over, tolerance how far the count
// may be from the table.
const (
	seeds     = 200
	tolerance = 0.09
)
