// Hello makes one call for each prompt, shows what each cost, and adds it up.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"agentcourse/starter/messages"
)

func main() {
	repeat := flag.Int("n", 1, "how many calls to make with each prompt")
	flag.Parse()
	if *repeat < 1 {
		fail(fmt.Errorf("-n must be at least 1, not %d", *repeat))
	}
	prompts := flag.Args()
	if len(prompts) == 0 {
		prompts = []string{"Explain tokens to a 10-year-old."}
	}
	client, err := messages.FromEnv()
	if err != nil {
		fail(err)
	}

	calls := 0
	var total messages.Usage
	for _, prompt := range prompts {
		for range *repeat {
			reply, err := client.Create(context.Background(), messages.Request{
				MaxTokens: 2000,
				Messages:  []messages.Message{messages.UserText(prompt)},
			})
			if err != nil {
				fail(err)
			}
			calls++
			total = total.Plus(reply.Usage)
			fmt.Println(reply.Text())
			fmt.Printf("call=%d in=%d out=%d stop_reason=%s cost=%s request_id=%s\n\n",
				calls, reply.Usage.In(), reply.Usage.Out(), reply.StopReason, dollars(reply.Model, reply.Usage), reply.RequestID)
			if reply.StopReason == messages.StopMaxTokens {
				fmt.Fprintln(os.Stderr, "warning: this reply was cut off at max_tokens")
			}
		}
	}
	fmt.Printf("total calls=%d in=%d out=%d cost=%s\n", calls, total.In(), total.Out(), dollars(client.Model, total))
}

func dollars(model string, usage messages.Usage) string {
	cost, known := messages.Cost(model, usage)
	if !known {
		return "$?"
	}
	return fmt.Sprintf("$%.6f", cost)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "hello:", err)
	os.Exit(1)
}
