package fakellm

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// stopReasons are the values the API may send (SDK source, StopReason).
var stopReasons = []string{
	"end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal", "model_context_window_exceeded",
}

// ParseScenario reads a script in the form that the package documentation
// describes. It is strict: an unknown key, a wrong type, a bad jq expression
// or values that cannot go together are errors of the form
// "NAME:LINE: what is wrong".
func ParseScenario(name string, src []byte) (s *Scenario, err error) {
	defer func() { // a parser of another module, fed with anybody's text
		if recover() != nil {
			s, err = nil, fmt.Errorf("%s:1: not readable as YAML", name)
		}
	}()
	file, err := parser.ParseBytes(src, 0)
	if err != nil {
		return nil, syntaxError(name, err)
	}
	s = &Scenario{Name: name}
	list, counts, err := listsOf(file)
	if err == nil && list != nil {
		err = s.read(list)
	}
	if err == nil && counts != nil {
		err = s.readCounts(counts)
	}
	var at *lineError
	if errors.As(err, &at) {
		return nil, fmt.Errorf("%s:%d: %s", name, at.line, at.message)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

func syntaxError(name string, err error) error {
	var bad *yaml.SyntaxError
	if errors.As(err, &bad) && bad.Token != nil && bad.Token.Position != nil {
		return fmt.Errorf("%s:%d: %s", name, bad.Token.Position.Line, bad.Message)
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%s:1: %s", name, first)
}

// listsOf finds the list of replies, which is the document itself or one of its keys, and that of counts.
func listsOf(file *ast.File) (replies, counts ast.Node, err error) {
	var body ast.Node
	for _, doc := range file.Docs {
		if isAbsent(doc.Body) {
			continue
		}
		if body != nil {
			return nil, nil, errorAt(doc.Body, "a scenario is one YAML document")
		}
		body = doc.Body
	}
	if body == nil {
		return nil, nil, &lineError{1, "no replies"}
	}
	if _, isMap := body.(ast.MapNode); !isMap {
		return body, nil, nil
	}
	fields, err := mapping(body, "the scenario", "replies", "counts")
	if err != nil {
		return nil, nil, err
	}
	if fields["replies"] == nil && fields["counts"] == nil {
		return nil, nil, errorAt(body, "no replies")
	}
	return fields["replies"], fields["counts"], nil
}

func isAbsent(n ast.Node) bool {
	switch n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return true
	}
	return false
}

func (s *Scenario) read(list ast.Node) error {
	items, err := sequence(list, "the replies")
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return errorAt(list, "no replies")
	}
	for _, item := range items {
		r, err := readReply(item)
		if err != nil {
			return err
		}
		s.Replies = append(s.Replies, *r)
	}
	return nil
}

func (s *Scenario) readCounts(list ast.Node) error {
	items, err := sequence(list, "the counts")
	if err != nil {
		return err
	}
	for _, item := range items {
		if _, isMap := item.(ast.MapNode); !isMap {
			tokens, err := integer(item, "a count")
			if err != nil || tokens < 0 {
				return errorAt(item, "a count is a number of tokens, or a mapping with status and error")
			}
			s.Counts = append(s.Counts, Count{Tokens: tokens})
			continue
		}
		if _, err := mapping(item, "a count", "status", "error", "headers"); err != nil {
			return err
		}
		r, err := readReply(item)
		if err != nil {
			return err
		}
		s.Counts = append(s.Counts, Count{Fault: r})
	}
	return nil
}

var replyKeys = []string{
	"when", "times", "text", "content", "stop_reason", "usage",
	"status", "error", "headers", "body", "content_type", "hold", "delay",
	"model", "stop_sequence", "off_schema", "fault", "chunk", "pace",
}

func readReply(n ast.Node) (*Reply, error) {
	fields, err := mapping(n, "a reply", replyKeys...)
	if err != nil {
		return nil, err
	}
	r := &Reply{Times: 1}
	for _, read := range []func(*Reply, map[string]ast.Node) error{
		readChoice, readMessage, readUsage, readFailure, readHeaders, readBody, readDelivery,
	} {
		if err := read(r, fields); err != nil {
			return nil, err
		}
	}
	return r, checkReply(r, n, fields)
}

// readChoice reads what decides when the reply is given.
func readChoice(r *Reply, fields map[string]ast.Node) error {
	if n := fields["when"]; n != nil {
		expr, err := nonEmpty(n, "when")
		if err != nil {
			return err
		}
		if r.when, err = Compile(expr); err != nil {
			return errorAt(n, "when: %v", err)
		}
		r.When = expr
	}
	if n := fields["times"]; n != nil {
		if s, ok := n.(*ast.StringNode); ok && s.Value == "any" {
			r.Times = Any
		} else if times, err := integer(n, "times"); err != nil || times < 1 {
			return errorAt(n, "times: want a number from 1, or any")
		} else {
			r.Times = times
		}
	}
	return nil
}

func readMessage(r *Reply, fields map[string]ast.Node) error {
	if n := fields["text"]; n != nil {
		b, err := readText(n)
		if err != nil {
			return err
		}
		if r.Text = b.Text; b.Pieces != nil {
			r.Text, r.Content = "", []Block{b}
		}
	}
	if n := fields["content"]; n != nil {
		if err := readContent(r, n); err != nil {
			return err
		}
	}
	if n := fields["stop_reason"]; n != nil {
		reason, err := text(n, "stop_reason")
		if err != nil {
			return err
		}
		if !slices.Contains(stopReasons, reason) {
			return errorAt(n, "stop_reason: unknown value %q; known: %s", reason, strings.Join(stopReasons, ", "))
		}
		r.StopReason = reason
	}
	return nil
}

// checkReply finds values that cannot stand together.
func checkReply(r *Reply, n ast.Node, fields map[string]ast.Node) error {
	for _, c := range []struct{ key, other string }{
		{"text", "content"}, {"text", "status"}, {"text", "body"}, {"content", "status"}, {"content", "body"},
		{"stop_reason", "status"}, {"stop_reason", "body"}, {"usage", "status"}, {"usage", "body"}, {"error", "body"},
		{"pace", "status"}, {"pace", "body"}, {"chunk", "status"}, {"chunk", "body"},
		{"off_schema", "status"}, {"off_schema", "body"}, {"model", "status"}, {"model", "body"},
	} {
		if fields[c.key] != nil && fields[c.other] != nil {
			return errorAt(fields[c.other], "%s and %s do not go together", c.key, c.other)
		}
	}
	switch {
	case fields["error"] != nil && fields["status"] == nil && r.fault() != faultError && r.fault() != AnyFault:
		return errorAt(fields["error"], "error needs a status")
	case fields["content_type"] != nil && fields["body"] == nil:
		return errorAt(fields["content_type"], "content_type needs a body")
	case fields["body"] != nil && (r.fault() == faultHTML || r.fault() == faultError):
		return errorAt(fields["body"], "body and fault %s do not go together", r.fault())
	case fields["fault"] != nil && fields["status"] != nil && r.fault() != faultHTML && r.fault() != faultError:
		return errorAt(fields["status"], "fault %s and status do not go together", r.fault())
	case fields["text"] == nil && fields["content"] == nil && fields["status"] == nil && fields["body"] == nil && !r.faultAlone():
		return errorAt(n, "a reply needs text, content, status or body")
	}
	if n := fields["stop_sequence"]; n != nil && r.StopReason != "stop_sequence" {
		return errorAt(n, "stop_sequence needs stop_reason: stop_sequence")
	}
	return checkStopReason(r, fields["stop_reason"])
}

func checkStopReason(r *Reply, n ast.Node) error {
	if n == nil {
		return nil
	}
	calls := slices.ContainsFunc(r.Content, func(b Block) bool { return b.Type == BlockToolUse })
	switch {
	case r.StopReason == "tool_use" && !calls:
		return errorAt(n, "stop_reason: tool_use needs a tool_use block")
	case r.StopReason == "end_turn" && calls:
		return errorAt(n, "stop_reason: end_turn cannot follow a tool_use block")
	}
	return nil
}
