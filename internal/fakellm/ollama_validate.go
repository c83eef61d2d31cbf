package fakellm

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// The rules are those of the server, in its order (Ollama source 0.17.4,
// server/routes.go). There is no key. Roles, pairing of tools and unknown
// fields are not looked at: the model's template makes of them what it can.
// What a model cannot do, such as call tools, the fake does not know.
func (ollamaDialect) rules() []func(*call) {
	return []func(*call){
		(*call).checkOllamaBody,
		(*call).checkOllamaLogprobs,
		(*call).checkOllamaModel,
		(*call).unloadOllama,
		(*call).checkOllamaOptions,
		(*call).loadOllama,
		(*call).checkOllamaThink,
		(*call).checkOllamaFormat,
	}
}

// checkOllamaBody reads the first JSON value; what follows it is not looked at.
func (c *call) checkOllamaBody() {
	req, end, err := readChatRequest(c.raw)
	if err != nil {
		c.invalid(SDK, "%s", decodeFault(err))
		return
	}
	c.ollama = req
	c.raw = c.raw[:end]
	c.isJSON = c.isJSON || c.decode()
	c.body, _ = c.decoded.(map[string]any)
}

func (c *call) checkOllamaLogprobs() {
	if n := c.ollama.TopLogprobs; n < 0 || n > 20 {
		c.invalid(SDK, "top_logprobs must be between 0 and 20")
	}
}

func (c *call) checkOllamaModel() {
	name := parseOllamaName(c.ollama.Model)
	if !name.valid() {
		c.invalid(SDK, "model is required")
		return
	}
	known := func(m string) bool { return parseOllamaName(m).same(name) }
	if len(c.options.Local) > 0 && !slices.ContainsFunc(c.options.Local, known) {
		c.refuse(http.StatusNotFound, SDK, "model '%s' not found", c.ollama.Model)
	}
}

// unloadOllama answers a call without messages whose model shall not be kept.
func (c *call) unloadOllama() {
	if keep := c.ollama.KeepAlive; len(c.ollama.Messages) == 0 && keep != nil && keep.Duration == 0 {
		c.answer = ollamaDone(c.ollama.Model, "unload")
	}
}

// loadOllama answers a call without messages: it loads the model.
func (c *call) loadOllama() {
	if len(c.ollama.Messages) == 0 {
		c.answer = ollamaDone(c.ollama.Model, "load")
	}
}

// checkOllamaThink: a level is for the models of the gpt-oss family alone,
// which the fake can tell by the name only.
func (c *call) checkOllamaThink() {
	if level := c.ollama.Think.level(); level != "" && parseOllamaName(c.ollama.Model).model != "gpt-oss" {
		c.invalid(Uncertain, "think value %q is not supported for this model", level)
	}
}

// checkOllamaFormat: the server finds a wrong format when it starts the model
// on it, and says so with 500.
func (c *call) checkOllamaFormat() {
	format := c.ollama.Format
	switch string(format) {
	case "", "null", `""`, `"json"`:
		return
	}
	if format[0] != '{' {
		c.refuse(http.StatusInternalServerError, SDK, `invalid format: %q; expected "json" or a valid JSON Schema object`, format)
	}
}

// ollamaOptions are the options and their types; others are ignored.
var ollamaOptions = map[string]string{
	"num_keep": "integer", "seed": "integer", "num_predict": "integer", "top_k": "integer", "repeat_last_n": "integer",
	"num_ctx": "integer", "num_batch": "integer", "num_gpu": "integer", "main_gpu": "integer", "num_thread": "integer",
	"top_p": "float32", "min_p": "float32", "typical_p": "float32", "temperature": "float32",
	"repeat_penalty": "float32", "presence_penalty": "float32", "frequency_penalty": "float32",
	"stop": "array", "use_mmap": "boolean",
}

// checkOllamaOptions goes by the alphabet; the server's order is random.
func (c *call) checkOllamaOptions() {
	for _, name := range slices.Sorted(maps.Keys(c.ollama.Options)) {
		value, kind := c.ollama.Options[name], ollamaOptions[name]
		if fault := optionFault(kind, value); fault != "" {
			c.refuse(http.StatusInternalServerError, SDK, "option %q must be of %s", name, fault)
		}
	}
}

func optionFault(kind string, value any) string {
	fits := value == nil || kind == ""
	switch v := value.(type) {
	case float64:
		fits = fits || kind == "integer" || kind == "float32"
	case bool:
		fits = fits || kind == "boolean"
	case []any:
		if kind == "array" && len(stringsIn(v)) != len(v) {
			return "an array of strings"
		}
		fits = fits || kind == "array"
	}
	if fits {
		return ""
	}
	return "type " + kind
}

// prompt reads a call in the neutral form. The schemas of tools and format are
// read from the body as it came, since the server's types keep a part only.
func (ollamaDialect) prompt(c *call) *Prompt {
	req := c.ollama
	p := &Prompt{
		Dialect: Ollama, Model: req.Model, Tools: chatTools(c.body["tools"]), ToolChoice: "auto",
		Stream:      req.Stream == nil || *req.Stream,
		JSON:        string(req.Format) == `"json"`,
		Stop:        stringsIn(req.Options["stop"]),
		NoThinking:  req.Think != nil && !req.Think.on(),
		ShowThought: req.Think.on(),
		Effort:      req.Think.level(),
	}
	p.Schema, _ = c.body["format"].(map[string]any)
	if n, ok := req.Options["num_predict"].(float64); ok {
		p.MaxTokens = max(int(n), 0) // below 0 means no limit
	}
	if f, ok := req.Options["temperature"].(float64); ok {
		p.Temperature = &f
	}
	var messages []chatMessage
	for _, m := range req.Messages {
		messages = append(messages, ollamaSent(m))
	}
	p.Turns, p.System = chatTurns(messages)
	p.InputTokens = estimateTurns(p)
	return p
}

// ollamaSent reads one message of a request.
func ollamaSent(m apiMessage) chatMessage {
	s := chatMessage{role: m.Role}
	if m.Role == "tool" {
		s.parts = []Part{{Type: BlockToolResult, ID: m.ToolCallID, Name: m.ToolName, Text: m.Content}}
		return s
	}
	if m.Thinking != "" {
		s.parts = append(s.parts, Part{Type: BlockThinking, Text: m.Thinking})
	}
	if m.Content != "" {
		s.parts = append(s.parts, Part{Type: BlockText, Text: m.Content})
	}
	for range m.Images {
		s.parts = append(s.parts, Part{Type: "image"})
	}
	for _, call := range m.ToolCalls {
		f := call.Function
		s.parts = append(s.parts, Part{Type: BlockToolUse, ID: call.ID, Name: f.Name, Input: orderedJSON(f.Arguments.src)})
	}
	return s
}

// orderedJSON gives JSON its keys in the order of the alphabet, as in every
// dialect; what is none becomes a JSON string.
func orderedJSON(src json.RawMessage) json.RawMessage {
	if len(src) == 0 {
		return json.RawMessage("{}")
	}
	v, err := decodeJSON(src)
	if err != nil {
		return mustEncode(string(src))
	}
	return mustEncode(v)
}

// ollamaDone is the answer to a call that asks the model for nothing.
func ollamaDone(model, reason string) []byte {
	return fmt.Appendf(nil, `{"model":%s,"created_at":%q,"message":{"role":"assistant","content":""},"done":true,"done_reason":%q}`,
		ollamaJSON(model), createdAt, reason)
}
