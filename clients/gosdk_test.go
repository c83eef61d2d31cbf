package clients

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"agentcourse/internal/fakellm"
	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
)

const goSDKModule = "github.com/anthropics/anthropic-sdk-go/v2"

func goSDKClient() client {
	return client{
		name: "anthropic-sdk-go/v2", key: goSDK, version: moduleVersion(goSDKModule), dialect: fakellm.Anthropic,
		run: func(ctx context.Context, j job, piece func(string)) ([]outcome, error) {
			d := &goDriver{ctx: ctx, job: j, piece: piece, client: connectGo(j, option.WithAPIKey(j.key()))}
			op, ok := goOperations[j.Op]
			if !ok {
				return nil, errNoOperation(j.Op)
			}
			op(d)
			return d.outcomes, nil
		},
	}
}

// moduleVersion reads a version from go.mod: the binary of a test has no list
// of its modules.
func moduleVersion(path string) string {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(mod)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == path {
			return words[1]
		}
	}
	return "?"
}

// goDriver does one job with the official Go SDK.
type goDriver struct {
	attempts
	ctx    context.Context
	job    job
	piece  func(string)
	client anthropic.Client
}

// withID adds the request id, which this SDK tells only of the HTTP response.
func withID(o outcome, response *http.Response) outcome {
	if response != nil {
		o.RequestID = response.Header.Get("request-id")
	}
	return o
}

var goOperations = map[string]func(*goDriver){
	"ask": (*goDriver).ask, "chat": (*goDriver).chat, "tools": (*goDriver).tools,
	"runner":        func(d *goDriver) { d.runner(true) },
	"runner-thread": func(d *goDriver) { d.runner(false) },
	"runner-stream": (*goDriver).runnerStream,
	"count":         (*goDriver).count, "models": (*goDriver).models, "model": (*goDriver).model,
	"schema": (*goDriver).schema, "parse": (*goDriver).parse,
	"headers": (*goDriver).headers, "cache": (*goDriver).cache, "refused": (*goDriver).refused, "thinking": (*goDriver).thinking,
}

func connectGo(j job, more ...option.RequestOption) anthropic.Client {
	options := []option.RequestOption{option.WithoutEnvironmentDefaults(), option.WithBaseURL(j.BaseURL), option.WithMaxRetries(j.Retries)}
	return anthropic.NewClient(append(options, more...)...)
}

func describeGo(err error) *failure {
	f := &failure{Class: fmt.Sprintf("%T", err), Message: err.Error()}
	if api := (*anthropic.Error)(nil); errors.As(err, &api) {
		f = &failure{Class: "anthropic.Error", Status: api.StatusCode, Type: string(api.Type()), Message: api.Message, RequestID: api.RequestID}
	}
	return f
}

func goOutcome(m *anthropic.Message) outcome {
	o := outcome{Stop: string(m.StopReason), StopSequence: m.StopSequence, Usage: &usage{
		Input: int(m.Usage.InputTokens), Output: int(m.Usage.OutputTokens),
		CacheRead: int(m.Usage.CacheReadInputTokens), CacheWritten: int(m.Usage.CacheCreationInputTokens),
		Thinking: int(m.Usage.OutputTokensDetails.ThinkingTokens),
	}}
	for _, block := range m.Content {
		switch b := block.AsAny().(type) {
		case anthropic.TextBlock:
			o.Text += b.Text
		case anthropic.ThinkingBlock:
			o.Thinking += b.Thinking
		case anthropic.ToolUseBlock:
			o.Tools = append(o.Tools, call{b.Name, decodeInput(b.Input)})
		}
	}
	return o
}

func goParams(text string) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: anthropic.ModelClaudeOpus5_5, MaxTokens: 1000,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(text))},
	}
}

func goTools() []anthropic.ToolUnionParam {
	var params []anthropic.ToolUnionParam
	for _, t := range tools {
		params = append(params, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: t.name, Description: anthropic.String(t.description),
			InputSchema: anthropic.ToolInputSchemaParam{
				Properties: t.schema()["properties"], Required: []string{t.field},
				ExtraFields: map[string]any{"additionalProperties": false},
			},
		}})
	}
	return params
}

// call makes one call, streamed or not as the job says. It returns nil when the
// call failed.
func (d *goDriver) call(params anthropic.MessageNewParams) *anthropic.Message {
	if d.job.Stream {
		return d.stream(params)
	}
	var response *http.Response
	m, err := d.client.Messages.New(d.ctx, params, option.WithResponseInto(&response))
	if err != nil {
		d.add(outcome{}, err, describeGo)
		return nil
	}
	d.add(withID(goOutcome(m), response), nil, nil)
	return m
}

