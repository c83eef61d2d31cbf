// Package ollama is the adapter for the chat format of Ollama, which runs
// models on the same machine.
//
// This is a skeleton: it compiles, and nothing works yet. Keep the names and
// signatures; what is behind them is yours.
package ollama

import (
	"errors"
	"io"
	"net/http"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

var errNotWritten = errors.New("ollama: not written yet")

// Adapter speaks POST /api/chat.
type Adapter struct{}

var _ httpmodel.Adapter = Adapter{}

// Path is where chat requests go.
func (Adapter) Path() string { return "" }

// Authorise has little to do: a server on the same machine asks for no key.
func (Adapter) Authorise(header http.Header, key string) {}

// Body is a chat request.
func (Adapter) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	return nil, errNotWritten
}

// Read reads a reply that came whole.
func (Adapter) Read(body io.Reader) (agentic.Completion, error) {
	return agentic.Completion{}, errNotWritten
}

// ReadStream reads a reply that comes in lines, each a JSON object.
func (Adapter) ReadStream(body io.Reader) (agentic.Completion, error) {
	return agentic.Completion{}, errNotWritten
}

// ReadError reads what came with an error status.
func (Adapter) ReadError(body []byte) (kind, message string) { return "", "" }
