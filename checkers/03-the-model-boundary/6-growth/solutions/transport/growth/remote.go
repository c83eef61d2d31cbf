package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"agentcourse/starter/agentic"
)

// remote is a model behind the Messages API, written by hand.
type remote struct{ http *http.Client }

type object = map[string]any

func (r remote) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	model := os.Getenv("ANTHROPIC_MODEL")
	if model == "" {
		model = "claude-opus-5-5"
	}
	body := object{"model": model, "max_tokens": req.MaxTokens}
	var turns []object
	for _, m := range req.Messages {
		switch m.Role() {
		case agentic.RoleSystem:
			body["system"] = []object{{"type": "text", "text": m.Text()}}
		case agentic.RoleTool:
			result := object{"type": "tool_result", "tool_use_id": m.ToolCallID(), "content": m.Text(), "is_error": m.Failed()}
			if blocks, ok := turns[len(turns)-1]["content"].([]object); ok {
				turns[len(turns)-1]["content"] = append(blocks, result)
				continue
			}
			turns = append(turns, object{"role": "user", "content": []object{result}})
		case agentic.RoleAssistant:
			turns = append(turns, object{"role": "assistant", "content": m.Opaque().Content})
		default:
			turns = append(turns, object{"role": "user", "content": m.Text()})
		}
	}
	body["messages"] = turns
	var tools []object
	for _, t := range req.Tools {
		tools = append(tools, object{"name": t.Name, "description": t.Description, "input_schema": t.Schema})
	}
	body["tools"] = tools
	data, err := post(ctx, r.http, "/v1/messages", body)
	if err != nil {
		return agentic.Completion{}, err
	}
	return read(data)
}

func read(data []byte) (agentic.Completion, error) {
	var reply struct {
		Model   string
		Content json.RawMessage
		Stop    string `json:"stop_reason"`
		Usage   usage
	}
	var blocks []struct {
		Type, Text, ID, Name string
		Input                json.RawMessage
	}
	if err := json.Unmarshal(data, &reply); err != nil {
		return agentic.Completion{}, err
	}
	if err := json.Unmarshal(reply.Content, &blocks); err != nil {
		return agentic.Completion{}, err
	}
	c := agentic.Completion{
		Model: reply.Model, InputTokens: reply.Usage.in(), OutputTokens: reply.Usage.Out, Opaque: agentic.Opaque{Provider: "messages", Content: reply.Content},
		FinishReason: map[string]agentic.FinishReason{"end_turn": agentic.FinishStop, "tool_use": agentic.FinishToolCalls, "max_tokens": agentic.FinishLength}[reply.Stop],
	}
	for _, b := range blocks {
		switch b.Type {
		case "text":
			c.Text += b.Text
		case "tool_use":
			c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: b.ID, Name: b.Name, Arguments: b.Input})
		}
	}
	return c, nil
}

type usage struct {
	Fresh int `json:"input_tokens"`
	Wrote int `json:"cache_creation_input_tokens"`
	Read  int `json:"cache_read_input_tokens"`
	Out   int `json:"output_tokens"`
}

func (u usage) in() int { return u.Fresh + u.Wrote + u.Read }

// post sends one JSON body and returns the other.
func post(ctx context.Context, client *http.Client, path string, body any) ([]byte, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	address := strings.TrimSuffix(os.Getenv("ANTHROPIC_BASE_URL"), "/") + path
	req, err := http.NewRequestWithContext(ctx, "POST", address, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("content-type", "application/json")
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out bytes.Buffer
	if _, err := out.ReadFrom(resp.Body); err != nil {
		return nil, err
	}
	if resp.StatusCode != 200 {
		var fault struct{ Error struct{ Message string } }
		if json.Unmarshal(out.Bytes(), &fault) != nil || fault.Error.Message == "" {
			return nil, fmt.Errorf("%s: %s", resp.Status, out.String())
		}
		return nil, errors.New(fault.Error.Message)
	}
	return out.Bytes(), nil
}
