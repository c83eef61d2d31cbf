package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

func readStream(body io.Reader) (agentic.Completion, error) {
	lines := bufio.NewReader(body)
	var g growing
	for {
		line, err := lines.ReadBytes('\n') // a Scanner would give up on a long one
		if err != nil {
			return agentic.Completion{}, fmt.Errorf("%w: %w", httpmodel.ErrTruncated, err)
		}
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case !ok:
			continue
		case string(data) == "[DONE]":
			return g.completion()
		}
		if err := g.take(data); err != nil {
			return agentic.Completion{}, err
		}
	}
}

// take adds a piece. Of a call, id and name come with its first piece, and its
// arguments bit by bit.
func (g *growing) take(data []byte) error {
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return fmt.Errorf("%w: %w in %.200q", httpmodel.ErrReply, err, data)
	}
	if r.Error != nil {
		return &httpmodel.APIError{Status: 200, Type: r.Error.Type, Message: r.Error.Message}
	}
	g.model = r.Model
	g.in, g.out = max(g.in, r.Usage.PromptTokens), max(g.out, r.Usage.CompletionTokens)
	if len(r.Choices) == 0 {
		return nil
	}
	choice := r.Choices[0]
	g.text += choice.Delta.Content
	g.refusal += choice.Delta.Refusal
	if choice.FinishReason != "" {
		g.finish = choice.FinishReason
	}
	for _, piece := range choice.Delta.ToolCalls {
		if piece.Index < 0 || piece.Index > len(g.calls) {
			return fmt.Errorf("%w: a piece of tool call %d, and there are %d", httpmodel.ErrReply, piece.Index, len(g.calls))
		}
		if piece.Index == len(g.calls) {
			g.calls = append(g.calls, toolCall{})
		}
		call := &g.calls[piece.Index]
		call.ID += piece.ID
		call.Function.Name += piece.Function.Name
		call.Function.Arguments += piece.Function.Arguments
	}
	return nil
}
