package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"agentcourse/starter/agentic"
)

var errBudget = errors.New("the budget has no room for another call")

// Gauge is a model that passes each call on to another and writes down what it
// carried. It is for one run.
type Gauge struct {
	agentic.Model
	Count  func(context.Context, agentic.Request) (int, error)
	Budget int // input tokens of all calls together; 0 for no bound
	Rows   []Row
}

// Row is one call.
type Row struct {
	Messages int
	Estimate int
	Counted  int // -1: nobody could tell
	Reply    agentic.Completion
}

// Complete counts a call, makes it if the budget has room for it, and notes it.
func (g *Gauge) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	counted, err := g.Count(ctx, req)
	switch used := g.used(); {
	case err != nil && g.Budget > 0:
		return agentic.Completion{}, fmt.Errorf("a budget needs a count, as an estimate is for planning only: %w", err)
	case err != nil:
		counted = -1
	case g.Budget > 0 && used+counted > g.Budget:
		return agentic.Completion{}, fmt.Errorf("%w: %d of %d tokens are used, and it would take %d", errBudget, used, g.Budget, counted)
	}
	reply, err := g.Model.Complete(ctx, req)
	if err == nil {
		g.Rows = append(g.Rows, Row{len(req.Messages), estimate(req.Messages), counted, reply})
	}
	return reply, err
}

func (g *Gauge) used() int {
	sum := 0
	for _, row := range g.Rows {
		sum += row.Reply.InputTokens
	}
	return sum
}

// estimate is a guess at the tokens of some messages: four characters each.
func estimate(list []agentic.Message) int {
	var all strings.Builder
	for _, message := range list {
		all.WriteString(message.Text())
	}
	return utf8.RuneCountInString(all.String()) / 4
}
