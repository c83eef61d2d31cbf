package ollama

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

type line struct {
	Model   string
	Error   *string
	Message struct {
		Content, Thinking string
		Calls             []struct {
			ID       string
			Function struct {
				Name      string
				Arguments json.RawMessage
			}
		} `json:"tool_calls"`
	}
	Done   bool
	Reason string `json:"done_reason"`
	In     int    `json:"prompt_eval_count"`
	Out    int    `json:"eval_count"`
}

// Read wants one line with all in it.
func (a *Adapter) Read(body io.Reader) (agentic.Completion, error) {
	src, err := io.ReadAll(body)
	if err != nil {
		return agentic.Completion{}, err
	}
	var l line
	if err := json.Unmarshal(src, &l); err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: %v", httpmodel.ErrReply, err)
	}
	if !l.Done {
		return agentic.Completion{}, fmt.Errorf("%w: it is not done", httpmodel.ErrReply)
	}
	return a.join([]line{l})
}

// ReadStream collects lines until one is done.
func (a *Adapter) ReadStream(body io.Reader) (agentic.Completion, error) {
	in := bufio.NewReader(body)
	var all []line
	for {
		src, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return agentic.Completion{}, err
		}
		if len(bytes.TrimSpace(src)) > 0 {
			var l line
			if bad := json.Unmarshal(src, &l); bad != nil {
				return agentic.Completion{}, fmt.Errorf("%w: %v", httpmodel.ErrReply, bad)
			}
			if all = append(all, l); l.Done || l.Error != nil {
				return a.join(all)
			}
		}
		if err != nil {
			return agentic.Completion{}, httpmodel.ErrTruncated
		}
	}
}

// join makes a completion of lines of which the last is done.
func (a *Adapter) join(all []line) (agentic.Completion, error) {
	var text, thoughts strings.Builder
	var c agentic.Completion
	for _, l := range all {
		text.WriteString(l.Message.Content)
		thoughts.WriteString(l.Message.Thinking)
		for _, call := range l.Message.Calls {
			if call.ID == "" {
				call.ID = fmt.Sprintf("ollama-%d", a.numbered.Add(1))
			}
			c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: call.ID, Name: call.Function.Name, Arguments: call.Function.Arguments})
		}
	}
	last := all[len(all)-1]
	if last.Error != nil {
		return agentic.Completion{}, &httpmodel.APIError{Message: *last.Error}
	}
	c.Text, c.Model, c.InputTokens, c.OutputTokens = text.String(), last.Model, last.In, last.Out
	if thoughts.Len() > 0 {
		kept, err := json.Marshal(thoughts.String())
		if err != nil {
			return agentic.Completion{}, err
		}
		c.Opaque = agentic.Opaque{Provider: me, Content: kept}
	}
	reasons := map[string]agentic.FinishReason{"stop": agentic.FinishStop, "length": agentic.FinishLength}
	if c.FinishReason = reasons[last.Reason]; c.FinishReason == "" {
		return agentic.Completion{}, fmt.Errorf("%w: it ended with %q", httpmodel.ErrReply, last.Reason)
	}
	if c.FinishReason == agentic.FinishStop && len(c.ToolCalls) > 0 {
		c.FinishReason = agentic.FinishToolCalls
	}
	return c, nil
}

// ReadError finds the text of an error.
func (*Adapter) ReadError(body []byte) (kind, message string) {
	var fields map[string]any
	if json.Unmarshal(body, &fields) != nil {
		return "", ""
	}
	message, _ = fields["error"].(string)
	return "", message
}
