package clients

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"agentcourse/starter/agentic"
	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
)

// sdkModel puts the official SDK behind the course's boundary.
type sdkModel struct {
	client anthropic.Client
	name   string
	stream bool
}

var _ agentic.Model = sdkModel{}

func newSDKModel(baseURL, key, name string, stream bool) sdkModel {
	return sdkModel{anthropic.NewClient(option.WithoutEnvironmentDefaults(), option.WithBaseURL(baseURL), option.WithAPIKey(key)), name, stream}
}

func (m sdkModel) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	params, err := m.params(req)
	if err != nil {
		return agentic.Completion{}, err
	}
	if !m.stream {
		message, err := m.client.Messages.New(ctx, params)
		if err != nil {
			return agentic.Completion{}, err
		}
		return sdkCompletion(message)
	}
	stream := m.client.Messages.NewStreaming(ctx, params)
	defer stream.Close()
	var message anthropic.Message
	for stream.Next() {
		if err := message.Accumulate(stream.Current()); err != nil {
			return agentic.Completion{}, err
		}
	}
	if err := stream.Err(); err != nil {
		return agentic.Completion{}, err
	}
	return sdkCompletion(&message)
}

func (m sdkModel) params(req agentic.Request) (anthropic.MessageNewParams, error) {
	params := anthropic.MessageNewParams{Model: m.name, MaxTokens: int64(req.MaxTokens)}
	for _, tool := range req.Tools {
		var schema struct {
			Properties any      `json:"properties"`
			Required   []string `json:"required"`
		}
		if err := json.Unmarshal(tool.Schema, &schema); err != nil {
			return params, err
		}
		params.Tools = append(params.Tools, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: tool.Name, Description: anthropic.String(tool.Description),
			InputSchema: anthropic.ToolInputSchemaParam{Properties: schema.Properties, Required: schema.Required},
		}})
	}
	var results []anthropic.ContentBlockParamUnion // of one turn, for one message
	flush := func() {
		if len(results) > 0 {
			params.Messages = append(params.Messages, anthropic.NewUserMessage(results...))
			results = nil
		}
	}
	for _, message := range req.Messages {
		if message.Role() == agentic.RoleTool {
			results = append(results, anthropic.NewToolResultBlock(message.ToolCallID(), message.Text(), message.Failed()))
			continue
		}
		flush()
		switch message.Role() {
		case agentic.RoleSystem:
			params.System = []anthropic.TextBlockParam{{Text: message.Text()}}
		case agentic.RoleUser:
			params.Messages = append(params.Messages, anthropic.NewUserMessage(anthropic.NewTextBlock(message.Text())))
		case agentic.RoleAssistant:
			var own anthropic.Message
			if err := json.Unmarshal(message.Opaque().Content, &own); err != nil {
				return params, fmt.Errorf("a reply that is not the SDK's: %w", err)
			}
			params.Messages = append(params.Messages, own.ToParam())
		}
	}
	flush()
	return params, nil
}

func sdkCompletion(message *anthropic.Message) (agentic.Completion, error) {
	own, err := json.Marshal(message)
	if err != nil {
		return agentic.Completion{}, err
	}
	c := agentic.Completion{
		InputTokens:  int(message.Usage.InputTokens + message.Usage.CacheCreationInputTokens + message.Usage.CacheReadInputTokens),
		OutputTokens: int(message.Usage.OutputTokens),
		Model:        message.Model,
		Opaque:       agentic.Opaque{Provider: "anthropic-sdk-go", Content: own},
	}
	switch message.StopReason {
	case anthropic.StopReasonEndTurn:
		c.FinishReason = agentic.FinishStop
	case anthropic.StopReasonToolUse:
		c.FinishReason = agentic.FinishToolCalls
	case anthropic.StopReasonMaxTokens:
		c.FinishReason = agentic.FinishLength
	default:
		return c, fmt.Errorf("stop reason %q", message.StopReason)
	}
	var text strings.Builder
	for _, block := range message.Content {
		switch b := block.AsAny().(type) {
		case anthropic.TextBlock:
			text.WriteString(b.Text)
		case anthropic.ToolUseBlock:
			c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: b.ID, Name: b.Name, Arguments: b.Input})
		}
	}
	c.Text = text.String()
	return c, nil
}
