// Limits prints each reply while it is being written.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"agentcourse/checkers/01-foundations/5-tokens/solutions/streams/replies"
	"agentcourse/starter/messages"
)

type list []string

func (l *list) Set(s string) error {
	*l = strings.FieldsFunc(s, func(r rune) bool { return r == ',' })
	return nil
}
func (l *list) String() string { return strings.Join(*l, ",") }

func main() {
	request := messages.Request{}
	efforts := list{messages.EffortLow}
	flag.IntVar(&request.MaxTokens, "max", 2000, "ceiling for a reply")
	flag.Var(&efforts, "effort", "efforts, separated by commas")
	flag.Parse()
	if flag.NArg() == 0 || request.MaxTokens <= 0 {
		flag.Usage()
		os.Exit(2)
	}
	request.Messages = []messages.Message{messages.UserText(flag.Arg(0))}

	out := bufio.NewWriter(os.Stdout)
	cut, err := ask(out, request, efforts)
	out.Flush()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || cut {
		os.Exit(1)
	}
}

func ask(out *bufio.Writer, request messages.Request, efforts []string) (cut bool, err error) {
	client, err := messages.FromEnv()
	if err != nil {
		return false, err
	}
	var usages []messages.Usage
	for effort := range slices.Values(efforts) {
		request.OutputConfig.Effort = effort
		stream := client.Stream(context.Background(), request)
		for event := range stream.Events() {
			out.WriteString(event.Text)
			out.Flush()
		}
		reply, err := stream.Reply()
		if err != nil {
			return cut, err
		}
		u := reply.Usage
		cost, _ := messages.Cost(reply.Model, u)
		fmt.Fprintf(out, "\n[thinking=%d out=%d in=%d] cost=$%.6f stop_reason=%s max=%d effort=%s\n",
			u.Thinking(), u.Out(), u.In(), cost, reply.StopReason, request.MaxTokens, effort)
		if problem := replies.Check(reply); problem != nil {
			cut = cut || errors.Is(problem, replies.ErrCutOff) || errors.Is(problem, replies.ErrEmpty)
			fmt.Fprintf(os.Stderr, "[%s] %v\n", effort, problem)
		}
		usages = append(usages, u)
	}
	if n := len(usages); n > 1 {
		fmt.Fprintf(out, "\nratio=%.2f\n", float64(usages[n-1].Out())/float64(usages[0].Out()))
	}
	return cut, nil
}
