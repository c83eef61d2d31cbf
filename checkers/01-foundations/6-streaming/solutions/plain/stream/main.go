// Stream makes one call, prints the reply while the model writes it, and says how long that took.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"agentcourse/starter/messages"
)

func main() {
	whole := flag.Bool("whole", false, "wait for the whole reply and print it at once")
	flag.Parse()
	prompt := "Write a 600-word story about a robot learning to cook."
	if flag.NArg() > 0 {
		prompt = flag.Arg(0)
	}
	client, err := messages.FromEnv()
	if err != nil {
		fail(err)
	}

	begin, first := time.Now(), "none"
	show := func(text string) {
		if text != "" && first == "none" {
			first = fmt.Sprint(time.Since(begin).Milliseconds())
		}
		fmt.Print(text)
	}
	reply, err := ask(client, messages.Request{
		MaxTokens: 4000,
		Messages:  []messages.Message{messages.UserText(prompt)},
	}, *whole, show)
	total := time.Since(begin).Milliseconds()
	fmt.Println()
	if err != nil {
		fail(fmt.Errorf("reply missing or incomplete: %w", err))
	}

	fmt.Printf("first_ms=%s total_ms=%d in=%d out=%d stop_reason=%s\n", first, total, reply.Usage.In(), reply.Usage.Out(), reply.StopReason)
	if reply.StopReason == messages.StopMaxTokens {
		fmt.Fprintln(os.Stderr, "warning: this reply was cut off at max_tokens")
	}
}

// ask makes the call and hands the text of the reply to show, at once or in pieces.
func ask(client *messages.Client, req messages.Request, whole bool, show func(string)) (*messages.Response, error) {
	if whole {
		reply, err := client.Create(context.Background(), req)
		if err == nil {
			show(reply.Text())
		}
		return reply, err
	}
	stream := client.Stream(context.Background(), req)
	for event := range stream.Events() {
		show(event.Text)
	}
	return stream.Reply()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "stream:", err)
	os.Exit(1)
}
