// Exchange lets the model use a calculator once, and prints what travels: both requests, and of both replies what a loop
// looks at.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

// tape prints each exchange as it passes.
type tape struct{ calls int }

func (t *tape) RoundTrip(req *http.Request) (*http.Response, error) {
	t.calls++
	sent, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.Body = io.NopCloser(bytes.NewReader(sent))
	print(fmt.Sprintf("request %d", t.calls), sent)
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(got))
	var part struct {
		StopReason json.RawMessage `json:"stop_reason"`
		Content    json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(got, &part); err != nil {
		return nil, err
	}
	short, err := json.Marshal(part)
	if err != nil {
		return nil, err
	}
	print(fmt.Sprintf("reply %d", t.calls), short)
	return res, nil
}

func print(title string, src []byte) {
	var out bytes.Buffer
	if err := json.Indent(&out, src, "", "  "); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n%s\n", title, &out)
}

func main() {
	log.SetFlags(0)
	client, err := messages.FromEnv()
	if err != nil {
		log.Fatal(err)
	}
	client.HTTP = &http.Client{Transport: &tape{}}
	tool := messages.Tool{Name: "calc", Description: "Works out an arithmetic expression. Use it for every calculation.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"expr":{"type":"string"}},"required":["expr"]}`)}
	history := []messages.Message{messages.UserText(os.Args[1])}
	for range 2 {
		reply, err := client.Create(context.Background(), messages.Request{
			MaxTokens: 2000, Tools: []messages.Tool{tool}, Messages: history,
		})
		if err != nil {
			log.Fatal(err)
		}
		results := messages.Message{Role: messages.RoleUser}
		for _, call := range reply.ToolUses() {
			var input struct{ Expr string }
			if err := json.Unmarshal(call.Input, &input); err != nil {
				log.Fatal(err)
			}
			value, err := calc.Eval(input.Expr)
			if err != nil {
				value = err.Error()
			}
			results.Content = append(results.Content, messages.ToolResult(call.ID, value, err != nil))
		}
		history = append(history, reply.Message(), results)
	}
}
