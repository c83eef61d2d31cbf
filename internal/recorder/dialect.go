package recorder

import (
	"encoding/json"
	"net/http"
	"strings"

	"agentcourse/internal/trace"
)

// dialectOf tells the protocol by the path. Where two protocols share one, as /v1/models, the header that only the
// Messages API wants decides.
func dialectOf(req *http.Request) string {
	path := req.URL.Path
	switch {
	case strings.HasPrefix(path, "/v1/messages"):
		return trace.Anthropic
	case strings.HasPrefix(path, "/api/"):
		return trace.Ollama
	case strings.HasPrefix(path, "/v1/chat/"):
		return trace.OpenAI
	case req.Header.Get("anthropic-version") != "":
		return trace.Anthropic
	case path == "/v1/models", strings.HasPrefix(path, "/v1/models/"):
		return trace.OpenAI
	}
	return trace.Other
}

// asksModel reports whether a request wants a reply of the model, and not a count of tokens or a list.
func asksModel(req *http.Request) bool {
	if req.Method != http.MethodPost {
		return false
	}
	switch req.URL.Path {
	case "/v1/messages", "/api/chat", "/api/generate", "/v1/chat/completions":
		return true
	}
	return false
}

// answerError answers a request in its dialect's error shape. With final set no client tries again.
func answerError(w http.ResponseWriter, dialect string, status int, kind, message string, final bool) {
	var body any
	switch dialect {
	case trace.Ollama:
		body = map[string]any{"error": message}
	case trace.OpenAI:
		body = map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": nil}}
	default:
		body = map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": message}}
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		panic(err) // strings always encode
	}
	w.Header().Set("content-type", "application/json")
	if final {
		w.Header().Set("x-should-retry", "false")
	}
	w.WriteHeader(status)
	_, _ = w.Write(encoded) // fails when the client is gone
}

// keyOf is the key that a request carries, in either of the two places for it; x-api-key wins.
func keyOf(h http.Header) string {
	if key := h.Get("x-api-key"); key != "" {
		return key
	}
	scheme, key, _ := strings.Cut(h.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "bearer") {
		return strings.TrimSpace(key)
	}
	return scheme // another scheme is no good key either
}
