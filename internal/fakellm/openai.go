package fakellm

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// openAIDialect is the Chat Completions API of OpenAI.
type openAIDialect struct{}

func (openAIDialect) name() string { return OpenAI }

func (openAIDialect) headers(h http.Header, number int) {
	h.Set("Content-Type", "application/json")
	h.Set("X-Request-Id", requestID(number))
	h.Set("Openai-Version", "2020-10-01")
	h.Set("Openai-Processing-Ms", "12")
}

func (openAIDialect) errorType(status int) string {
	switch {
	case status == http.StatusTooManyRequests:
		return "requests" // the limit that was met
	case status >= 500:
		return "server_error"
	}
	return "invalid_request_error"
}

// openAIError is the error shape (OpenAI API documentation, "Error codes").
// Param and code are null where there is none.
type openAIError struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

// errorBody gives an error that a script sets the code of its status.
func (openAIDialect) errorBody(e *Refusal, _ int) []byte {
	body := openAIError{Message: e.Message, Type: e.Type}
	code := e.Code
	if e.Evidence == "" {
		code = map[int]string{
			http.StatusUnauthorized: "invalid_api_key", http.StatusNotFound: "model_not_found", http.StatusTooManyRequests: "rate_limit_exceeded",
		}[e.Status]
	}
	if code != "" {
		body.Code = &code
	}
	if e.Param != "" {
		body.Param = &e.Param
	}
	return mustEncode(map[string]openAIError{"error": body})
}

func (d openAIDialect) errorFrame(e *Refusal) []byte {
	return fmt.Appendf(nil, "data: %s\n\n", d.errorBody(e, 0))
}

func (openAIDialect) streamType() string { return "text/event-stream; charset=utf-8" }

// completion is a reply (OpenAI API documentation, "The chat completion object").
type completion struct {
	ID                string       `json:"id"`
	Object            string       `json:"object"`
	Created           int64        `json:"created"`
	Model             string       `json:"model"`
	Choices           []choice     `json:"choices"`
	Usage             *openAIUsage `json:"usage"`
	ServiceTier       string       `json:"service_tier"`
	SystemFingerprint *string      `json:"system_fingerprint"`
}

type choice struct {
	Index        int           `json:"index"`
	Message      openAIMessage `json:"message"`
	Logprobs     any           `json:"logprobs"`
	FinishReason string        `json:"finish_reason"`
}

type openAIMessage struct {
	Role        string       `json:"role"`
	Content     *string      `json:"content"`
	Refusal     *string      `json:"refusal"`
	Annotations []any        `json:"annotations"`
	ToolCalls   []openAICall `json:"tool_calls,omitempty"`
}

type openAICall struct {
	Index    *int           `json:"index,omitempty"` // in a stream only
	ID       string         `json:"id,omitempty"`
	Type     string         `json:"type,omitempty"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"` // JSON, as a string
}

