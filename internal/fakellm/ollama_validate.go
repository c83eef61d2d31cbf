package fakellm

func (ollamaDialect) rules() []func(*call) {
	return []func(*call){(*call).checkJSON}
}

func (ollamaDialect) prompt(c *call) *Prompt {
	p := &Prompt{Dialect: Ollama, Tools: chatTools(c.body["tools"]), ToolChoice: "auto", Stream: true}
	p.Model, _ = c.body["model"].(string)
	if stream, ok := c.body["stream"].(bool); ok {
		p.Stream = stream
	}
	p.JSON = c.body["format"] == "json"
	p.Schema, _ = c.body["format"].(map[string]any)
	options, _ := c.body["options"].(map[string]any)
	p.MaxTokens, _ = intOf(options["num_predict"])
	p.MaxTokens = max(p.MaxTokens, 0) // -1 means no limit
	p.Stop = stringsIn(options["stop"])
	p.Temperature = floatOf(options["temperature"])
	p.NoThinking = c.body["think"] == false
	p.ShowThought = c.body["think"] != nil && !p.NoThinking
	p.Effort, _ = c.body["think"].(string)
	var messages []chatMessage
	for _, m := range objectsIn(c.body["messages"]) {
		messages = append(messages, ollamaSent(m))
	}
	p.Turns, p.System = chatTurns(messages)
	p.InputTokens = estimateTurns(p)
	return p
}

// ollamaSent reads one message of a request.
func ollamaSent(m map[string]any) chatMessage {
	role, _ := m["role"].(string)
	text, _ := m["content"].(string)
	s := chatMessage{role: role}
	if role == "tool" {
		part := Part{Type: BlockToolResult, Text: text}
		part.ID, _ = m["tool_call_id"].(string)
		part.Name, _ = m["tool_name"].(string)
		s.parts = []Part{part}
		return s
	}
	if thinking, _ := m["thinking"].(string); thinking != "" {
		s.parts = append(s.parts, Part{Type: BlockThinking, Text: thinking})
	}
	if text != "" {
		s.parts = append(s.parts, Part{Type: BlockText, Text: text})
	}
	for _, c := range objectsIn(m["tool_calls"]) {
		function, _ := c["function"].(map[string]any)
		part := Part{Type: BlockToolUse, Input: mustEncode(function["arguments"])}
		part.ID, _ = c["id"].(string)
		part.Name, _ = function["name"].(string)
		s.parts = append(s.parts, part)
	}
	return s
}
