// Chat holds a conversation: the memory that the API lacks is the list in this program.
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
	client, err := messages.FromEnv()
	if err != nil {
		fmt.Fprintln(os.Stderr, "chat:", err)
		os.Exit(1)
	}
	input := bufio.NewReader(os.Stdin)
	var conversation []messages.Message
	for {
		fmt.Print("you> ")
		line, err := input.ReadString('\n')
		line = strings.TrimSpace(line)
		if line == "quit" {
			return
		}
		if line != "" {
			conversation = turn(client, conversation, line)
		}
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "chat:", err)
			os.Exit(1)
		}
	}
}

// turn sends one more line and returns the conversation as it stands behind the reply. When the call fails, that is the
// conversation as it was.
func turn(client *messages.Client, conversation []messages.Message, line string) []messages.Message {
	longer := append(conversation, messages.UserText(line))
	reply, err := client.Create(context.Background(), messages.Request{MaxTokens: 2000, Messages: longer})
	if err != nil {
		fmt.Fprintln(os.Stderr, "chat:", err)
		return conversation
	}
	fmt.Printf("claude> %s\n  [in=%d out=%d]\n", reply.Text(), reply.Usage.In(), reply.Usage.Out())
	return append(longer, reply.Message())
}
