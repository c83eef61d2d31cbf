package ollama

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

// reply is a whole reply, or a piece of one, or an error in the place of it.
type reply struct {
	Model           string  `json:"model"`
	Message         message `json:"message"`
	Done            bool    `json:"done"`
	DoneReason      string  `json:"done_reason"`
	PromptEvalCount int     `json:"prompt_eval_count"`
	EvalCount       int     `json:"eval_count"`
	Error           string  `json:"error"`
}

// read puts a reply together. Only the piece that is done has counts and a
// reason; a stream without one has ended early, however well it looks.
func read(body io.Reader) (agentic.Completion, error) {
	var c agentic.Completion
	lines := json.NewDecoder(body) // reads value by value, of any length
	for {
		var r reply
		if err := lines.Decode(&r); err != nil {
			return agentic.Completion{}, readError(err)
		}
		if r.Error != "" {
			return agentic.Completion{}, &httpmodel.APIError{Status: 200, Message: r.Error}
		}
		c.Text += r.Message.Content
		for _, call := range r.Message.ToolCalls {
			id := call.ID
			if id == "" {
				id = "call_" + rand.Text() // a result needs something to point at
			}
			c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: id, Name: call.Function.Name, Arguments: call.Function.Arguments})
		}
		if r.Done {
			c.Model, c.InputTokens, c.OutputTokens = r.Model, r.PromptEvalCount, r.EvalCount
			return finish(c, r.DoneReason)
		}
	}
}

func readError(err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &mismatch) {
		return fmt.Errorf("%w: %w", httpmodel.ErrReply, err)
	}
	return fmt.Errorf("%w: %w", httpmodel.ErrTruncated, err)
}

// finish adds why the model stopped. This format says "stop" when the model
// waits for tools, too.
func finish(c agentic.Completion, reason string) (agentic.Completion, error) {
	switch {
	case reason == "length":
		c.FinishReason = agentic.FinishLength
	case reason != "stop":
		return agentic.Completion{}, fmt.Errorf("%w: done for the reason %q", httpmodel.ErrReply, reason)
	case c.WantsTools():
		c.FinishReason = agentic.FinishToolCalls
	default:
		c.FinishReason = agentic.FinishStop
	}
	return c, nil
}
