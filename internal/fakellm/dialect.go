package fakellm

import (
	"net/http"
	"strings"
	"time"
)

// dialect is one wire format: how a call is read and checked, how a reply is
// written. All else, from the choice of a reply to its faults, is the same for
// every dialect.
type dialect interface {
	name() string
	// headers sets what every answer carries.
	headers(h http.Header, number int)
	// limits sets what a success tells about rate limits.
	limits(h http.Header, now time.Time, u usage)
	// errorType is the type of an error when none is given, "" where the
	// dialect has none.
	errorType(status int) string
	// errorBody is the whole answer to the request of that number. An error
	// that a script sets carries no evidence.
	errorBody(e *Refusal, number int) []byte
	// rules check a call in order; each may rely on those before it.
	rules() []func(*call)
	// prompt reads a call that passed the rules.
	prompt(c *call) *Prompt
	// encode writes a whole reply.
	encode(m *message, p *Prompt) ([]byte, error)
	streamType() string
	// frames writes a reply in pieces.
	frames(m *message, reply *Reply, p *Prompt) []frame
	// errorFrame is an error in the middle of a stream.
	errorFrame(e *Refusal) []byte
}

// The dialects hold no state.
var (
	anthropic anthropicDialect
	ollama    ollamaDialect
	openAI    openAIDialect
)

// dialectOf tells the dialect of a request by its path. Where two share one,
// the headers that only one of them knows decide.
func dialectOf(r *http.Request) dialect {
	path := r.URL.Path
	switch {
	case path == "/" || under(path, "/api"):
		return ollama
	case under(path, modelsPath) && r.Header.Get("Anthropic-Version") == "" && r.Header.Get("X-Api-Key") == "",
		under(path, "/v1/chat"), under(path, "/v1/completions"), under(path, "/v1/embeddings"), under(path, "/v1/responses"):
		return openAI
	}
	return anthropic
}

func under(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/')
}

// endpoint is what answers at a path.
type endpoint struct {
	kind   string // of the [Request]
	method string
	serve  func(p *Provider, x *exchange)
}

// endpointOf finds the endpoint of a path, nil if there is none.
func endpointOf(d dialect, path string) *endpoint {
	switch d.name() + " " + path {
	case "anthropic " + messagesPath, "ollama /api/chat", "openai /v1/chat/completions":
		return &endpoint{KindMessages, http.MethodPost, (*Provider).serveCall}
	case "anthropic " + messagesPath + "/count_tokens":
		return &endpoint{KindCount, http.MethodPost, (*Provider).serveCount}
	case "ollama /api/tags":
		return &endpoint{KindModels, http.MethodGet, (*Provider).serveTags}
	case "ollama /api/show":
		return &endpoint{KindModels, http.MethodPost, (*Provider).serveShow}
	case "ollama /api/version":
		return &endpoint{KindOther, http.MethodGet, (*Provider).serveVersion}
	case "ollama /":
		return &endpoint{KindOther, http.MethodGet, (*Provider).serveRoot}
	}
	switch {
	case d == anthropic && under(path, modelsPath):
		return &endpoint{KindModels, http.MethodGet, (*Provider).serveModels}
	case d == openAI && under(path, modelsPath):
		return &endpoint{KindModels, http.MethodGet, (*Provider).serveOpenAIModels}
	}
	return nil
}

// allows reports whether an endpoint answers a method; what answers GET
// answers HEAD.
func (e *endpoint) allows(method string) bool {
	return method == e.method || method == http.MethodHead && e.method == http.MethodGet
}
