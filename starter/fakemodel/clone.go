package fakemodel

import (
	"slices"

	"agentcourse/starter/messages"
)

// clone copies a request so deeply that no later change of the original can
// reach the copy: agents append to their history in place, and a shallow copy
// would show every call with the last call's messages.
func clone(req messages.Request) messages.Request {
	req.Messages = slices.Clone(req.Messages)
	for i := range req.Messages {
		req.Messages[i].Content = cloneBlocks(req.Messages[i].Content)
	}
	req.Tools = slices.Clone(req.Tools)
	for i := range req.Tools {
		req.Tools[i].InputSchema = slices.Clone(req.Tools[i].InputSchema)
	}
	req.StopSequences = slices.Clone(req.StopSequences)
	if format := req.OutputConfig.Format; format != nil {
		req.OutputConfig.Format = &messages.OutputFormat{Type: format.Type, Schema: slices.Clone(format.Schema)}
	}
	return req
}

func cloneBlocks(blocks []messages.Block) []messages.Block {
	blocks = slices.Clone(blocks)
	for i := range blocks {
		blocks[i].Input = slices.Clone(blocks[i].Input)
	}
	return blocks
}
