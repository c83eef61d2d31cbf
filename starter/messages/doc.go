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
// The files, in reading order: types.go is what travels, block.go is the
// content of a message, client.go is one call, retry.go is when a call is made
// again, errors.go is what can go wrong, price.go is what it costs.
//
// The shapes were checked against the official Go SDK's types and the
// documented protocol on 2026-11-29.
package messages
