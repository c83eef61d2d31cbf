// Package agentic is the boundary between a program and whatever model stands
// behind it: the few types that cross it, the one method that a model has, and
// an agent that is written against them and nothing else.
//
//	Message, ToolCall   what a conversation is made of
//	Request, Completion what goes to a model, and what comes back
//	Model               the one method
//	Tool, Registry      what an agent can do
//	Agent, Run          the loop, and what became of it
//
// No provider's name, address or format is in here. What a provider needs
// beyond these types travels in Opaque, which the rest passes on unread.
package agentic
