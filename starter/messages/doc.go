// Package messages speaks the Anthropic Messages API with nothing but the
// standard library, so that every byte between your program and the model is
// in files you can read.
//
// One call is one request and one reply:
//
//	client, err := messages.FromEnv()
//	reply, err := client.Create(ctx, messages.Request{
//		MaxTokens: 2000,
//		Messages:  []messages.Message{messages.UserText("Hello")},
//	})
//	fmt.Println(reply.Text())
//
// Or the reply is read while the model writes it:
//
//	stream := client.Stream(ctx, request)
//	for event := range stream.Events() {
//		fmt.Print(event.Text)
//	}
//	reply, err := stream.Reply()
//
// The files, in reading order, with what each is about:
//
//	types.go       what travels
//	block.go       the content of a message
//	client.go      one call and its reply
//	call.go        the way to the API that every call takes
//	retry.go       when a call is made again
//	errors.go      what can go wrong
//	price.go       what a call costs
//	structured.go  replies in JSON
//	stream.go      a reply in pieces
//	sse.go         how the pieces are told apart
//	assembly.go    how they become a reply again
//	part.go        how a block of it grows
//
// The shapes were checked against the official Go SDK's types and the
// documented protocol on 2026-11-30.
package messages
