package fakellm

import "encoding/json"

// prompt reads a call in the neutral form.
func (openAIDialect) prompt(c *call) *Prompt {
	p := &Prompt{Dialect: OpenAI, Tools: chatTools(c.body["tools"])}
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
	if p.NoThinking = p.Effort == "none"; p.NoThinking {
		p.Effort = ""
	}
	p.Serial = c.body["parallel_tool_calls"] == false
	p.ToolChoice, p.ToolName = openAIChoice(c.body["tool_choice"])
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

// openAIChoice gives tool_choice the words of [Prompt].
func openAIChoice(choice any) (kind, name string) {
	switch value := choice.(type) {
	case string:
		if value == "required" {
			return "any", ""
		}
		return value, ""
	case map[string]any:
		if function, ok := value["function"].(map[string]any); ok {
			name, _ = function["name"].(string)
			return "tool", name
		}
		allowed, _ := value["allowed_tools"].(map[string]any)
		if allowed["mode"] == "required" {
			return "any", ""
		}
	}
	return "auto", ""
}

// openAISent reads one message of a request.
func openAISent(m map[string]any) chatMessage {
	role, _ := m["role"].(string)
	s := chatMessage{role: role}
	if role == "tool" {
		part := Part{Type: BlockToolResult, Text: textOf(m["content"])}
		part.ID, _ = m["tool_call_id"].(string)
		s.parts = []Part{part}
		return s
	}
	if text, ok := m["content"].(string); ok && text != "" {
		s.parts = append(s.parts, Part{Type: BlockText, Text: text})
	}
	for _, p := range objectsIn(m["content"]) {
		part := Part{}
		part.Type, _ = p["type"].(string)
		part.Text, _ = p["text"].(string)
		s.parts = append(s.parts, part)
	}
	for _, c := range objectsIn(m["tool_calls"]) {
		function, _ := c["function"].(map[string]any)
		arguments, _ := function["arguments"].(string)
		part := Part{Type: BlockToolUse, Input: orderedJSON(json.RawMessage(arguments))}
		part.ID, _ = c["id"].(string)
		part.Name, _ = function["name"].(string)
		s.parts = append(s.parts, part)
	}
	return s
}
