package fakellm

import (
	"encoding/json"
	"net/textproto"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// toolNamePattern is what a tool may be called (Anthropic API documentation).
var toolNamePattern = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// toolIDPattern is what a tool_use id may look like (Anthropic API documentation).
var toolIDPattern = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

func readContent(r *Reply, list ast.Node) error {
	items, err := sequence(list, "content")
	if err != nil {
		return err
	}
	r.Content = []Block{}
	ids := map[string]bool{}
	for _, item := range items {
		b, err := readBlock(item)
		if err != nil {
			return err
		}
		if b.ToolUse != nil && b.ToolUse.ID != "" {
			if ids[b.ToolUse.ID] {
				return errorAt(item, "tool_use: id %q is used twice", b.ToolUse.ID)
			}
			ids[b.ToolUse.ID] = true
		}
		r.Content = append(r.Content, b)
	}
	return nil
}

func readBlock(n ast.Node) (Block, error) {
	fields, err := mapping(n, "a content block", BlockText, BlockThinking, BlockToolUse)
	if err != nil {
		return Block{}, err
	}
	if len(fields) != 1 {
		return Block{}, errorAt(n, "a content block is one of text, thinking, tool_use")
	}
	if v := fields[BlockText]; v != nil {
		return readText(v)
	}
	if v := fields[BlockThinking]; v != nil {
		s, err := text(v, "thinking")
		return Block{Type: BlockThinking, Thinking: s}, err
	}
	use, err := readToolUse(fields[BlockToolUse])
	return Block{Type: BlockToolUse, ToolUse: use}, err
}

func readToolUse(n ast.Node) (*ToolUse, error) {
	fields, err := mapping(n, "tool_use", "id", "name", "input")
	if err != nil {
		return nil, err
	}
	use := &ToolUse{Input: json.RawMessage("{}")}
	if fields["name"] == nil {
		return nil, errorAt(n, "tool_use: name is missing")
	}
	if use.Name, err = text(fields["name"], "tool_use: name"); err != nil {
		return nil, err
	}
	if !toolNamePattern.MatchString(use.Name) {
		return nil, errorAt(fields["name"], "tool_use: name %q does not match %s", use.Name, toolNamePattern)
	}
	if v := fields["id"]; v != nil {
		if use.ID, err = text(v, "tool_use: id"); err != nil {
			return nil, err
		}
		if !toolIDPattern.MatchString(use.ID) {
			return nil, errorAt(v, "tool_use: id %q does not match %s", use.ID, toolIDPattern)
		}
	}
	if v := fields["input"]; v != nil {
		if _, isMap := v.(ast.MapNode); !isMap {
			return nil, errorAt(v, "tool_use: input is a mapping")
		}
		use.Input, err = appendJSON(nil, v)
	}
	return use, err
}

// visibleText reads a text block. The API sends no empty ones and refuses
// them when they come back.
func visibleText(n ast.Node, what string) (string, error) {
	s, err := text(n, what)
	if err == nil && strings.TrimSpace(s) == "" {
		err = errorAt(n, "%s: empty; for a reply without text write content: []", what)
	}
	return s, err
}

func readUsage(r *Reply, fields map[string]ast.Node) error {
	n := fields["usage"]
	if n == nil {
		return nil
	}
	u := &Usage{}
	counts := map[string]**int{
		"input_tokens":                &u.InputTokens,
		"output_tokens":               &u.OutputTokens,
		"cache_read_input_tokens":     &u.CacheReadInputTokens,
		"cache_creation_input_tokens": &u.CacheCreationInputTokens,
		"thinking_tokens":             &u.ThinkingTokens,
	}
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	values, err := mapping(n, "usage", keys...)
	if err != nil {
		return err
	}
	for key, v := range values {
		count, err := integer(v, "usage: "+key)
		if err != nil {
			return err
		}
		if count < 0 {
			return errorAt(v, "usage: %s: below 0", key)
		}
		*counts[key] = &count
	}
	if u.ThinkingTokens != nil && u.OutputTokens != nil && *u.ThinkingTokens > *u.OutputTokens {
		return errorAt(n, "usage: thinking_tokens are part of output_tokens and cannot exceed them")
	}
	r.Usage = u
	return nil
}

func readFailure(r *Reply, fields map[string]ast.Node) error {
	if n := fields["status"]; n != nil {
		status, err := integer(n, "status")
		if err != nil {
			return err
		}
		if status < 400 || status > 599 {
			return errorAt(n, "status: %d is no error; want 400 to 599", status)
		}
		r.Status = status
	}
	n := fields["error"]
	if n == nil {
		return nil
	}
	parts, err := mapping(n, "error", "type", "message")
	if err != nil {
		return err
	}
	if v := parts["type"]; v != nil {
		if r.ErrorType, err = nonEmpty(v, "error: type"); err != nil {
			return err
		}
	}
	if v := parts["message"]; v != nil {
		r.ErrorMessage, err = nonEmpty(v, "error: message")
	}
	return err
}

func readHeaders(r *Reply, fields map[string]ast.Node) error {
	n := fields["headers"]
	if n == nil {
		return nil
	}
	values, err := mapping(n, "headers")
	if err != nil {
		return err
	}
	r.Headers = map[string]string{}
	for key, v := range values {
		value, err := scalar(v, "headers: "+key)
		if err != nil {
			return err
		}
		if !headerNamePattern.MatchString(key) || strings.ContainsAny(value, "\r\n\x00") {
			return errorAt(v, "headers: %q: %q is no header", key, value)
		}
		switch textproto.CanonicalMIMEHeaderKey(key) {
		case "Content-Length", "Transfer-Encoding", "Content-Type", "Request-Id", "Connection":
			return errorAt(v, "headers: %s is set by the provider", key)
		}
		r.Headers[key] = value
	}
	return nil
}

var headerNamePattern = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

func readBody(r *Reply, fields map[string]ast.Node) error {
	if n := fields["body"]; n != nil {
		body, err := text(n, "body")
		if err != nil {
			return err
		}
		r.Body = &body
	}
	if n := fields["content_type"]; n != nil {
		var err error
		if r.ContentType, err = nonEmpty(n, "content_type"); err != nil {
			return err
		}
		if strings.ContainsAny(r.ContentType, "\r\n\x00") {
			return errorAt(n, "content_type: %q is no header value", r.ContentType)
		}
	}
	return nil
}
