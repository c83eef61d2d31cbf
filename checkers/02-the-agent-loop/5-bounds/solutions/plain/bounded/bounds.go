package main

import (
	"encoding/json"
	"fmt"
	"time"

	"agentcourse/starter/messages"
)

// Bounds are what a run may use.
type Bounds struct {
	Steps    int
	Tokens   int
	Deadline time.Duration
	Repeat   int // so many equal calls in a row are too many
}

// guard compares what a run has used with its bounds.
type guard struct {
	Bounds
	steps  int
	tokens int
	last   string // the last call, in a form that can be compared
	equal  int    // calls like it in a row
}

// reply counts a reply. A reason means that nothing more may be done about it.
func (g *guard) reply(u messages.Usage) (reason, detail string) {
	g.steps++
	g.tokens += u.In() + u.Out()
	switch {
	case g.tokens > g.Tokens:
		return "token_budget", fmt.Sprintf("%d tokens used, %d allowed", g.tokens, g.Tokens)
	case g.steps >= g.Steps:
		return "max_steps", fmt.Sprintf("no answer after %d steps", g.Steps)
	}
	return "", ""
}

// call counts a tool call. A reason means that it must not be run.
func (g *guard) call(c messages.Block) (reason, detail string) {
	this := c.Name + " " + canonical(c.Input)
	if this != g.last {
		g.last, g.equal = this, 0
	}
	g.equal++
	if g.equal < g.Repeat {
		return "", ""
	}
	return "repeated_action", fmt.Sprintf("%s was called %d times in a row with the same input", c.Name, g.Repeat)
}

// canonical writes a JSON value in one way: without white space, fields sorted.
func canonical(raw json.RawMessage) string {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return string(raw)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return string(raw)
	}
	return string(text)
}
