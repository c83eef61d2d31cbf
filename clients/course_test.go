package clients

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"agentcourse/internal/fakellm"
	"agentcourse/starter/messages"
)

func courseClient() client {
	return client{
		name: "starter/messages", key: course, version: "this tree", dialect: fakellm.Anthropic,
		run: func(ctx context.Context, j job, piece func(string)) ([]outcome, error) {
			d := &courseDriver{ctx: ctx, job: j, piece: piece, client: &messages.Client{
				BaseURL: j.BaseURL, APIKey: j.key(), Model: messages.DefaultModel, MaxRetries: j.Retries,
			}}
			op, ok := courseOperations[j.Op]
			if !ok {
				return nil, errNoOperation(j.Op)
			}
			op(d)
			return d.outcomes, nil
		},
	}
}

// courseDriver does one job with the client that the course gives its learners.
type courseDriver struct {
	attempts
	ctx    context.Context
	job    job
	piece  func(string)
	client *messages.Client
}

var courseOperations = map[string]func(*courseDriver){
	"ask": (*courseDriver).ask, "chat": (*courseDriver).chat, "tools": (*courseDriver).tools, "count": (*courseDriver).count,
	"schema": (*courseDriver).schema, "parse": (*courseDriver).parse, "headers": (*courseDriver).headers,
	"refused": (*courseDriver).refused, "thinking": (*courseDriver).thinking,
}

func describeCourse(err error) *failure {
	f := &failure{Class: fmt.Sprintf("%T", err), Message: err.Error()}
	if api := (*messages.APIError)(nil); errors.As(err, &api) {
		f = &failure{Class: "messages.APIError", Status: api.Status, Type: api.Type, Message: api.Message, RequestID: api.RequestID}
	} else if call := (*messages.CallError)(nil); errors.As(err, &call) {
		f.Class = "messages.CallError"
	}
	return f
}

func courseOutcome(r *messages.Response) outcome {
	o := outcome{
		Text: r.Text(), Stop: r.StopReason, StopSequence: r.StopSequence, RequestID: r.RequestID,
		Usage: &usage{
			Input: r.Usage.InputTokens, Output: r.Usage.OutputTokens,
			CacheRead: r.Usage.CacheReadInputTokens, CacheWritten: r.Usage.CacheCreationInputTokens,
		},
	}
	for _, b := range r.Content {
		if b.Type == messages.TypeThinking {
			o.Thinking += b.Thinking
		}
	}
	for _, b := range r.ToolUses() {
		o.Tools = append(o.Tools, call{b.Name, decodeInput(b.Input)})
	}
	return o
}

func courseRequest(text string) messages.Request {
	return messages.Request{MaxTokens: 1000, Messages: []messages.Message{messages.UserText(text)}}
}

func courseTools() []messages.Tool {
	var list []messages.Tool
	for _, t := range tools {
		list = append(list, messages.Tool{Name: t.name, Description: t.description, InputSchema: encode(t.schema())})
	}
	return list
}

// encode writes a schema of the cases, which is always JSON.
func encode(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// call makes one call, streamed or not as the job says. It returns nil when the
// call failed.
func (d *courseDriver) call(req messages.Request) *messages.Response {
	if d.job.Stream {
		return d.stream(req)
	}
	r, err := d.client.Create(d.ctx, req)
	if err != nil {
		d.add(outcome{}, err, describeCourse)
		return nil
	}
	d.add(courseOutcome(r), nil, nil)
	return r
}

func (d *courseDriver) stream(req messages.Request) *messages.Response {
	var o outcome
	stream := d.client.Stream(d.ctx, req)
	for event := range stream.Events() {
		if event.Input != "" {
			o.Fragments = append(o.Fragments, event.Input)
		}
		if event.Text == "" {
			continue
		}
		o.Pieces = append(o.Pieces, event.Text)
		o.Text += event.Text
		d.piece(event.Text)
		if d.job.Leave {
			break
		}
	}
	r, err := stream.Reply()
	switch {
	case d.job.Leave && errors.Is(err, messages.ErrCancelled): // as it says of a loop that was left
		d.add(o, nil, nil)
		return nil
	case err != nil:
		d.add(outcome{Text: o.Text}, err, describeCourse)
		return nil
	}
	whole := courseOutcome(r)
	whole.Pieces, whole.Fragments = o.Pieces, o.Fragments
	d.add(whole, nil, nil)
	return r
}

func (d *courseDriver) ask() {
	req := courseRequest("Say hello.")
	req.StopSequences = []string{"END"}
	req.Model = d.job.Model
	if d.job.Tools {
		req.Tools = courseTools()
	}
	for range d.job.Times {
		d.call(req)
	}
}

func (d *courseDriver) chat() {
	req := courseRequest("First.")
	for _, text := range []string{"Second.", "Third.", ""} {
		r := d.call(req)
		if r == nil {
			return
		}
		req.Messages = append(req.Messages, r.Message(), messages.UserText(text))
	}
}

func (d *courseDriver) tools() {
	req := courseRequest(question)
	req.Tools = courseTools()
	for {
		r := d.call(req)
		if r == nil {
			return
		}
		var results []messages.Block
		for _, use := range r.ToolUses() {
			results = append(results, messages.ToolResult(use.ID, runTool(use.Name), false))
		}
		if len(results) == 0 {
			return
		}
		req.Messages = append(req.Messages, r.Message(), messages.Message{Role: messages.RoleUser, Content: results})
	}
}

func (d *courseDriver) count() {
	req := courseRequest(question)
	n, err := d.client.CountTokens(d.ctx, req)
	d.add(outcome{Tokens: n}, err, describeCourse)
	d.call(req)
}

func (d *courseDriver) schema() {
	req := courseRequest(question)
	req.OutputConfig.Format = messages.JSONSchema(string(encode(weatherSchema())))
	d.call(req)
}

func (d *courseDriver) parse() {
	req := courseRequest(question)
	req.OutputConfig.Format = messages.JSONSchema(string(encode(weatherSchema())))
	r, err := d.client.Create(d.ctx, req)
	if err != nil {
		d.add(outcome{}, err, describeCourse)
		return
	}
	o := courseOutcome(r)
	err = r.Decode(&o.Parsed)
	d.add(o, err, describeCourse)
}

func (d *courseDriver) headers() { d.call(courseRequest("Say hello.")) }

func (d *courseDriver) refused() {
	req := courseRequest(question)
	req.Tools = courseTools()
	use := messages.Block{Type: messages.TypeToolUse, ID: "toolu_1", Name: "get_time", Input: json.RawMessage(`{"zone":"UTC"}`)}
	req.Messages = append(req.Messages,
		messages.Message{Role: messages.RoleAssistant, Content: []messages.Block{use}}, messages.UserText("Never mind."))
	d.call(req)
}

func (d *courseDriver) thinking() {
	req := courseRequest(question)
	req.OutputConfig.Effort = messages.EffortLow
	d.call(req)
}
