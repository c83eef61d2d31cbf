// Longline reads two lines, the first of them long, in two ways.
package main

import (
	"bufio"
	"fmt"
	"strings"
)

func main() {
	// anchor: both
	input := strings.Repeat("x", 100_000) + "\nquit\n"

	scanner := bufio.NewScanner(strings.NewReader(input))
	lines := 0
	for scanner.Scan() {
		lines++
	}
	fmt.Println("scanner:", lines, "lines, error:", scanner.Err())

	reader := bufio.NewReader(strings.NewReader(input))
	lines = 0
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			lines++ // also the last one, which may lack its line end
		}
		if err != nil {
			break
		}
	}
	fmt.Println("reader:", lines, "lines")
	// end: both
}
