// Stateless, with the replies shown as they arrive.
package main

import (
	"log"
	"os"

	"agentcourse/checkers/01-foundations/2-no-memory/solutions/streaming/wire"
)

func main() {
	log.SetFlags(0)
	args := os.Args[1:]
	introduction := wire.Say("user", "My name is "+args[0]+" and I like "+args[1]+".")
	question := wire.Say("user", "What is my name and what do I like?")

	experiments := [][]wire.Turn{{introduction}, {question}, {introduction, {}, question}}
	for i, conversation := range experiments {
		reply, err := wire.Stream(os.Stdout, conversation...)
		if err != nil {
			log.Fatal(err)
		}
		os.Stdout.WriteString("\n---\n")
		if i == 0 {
			experiments[2][1] = wire.Say("assistant", reply.Text)
		}
	}
}
