// Deadline makes a call that may take ten seconds and no longer, and tells the ways in which it can fail apart.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"agentcourse/starter/messages"
)

func ask(ctx context.Context, client *messages.Client, prompt string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	reply, err := client.Create(ctx, messages.Request{
		MaxTokens: 2000,
		Messages:  []messages.Message{messages.UserText(prompt)},
	})
	if err != nil {
		return "", fmt.Errorf("ask about %q: %w", prompt, err)
	}
	return reply.Text(), nil
}

// advise says what somebody at the terminal can do about an error.
func advise(err error) string {
	var apiErr *messages.APIError
	switch {
	case errors.As(err, &apiErr) && apiErr.Status == 401:
		return "look at ANTHROPIC_API_KEY"
	case errors.As(err, &apiErr) && (apiErr.Status == 409 || apiErr.Status == 429 || apiErr.Status >= 500):
		return "try again later; request id " + apiErr.RequestID
	case errors.As(err, &apiErr) && (apiErr.Status == 402 || apiErr.Status == 403):
		return "the account may not do this: look at the provider's console"
	case errors.As(err, &apiErr):
		return "sending it again will not help: read what the API says"
	case errors.Is(err, messages.ErrTimeout):
		return "it took too long; ask for less, or allow more time"
	case errors.Is(err, messages.ErrConnection):
		return "is the network up, and ANTHROPIC_BASE_URL right?"
	}
	return ""
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client, err := messages.FromEnv()
	if err == nil {
		var text string
		if text, err = ask(ctx, client, "Tell me about the moon."); err == nil {
			fmt.Println(text)
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	if advice := advise(err); advice != "" {
		fmt.Fprintln(os.Stderr, advice)
	}
	os.Exit(1)
}
