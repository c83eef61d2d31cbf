// Stateless with nothing but net/http, the content written as plain strings and the requests as templates.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	name, thing := os.Args[1], os.Args[2]
	hello, ask := "My name is "+name+" and I like "+thing+".", "What is my name and what do I like?"
	known := post("user", hello)
	nothing := post("user", ask)
	everything := post("user", hello, "assistant", known, "user", ask)
	fmt.Print("1) ", known, "\n2) ", nothing, "\n3) ", everything)
}

// post sends a conversation, given as roles and texts in turn, and returns the reply's text.
func post(parts ...string) string {
	var messages []string
	for i := 0; i < len(parts); i += 2 {
		messages = append(messages, fmt.Sprintf(`{"role": %q, "content": %s}`, parts[i], quoted(parts[i+1])))
	}
	body := fmt.Sprintf(`{"model": "claude-haiku-5-5", "max_tokens": 100, "messages": [%s]}`, strings.Join(messages, ", "))
	req, err := http.NewRequest(http.MethodPost, os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", strings.NewReader(body))
	check(err)
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	check(err)
	var reply struct{ Content []struct{ Type, Text string } }
	check(json.NewDecoder(res.Body).Decode(&reply))
	text := ""
	for _, block := range reply.Content {
		text += block.Text
	}
	return text
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	check(err)
	return string(b)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
