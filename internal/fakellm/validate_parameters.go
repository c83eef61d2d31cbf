package fakellm

import (
	"encoding/json"
	"slices"
	"strings"
)

// checkParameters looks at the values of the parameters, whose types are right.
func (c *call) checkParameters() {
	c.checkMaxTokens()
	c.checkThinkingConfig()
	c.checkToolChoice()
	c.checkOutputFormat()
	c.checkStopSequences()
}

// checkMaxTokens: below 0 nothing can be meant. 0 is refused by older
// documentation and asks for cache warming in newer (SDK source).
func (c *call) checkMaxTokens() {
	number, isNumber := c.body["max_tokens"].(json.Number)
	f, err := number.Float64()
	switch {
	case c.count || !isNumber:
	case err != nil || f > float64(c.model.maxOut):
		c.invalid(c.model.maxEvidence, "max_tokens: %s > %d, which is the maximum allowed number of output tokens for %s",
			number, c.model.maxOut, c.model.id)
	case f < 0:
		c.invalid(Documented, "max_tokens: Input should be greater than or equal to 1")
	case f < 1:
		c.invalid(Uncertain, "max_tokens: Input should be greater than or equal to 1")
	}
}

// minBudget is the smallest budget of manual thinking (Anthropic API documentation).
const minBudget = 1024

func (c *call) checkThinkingConfig() {
	config, _ := c.body["thinking"].(map[string]any)
	kind, _ := config["type"].(string)
	if c.model.noThinking[kind] {
		c.invalid(Documented, `"thinking.type.%s" is not supported for this model. Use "thinking.type.adaptive" and `+
			`"output_config.effort" to control thinking behavior.`, kind)
		return
	}
	budget, isNumber := config["budget_tokens"].(json.Number)
	if kind != "enabled" || !isNumber {
		return
	}
	b, err := budget.Float64()
	maxTokens, isLimit := c.body["max_tokens"].(json.Number)
	limit, _ := maxTokens.Float64()
	switch {
	case err == nil && b < minBudget:
		c.invalid(Documented, "thinking.enabled.budget_tokens: Input should be greater than or equal to %d", minBudget)
	case c.count || !isLimit:
	case err != nil || b >= limit:
		c.invalid(Documented, "`max_tokens` must be greater than `thinking.budget_tokens`.")
	}
}

func (c *call) checkToolChoice() {
	choice, _ := c.body["tool_choice"].(map[string]any)
	if choice == nil {
		return
	}
	kind, _ := choice["type"].(string)
	if c.model.noForcedTool && (kind == "any" || kind == "tool") {
		c.invalid(Documented, `tool_choice: type "tool" and "any" are not supported for this model.`)
	}
	if thinking, _ := c.body["thinking"].(map[string]any); thinking["type"] == "enabled" && (kind == "any" || kind == "tool") {
		c.invalid(ThirdParty, "Thinking may not be enabled when tool_choice forces tool use.")
	}
	names := c.toolNames()
	if len(objectsIn(c.body["tools"])) == 0 && kind != "none" {
		c.invalid(ThirdParty, "tool_choice: `tool_choice` may only be specified while providing `tools`.")
		return
	}
	if name, _ := choice["name"].(string); kind == "tool" && !slices.Contains(names, name) {
		c.invalid(ThirdParty, "tool_choice.tool.name: Tool '%s' not found in provided tools", name)
	}
}

func (c *call) checkStopSequences() {
	list, _ := c.body["stop_sequences"].([]any)
	for _, item := range list {
		if s, ok := item.(string); ok && strings.TrimSpace(s) == "" {
			c.invalid(ThirdParty, "stop_sequences: each stop sequence must contain non-whitespace")
		}
	}
}
