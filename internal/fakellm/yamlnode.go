package fakellm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// lineError is an error at a line of a scenario.
type lineError struct {
	line    int
	message string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.message) }

func errorAt(n ast.Node, format string, args ...any) error {
	return &lineError{lineOf(n), fmt.Sprintf(format, args...)}
}

// lineOf is the line where a node starts; the token of a mapping is its first
// colon, which stands on the line of the first key.
func lineOf(n ast.Node) int {
	if n == nil {
		return 1
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}

// mapping reads a mapping with string keys. With keys given, others are
// errors; a value that is null counts as an error too, so that a forgotten
// value is not taken for an absent key.
func mapping(n ast.Node, what string, keys ...string) (map[string]ast.Node, error) {
	m, ok := n.(ast.MapNode)
	if !ok {
		return nil, errorAt(n, "%s: want a mapping, found %s", what, kindOf(n))
	}
	fields := map[string]ast.Node{}
	for iter := m.MapRange(); iter.Next(); {
		key, err := keyOf(iter.Key())
		if err != nil {
			return nil, err
		}
		if len(keys) > 0 && !slices.Contains(keys, key) {
			sorted := slices.Sorted(slices.Values(keys))
			return nil, errorAt(iter.Key(), "%s: unknown key %q; known: %s", what, key, strings.Join(sorted, ", "))
		}
		value := iter.Value()
		if isAbsent(value) {
			return nil, errorAt(iter.Key(), "%s: %s has no value", what, key)
		}
		fields[key] = value
	}
	return fields, nil
}

func keyOf(key ast.MapKeyNode) (string, error) {
	if s, ok := key.(*ast.StringNode); ok {
		return s.Value, nil
	}
	if key.IsMergeKey() {
		return "", errorAt(key, "merge keys are not used here")
	}
	t := key.GetToken()
	if _, ok := key.(ast.ScalarNode); !ok || t == nil {
		return "", errorAt(key, "want a plain key")
	}
	return t.Value, nil
}

func sequence(n ast.Node, what string) ([]ast.Node, error) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, errorAt(n, "%s: want a list, found %s", what, kindOf(n))
	}
	return s.Values, nil
}

// text reads a string; numbers and the like have to be quoted.
func text(n ast.Node, what string) (string, error) {
	switch s := n.(type) {
	case *ast.StringNode:
		return s.Value, nil
	case *ast.LiteralNode:
		return s.Value.Value, nil
	}
	return "", errorAt(n, "%s: want a string, found %s", what, kindOf(n))
}

func nonEmpty(n ast.Node, what string) (string, error) {
	s, err := text(n, what)
	if err == nil && strings.TrimSpace(s) == "" {
		err = errorAt(n, "%s: empty", what)
	}
	return s, err
}

// scalar reads a string, a number or a truth value as it is written.
func scalar(n ast.Node, what string) (string, error) {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return text(n, what)
}

func integer(n ast.Node, what string) (int, error) {
	if i, ok := n.(*ast.IntegerNode); ok {
		if v, err := strconv.Atoi(fmt.Sprint(i.Value)); err == nil {
			return v, nil
		}
	}
	return 0, errorAt(n, "%s: want a whole number, found %s", what, kindOf(n))
}

func kindOf(n ast.Node) string {
	switch n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case ast.MapNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode, *ast.LiteralNode:
		return "a string"
	case *ast.IntegerNode, *ast.FloatNode:
		return "a number"
	case *ast.BoolNode:
		return "a truth value"
	}
	return "an anchor, alias or tag"
}

// appendJSON writes a node as JSON, keys in the order of the scenario.
func appendJSON(dst []byte, n ast.Node) ([]byte, error) {
	switch v := n.(type) {
	case *ast.NullNode:
		return append(dst, "null"...), nil
	case *ast.BoolNode:
		return strconv.AppendBool(dst, v.Value), nil
	case *ast.IntegerNode:
		return fmt.Append(dst, v.Value), nil
	case *ast.FloatNode:
		number, err := encodeJSON(v.Value)
		return append(dst, number...), err
	case *ast.StringNode, *ast.LiteralNode:
		s, _ := text(n, "")
		quoted, err := encodeJSON(s)
		return append(dst, quoted...), err
	case *ast.SequenceNode:
		return appendList(dst, v)
	case ast.MapNode:
		return appendObject(dst, v)
	}
	return nil, errorAt(n, "input: want JSON values, found %s", kindOf(n))
}

func appendList(dst []byte, list *ast.SequenceNode) ([]byte, error) {
	dst = append(dst, '[')
	for i, item := range list.Values {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendJSON(dst, item); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendObject(dst []byte, m ast.MapNode) ([]byte, error) {
	dst = append(dst, '{')
	first := true
	for iter := m.MapRange(); iter.Next(); first = false {
		if !first {
			dst = append(dst, ',')
		}
		key, err := keyOf(iter.Key())
		if err != nil {
			return nil, err
		}
		quoted, err := encodeJSON(key)
		if err != nil {
			return nil, err
		}
		dst = append(append(dst, quoted...), ':')
		if dst, err = appendJSON(dst, iter.Value()); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}
