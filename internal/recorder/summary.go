package recorder

import (
	"cmp"
	"maps"
	"slices"

	"agentcourse/internal/trace"
)

// A Summary counts what a recorder saw.
type Summary struct {
	Calls   int            // forwarded, whatever became of them
	Failed  map[int]int    // by status, how many did not end well; 0 stands for those without an answer or cut off
	Refused map[string]int // calls that were not forwarded, by why: "after the limit", "without the program's key", …
	Steps   int            // replies of a model
	Usage   trace.Usage    // of all replies that told it
	Untold  int            // calls of which no token counts are known, although a model may have worked on them
	Partial int            // replies that broke off: their tokens and cost are at least what is counted here
	CostUSD float64        // of all replies whose price is known
	Over    bool           // CostUSD is above the limit

	Unpriced    []string       // models that answered and have no price
	Models      []string       // that answered, in order of appearance
	LastModel   string         // that answered
	StopReasons map[string]int // of the replies; "" stands for one that broke off
	LastStop    string         // stop reason of the last reply
	RequestID   string         // of the first reply that has one
	MoreIDs     bool           // others came after it
	Stopped     *trace.Stopped // nil if nothing stopped the run
}

// CostKnown reports whether CostUSD is what all replies cost. No reply costs nothing.
func (s Summary) CostKnown() bool { return s.Untold == 0 && s.Partial == 0 && len(s.Unpriced) == 0 }

func newSummary() Summary {
	return Summary{Failed: map[int]int{}, Refused: map[string]int{}, StopReasons: map[string]int{}}
}

// Summary is what the recorder has seen so far.
func (r *Recorder) Summary() Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.summary
	s.Failed, s.Refused, s.StopReasons = maps.Clone(s.Failed), maps.Clone(s.Refused), maps.Clone(s.StopReasons)
	s.Models, s.Unpriced = slices.Clone(s.Models), slices.Clone(s.Unpriced)
	s.Over = r.opt.Limits.CostUSD > 0 && s.CostUSD > r.opt.Limits.CostUSD
	return s
}

// add counts a reply with the request id that it came with.
func (s *Summary) add(rep *reply, id string) {
	s.Steps++
	s.StopReasons[rep.stopReason]++
	s.LastStop, s.LastModel = rep.stopReason, rep.model
	s.MoreIDs = s.MoreIDs || s.RequestID != "" && id != ""
	s.RequestID = cmp.Or(s.RequestID, id)
	name := cmp.Or(rep.model, "a model without a name")
	addOnce(&s.Models, name)
	if rep.usage == nil {
		s.Untold++
		return
	}
	if rep.partial {
		s.Partial++
	}
	s.Usage = s.Usage.Plus(*rep.usage)
	cost, known := trace.Cost(rep.model, *rep.usage)
	if !known {
		addOnce(&s.Unpriced, name)
	}
	s.CostUSD += cost
}

func addOnce(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}
