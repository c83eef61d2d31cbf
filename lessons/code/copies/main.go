// Copies shows what append shares, and what it copies.
package main

import (
	"fmt"
	"slices"
)

func main() {
	// anchor: append
	history := make([]string, 0, 4)
	history = append(history, "task")
	left := append(history, "left")
	right := append(history, "right")
	fmt.Println(left, right)

	history = slices.Clip(history)
	left = append(history, "left")
	right = append(history, "right")
	fmt.Println(left, right)
	// end: append
}
