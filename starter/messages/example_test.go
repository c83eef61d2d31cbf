package messages_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"agentcourse/starter/messages"
)

// The text is printed while the model writes it. Only afterwards is it known
// whether the reply is whole, why it ended and what it cost.
func ExampleClient_Stream() {
	server := httptest.NewServer(http.HandlerFunc(sayHello))
	defer server.Close()
	client := &messages.Client{BaseURL: server.URL, APIKey: "sk-ant-fake-0000", Model: messages.DefaultModel}

	stream := client.Stream(context.Background(), messages.Request{
		MaxTokens: 2000,
		Messages:  []messages.Message{messages.UserText("Say hello.")},
	})
	for event := range stream.Events() {
		fmt.Print(event.Text) // "" for every event that is no piece of text
	}
	fmt.Println()

	reply, err := stream.Reply()
	if err != nil {
		fmt.Println("the reply is not whole:", err)
		return
	}
	fmt.Println(reply.StopReason, "in:", reply.Usage.In(), "out:", reply.Usage.Out())
	// Output:
	// Hello, world!
	// end_turn in: 12 out: 6
}

// sayHello answers as the API does.
func sayHello(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("content-type", "text/event-stream; charset=utf-8")
	fmt.Fprint(w, `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[],"stop_reason":null,"usage":{"input_tokens":12,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello,"}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" world!"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":6}}

event: message_stop
data: {"type":"message_stop"}

`)
}
