package trace

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// The ends of a trace, beside the reasons of a Stopped.
const (
	Answered   = "answered"
	Unfinished = "unfinished"
)

const (
	maxNames    = 100     // of events and of models that are told apart; more are counted together
	longestName = 1000    // bytes of one that is told apart
	maxSeen     = 1 << 20 // steps that are looked at for whether they stand twice
)

// A Summary adds a trace up, line by line, in memory that does not grow with it. The zero value is that of no line.
// Steps may stand in any order.
//
// Tokens are those of the model events alone. The recorder's call events hold the same replies, and are counted as
// exchanges only.
type Summary struct {
	Events     int            // without the broken lines
	Broken     int            // lines
	Counts     map[string]int // of events, by name
	OtherNames int            // events of names for which Counts has no room

	Replies     int            // model events
	Usage       Usage          // of all replies that told it
	Untold      int            // replies without usage, and calls that a model may have worked on without a reply in the trace
	Partial     int            // replies that broke off: their tokens are at least what is counted here
	StopReasons map[string]int // of the replies; "" stands for one that broke off
	ToolErrors  int            // tool events that are errors
	FailedCalls int            // call events with an error, or a status from 400
	Steps       Steps          // tokens by step, of replies that told both

	Provider    string // of the first task that names one
	RepeatLine  int    // the first line whose model event has a step that another had before, 0 for none
	RepeatStep  int    // that step
	First, Last Point  // the input of the lowest and the highest step whose usage is known
	Began       float64
	Ended       float64 // Unix seconds of the earliest and the latest event; both 0 if no line has a time

	models        map[string]Usage // by name; "" for replies before any model was named
	noRoom        bool             // there were more models than maxNames
	task          string           // the model that the last task names
	firstTask     string           // the model that a task names first
	answeredCalls int              // calls that a model answered
	lastStep      int
	lastReason    string
	replied       bool // since the last task
	stopped       *Stopped
	timed         bool
	seen          []uint64 // a bit for each step
}

// A Point is the input of one step.
type Point struct{ Step, In int }

// Add counts one more line.
func (s *Summary) Add(line Line) {
	if line.Event == nil {
		s.Broken++
		return
	}
	s.Events++
	if !increase(&s.Counts, Kind(line.Event)) {
		s.OtherNames++
	}
	if t := line.T; t != nil {
		if !s.timed {
			s.Began, s.Ended, s.timed = *t, *t, true
		}
		s.Began, s.Ended = min(s.Began, *t), max(s.Ended, *t)
	}
	switch e := line.Event.(type) {
	case Task:
		s.task = e.Model
		s.firstTask, s.Provider = cmp.Or(s.firstTask, e.Model), cmp.Or(s.Provider, e.Provider)
		s.replied, s.stopped, s.lastStep = false, nil, 0
	case Model:
		s.model(line.Number, e)
	case Tool:
		if e.IsError != nil && *e.IsError {
			s.ToolErrors++
		}
	case Stopped:
		s.stopped = &e
	case Call:
		if e.Error != "" || e.Status >= 400 {
			s.FailedCalls++
		}
		if asksModel(e) && (e.Status == 0 || e.Status/100 == 2) {
			s.answeredCalls++
		}
	}
}

// asksModel reports whether a call wants a reply of the model, as the recorder tells it, and not a count or a list.
func asksModel(e Call) bool {
	path, _, _ := strings.Cut(e.Path, "?")
	return e.Method == "POST" && slices.Contains([]string{"/v1/messages", "/api/chat", "/api/generate", "/v1/chat/completions"}, path)
}

func (s *Summary) model(line int, e Model) {
	s.Replies++
	increase(&s.StopReasons, e.StopReason)
	if s.RepeatLine == 0 && s.sawBefore(e.Step) {
		s.RepeatLine, s.RepeatStep = line, e.Step
	}
	if s.replied = true; e.Step == NoStep || e.Step >= s.lastStep {
		s.lastReason, s.lastStep = e.StopReason, max(e.Step, s.lastStep)
	}
	if e.StopReason == "" {
		s.Partial++
	}
	if e.Usage == nil || e.Usage.In+e.Usage.Out == 0 { // no reply is free
		s.Untold++
		return
	}
	s.Usage = s.Usage.Plus(*e.Usage)
	s.priceLater(cmp.Or(e.Model, s.task), *e.Usage)
	if e.Step == NoStep {
		return
	}
	if s.Steps.Empty() || e.Step < s.First.Step {
		s.First = Point{e.Step, e.Usage.In}
	}
	if s.Steps.Empty() || e.Step >= s.Last.Step {
		s.Last = Point{e.Step, e.Usage.In}
	}
	s.Steps.add(e.Step, *e.Usage)
}

