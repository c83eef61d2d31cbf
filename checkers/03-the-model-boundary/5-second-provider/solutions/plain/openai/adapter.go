// Package openai is the adapter for the Chat Completions format, which OpenAI's
// API and many local servers speak.
package openai

import (
	"encoding/json"
	"io"
	"net/http"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

// Adapter speaks POST /chat/completions, below a base URL that ends in /v1.
type Adapter struct{}

var _ httpmodel.Adapter = Adapter{}

// Path is /chat/completions.
func (Adapter) Path() string { return "/chat/completions" }

// Authorise sends the key as a bearer token.
func (Adapter) Authorise(header http.Header, key string) {
	header.Set("Authorization", "Bearer "+key)
}

// Body is a request for one completion.
func (Adapter) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	r := request{
		Model: model, Messages: messagesOf(req.Messages), Tools: toolsOf(req.Tools),
		MaxTokens: req.MaxTokens, Temperature: req.Temperature, Stream: stream,
	}
	if stream {
		r.StreamOptions = &streamOptions{IncludeUsage: true} // without it a stream has no counts
	}
	return json.Marshal(r)
}

// Read reads a reply that came whole.
func (Adapter) Read(body io.Reader) (agentic.Completion, error) { return read(body) }

// ReadStream reads server-sent events up to [DONE].
func (Adapter) ReadStream(body io.Reader) (agentic.Completion, error) { return readStream(body) }

// ReadError reads an error object.
func (Adapter) ReadError(body []byte) (kind, message string) {
	var e struct{ Error apiError }
	if json.Unmarshal(body, &e) != nil {
		return "", ""
	}
	return e.Error.Type, e.Error.Message
}
