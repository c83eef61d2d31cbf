// Stateless asks the model for a name three times over, to see when it can know it.
package main

import (
	"context"
	"fmt"
	"os"

	"agentcourse/starter/messages"
)

const question = "What is my name and what do I like?"

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: stateless NAME THING")
		os.Exit(2)
	}
	client, err := messages.FromEnv()
	if err != nil {
		fail(err)
	}
	introduction := messages.UserText(fmt.Sprintf("My name is %s and I like %s.", os.Args[1], os.Args[2]))

	first := ask(client, introduction)
	ask(client, messages.UserText(question))
	ask(client, introduction, first.Message(), messages.UserText(question))
}

// ask sends a conversation, prints the reply and returns it.
func ask(client *messages.Client, conversation ...messages.Message) *messages.Response {
	reply, err := client.Create(context.Background(), messages.Request{MaxTokens: 2000, Messages: conversation})
	if err != nil {
		fail(err)
	}
	fmt.Printf("%s\n\n", reply.Text())
	return reply
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "stateless:", err)
	os.Exit(1)
}
