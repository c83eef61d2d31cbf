package fakellm

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/itchyny/gojq"
)

// queryTime bounds one evaluation.
const queryTime = 2 * time.Second

// prelude holds the helper functions that [Compile] offers beside jq's own.
// A tool result is a block of a user's message in the Anthropic dialect and a
// message of its own, with the role tool, in the others.
const prelude = `
def text:
  if type == "string" then .
  elif type == "array" then [.[] | if type == "string" then . elif type == "object" and .type == "text" then .text else empty end] | join("\n")
  elif type == "object" and .role == "tool" then ""
  elif type == "object" and has("choices") then .choices[0] | text
  elif type == "object" and has("message") then .message | text
  elif type == "object" and has("content") then .content | text
  elif type == "object" and .type == "text" then .text
  else "" end;
def texts: [.messages[] | "\(.role): \(text)"];
def last_user: ([.messages[] | select(.role == "user" or .role == "tool")] | last) | text;
def system: [(.system | select(. != null) | text), (.messages[] | select(.role == "system" or .role == "developer") | text)] | join("\n");
def tool_results:
  .messages as $all | ([$all | keys[] | select($all[.].role == "assistant")] | last // -1) as $at |
  [$all[$at + 1:][] | if .role == "tool" then . else (.content | arrays | .[] | objects | select(.type == "tool_result")) end | .content | text];
`

// Query is a compiled jq expression. It may be used by several goroutines.
type Query struct {
	expr string
	code *gojq.Code
}

// Compile reads a jq expression. Beside jq's own functions it may use
//
//	text       of a message, a reply or a content: the text blocks (or the
//	           string) joined with "\n"; the text of tool results is not in it
//	texts      of a request body: ["user: …", "assistant: …", …], one for each message
//	last_user  of a request body: the text of the last message of the user's
//	           side, "" when that brings tool results alone
//	system     of a request body: all system texts, joined with "\n"
//	tool_results  of a request body: the texts of the tool results that came
//	           after the last message of the assistant, in their order
//
// All but texts give the same for the same conversation in every dialect.
// The expression sees neither the environment nor any module.
func Compile(expr string) (*Query, error) {
	parsed, err := gojq.Parse(expr)
	if err != nil {
		return nil, fmt.Errorf("jq %q: %w", expr, err)
	}
	helpers, err := gojq.Parse(prelude + ".")
	if err != nil {
		panic(err) // the prelude is a constant, and tested
	}
	parsed.FuncDefs = append(helpers.FuncDefs, parsed.FuncDefs...)
	code, err := gojq.Compile(parsed, gojq.WithEnvironLoader(func() []string { return nil }))
	if err != nil {
		return nil, fmt.Errorf("jq %q: %w", expr, err)
	}
	return &Query{expr: expr, code: code}, nil
}

// Run evaluates the query on decoded JSON and returns its results in order.
// Values that gojq does not know (structs, int64, …) are sent through JSON
// first. It fails on the expression's own errors, and after two seconds.
func (q *Query) Run(input any) ([]any, error) {
	return q.run(context.Background(), input)
}

func (q *Query) run(ctx context.Context, input any) ([]any, error) {
	input, err := plainJSON(input)
	if err != nil {
		return nil, fmt.Errorf("jq %q: input is not JSON: %w", q.expr, err)
	}
	ctx, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	var results []any
	iter := q.code.RunWithContext(ctx, input)
	for {
		v, ok := iter.Next()
		if !ok {
			return results, nil
		}
		if err, failed := v.(error); failed {
			if halt, ok := err.(*gojq.HaltError); ok && halt.Value() == nil {
				return results, nil
			}
			if ctx.Err() != nil {
				return nil, fmt.Errorf("jq %q: stopped after %v: %w", q.expr, queryTime, ctx.Err())
			}
			return nil, fmt.Errorf("jq %q: %w", q.expr, err)
		}
		results = append(results, v)
	}
}

// plainJSON gives a deep copy of v in the types that encoding/json decodes
// to, with numbers kept exact; gojq may then work on it without touching the
// caller's value.
func plainJSON(v any) (any, error) {
	src, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return decodeJSON(src)
}

// truthy is jq's idea of it: everything but null and false.
func truthy(results []any) bool {
	return len(results) > 0 && results[0] != nil && results[0] != false
}