// sawBefore reports whether a step was there before, and remembers it.
func (s *Summary) sawBefore(step int) bool {
	if step < 0 || step >= maxSeen {
		return false
	}
	word, bit := step/64, uint64(1)<<(step%64)
	if word >= len(s.seen) {
		s.seen = append(s.seen, make([]uint64, word+1-len(s.seen))...)
	}
	before := s.seen[word]&bit != 0
	s.seen[word] |= bit
	return before
}

// priceLater keeps the tokens of a model: which one the unnamed are may be known later.
func (s *Summary) priceLater(model string, u Usage) {
	if s.models == nil {
		s.models = map[string]Usage{}
	}
	if _, known := s.models[model]; !known && (len(s.models) >= maxNames || len(model) > longestName) {
		s.noRoom = true
		return
	}
	s.models[model] = s.models[model].Plus(u)
}

// A Bill is what a trace's replies cost.
type Bill struct {
	Dollars  float64  // of the replies whose price is known
	Priced   []string // the names in the price table that were used
	Unpriced []string // models without a price; "" for replies whose model nothing names
	Untold   int      // replies or calls without tokens
	AtLeast  bool     // a reply broke off, so its tokens may have been more
}

// Known reports whether Dollars is what all replies cost, or at least that. Else the cost is "?".
func (b Bill) Known() bool { return len(b.Unpriced) == 0 && b.Untold == 0 }

// Bill prices all replies by the one price table. A reply that does not name its model is that of its task.
func (s *Summary) Bill() Bill {
	b := Bill{Untold: s.untold(), AtLeast: s.Partial > 0}
	for _, model := range slices.Sorted(maps.Keys(s.models)) {
		name, known := PricedAs(cmp.Or(model, s.firstTask))
		if !known {
			b.Unpriced = append(b.Unpriced, name)
			continue
		}
		dollars, _ := Cost(name, s.models[model])
		b.Dollars += dollars
		b.Priced = append(b.Priced, name)
	}
	if s.noRoom {
		b.Unpriced = append(b.Unpriced, "others")
	}
	slices.Sort(b.Priced)
	b.Priced = slices.Compact(b.Priced)
	return b
}

// untold counts what has no tokens. The recorder writes a model event for each reply, beside the call.
func (s *Summary) untold() int { return s.Untold + max(0, s.answeredCalls-s.Replies) }

// End is how the trace ends: Answered, the reason of its Stopped, or Unfinished. A task begins anew.
func (s *Summary) End() (end, detail string) {
	switch {
	case s.stopped != nil:
		return cmp.Or(s.stopped.Reason, "stopped"), s.stopped.Detail
	case !s.replied:
		return Unfinished, "no reply of a model"
	case s.lastReason == "end_turn", s.lastReason == "stop_sequence":
		return Answered, ""
	case s.lastReason == "":
		return Unfinished, "the last reply broke off"
	}
	return Unfinished, "the last reply's stop reason is " + s.lastReason
}

// Growth is by how many tokens the input grew from step to step, on the average. It is not known for fewer than two
// steps, and means nothing for several runs in one file.
func (s *Summary) Growth() (tokens float64, known bool) {
	if s.Last.Step <= s.First.Step || s.RepeatLine > 0 {
		return 0, false
	}
	return float64(s.Last.In-s.First.In) / float64(s.Last.Step-s.First.Step), true
}

// increase counts one more of a name, if there is room for it.
func increase(counts *map[string]int, name string) bool {
	if *counts == nil {
		*counts = map[string]int{}
	}
	if _, known := (*counts)[name]; !known && (len(*counts) >= maxNames || len(name) > longestName) {
		return false
	}
	(*counts)[name]++
	return true
}
