package fakellm

// Evidence says what a refusal rests on, so that nobody is failed on a rumour.
type Evidence string

// The kinds of evidence, strongest first.
const (
	Documented Evidence = "documented"  // official documentation of the API
	Transcript Evidence = "transcript"  // published exchanges with the real API: a request id, or the same whole body from several hands
	SDK        Evidence = "sdk"         // source of an official SDK, or of the server itself
	ThirdParty Evidence = "third party" // reported by others only
	Uncertain  Evidence = "uncertain"   // sources disagree, or none is good
)

// Weak reports whether no verdict may rest on the evidence alone.
func (e Evidence) Weak() bool { return e == ThirdParty || e == Uncertain }

// Refusal is an error answer of the API: its HTTP status, the error's type
// and message as they stand in the body, and what the rule rests on.
type Refusal struct {
	Status   int
	Type     string // empty in the Ollama dialect
	Message  string
	Evidence Evidence
	Param    string // of the OpenAI dialect alone: the parameter at fault; empty: null
	Code     string // of the OpenAI dialect alone: error.code; empty: null
}

func refuse(d dialect, status int, evidence Evidence, message string) *Refusal {
	return &Refusal{Status: status, Type: d.errorType(status), Message: message, Evidence: evidence}
}
