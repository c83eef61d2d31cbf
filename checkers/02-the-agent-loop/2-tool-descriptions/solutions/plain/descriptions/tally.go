package main

import (
	"fmt"

	"agentcourse/starter/messages"
)

// tally is what was counted, over some calls.
type tally struct {
	called, correct, steps int
	model                  string
	usage                  messages.Usage
}

func (t *tally) add(reply *messages.Response) {
	t.steps++
	t.model = reply.Model
	t.usage = t.usage.Plus(reply.Usage)
}

func (t tally) plus(u tally) tally {
	return tally{t.called + u.called, t.correct + u.correct, t.steps + u.steps, u.model, t.usage.Plus(u.usage)}
}

func (t tally) spent() string {
	cost := "$?"
	if dollars, known := messages.Cost(t.model, t.usage); known {
		cost = fmt.Sprintf("$%.6f", dollars)
	}
	return fmt.Sprintf("in=%d out=%d cost=%s", t.usage.In(), t.usage.Out(), cost)
}
