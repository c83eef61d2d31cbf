package fakemodel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"agentcourse/starter/agentic"
)

// resolve is the completion that a reply stands for in a conversation, a copy
// of its own for each call.
func (r Reply) resolve(messages []agentic.Message) (agentic.Completion, error) {
	for r.choose != nil {
		r = r.choose(slices.Clone(messages))
	}
	switch {
	case r.err != nil:
		return agentic.Completion{}, r.err
	case r.completion == nil:
		return agentic.Completion{}, errors.New("fakemodel: the scripted reply was not made by a function of this package")
	}
	return cloneCompletion(*r.completion), nil
}

// fill adds what a scripted completion lacks. Ids come from the number of the
// call, so that no two are the same and a test can name them.
func fill(c agentic.Completion, number int, req agentic.Request) agentic.Completion {
	finish := agentic.FinishStop
	output := EstimateTokens(c.Text)
	for i := range c.ToolCalls {
		call := &c.ToolCalls[i]
		call.ID = cmp.Or(call.ID, fmt.Sprintf("fake_call_%d_%d", number, i+1))
		finish = agentic.FinishToolCalls
		output += EstimateTokens(string(call.Arguments))
	}
	input := 0
	for _, m := range req.Messages {
		input += EstimateTokens(m.Text())
		for _, call := range m.ToolCalls() {
			input += EstimateTokens(string(call.Arguments))
		}
	}
	c.FinishReason = cmp.Or(c.FinishReason, finish)
	c.InputTokens = cmp.Or(c.InputTokens, input)
	c.OutputTokens = cmp.Or(c.OutputTokens, output)
	c.Model = cmp.Or(c.Model, "fake")
	return c
}
