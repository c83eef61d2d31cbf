package fakellm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// organizationID stands in every answer of the API.
const organizationID = "00000000-0000-0000-0000-000000000000"

// anthropicDialect is the Anthropic Messages API.
type anthropicDialect struct{}

func (anthropicDialect) name() string { return Anthropic }

func (anthropicDialect) headers(h http.Header, number int) {
	h.Set("Content-Type", "application/json")
	h.Set("Request-Id", requestID(number))
	h.Set("Anthropic-Organization-Id", organizationID)
}

func requestID(number int) string { return fmt.Sprintf("req_fake_%04d", number) }

func (anthropicDialect) errorType(status int) string { return errorKindOf(status).name }

func (anthropicDialect) errorBody(e *Refusal, number int) []byte {
	return mustEncode(errorBody{"error", errorDetail{e.Type, e.Message}, requestID(number)})
}

// errorFrame has no request id (Anthropic Messages API documentation, "Streaming").
func (anthropicDialect) errorFrame(e *Refusal) []byte {
	return event("error", object(`{"type":"error","error":%s}`, errorDetail{e.Type, e.Message}))
}

func (anthropicDialect) encode(m *message, _ *Prompt) ([]byte, error) { return encodeJSON(m) }

func (anthropicDialect) streamType() string { return "text/event-stream; charset=utf-8" }

// prompt reads a call in the neutral form.
func (anthropicDialect) prompt(c *call) *Prompt {
	p := &Prompt{
		Dialect:     Anthropic,
		System:      textOf(c.body["system"]),
		Turns:       promptTurns(c.messages),
		Tools:       promptTools(objectsIn(c.body["tools"]), "input_schema"),
		ToolChoice:  "auto",
		Stop:        stringsIn(c.body["stop_sequences"]),
		InputTokens: estimateInput(c.body, c.messages),
	}
	if c.cacheMarks > 0 {
		p.cacheable = func() []cacheBlock { return cacheBlocks(c.body, c.messages) }
	}
	p.Model, _ = c.body["model"].(string)
	p.Stream, _ = c.body["stream"].(bool)
	if n, ok := c.body["max_tokens"].(json.Number); ok {
		f, _ := n.Float64() // the shape is right
		p.MaxTokens = int(f)
	}
	if n, ok := c.body["temperature"].(json.Number); ok {
		f, _ := n.Float64()
		p.Temperature = &f
	}
	if choice, ok := c.body["tool_choice"].(map[string]any); ok {
		p.ToolChoice, _ = choice["type"].(string)
		p.ToolName, _ = choice["name"].(string)
		p.Serial, _ = choice["disable_parallel_tool_use"].(bool)
	}
	thinking, _ := c.body["thinking"].(map[string]any)
	p.NoThinking = thinking["type"] == "disabled"
	p.ShowThought = thinking["display"] == "summarized"
	config, _ := c.body["output_config"].(map[string]any)
	p.Effort, _ = config["effort"].(string)
	format, _ := config["format"].(map[string]any)
	p.Schema, _ = format["schema"].(map[string]any)
	return p
}

// textOf is content that is a string, or a list of parts with text.
func textOf(content any) string {
	if text, ok := content.(string); ok {
		return text
	}
	var texts []string
	for _, b := range objectsIn(content) {
		if text, ok := b["text"].(string); ok {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// promptTurns reads the conversation of a Messages request.
func promptTurns(messages []sent) []Turn {
	names := map[string]string{} // of tools, by the id of the call
	var turns []Turn
	for _, t := range turnsOf(messages) {
		turn := Turn{Role: t.role}
		for _, b := range t.blocks {
			part := promptPart(b.block)
			switch part.Type {
			case BlockToolUse:
				names[part.ID] = part.Name
			case BlockToolResult:
				part.Name = names[part.ID]
			}
			turn.Parts = append(turn.Parts, part)
		}
		turns = append(turns, turn)
	}
	return turns
}

func promptPart(b map[string]any) Part {
	p := Part{}
	p.Type, _ = b["type"].(string)
	switch p.Type {
	case BlockText:
		p.Text, _ = b["text"].(string)
	case BlockThinking:
		p.Text, _ = b["thinking"].(string)
	case BlockToolUse:
		p.ID, _ = b["id"].(string)
		p.Name, _ = b["name"].(string)
		p.Input = mustEncode(b["input"])
	case BlockToolResult:
		p.ID, _ = b["tool_use_id"].(string)
		p.IsError, _ = b["is_error"].(bool)
		p.Text = textOf(b["content"])
	}
	return p
}

// promptTools reads definitions of tools whose schema stands under that key.
// A server tool has none.
func promptTools(list []map[string]any, schema string) []Tool {
	var tools []Tool
	for _, t := range list {
		var tool Tool
		tool.Name, _ = t["name"].(string)
		tool.Description, _ = t["description"].(string)
		tool.Schema, _ = t[schema].(map[string]any)
		if tool.Schema != nil {
			tools = append(tools, tool)
		}
	}
	return tools
}

func stringsIn(list any) []string {
	items, _ := list.([]any)
	var texts []string
	for _, item := range items {
		if s, ok := item.(string); ok {
			texts = append(texts, s)
		}
	}
	return texts
}
