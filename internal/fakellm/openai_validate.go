package fakellm

import "encoding/json"

func (openAIDialect) rules() []func(*call) {
	return []func(*call){(*call).checkJSON}
}

func (openAIDialect) prompt(c *call) *Prompt {
	p := &Prompt{Dialect: OpenAI, Tools: chatTools(c.body["tools"]), ToolChoice: "auto"}
	p.Model, _ = c.body["model"].(string)
	p.Stream, _ = c.body["stream"].(bool)
	options, _ := c.body["stream_options"].(map[string]any)
	p.streamUsage, _ = options["include_usage"].(bool)
	for _, key := range []string{"max_tokens", "max_completion_tokens"} {
		if n, ok := intOf(c.body[key]); ok {
			p.MaxTokens = n
		}
	}
	if one, ok := c.body["stop"].(string); ok {
		p.Stop = []string{one}
	} else {
		p.Stop = stringsIn(c.body["stop"])
	}
	p.Temperature = floatOf(c.body["temperature"])
	p.Effort, _ = c.body["reasoning_effort"].(string)
	p.NoThinking = p.Effort == "none"
	p.Serial = c.body["parallel_tool_calls"] == false
	switch choice := c.body["tool_choice"].(type) {
	case string:
		p.ToolChoice = choice
		if choice == "required" {
			p.ToolChoice = "any"
		}
	case map[string]any:
		function, _ := choice["function"].(map[string]any)
		p.ToolChoice = "tool"
		p.ToolName, _ = function["name"].(string)
	}
	format, _ := c.body["response_format"].(map[string]any)
	p.JSON = format["type"] == "json_object"
	spec, _ := format["json_schema"].(map[string]any)
	p.Schema, _ = spec["schema"].(map[string]any)
	var messages []chatMessage
	for _, m := range objectsIn(c.body["messages"]) {
		messages = append(messages, openAISent(m))
	}
	p.Turns, p.System = chatTurns(messages)
	p.InputTokens = estimateTurns(p)
	return p
}

// openAISent reads one message of a request.
func openAISent(m map[string]any) chatMessage {
	role, _ := m["role"].(string)
	s := chatMessage{role: role}
	text := textOf(m["content"])
	if role == "tool" {
		part := Part{Type: BlockToolResult, Text: text}
		part.ID, _ = m["tool_call_id"].(string)
		s.parts = []Part{part}
		return s
	}
	if text != "" {
		s.parts = append(s.parts, Part{Type: BlockText, Text: text})
	}
	for _, c := range objectsIn(m["tool_calls"]) {
		function, _ := c["function"].(map[string]any)
		arguments, _ := function["arguments"].(string)
		if !json.Valid([]byte(arguments)) {
			arguments = string(mustEncode(arguments))
		}
		part := Part{Type: BlockToolUse, Input: json.RawMessage(arguments)}
		part.ID, _ = c["id"].(string)
		part.Name, _ = function["name"].(string)
		s.parts = append(s.parts, part)
	}
	return s
}
