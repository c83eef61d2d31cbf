package fakellm

import (
	"fmt"
	"slices"
	"strings"
)

// checkMessages looks at the conversation; the shapes are right.
func (c *call) checkMessages() {
	messages := c.messages
	if len(messages) == 0 {
		c.invalid(ThirdParty, "messages: at least one message is required")
		return
	}
	for _, m := range messages {
		c.checkRole(m)
	}
	if messages[0].role == "assistant" {
		c.invalid(Uncertain, `messages: first message must use the "user" role`)
	}
	for i, m := range messages {
		c.checkContent(m, i == len(messages)-1)
	}
	for _, b := range objectsIn(c.body["system"]) {
		c.checkText("system", b, ThirdParty)
	}
	turns := turnsOf(messages)
	c.checkToolIDs(turns)
	c.checkPairing(turns)
	c.checkThinkingBlocks(turns)
}

// checkRole: the newer SDKs have a type for system messages, so that one is
// refused on uncertain ground.
func (c *call) checkRole(m sent) {
	switch m.role {
	case "user", "assistant":
	case "system":
		c.invalid(Uncertain, "messages: Unexpected role \"system\". The Messages API accepts a top-level `system` parameter, "+
			"not \"system\" as an input message role.")
	default:
		c.invalid(Documented, `messages: Unexpected role "%s". Allowed roles are "user" or "assistant".`, m.role)
	}
}

func (c *call) checkContent(m sent, last bool) {
	if len(m.blocks) == 0 && !(last && m.role == "assistant") {
		c.invalid(ThirdParty, "messages.%d: all messages must have non-empty content except for the optional final assistant message", m.index)
	}
	for i, b := range m.blocks {
		c.checkText("messages", b, ThirdParty)
		if b["type"] == "image" {
			c.checkImage(fmt.Sprintf("messages.%d.content.%d", m.index, i), b)
		}
		for k, inner := range objectsIn(b["content"]) {
			c.checkText("messages", inner, Uncertain)
			if inner["type"] == "image" {
				c.checkImage(fmt.Sprintf("messages.%d.content.%d.%v.content.%d", m.index, i, b["type"], k), inner)
			}
		}
		c.checkPlace(m, i, b)
	}
}

func (c *call) checkText(where string, b map[string]any, evidence Evidence) {
	text, ok := b["text"].(string)
	switch {
	case !ok || b["type"] != "text":
	case text == "":
		c.invalid(evidence, "%s: text content blocks must be non-empty", where)
	case strings.TrimSpace(text) == "":
		c.invalid(evidence, "%s: text content blocks must contain non-whitespace text", where)
	}
}

// blockRoles says in whose messages a block may stand, where that is limited
// (Anthropic Messages API documentation).
var blockRoles = map[string]string{
	"tool_use":          "assistant",
	"thinking":          "assistant",
	"redacted_thinking": "assistant",
	"tool_result":       "user",
}

func (c *call) checkPlace(m sent, i int, b map[string]any) {
	kind, _ := b["type"].(string)
	if role := blockRoles[kind]; role != "" && m.role != role {
		c.invalid(Documented, "messages.%d.content.%d: `%s` blocks can only be in `%s` messages", m.index, i, kind, role)
	}
}

func (c *call) checkToolIDs(turns []turn) {
	seen := map[string]bool{}
	for _, t := range turns {
		for _, b := range t.blocks {
			if b.kind() != "tool_use" {
				continue
			}
			id, _ := b.block["id"].(string)
			if !toolIDPattern.MatchString(id) {
				c.invalid(Documented, "messages.%d.content.%d.tool_use.id: String should match pattern '%s'", b.message, b.index, toolIDPattern)
			}
			if seen[id] {
				c.invalid(Transcript, "messages.%d.content.%d: `tool_use` ids must be unique", b.message, b.index)
			}
			seen[id] = true
		}
	}
}