func (d *goDriver) stream(params anthropic.MessageNewParams) *anthropic.Message {
	var response *http.Response
	stream := d.client.Messages.NewStreaming(d.ctx, params, option.WithResponseInto(&response))
	var m anthropic.Message
	var o outcome
	var err error
	left := false
	for err == nil && !left && stream.Next() {
		event := stream.Current()
		err = m.Accumulate(event)
		switch delta := event.Delta; delta.Type {
		case "text_delta":
			o.Pieces = append(o.Pieces, delta.Text)
			o.Text += delta.Text
			d.piece(delta.Text)
			left = d.job.Leave
		case "input_json_delta":
			if delta.PartialJSON != "" {
				o.Fragments = append(o.Fragments, delta.PartialJSON)
			}
		}
	}
	if err == nil {
		err = stream.Err()
	}
	switch closed := stream.Close(); {
	case err != nil || left && closed != nil:
		d.add(outcome{Text: o.Text}, cmp.Or(err, closed), describeGo)
		return nil
	case left:
		d.add(o, nil, nil)
		return nil
	}
	whole := goOutcome(&m)
	whole.Pieces, whole.Fragments = o.Pieces, o.Fragments
	d.add(withID(whole, response), nil, nil)
	return &m
}

func (d *goDriver) ask() {
	params := goParams("Say hello.")
	params.StopSequences = []string{"END"}
	params.Model = cmp.Or(anthropic.Model(d.job.Model), params.Model)
	if d.job.Tools {
		params.Tools = goTools()
	}
	for range d.job.Times {
		d.call(params)
	}
}

func (d *goDriver) chat() {
	params := goParams("First.")
	for _, text := range []string{"Second.", "Third.", ""} {
		m := d.call(params)
		if m == nil {
			return
		}
		params.Messages = append(params.Messages, m.ToParam(), anthropic.NewUserMessage(anthropic.NewTextBlock(text)))
	}
}

func (d *goDriver) tools() {
	params := goParams(question)
	params.Tools = goTools()
	for {
		m := d.call(params)
		if m == nil {
			return
		}
		var results []anthropic.ContentBlockParamUnion
		for _, block := range m.Content {
			if use, ok := block.AsAny().(anthropic.ToolUseBlock); ok {
				results = append(results, anthropic.NewToolResultBlock(use.ID, runTool(use.Name), false))
			}
		}
		if len(results) == 0 {
			return
		}
		params.Messages = append(params.Messages, m.ToParam(), anthropic.NewUserMessage(results...))
	}
}

func (d *goDriver) count() {
	params := goParams(question)
	count, err := d.client.Messages.CountTokens(d.ctx, anthropic.MessageCountTokensParams{Model: params.Model, Messages: params.Messages})
	if err != nil {
		d.add(outcome{}, err, describeGo)
		return
	}
	d.add(outcome{Tokens: int(count.InputTokens)}, nil, nil)
	d.call(params)
}

func (d *goDriver) models() {
	var ids []string
	pages := d.client.Models.ListAutoPaging(d.ctx, anthropic.ModelListParams{Limit: anthropic.Int(10)})
	for pages.Next() {
		ids = append(ids, pages.Current().ID)
	}
	d.add(outcome{Models: ids}, pages.Err(), describeGo)
}

func (d *goDriver) model() {
	info, err := d.client.Models.Get(d.ctx, "course-model", anthropic.ModelGetParams{})
	if err != nil {
		d.add(outcome{}, err, describeGo)
		return
	}
	d.add(outcome{Models: []string{info.ID}}, nil, nil)
}

func (d *goDriver) schema() {
	params := goParams(question)
	params.OutputConfig.Format.Schema = weatherSchema()
	d.call(params)
}

func (d *goDriver) headers() {
	key := option.WithAPIKey(fakeKey)
	for _, way := range [][]option.RequestOption{
		{key},
		{option.WithAuthToken(fakeKey)},
		{option.WithHeader("x-api-key", fakeKey)},
		{key, option.WithHeader("anthropic-version", "2023-06-01")},
	} {
		d.client = connectGo(d.job, way...)
		d.call(goParams("Say hello."))
	}
}

func (d *goDriver) cache() {
	for _, text := range []string{"First.", "Second."} {
		params := goParams(text)
		long := strings.Repeat("Bees make honey. ", 300)
		params.System = []anthropic.TextBlockParam{{Text: long, CacheControl: anthropic.NewCacheControlEphemeralParam()}}
		d.call(params)
	}
}

func (d *goDriver) refused() {
	params := goParams(question)
	params.Tools = goTools()
	params.Messages = append(params.Messages,
		anthropic.NewAssistantMessage(anthropic.NewToolUseBlock("toolu_1", json.RawMessage(`{"zone":"UTC"}`), "get_time")),
		anthropic.NewUserMessage(anthropic.NewTextBlock("Never mind.")))
	d.call(params)
}

func (d *goDriver) thinking() {
	params := goParams(question)
	params.OutputConfig.Effort = anthropic.OutputConfigEffortLow
	params.Thinking.OfAdaptive = &anthropic.ThinkingConfigAdaptiveParam{Display: anthropic.ThinkingConfigAdaptiveDisplaySummarized}
	d.call(params)
}
