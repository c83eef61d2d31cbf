// Tutor asks one question without a system prompt and with one.
package main

import (
	"context"
	"fmt"
	"log"

	"agentcourse/starter/messages"
)

func main() {
	log.SetFlags(0)
	client, err := messages.FromEnv()
	if err != nil {
		log.Fatal(err)
	}
	// anchor: calls
	for _, system := range []string{
		"",
		"You are a patient tutor. Always end with a question for the learner.",
	} {
		reply, err := client.Create(context.Background(), messages.Request{
			MaxTokens: 1000,
			System:    system,
			Messages:  []messages.Message{messages.UserText("What is 17 times 6?")},
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("in=%d  %s\n", reply.Usage.In(), reply.Text())
	}
	// end: calls
}
