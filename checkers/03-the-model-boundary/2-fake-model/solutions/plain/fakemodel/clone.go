package fakemodel

import (
	"bytes"
	"slices"

	"agentcourse/starter/agentic"
)

// cloneRequest copies a request so deeply that no change of the original can
// reach the copy. Messages never change, so their slice is enough.
func cloneRequest(req agentic.Request) agentic.Request {
	req.Messages = slices.Clone(req.Messages)
	req.Tools = slices.Clone(req.Tools)
	for i := range req.Tools {
		req.Tools[i].Schema = bytes.Clone(req.Tools[i].Schema)
	}
	if req.Temperature != nil {
		temperature := *req.Temperature
		req.Temperature = &temperature
	}
	return req
}

func cloneCompletion(c agentic.Completion) agentic.Completion {
	c.ToolCalls = slices.Clone(c.ToolCalls)
	for i := range c.ToolCalls {
		c.ToolCalls[i].Arguments = bytes.Clone(c.ToolCalls[i].Arguments)
	}
	c.Opaque.Content = bytes.Clone(c.Opaque.Content)
	return c
}
