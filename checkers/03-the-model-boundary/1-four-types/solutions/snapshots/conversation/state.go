package conversation

import (
	"slices"

	"agentcourse/starter/agentic"
)

// state is a conversation at one moment. Nothing that it holds is written to.
type state struct {
	system []agentic.Message // one, or none
	turns  []turn
}

// turn is a user message and what came of it.
type turn struct {
	user  agentic.Message
	steps []step
}

// step is a reply with a place for the result of each of its calls.
type step struct {
	reply   agentic.Message
	results []agentic.Message // without a role as long as a call is open
}

func (s state) newest() (turn, bool) {
	if len(s.turns) == 0 {
		return turn{}, false
	}
	return s.turns[len(s.turns)-1], true
}

func (s state) with(t turn) state {
	s.turns = append(slices.Clip(s.turns), t)
	return s
}

func (s state) replaced(t turn) state {
	s.turns = append(slices.Clone(s.turns[:len(s.turns)-1]), t)
	return s
}

func (s state) waiting() bool { return len(s.open()) > 0 }

func (s state) open() []agentic.ToolCall {
	t, _ := s.newest()
	if len(t.steps) == 0 {
		return nil
	}
	var open []agentic.ToolCall
	last := t.steps[len(t.steps)-1]
	for i, call := range last.reply.ToolCalls() {
		if last.results[i].Role() == "" {
			open = append(open, call)
		}
	}
	return open
}

// answered reports whether the newest step asks for nothing.
func (t turn) answered() bool {
	return len(t.steps) > 0 && len(t.steps[len(t.steps)-1].results) == 0
}

func (t turn) withResult(callID, text string, failed bool) (turn, bool) {
	if len(t.steps) == 0 {
		return t, false
	}
	t.steps = slices.Clone(t.steps)
	last := &t.steps[len(t.steps)-1]
	at := slices.IndexFunc(last.reply.ToolCalls(), func(call agentic.ToolCall) bool { return call.ID == callID })
	if at < 0 || last.results[at].Role() != "" {
		return t, false
	}
	result, err := agentic.ToolResult(callID, text, failed)
	last.results = slices.Clone(last.results)
	last.results[at] = result
	return t, err == nil
}

func (t turn) messages() []agentic.Message {
	list := []agentic.Message{t.user}
	for _, s := range t.steps {
		list = append(list, s.reply)
		for _, result := range s.results {
			if result.Role() != "" {
				list = append(list, result)
			}
		}
	}
	return list
}
