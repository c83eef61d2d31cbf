// Count asks the API how many tokens a text makes, and compares texts.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"agentcourse/starter/messages"
)

func main() {
	client, err := messages.FromEnv()
	if err != nil {
		fail(err)
	}
	if len(os.Args) < 2 {
		fail(errors.New("usage: count FILE…"))
	}
	exit, dearest, most := 0, "", 0.0
	for _, name := range os.Args[1:] {
		data, err := os.ReadFile(name)
		text := string(data)
		if err == nil && strings.TrimSpace(text) == "" {
			err = fmt.Errorf("%s holds no text", name)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "count:", err)
			exit = 1
			continue
		}
		tokens, err := client.CountTokens(context.Background(), messages.Request{
			Messages: []messages.Message{messages.UserText(text)},
		})
		if err != nil {
			fail(err)
		}
		chars, words := utf8.RuneCountInString(text), len(strings.Fields(text))
		perChar := float64(tokens) / float64(chars)
		fmt.Printf("file=%s chars=%d words=%d tokens=%d per_word=%.2f per_char=%.3f\n",
			name, chars, words, tokens, float64(tokens)/float64(words), perChar)
		if perChar > most {
			dearest, most = name, perChar
		}
	}
	if dearest != "" {
		fmt.Printf("dearest=%s\n", dearest)
	}
	os.Exit(exit)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "count:", err)
	os.Exit(1)
}
