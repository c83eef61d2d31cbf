package grader

import "time"

// A Status is how a check ended. The four never look alike to a learner.
type Status string

const (
	Pass   Status = "pass"
	Fail   Status = "fail"
	NotRun Status = "not run"      // because of what stands in Result.Because
	Broken Status = "grader error" // the check or the grader is at fault, not the learner's program
)

// A Report is the verdict on one exercise.
type Report struct {
	Exercise string        `json:"exercise"` // "1.2"
	Title    string        `json:"title"`
	Folder   string        `json:"folder"` // of the graded programs, as a person would type it
	Seed     uint64        `json:"seed"`   // draws the values that the checks feed in
	Checks   []Result      `json:"checks"`
	Hash     string        `json:"checks_hash"` // of the check files: which checks this verdict is about
	Took     time.Duration `json:"-"`
}

// A Result is how one check ended, with everything a learner needs to see why.
type Result struct {
	Check     string    `json:"check"`           // its name: the file's, without number and ending
	Build     bool      `json:"build,omitempty"` // it is about a program or package that could not be built, and no check file's
	Behaviour string    `json:"behaviour"`       // what is wanted
	Status    Status    `json:"status"`
	Because   string    `json:"because,omitempty"` // why it was not run, or what broke in the grader
	Needs     string    `json:"needs,omitempty"`   // the check that it waited for in vain
	Contract  []Clause  `json:"contract,omitempty"`
	Failure   *Failure  `json:"failure,omitempty"`
	Requests  []Request `json:"requests,omitempty"` // what the program sent in this check, if it failed or details were asked for
	Notes     []string  `json:"notes,omitempty"`
	Hint      string    `json:"hint,omitempty"`
}

// A Clause is a sentence of the exercise's contract that a check rests on.
type Clause struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// A Failure is what a check saw that it should not have seen.
type Failure struct {
	Summary   string   `json:"summary"`             // one sentence
	Refused   *Refused `json:"refused,omitempty"`   // the provider's refusal, when there was one: told first
	Command   string   `json:"command,omitempty"`   // ready to copy
	Test      string   `json:"test,omitempty"`      // where no command shows the same: which test it is, and where it stands
	Details   []string `json:"details,omitempty"`   // lines that belong to Summary
	Called    []string `json:"called,omitempty"`    // what a test called
	Typed     bool     `json:"typed,omitempty"`     // the input was typed line by line, each line after the reply before it
	Input     []string `json:"input,omitempty"`     // lines of standard input
	Files     []File   `json:"files,omitempty"`     // what the check put into the program's folder
	Expected  []string `json:"expected,omitempty"`  // lines to compare with Actual, or else descriptions
	What      string   `json:"what,omitempty"`      // what Actual is
	Actual    []string `json:"actual,omitempty"`    // lines
	At        int      `json:"at"`                  // index of the first line of Expected that does not hold; -1 when none is meant
	Compare   bool     `json:"compare,omitempty"`   // line At of Actual is what stood in the place of line At of Expected
	Described bool     `json:"described,omitempty"` // Expected and Actual are shown as they are: a test has quoted what needs it
	Also      []string `json:"also,omitempty"`      // what a test says besides
	Stdout    []string `json:"stdout,omitempty"`    // where it is not Actual already
	Stderr    []string `json:"stderr,omitempty"`
}

// A File is one that a check put into the program's folder; links, pipes and files that were taken away are described by a
// line in place of their text.
type File struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

// Refused is a request that the provider did not accept.
type Refused struct {
	Request int    `json:"request"`
	Noun    string `json:"noun"` // "request", or what else it is called
	Status  int    `json:"status"`
	Type    string `json:"type"`
	Message string `json:"message"`
}

// A Request is what the provider saw, in short; Body is the whole of it.
type Request struct {
	Number   int      `json:"number"`   // among those of its noun
	Noun     string   `json:"noun"`     // "request", or what else it is called
	What     string   `json:"what"`     // "POST /v1/messages"
	Messages []string `json:"messages"` // "user: text", one a message
	Answer   string   `json:"answer"`   // "200 end_turn: text", or the status and the error
	Body     string   `json:"body,omitempty"`
}

// Passed reports whether every check passed.
func (r *Report) Passed() bool {
	for _, c := range r.Checks {
		if c.Status != Pass {
			return false
		}
	}
	return len(r.Checks) > 0
}

// Count is the number of checks that ended like that.
func (r *Report) Count(s Status) int {
	n := 0
	for _, c := range r.Checks {
		if c.Status == s {
			n++
		}
	}
	return n
}