// checkPairing holds calls and results against each other: all results of a
// turn's calls stand in the next message, before anything else.
func (c *call) checkPairing(turns []turn) {
	for i, t := range turns {
		var next turn
		if i+1 < len(turns) {
			next = turns[i+1]
		}
		if t.role == "assistant" {
			c.checkAnswered(t, next)
		}
		if t.role == "user" {
			var previous turn
			if i > 0 {
				previous = turns[i-1]
			}
			c.checkResults(previous, t)
		}
	}
}

// checkAnswered refuses calls without a result in the right place. What it
// rests on depends on where the results are: nowhere (transcripts), after
// other content (documentation), or spread over several messages in a row,
// of which third parties report that only the first is looked at. Sources
// disagree on the message named; here it is the one with the call.
func (c *call) checkAnswered(t, next turn) {
	const (
		nowhere = iota
		late
		split
		right
	)
	places := map[string]int{}
	leading := true
	for _, b := range next.blocks {
		if b.kind() != "tool_result" {
			leading = false
			continue
		}
		place := late
		switch {
		case leading && b.message == next.blocks[0].message:
			place = right
		case leading:
			place = split
		}
		id, _ := b.block["tool_use_id"].(string)
		places[id] = max(places[id], place)
	}
	var open []string
	worst, message := right, 0
	for _, b := range t.blocks {
		id, _ := b.block["id"].(string)
		if b.kind() == "tool_use" && places[id] != right {
			open = append(open, id)
			worst, message = min(worst, places[id]), b.message
		}
	}
	if len(open) == 0 {
		return
	}
	evidence := map[int]Evidence{nowhere: Transcript, late: Documented, split: ThirdParty}[worst]
	c.invalid(evidence, "messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s. "+
		"Each `tool_use` block must have a corresponding `tool_result` block in the next message.", message, strings.Join(open, ", "))
}

// checkResults refuses results without a call and second results.
func (c *call) checkResults(previous, t turn) {
	var calls []string
	for _, b := range previous.blocks {
		if id, ok := b.block["id"].(string); ok && b.kind() == "tool_use" {
			calls = append(calls, id)
		}
	}
	seen := map[string]bool{}
	for _, b := range t.blocks {
		if b.kind() != "tool_result" {
			continue
		}
		id, _ := b.block["tool_use_id"].(string)
		if !slices.Contains(calls, id) && !c.continued(previous) {
			c.invalid(Transcript, "messages.%d.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s. "+
				"Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", b.message, b.index, id)
		}
		if seen[id] {
			c.invalid(ThirdParty, "messages.%d.content.%d: each tool_use must have a single result. "+
				"Found multiple `tool_result` blocks with id: %s", b.message, b.index, id)
		}
		seen[id] = true
	}
}

// continued reports whether the calls may lie in an earlier request: the
// beta thread of the SDK's tool runner sends only what is new (SDK source).
func (c *call) continued(previous turn) bool {
	thread, _ := c.body["thread"].(map[string]any)
	return thread["type"] == "continue" && previous.role == ""
}

// checkThinkingBlocks refuses thinking blocks that are not as they were
// issued: text and signature belong together, in every turn. Of the latest
// one the refusal is documented. Leaving a block out is allowed.
func (c *call) checkThinkingBlocks(turns []turn) {
	latest := len(turns) - 1
	for latest >= 0 && turns[latest].role != "assistant" {
		latest--
	}
	for i, t := range turns[:latest+1] {
		for _, b := range t.blocks {
			text, _ := b.block["thinking"].(string)
			signature, _ := b.block["signature"].(string)
			switch {
			case t.role != "assistant" || b.kind() != "thinking" || signed(signature, text):
			case i == latest:
				c.invalid(Documented, "messages.%d.content.%d: `thinking` or `redacted_thinking` blocks in the latest assistant message "+
					"cannot be modified. These blocks must remain as they were in the original response.", b.message, b.index)
			default:
				c.invalid(Transcript, "messages.%d.content.%d: Invalid `signature` in `thinking` block", b.message, b.index)
			}
		}
	}
}
