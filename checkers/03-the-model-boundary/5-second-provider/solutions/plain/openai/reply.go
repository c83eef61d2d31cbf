package openai

import (
	"encoding/json"
	"fmt"
	"io"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

// reply is a whole reply, or a piece of one: then its choice has a delta in the
// place of the message, and the usage comes in a last piece without choices.
type reply struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      replyMessage `json:"message"`
		Delta        replyMessage `json:"delta"`
		FinishReason string       `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	} `json:"usage"`
	Error *apiError `json:"error"`
}

type replyMessage struct {
	Content   string      `json:"content"`
	Refusal   string      `json:"refusal"`
	ToolCalls []callPiece `json:"tool_calls"`
}

type callPiece struct {
	Index int `json:"index"` // of the call that a piece belongs to; in a stream only
	toolCall
}

type apiError struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

func read(body io.Reader) (agentic.Completion, error) {
	var r reply
	src, err := io.ReadAll(body)
	if err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: %w", httpmodel.ErrReply, err)
	}
	if err := json.Unmarshal(src, &r); err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: %w", httpmodel.ErrReply, err)
	}
	if len(r.Choices) == 0 {
		return agentic.Completion{}, fmt.Errorf("%w: it has no choice", httpmodel.ErrReply)
	}
	choice := r.Choices[0]
	g := growing{text: choice.Message.Content, refusal: choice.Message.Refusal, finish: choice.FinishReason}
	for _, call := range choice.Message.ToolCalls {
		g.calls = append(g.calls, call.toolCall)
	}
	g.model, g.in, g.out = r.Model, r.Usage.PromptTokens, r.Usage.CompletionTokens
	return g.completion()
}

// growing is a completion that is not all there yet.
type growing struct {
	model, text, refusal, finish string
	calls                        []toolCall
	in, out                      int
}

func (g growing) completion() (agentic.Completion, error) {
	c := agentic.Completion{Text: g.text, Model: g.model, InputTokens: g.in, OutputTokens: g.out}
	for _, call := range g.calls {
		arguments := json.RawMessage(call.Function.Arguments)
		if !json.Valid(arguments) && len(arguments) > 0 {
			if g.finish == "length" {
				break // half a call is none
			}
			return agentic.Completion{}, fmt.Errorf("%w: the arguments of %s are no JSON: %.200q", httpmodel.ErrReply, call.Function.Name, arguments)
		}
		c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: call.ID, Name: call.Function.Name, Arguments: arguments})
	}
	switch {
	case g.refusal != "" || g.finish == "content_filter":
		return agentic.Completion{}, fmt.Errorf("%w: %s", httpmodel.ErrRefusal, g.refusal)
	case g.finish == "length":
		c.FinishReason = agentic.FinishLength
	case g.finish != "stop" && g.finish != "tool_calls":
		return agentic.Completion{}, fmt.Errorf("%w: finished for the reason %q", httpmodel.ErrReply, g.finish)
	case c.WantsTools():
		c.FinishReason = agentic.FinishToolCalls
	default:
		c.FinishReason = agentic.FinishStop
	}
	return c, nil
}
