// Opener asks for a summary and then for a shorter one. It compiles, and it has three faults.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"agentcourse/starter/messages"
)

func main() {
	log.SetFlags(0)
	client, err := messages.FromEnv()
	if err != nil {
		log.Fatal(err)
	}
	for _, prompt := range os.Args[1:] {
		reply, err := client.Create(context.Background(), messages.Request{
			MaxTokens: 60,
			Messages:  []messages.Message{messages.UserText(prompt)},
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("> %s\n%s\n", prompt, reply.Content[0].Text)
	}
}
