package httpmodel

import (
	"io"
	"net/http"

	"agentcourse/starter/agentic"
)

// Adapter is what is a provider's own: where to post, what to send, how to read
// what comes back. One value serves many calls at once.
type Adapter interface {
	// Path is where requests go, below the base URL.
	Path() string
	// Authorise puts the key, and what else each request needs, into the header.
	Authorise(header http.Header, key string)
	// Body is a request in the provider's format.
	Body(model string, req agentic.Request, stream bool) ([]byte, error)
	// Read reads a reply that came whole.
	Read(body io.Reader) (agentic.Completion, error)
	// ReadStream reads a reply that comes piece by piece, to its end.
	ReadStream(body io.Reader) (agentic.Completion, error)
	// ReadError reads what came with an error status.
	ReadError(body []byte) (kind, message string)
}
