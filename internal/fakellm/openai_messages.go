package fakellm

import (
	"fmt"
	"slices"
	"strings"
)

// checkOpenAIContent refuses messages without content. An assistant may have
// something else in its place; an empty text is content.
func (c *call) checkOpenAIContent() {
	for i, m := range objectsIn(c.body["messages"]) {
		role, content := m["role"], m["content"]
		replaced := slices.ContainsFunc([]string{"tool_calls", "function_call", "refusal", "audio"}, func(key string) bool { return m[key] != nil })
		param := fmt.Sprintf("messages[%d].content", i)
		_, present := m["content"]
		switch {
		case content != nil || role == "assistant" && replaced:
		case role == "developer" && !present:
			c.openAIInvalid(Documented, param, "missing_required_parameter", "Missing required parameter: '%s'.", param)
		case role == "developer":
			c.openAIInvalid(Documented, param, "invalid_type", "Invalid type for '%s': expected one of a string or array of objects, but got null instead.", param)
		default:
			c.openAIInvalid(Transcript, fmt.Sprintf("messages.[%d].content", i), "", "Invalid value for 'content': expected a string, got null.")
		}
		if role != "user" && slices.ContainsFunc(objectsIn(content), func(p map[string]any) bool { return p["type"] == "image_url" }) {
			c.openAIInvalid(Documented, fmt.Sprintf("messages[%d]", i), "invalid_value", "Invalid 'messages[%d]'. Image URLs are only allowed "+
				"for messages with role 'user', but this message with role '%v' contains an image URL.", i, role)
		}
	}
}

// checkOpenAIPairing holds calls and results against each other: the results
// of a message's calls stand right behind it, in any order.
func (c *call) checkOpenAIPairing() {
	var calls, open []string // of the last message that is no result; open: without result yet
	messages := objectsIn(c.body["messages"])
	for i, m := range messages {
		if m["role"] == "tool" {
			id, _ := m["tool_call_id"].(string)
			c.checkOpenAIResult(i, id, calls)
			open = slices.DeleteFunc(open, func(s string) bool { return s == id })
			continue
		}
		c.checkOpenAIAnswered(i, open)
		calls = nil
		if m["role"] == "assistant" {
			for _, call := range objectsIn(m["tool_calls"]) {
				id, _ := call["id"].(string)
				calls = append(calls, id)
			}
		}
		open = slices.Clone(calls)
	}
	c.checkOpenAIAnswered(len(messages)-1, open)
}

// checkOpenAIResult looks at the result in message i.
func (c *call) checkOpenAIResult(i int, id string, calls []string) {
	param := fmt.Sprintf("messages.[%d].tool_call_id", i)
	switch {
	case id == "":
		c.openAIInvalid(Transcript, param, "", "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.")
	case len(calls) == 0:
		c.openAIInvalid(Transcript, fmt.Sprintf("messages.[%d].role", i), "",
			"Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.")
	case !slices.Contains(calls, id):
		c.openAIInvalid(ThirdParty, param, "", "Invalid parameter: 'tool_call_id' of '%s' not found in 'tool_calls' of previous message.", id)
	}
}

// checkOpenAIAnswered refuses calls that have no result by message i, which
// the error names; the published bodies do not settle which message that is.
func (c *call) checkOpenAIAnswered(i int, open []string) {
	if len(open) > 0 {
		c.openAIInvalid(Transcript, fmt.Sprintf("messages.[%d].role", i), "", "An assistant message with 'tool_calls' must be followed by "+
			"tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: %s", strings.Join(open, ", "))
	}
}
