package fakellm

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// message is a success body of the Messages API (Anthropic Messages API
// documentation; fields in the order the API sends them).
type message struct {
	Model        string       `json:"model"`
	ID           string       `json:"id"`
	Type         string       `json:"type"`
	Role         string       `json:"role"`
	Content      []any        `json:"content"` // textBlock, thinkingBlock, toolUseBlock
	Container    any          `json:"container"`
	StopReason   string       `json:"stop_reason"`
	StopSequence *string      `json:"stop_sequence"`
	StopDetails  *stopDetails `json:"stop_details"`
	Usage        usage        `json:"usage"`
}

type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type thinkingBlock struct {
	Type      string `json:"type"`
	Thinking  string `json:"thinking"`
	Signature string `json:"signature"`
}

type toolUseBlock struct {
	Type   string          `json:"type"`
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Input  json.RawMessage `json:"input"`
	Caller caller          `json:"caller"`
}

type caller struct {
	Type string `json:"type"`
}

// stopDetails comes with the stop reason refusal.
type stopDetails struct {
	Type        string  `json:"type"`
	Category    *string `json:"category"`
	Explanation *string `json:"explanation"`
}

type usage struct {
	InputTokens              int           `json:"input_tokens"`
	CacheCreationInputTokens int           `json:"cache_creation_input_tokens"`
	CacheReadInputTokens     int           `json:"cache_read_input_tokens"`
	CacheCreation            cacheCreation `json:"cache_creation"`
	OutputTokens             int           `json:"output_tokens"`
	OutputTokensDetails      outputDetails `json:"output_tokens_details"`
	ServiceTier              string        `json:"service_tier"`
	InferenceGeo             string        `json:"inference_geo"`
}

type cacheCreation struct {
	Ephemeral5m int `json:"ephemeral_5m_input_tokens"`
	Ephemeral1h int `json:"ephemeral_1h_input_tokens"`
}

type outputDetails struct {
	ThinkingTokens int `json:"thinking_tokens"`
}

// buildMessage makes the message for a reply; the other dialects write it in
// their own way. Ids are numbered, by request and by tool call, so that texts
// which hold them are the same on every run.
func (p *Provider) buildMessage(number int, reply *Reply, prompt *Prompt) *message {
	m := &message{
		Model:      cmp.Or(reply.Model, prompt.Model),
		ID:         fmt.Sprintf("msg_fake_%04d", number),
		Type:       "message",
		Role:       "assistant",
		Content:    []any{},
		StopReason: reply.stopReason(),
		Usage:      p.buildUsage(reply, prompt),
	}
	switch m.StopReason {
	case "refusal":
		m.StopDetails = &stopDetails{Type: "refusal"}
	case "stop_sequence":
		met := reply.StopSequence
		if met == "" && len(prompt.Stop) > 0 {
			met = prompt.Stop[0]
		}
		if met != "" {
			m.StopSequence = &met
		}
	}
	for _, b := range reply.blocks() {
		m.Content = append(m.Content, p.buildBlock(b))
	}
	return m
}

func (p *Provider) buildBlock(b Block) any {
	switch b.Type {
	case BlockThinking:
		p.mu.Lock()
		p.thoughts++
		number := p.thoughts
		p.mu.Unlock()
		return thinkingBlock{BlockThinking, b.Thinking, signThinking(number, b.Thinking)}
	case BlockToolUse:
		p.mu.Lock()
		p.tools++
		number := p.tools
		p.mu.Unlock()
		id, input := b.ToolUse.ID, b.ToolUse.Input
		if id == "" {
			id = fmt.Sprintf("toolu_fake_%04d", number)
		}
		if len(input) == 0 {
			input = json.RawMessage("{}")
		}
		return toolUseBlock{BlockToolUse, id, b.ToolUse.Name, input, caller{"direct"}}
	}
	return textBlock{BlockText, b.Text}
}

// signaturePrefix is how the API's signatures begin too.
const signaturePrefix = "EqQBfake"

// signThinking makes the signature of a thinking block. It covers number and
// text, so that any provider can tell later whether a block was altered, also
// in a conversation that was saved and taken up again.
func signThinking(number int, text string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s", number, text))
	return fmt.Sprintf("%s%04d/%x", signaturePrefix, number, sum[:12])
}

// signed reports whether the signature is the one that was issued for the text.
func signed(signature, text string) bool {
	head, _, _ := strings.Cut(strings.TrimPrefix(signature, signaturePrefix), "/")
	number, err := strconv.Atoi(head)
	return err == nil && signature == signThinking(number, text)
}

// buildUsage takes the scripted counts and estimates the rest. The parts of
// the input (fresh, written to a cache, read from one) add up to the whole.
func (p *Provider) buildUsage(reply *Reply, prompt *Prompt) usage {
	u := usage{ServiceTier: "standard", InferenceGeo: "global"}
	scripted := reply.Usage
	if scripted == nil {
		scripted = &Usage{}
	}
	thinking, rest := estimateOutput(reply.blocks())
	cached := p.cache.use(prompt)
	u.CacheReadInputTokens = countOr(scripted.CacheReadInputTokens, cached.read)
	u.CacheCreationInputTokens = countOr(scripted.CacheCreationInputTokens, cached.written)
	u.CacheCreation.Ephemeral5m = u.CacheCreationInputTokens - cached.hour
	if scripted.CacheCreationInputTokens == nil {
		u.CacheCreation.Ephemeral1h = cached.hour
	} else {
		u.CacheCreation.Ephemeral5m = u.CacheCreationInputTokens
	}
	fresh := prompt.InputTokens - u.CacheReadInputTokens - u.CacheCreationInputTokens
	least := 1
	if cached.read+cached.written > 0 {
		least = 0 // all of it may be cached
	}
	u.InputTokens = countOr(scripted.InputTokens, max(fresh, least))
	u.OutputTokensDetails.ThinkingTokens = countOr(scripted.ThinkingTokens, thinking)
	u.OutputTokens = countOr(scripted.OutputTokens, max(u.OutputTokensDetails.ThinkingTokens+rest, 1))
	u.OutputTokensDetails.ThinkingTokens = min(u.OutputTokensDetails.ThinkingTokens, u.OutputTokens)
	return u
}

// in is all input.
func (u usage) in() int {
	return u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens
}

func countOr(scripted *int, estimate int) int {
	if scripted != nil {
		return *scripted
	}
	return estimate
}

func estimateOutput(blocks []Block) (thinking, rest int) {
	for _, b := range blocks {
		switch b.Type {
		case BlockThinking:
			thinking += EstimateTokens(b.Thinking)
		case BlockToolUse:
			rest += EstimateTokens(b.ToolUse.Name) + EstimateTokens(string(b.ToolUse.Input))
		default:
			rest += EstimateTokens(b.Text)
		}
	}
	return thinking, rest
}
