// Package recorder runs a program through a proxy on loopback that records, prices and limits its calls to a model.
//
// The program gets the proxy's address in the place of the provider's, and a key that is good for this run alone. The
// proxy forwards what comes with it to one target, with the key that the target wants, so the program never has that
// key. Whatever else comes is forwarded without a key, or with one that is no good, and meets the target's refusal.
//
// Replies are passed on as they come, streams piece by piece, and put together on the side. Every exchange is a `call`
// event of the trace, every reply of a model a `model` event, and every tool result in a later request a `tool` event.
// Three dialects are understood: the Anthropic Messages API (/v1/messages), Ollama's (/api/…) and OpenAI's
// (/v1/chat/…); the protocols were checked against the SDK's types and the documented protocol, 2026-11-30.
package recorder
