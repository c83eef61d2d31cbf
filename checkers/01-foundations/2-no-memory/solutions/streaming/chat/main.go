// Chat, with each reply shown as it arrives.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"agentcourse/checkers/01-foundations/2-no-memory/solutions/streaming/wire"
)

func main() {
	keyboard := bufio.NewReader(os.Stdin)
	var said []wire.Turn
	for {
		line, end := keyboard.ReadString('\n')
		line = strings.TrimSuffix(line, "\n")
		if line == "quit" {
			break
		}
		if len(strings.Fields(line)) > 0 {
			now := append(slices.Clone(said), wire.Say("user", line))
			if reply, err := wire.Stream(os.Stdout, now...); err != nil {
				fmt.Fprintf(os.Stderr, "\nthat did not work: %v\n", err)
			} else {
				said = append(now, wire.Say("assistant", reply.Text))
				fmt.Printf("\n(in=%d, out=%d, %d turns)\n", reply.In, reply.Out, len(said)/2)
			}
		}
		if end != nil {
			break
		}
	}
}
