// Chat is a conversation in the terminal with a model that forgets everything
// between two lines. Giving it a memory is your part.
//
//	go run ./chat
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"agentcourse/starter/messages"
)

func main() {
	os.Exit(run(os.Stdin, os.Stdout, os.Stderr))
}

func run(stdin io.Reader, stdout, stderr io.Writer) int {
	client, err := messages.FromEnv()
	if err != nil {
		fmt.Fprintln(stderr, "chat:", err)
		return 1
	}
	input := bufio.NewReader(stdin) // not a Scanner: that one gives up on a line above 64 KiB
	for {
		fmt.Fprint(stdout, "you> ")
		line, err := readLine(input)
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(stdout) // so that the shell's prompt starts on a line of its own
			return 0
		}
		if err != nil {
			fmt.Fprintln(stderr, "chat: reading your line:", err)
			return 1
		}
		switch strings.TrimSpace(line) {
		case "quit":
			return 0
		case "":
			continue // the API refuses an empty text
		}

		// Exercise 1.2. The API keeps nothing between calls, and this call
		// holds one line. What would it have to hold for the model to know
		// what was said before, by you and by itself?
		reply, err := client.Create(context.Background(), messages.Request{
			MaxTokens:    2000,
			OutputConfig: messages.OutputConfig{Effort: messages.EffortLow},
			Messages:     []messages.Message{messages.UserText(line)},
		})
		if err != nil {
			// One failed call ends the conversation. A kinder program would not.
			fmt.Fprintln(stderr, "chat:", err)
			return 1
		}
		fmt.Fprintf(stdout, "claude> %s\n", reply.Text())
		fmt.Fprintf(stdout, "  [in=%d out=%d]\n", reply.Usage.In(), reply.Usage.Out())
	}
}

// readLine returns the next line without its line ending. A last line that
// lacks one still counts; io.EOF comes only when nothing is left.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	if errors.Is(err, io.EOF) && line != "" {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}
