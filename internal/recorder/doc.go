// Package recorder runs a program through a proxy on loopback that records, prices and limits its calls to a model.
//
// The program gets the proxy's address in the place of the provider's, and a key that is good for this run alone. The
// proxy forwards what comes with it to one target, with the key that the target wants, so the program never has that
// key. Whatever else comes is refused here and takes nothing from the program's limits, but for calls in Ollama's and
// OpenAI's formats without any key, which local servers want none for. The live API gets only what is free or priced.
// This protects against accidents and other users of the machine, not against a program that means harm: it runs as the
// person does, and may read what that person may.
//
// Replies are passed on as they come, streams piece by piece, and put together on the side. Every exchange is a `call`
// event of the trace, every reply of a model a `model` event, and every tool result in a later request a `tool` event.
// Three dialects are understood: the Anthropic Messages API (/v1/messages), Ollama's (/api/…) and OpenAI's
// (/v1/chat/…); the protocols were checked against the SDK's types and the documented protocol, 2026-11-30.
package recorder
