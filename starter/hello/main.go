// Hello makes one call to the model and shows every part of what came back.
//
//	go run ./hello "Write a haiku about debugging"
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"agentcourse/starter/messages"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	prompt := strings.Join(args, " ")
	if prompt == "" {
		prompt = "Explain tokens to a 10-year-old."
	}

	// anchor: key
	client, err := messages.FromEnv() // the key is in the environment, never in the code
	if err != nil {
		fmt.Fprintln(stderr, "hello:", err)
		return 1
	}
	// end: key
	// anchor: call
	reply, err := client.Create(context.Background(), messages.Request{
		MaxTokens:    2000,                                              // a ceiling, which caps the cost
		OutputConfig: messages.OutputConfig{Effort: messages.EffortLow}, // less hidden thinking
		Messages:     []messages.Message{messages.UserText(prompt)},
	})
	// end: call
	if err != nil {
		fmt.Fprintln(stderr, "hello:", err)
		return 1
	}

	// anchor: cost
	cost := "$?" // an unknown price is not a price of nothing
	if dollars, known := messages.Cost(reply.Model, reply.Usage); known {
		cost = fmt.Sprintf("$%.6f", dollars)
	}
	// end: cost
	thinking := "hidden thinking included" // as not every server tells how much it was
	if n := reply.Usage.Thinking(); n > 0 {
		thinking = fmt.Sprintf("%d of them hidden thinking", n)
	}
	// anchor: print
	fmt.Fprintln(stdout, reply.Text()) // joins the blocks that are text
	fmt.Fprintln(stdout)
	fmt.Fprintf(stdout, "model=%s stop_reason=%s\n", reply.Model, reply.StopReason)
	fmt.Fprintf(stdout, "tokens: in=%d out=%d (%s)\n", reply.Usage.In(), reply.Usage.Out(), thinking)
	fmt.Fprintf(stdout, "est. cost: %s  request id: %s\n", cost, reply.RequestID)
	// end: print
	return 0
}
