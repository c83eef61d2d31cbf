package main

import (
	"cmp"
	"fmt"
	"slices"

	"agentcourse/starter/messages"
)

// Summary is what a whole trace comes to.
type Summary struct {
	Models               []Event
	Tools, Errors, Bad   int
	Model, StoppedReason string
}

func (s *Summary) add(e Event) {
	switch e.Event {
	case "task":
		s.Model = e.Model
	case "model":
		s.Models = append(s.Models, e)
	case "tool":
		s.Tools++
		if e.IsError {
			s.Errors++
		}
	case "stopped":
		s.StoppedReason = e.Reason
	}
}

func (s *Summary) row() string {
	slices.SortFunc(s.Models, func(a, b Event) int { return cmp.Compare(a.Step, b.Step) })
	in, out := 0, 0
	var ins []int
	for _, m := range s.Models {
		if m.Usage != nil {
			in += m.Usage.In
			out += m.Usage.Out
			ins = append(ins, m.Usage.In)
		}
	}
	grew := 0
	if len(ins) > 0 {
		grew = ins[len(ins)-1] - ins[0]
	}
	return fmt.Sprintf("models=%d tools=%d errors=%d bad=%d in=%d out=%d grew=%d end=%s cost=%s",
		len(s.Models), s.Tools, s.Errors, s.Bad, in, out, grew, s.end(), s.cost())
}

// cost is known only if that of every reply is.
func (s *Summary) cost() string {
	total := 0.0
	for _, m := range s.Models {
		model := cmp.Or(m.Model, s.Model)
		if m.Usage == nil {
			return "$?"
		}
		dollars, known := messages.Cost(model, messages.Usage{InputTokens: m.Usage.In, OutputTokens: m.Usage.Out})
		if !known {
			return "$?"
		}
		total += dollars
	}
	return fmt.Sprintf("$%.6f", total)
}

// end says how the run ended; the models are in order.
func (s *Summary) end() string {
	if s.StoppedReason != "" {
		return s.StoppedReason
	}
	if n := len(s.Models); n > 0 {
		switch s.Models[n-1].StopReason {
		case messages.StopEndTurn, messages.StopStopSequence:
			return "answer"
		}
	}
	return "unfinished"
}
