// Package ollama is the adapter for the chat format of Ollama, which runs
// models on the same machine.
package ollama

import (
	"encoding/json"
	"io"
	"net/http"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

// Adapter speaks POST /api/chat.
type Adapter struct{}

var _ httpmodel.Adapter = Adapter{}

// Path is /api/chat.
func (Adapter) Path() string { return "/api/chat" }

// Authorise sends the key as a bearer token. A server on the same machine asks
// for none and does not look at it.
func (Adapter) Authorise(header http.Header, key string) {
	header.Set("Authorization", "Bearer "+key)
}

// Body is a chat request.
func (Adapter) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	return json.Marshal(request{
		Model: model, Messages: messagesOf(req.Messages), Tools: toolsOf(req.Tools), Stream: stream,
		Options: options{NumPredict: req.MaxTokens, Temperature: req.Temperature},
	})
}

// Read reads a reply that came whole: a stream of one line.
func (Adapter) Read(body io.Reader) (agentic.Completion, error) { return read(body) }

// ReadStream reads a reply that comes in lines, each a JSON object.
func (Adapter) ReadStream(body io.Reader) (agentic.Completion, error) { return read(body) }

// ReadError reads an error object. There are no kinds of errors in this format.
func (Adapter) ReadError(body []byte) (kind, message string) {
	var e struct{ Error string }
	if json.Unmarshal(body, &e) != nil {
		return "", ""
	}
	return "", e.Error
}
