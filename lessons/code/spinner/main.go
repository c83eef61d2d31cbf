// Spinner shows on standard error that a call is under way.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"agentcourse/starter/messages"
)

// spin draws until stop is called. Stop returns when nothing more will be drawn, and the line is clean again.
func spin(w io.Writer) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			fmt.Fprintf(w, "\r%c", `|/-\`[i%4])
			select {
			case <-ctx.Done():
				fmt.Fprint(w, "\r \r")
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

func main() {
	log.SetFlags(0)
	client, err := messages.FromEnv()
	if err != nil {
		log.Fatal(err)
	}
	stop := spin(os.Stderr)
	reply, err := client.Create(context.Background(), messages.Request{
		MaxTokens: 2000,
		Messages:  []messages.Message{messages.UserText("Tell me about the moon.")},
	})
	stop() // before anything else is printed, and whether or not the call went well
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reply.Text())
}
