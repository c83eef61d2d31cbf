package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

// counter asks for the size of a call before it is made.
type counter struct{ config httpmodel.Config }

func (c counter) count(ctx context.Context, req agentic.Request) (int, error) {
	body, err := c.body(req)
	if err != nil {
		return 0, err
	}
	url := strings.TrimRight(c.config.BaseURL, "/") + "/v1/messages/count_tokens"
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	post.Header.Set("Content-Type", "application/json")
	c.config.Adapter.Authorise(post.Header, c.config.Key)
	answer, err := http.DefaultClient.Do(post)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	var counted struct {
		Tokens *int `json:"input_tokens"`
	}
	if json.Unmarshal(data, &counted) != nil || counted.Tokens == nil {
		return 0, fmt.Errorf("the tokens were not counted: %s: %.200s", answer.Status, data)
	}
	return *counted.Tokens, nil
}

// body is that of the call, without what only matters to the reply.
func (c counter) body(req agentic.Request) ([]byte, error) {
	body, err := c.config.Adapter.Body(c.config.Model, req, false)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	delete(fields, "max_tokens")
	delete(fields, "stream")
	return json.Marshal(fields)
}
