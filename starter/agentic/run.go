package agentic

// StopReason says why a run ended.
type StopReason string

const (
	StopAnswered  StopReason = "answered"   // the model answered, and Output is its answer
	StopStepLimit StopReason = "step_limit" // MaxSteps calls brought no answer
	StopBudget    StopReason = "budget"     // TokenBudget is used up
	StopDeadline  StopReason = "deadline"   // the context's deadline has passed
	StopCancelled StopReason = "cancelled"  // the context was cancelled
	StopStuck     StopReason = "stuck"      // the model asked for the same three times running
	StopLength    StopReason = "length"     // a reply was cut off: no answer, and none of its calls was run
	StopFailed    StopReason = "failed"     // a call of the model failed, or its reply makes no sense
)

// Run is what became of a task.
type Run struct {
	Output   string // the answer; "" unless Stop is StopAnswered
	Stop     StopReason
	Steps    int // calls of the model that brought a reply
	Usage    Usage
	Messages []Message // the whole conversation, with what it began with
	from     int       // where this run's own messages begin
}

// Usage is a run's tokens, of all its calls together.
type Usage struct {
	Input, Output int
}

// Total is what counts towards a budget.
func (u Usage) Total() int { return u.Input + u.Output }

// Trajectory are the names of the tools that the model asked for, in order.
func (r Run) Trajectory() []string {
	var names []string
	for _, m := range r.Messages[r.from:] {
		for _, call := range m.calls {
			names = append(names, call.Name)
		}
	}
	return names
}
