// Limits asks the same question at several efforts, and says so when a ceiling cut a reply off.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"agentcourse/starter/messages"
)

func main() {
	limit := flag.Int("max", 2000, "the most tokens that may come out of a call")
	efforts := flag.String("effort", messages.EffortLow, "efforts to ask at, with commas between them")
	flag.Parse()
	if *limit < 1 {
		fail(fmt.Errorf("-max must be at least 1, not %d", *limit))
	}
	if flag.NArg() != 1 {
		fail(fmt.Errorf("usage: limits [-max N] [-effort LIST] PROMPT"))
	}
	client, err := messages.FromEnv()
	if err != nil {
		fail(err)
	}
	exit := 0
	var outs []int
	for effort := range strings.SplitSeq(*efforts, ",") {
		reply, err := client.Create(context.Background(), messages.Request{
			MaxTokens:    *limit,
			OutputConfig: messages.OutputConfig{Effort: effort},
			Messages:     []messages.Message{messages.UserText(flag.Arg(0))},
		})
		if err != nil {
			fail(err)
		}
		usage := reply.Usage
		fmt.Println(reply.Text())
		fmt.Printf("effort=%s max=%d in=%d out=%d thinking=%d stop_reason=%s cost=%s\n\n", effort, *limit,
			usage.In(), usage.Out(), usage.Thinking(), reply.StopReason, dollars(reply.Model, usage))
		if !check(os.Stderr, reply) {
			exit = 1
		}
		outs = append(outs, usage.Out())
	}
	if len(outs) > 1 {
		fmt.Printf("ratio=%.2f\n", float64(outs[len(outs)-1])/float64(outs[0]))
	}
	os.Exit(exit)
}

// check warns of a reply that was cut off, and reports whether it is whole.
func check(w io.Writer, reply *messages.Response) bool {
	if reply.StopReason != messages.StopMaxTokens {
		return true
	}
	what := ""
	if reply.Text() == "" {
		what = " before any of it could be seen: there is no text"
	}
	fmt.Fprintf(w, "warning: the reply was cut off at max_tokens%s\n", what)
	return false
}

func dollars(model string, usage messages.Usage) string {
	cost, known := messages.Cost(model, usage)
	if !known {
		return "$?"
	}
	return fmt.Sprintf("$%.6f", cost)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "limits:", err)
	os.Exit(1)
}
