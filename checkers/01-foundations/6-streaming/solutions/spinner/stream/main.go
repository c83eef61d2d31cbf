// Stream with a spinner on standard error that is gone before the first word is printed.
package main

import (
	"context"
	"flag"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"agentcourse/starter/messages"
)

// A step is a piece of text and when it came, or the end of the reply.
type step struct {
	text  string
	at    time.Time
	reply *messages.Response
	err   error
}

func main() {
	log.SetFlags(0)
	whole := flag.Bool("whole", false, "no streaming")
	flag.Parse()
	prompt := strings.Join(flag.Args(), " ")
	if prompt == "" {
		prompt = "Write a 600-word story about a robot learning to cook."
	}
	client, err := messages.FromEnv()
	if err != nil {
		log.Fatal(err)
	}
	request := messages.Request{MaxTokens: 16000, Messages: []messages.Message{messages.UserText(prompt)}}

	start := time.Now()
	steps := make(chan step)
	go produce(client, request, *whole, steps)
	stopSpinner := spin(os.Stderr)
	var first time.Time
	for s := range steps {
		stopSpinner()
		if s.text != "" && first.IsZero() {
			first = s.at
		}
		io.WriteString(os.Stdout, s.text)
		if s.reply != nil || s.err != nil {
			finish(s, start, first)
		}
	}
}

func finish(last step, start, first time.Time) {
	if last.err != nil {
		log.Fatalln("\nincomplete, or nothing at all:", last.err)
	}
	out := log.New(os.Stdout, "", 0)
	out.Println()
	if last.reply.StopReason == messages.StopMaxTokens {
		out.Println("(cut off)")
	}
	usage := last.reply.Usage
	if first.IsZero() {
		out.Printf("in=%d out=%d stop_reason=%s first_ms=none total_ms=%d", usage.In(), usage.Out(), last.reply.StopReason, last.at.Sub(start).Milliseconds())
		return
	}
	out.Printf("in=%d out=%d stop_reason=%s first_ms=%d total_ms=%d", usage.In(), usage.Out(), last.reply.StopReason,
		first.Sub(start).Milliseconds(), last.at.Sub(start).Milliseconds())
}

// produce makes the call and sends what comes of it: pieces of text, then one step with the reply or the error.
func produce(client *messages.Client, request messages.Request, whole bool, to chan<- step) {
	defer close(to)
	if whole {
		reply, err := client.Create(context.Background(), request)
		if err != nil {
			to <- step{err: err}
			return
		}
		to <- step{text: reply.Text(), at: time.Now(), reply: reply}
		return
	}
	stream := client.Stream(context.Background(), request)
	for event := range stream.Events() {
		if event.Text != "" {
			to <- step{text: event.Text, at: time.Now()}
		}
	}
	reply, err := stream.Reply()
	if err != nil {
		reply = nil
	}
	to <- step{at: time.Now(), reply: reply, err: err}
}

// spin turns until the function that it returns is called; that waits until the spinner is off the screen.
func spin(w io.Writer) (stop func()) {
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-quit:
				io.WriteString(w, "\r \r")
				return
			case <-tick.C:
				io.WriteString(w, "\r"+`|/-\`[i%4:i%4+1])
			}
		}
	}()
	stopped := false
	return func() {
		if !stopped {
			stopped = true
			close(quit)
		}
		<-gone
	}
}
