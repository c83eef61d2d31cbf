package httpmodel

import (
	"io"
	"net/http"

	"agentcourse/starter/agentic"
)

// Messages is the adapter for the Messages format, which Anthropic's API and
// some local servers speak.
type Messages struct{}

var _ Adapter = Messages{}

// Path is /v1/messages.
func (Messages) Path() string { return "" }

// Authorise sets the key and the version of the API.
func (Messages) Authorise(header http.Header, key string) {}

// Body puts the system message where this format has it, and the results of
// one turn into one message. A temperature is ErrSetting: the newest models
// refuse any.
func (Messages) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	return nil, errNotWritten
}

// Read reads one message object. A refusal is ErrRefusal, and what is no
// message ErrReply.
func (Messages) Read(body io.Reader) (agentic.Completion, error) {
	return agentic.Completion{}, errNotWritten
}

// ReadStream reads server-sent events up to the one that ends the message. A
// stream that ends before is ErrTruncated.
func (Messages) ReadStream(body io.Reader) (agentic.Completion, error) {
	return agentic.Completion{}, errNotWritten
}

// ReadError reads an error object; of anything else it says nothing.
func (Messages) ReadError(body []byte) (kind, message string) { return "", "" }