type openAIUsage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
	PromptDetails    struct {
		CachedTokens int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		ReasoningTokens int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

const created = 1795989916 // 2026-11-29, as in the replies of the other dialects

func (m *message) openAIUsage() *openAIUsage {
	u := &openAIUsage{PromptTokens: m.Usage.in(), CompletionTokens: m.Usage.OutputTokens}
	u.TotalTokens = u.PromptTokens + u.CompletionTokens
	u.PromptDetails.CachedTokens = m.Usage.CacheReadInputTokens
	u.CompletionDetails.ReasoningTokens = m.Usage.OutputTokensDetails.ThinkingTokens
	return u
}

// finishReason says why the model stopped, in OpenAI's words.
func (m *message) finishReason() string {
	switch m.StopReason {
	case "tool_use":
		return "tool_calls"
	case "max_tokens", "model_context_window_exceeded":
		return "length"
	case "refusal":
		return "content_filter"
	}
	return "stop"
}

func (m *message) completionID() string { return "chatcmpl-" + strings.TrimPrefix(m.ID, "msg_") }

// encode leaves thinking out: this API does not show it.
func (openAIDialect) encode(m *message, _ *Prompt) ([]byte, error) {
	msg := openAIMessage{Role: "assistant", Annotations: []any{}}
	var text strings.Builder
	for _, block := range m.Content {
		switch b := block.(type) {
		case textBlock:
			text.WriteString(b.Text)
		case toolUseBlock:
			msg.ToolCalls = append(msg.ToolCalls, openAICall{ID: callID(b.ID), Type: "function", Function: openAIFunction{b.Name, string(b.Input)}})
		}
	}
	if said := text.String(); said != "" || len(msg.ToolCalls) == 0 {
		msg.Content = &said
	}
	return encodeJSON(completion{
		ID: m.completionID(), Object: "chat.completion", Created: created, Model: m.Model, ServiceTier: "default",
		Choices: []choice{{Message: msg, FinishReason: m.finishReason()}}, Usage: m.openAIUsage(),
	})
}

// frames writes a reply as the chunks of a stream (OpenAI API documentation,
// "The chat completion chunk object").
func (openAIDialect) frames(m *message, reply *Reply, p *Prompt) []frame {
	c := &chunks{m: m, usage: p.streamUsage}
	content := `""`
	if len(m.Content) > 0 && m.onlyTools() {
		content = "null"
	}
	c.add(`{"role":"assistant","content":`+content+`,"refusal":null}`, "")
	calls := 0
	scripted := reply.blocks()
	for i, block := range m.Content {
		switch b := block.(type) {
		case textBlock:
			for _, piece := range reply.pieces(scripted[i]) {
				c.add(string(object(`{"content":%s}`, piece.Text)), "", piece.wait(), wait{delay: reply.Pace})
			}
		case toolUseBlock:
			index := calls
			calls++
			c.call(openAICall{Index: &index, ID: callID(b.ID), Type: "function", Function: openAIFunction{Name: b.Name}})
			for _, piece := range reply.fragments(string(b.Input)) {
				c.call(openAICall{Index: &index, Function: openAIFunction{Arguments: piece.Text}}, wait{delay: reply.Pace})
			}
		}
	}
	c.add(`{}`, m.finishReason())
	c.frames[len(c.frames)-1].last = true
	if c.usage {
		c.send("[]", mustEncode(m.openAIUsage()))
	}
	c.frames = append(c.frames, frame{data: []byte("data: [DONE]\n\n")})
	return c.frames
}

// onlyTools reports whether there is no text in a reply.
func (m *message) onlyTools() bool {
	return !slices.ContainsFunc(m.Content, func(block any) bool { _, isText := block.(textBlock); return isText })
}

// chunks collects the frames of a stream.
type chunks struct {
	m      *message
	usage  bool
	frames []frame
}

func (c *chunks) call(call openAICall, before ...wait) {
	c.add(string(object(`{"tool_calls":[%s]}`, call)), "", before...)
}

// add sends a delta, given as JSON. Finish is empty but for the last one.
func (c *chunks) add(delta, finish string, before ...wait) {
	reason := "null"
	if finish != "" {
		reason = `"` + finish + `"`
	}
	c.send(fmt.Sprintf(`[{"index":0,"delta":%s,"logprobs":null,"finish_reason":%s}]`, delta, reason), []byte("null"), before...)
}

// send sends a chunk. Its usage is null in all chunks but one, and absent
// when nobody asked for it.
func (c *chunks) send(choices string, usage []byte, before ...wait) {
	tail := ""
	if c.usage {
		tail = `,"usage":` + string(usage)
	}
	data := fmt.Sprintf(`data: {"id":%s,"object":"chat.completion.chunk","created":%d,"model":%s,"service_tier":"default","system_fingerprint":null,"choices":%s%s}`+"\n\n",
		mustEncode(c.m.completionID()), created, mustEncode(c.m.Model), choices, tail)
	c.frames = append(c.frames, frame{data: []byte(data), before: before})
}

// serveOpenAIModels answers GET /v1/models and /v1/models/ID for a client of
// OpenAI.
func (p *Provider) serveOpenAIModels(x *exchange) {
	c := &call{dialect: x.dialect, options: p.options, header: x.r.Header}
	if c.checkOpenAIKey(); c.refusal != nil {
		p.refuse(x, c.refusal)
		return
	}
	list := []openAIModel{}
	for _, name := range p.localModels() {
		list = append(list, openAIModel{name, "model", created, "system"})
	}
	id, one := strings.CutPrefix(x.r.URL.Path, modelsPath+"/")
	if !one {
		p.sendWhole(x, http.StatusOK, mustEncode(map[string]any{"object": "list", "data": list}), nil)
		return
	}
	at := slices.IndexFunc(list, func(m openAIModel) bool { return m.ID == id })
	if at < 0 {
		p.refuse(x, unknownOpenAIModel(id))
		return
	}
	p.sendWhole(x, http.StatusOK, mustEncode(list[at]), nil)
}

// openAIModel is an entry of the list (OpenAI API documentation, "The model object").
type openAIModel struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}
