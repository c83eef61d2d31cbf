// Agent shows what the model says while it says it, and runs its tools in between.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"agentcourse/starter/messages"
	"agentcourse/starter/trace"
)

type session struct {
	client *messages.Client
	tools  []Tool
	events *trace.Writer
	steps  int
	model  string
	usage  messages.Usage
}

func main() {
	overlap := flag.Bool("overlap", false, "offer open_note, too")
	flag.Parse()
	task := strings.Join(flag.Args(), " ")
	client, err := messages.FromEnv()
	if err != nil {
		exit(err)
	}
	events, err := trace.FromEnv(time.Now)
	if err != nil {
		exit(err)
	}
	s := &session{client: client, tools: tools(*overlap), events: events}
	err = errors.Join(events.Task(task, client.Model, ""), s.goOn([]messages.Message{messages.UserText(task)}))
	cost := "$?"
	if dollars, known := messages.Cost(s.model, s.usage); known {
		cost = fmt.Sprintf("$%.6f", dollars)
	}
	fmt.Printf("\n\ncost=%s steps=%d in=%d out=%d\n", cost, s.steps, s.usage.In(), s.usage.Out())
	if err != nil {
		exit(err)
	}
}

// goOn makes one call and, if the model wants tools, goes on with what they brought.
func (s *session) goOn(history []messages.Message) error {
	stream := s.client.Stream(context.Background(), messages.Request{MaxTokens: 4000, Messages: history, Tools: definitions(s.tools)})
	for event := range stream.Events() {
		fmt.Print(event.Text)
	}
	reply, err := stream.Reply()
	if err != nil {
		return s.stop("error", err)
	}
	if err := s.events.Model(s.steps, reply, 0); err != nil {
		return err
	}
	s.steps, s.model, s.usage = s.steps+1, reply.Model, s.usage.Plus(reply.Usage)
	switch reply.StopReason {
	case "end_turn", "stop_sequence":
		return nil
	case "max_tokens", "refusal":
		return s.stop(reply.StopReason, errors.New("this is no answer"))
	case "tool_use":
		fmt.Println()
	default:
		return s.stop("error", errors.New("stopped for "+reply.StopReason))
	}
	var results []messages.Block
	for _, call := range reply.ToolUses() {
		output, isError := runTool(s.tools, call)
		if err := s.events.Tool(s.steps-1, call, output, isError, 0); err != nil {
			return err
		}
		results = append(results, messages.ToolResult(call.ID, output, isError))
	}
	if s.steps == 10 {
		return s.stop("max_steps", errors.New("ten calls are enough"))
	}
	return s.goOn(append(history, reply.Message(), messages.Message{Role: "user", Content: results}))
}

func (s *session) stop(reason string, detail error) error {
	fmt.Printf("\nstopped: %s\n", reason)
	return errors.Join(detail, s.events.Stopped(reason, detail.Error()))
}

func definitions(tools []Tool) []messages.Tool {
	var all []messages.Tool
	for _, tool := range tools {
		all = append(all, tool.Tool)
	}
	return all
}

func exit(err error) {
	fmt.Fprintln(os.Stderr, "agent:", err)
	os.Exit(1)
}
