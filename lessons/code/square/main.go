// Square works out what an agent's calls send when its history grows by the same amount at each step.
package main

import (
	"fmt"
	"strings"
)

func main() {
	const first, growth, steps, dollarsPerMillion = 1000, 2000, 10, 4.0
	total := 0
	for step := range steps {
		input := first + step*growth
		total += input
		cost := float64(total) * dollarsPerMillion / 1_000_000
		fmt.Printf("call %2d  in=%5d  %-20sso far %6d  $%.3f\n", step+1, input, strings.Repeat("=", input/1000), total, cost)
	}
}
