package clients

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/toolrunner"
)

// runner lets the SDK's tool runner do the loop.
func (d *goDriver) runner(disableThread bool) {
	var ran ranTools
	m, err := d.client.Beta.Messages.NewToolRunner(ran.tools(), anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: betaParams(question), DisableThread: disableThread,
	}).RunToCompletion(d.ctx)
	d.tookBeta(m, err, &ran)
}

// runnerStream does the same with replies that are streamed.
func (d *goDriver) runnerStream() {
	var ran ranTools
	runner := d.client.Beta.Messages.NewToolRunnerStreaming(ran.tools(), anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: betaParams(question), DisableThread: true,
	})
	for events, err := range runner.AllStreaming(d.ctx) {
		if err != nil || readAll(events) != nil {
			break // Err tells why; the runner itself would go on
		}
	}
	d.tookBeta(runner.LastMessage(), runner.Err(), &ran)
}

// readAll reads a stream up to its end or its error.
func readAll[E any](events iter.Seq2[E, error]) error {
	for _, err := range events {
		if err != nil {
			return err
		}
	}
	return nil
}

// tookBeta adds the runner's last message and the tools that it ran.
func (d *goDriver) tookBeta(m *anthropic.BetaMessage, err error, ran *ranTools) {
	if err != nil {
		d.add(outcome{}, err, describeGo)
		return
	}
	o := betaOutcome(m)
	o.Tools = ran.sorted()
	d.add(o, nil, nil)
}

// ranTools records the tools that a runner runs, side by side.
type ranTools struct {
	mu    sync.Mutex
	calls []call
}

func (r *ranTools) tools() []anthropic.BetaTool {
	var runnable []anthropic.BetaTool
	for _, t := range tools {
		run := func(_ context.Context, input json.RawMessage) (anthropic.BetaToolResultBlockParamContentUnion, error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.calls = append(r.calls, call{t.name, decodeInput(input)})
			return anthropic.BetaToolResultBlockParamContentUnion{OfText: &anthropic.BetaTextBlockParam{Text: t.answer}}, nil
		}
		made, err := toolrunner.NewBetaToolFromBytes(t.name, t.description, encode(t.schema()), run)
		if err != nil {
			panic(err) // the schemas of the cases are right
		}
		runnable = append(runnable, made)
	}
	return runnable
}

func (r *ranTools) sorted() []call {
	slices.SortFunc(r.calls, func(a, b call) int { return strings.Compare(a.Name, b.Name) })
	return r.calls
}

// parse has the SDK derive the schema from a struct and fill the struct in.
func (d *goDriver) parse() {
	var weather struct {
		City    string `json:"city"`
		Degrees int    `json:"degrees"`
	}
	params := betaParams(question)
	params.OutputConfig.Format.Schema = &weather
	m, err := d.client.Beta.Messages.New(d.ctx, params)
	if err != nil {
		d.add(outcome{}, err, describeGo)
		return
	}
	o := betaOutcome(m)
	o.Parsed = map[string]any{"city": weather.City, "degrees": float64(weather.Degrees)}
	d.add(o, nil, nil)
}

func betaParams(text string) anthropic.BetaMessageNewParams {
	return anthropic.BetaMessageNewParams{
		Model: anthropic.ModelClaudeOpus5_5, MaxTokens: 1000,
		Messages: []anthropic.BetaMessageParam{anthropic.NewBetaUserMessage(anthropic.NewBetaTextBlock(text))},
	}
}

func betaOutcome(m *anthropic.BetaMessage) outcome {
	o := outcome{Stop: string(m.StopReason), Usage: &usage{Input: int(m.Usage.InputTokens), Output: int(m.Usage.OutputTokens)}}
	for _, block := range m.Content {
		if b, ok := block.AsAny().(anthropic.BetaTextBlock); ok {
			o.Text += b.Text
		}
	}
	return o
}
