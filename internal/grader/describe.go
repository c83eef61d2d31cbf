package grader

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// describeRequests adds what the provider saw to a result, and says first what explains most: a request that never
// reached the provider, or one that it refused.
func (s *script) describeRequests(res *Result) {
	n, counts := 0, 0
	for _, r := range s.provider.Requests() {
		switch r.Kind {
		case fakellm.KindMessages:
			n++
			s.showRequest(res, n, "request", r)
		case fakellm.KindConnect, fakellm.KindProxied:
			if res.Failure != nil {
				res.Failure.Summary = fmt.Sprintf("%s ignores ANTHROPIC_BASE_URL: it tried to reach %s", s.last.program, r.Host)
				res.Hint = hintBaseURL
			}
		case fakellm.KindCount:
			counts++
			s.showRequest(res, counts, countNoun, r)
			if s.session.counts {
				break
			}
			fallthrough
		default:
			res.note(fmt.Sprintf("the program also asked for %s %s", r.Method, r.Path))
		}
	}
	if res.Failure != nil && s.last != nil && len(s.provider.Requests()) == 0 && s.expectsCalls() {
		res.Notes = append(res.Notes, "no request of the program has reached ANTHROPIC_BASE_URL")
	}
}

var wantsCalls = regexp.MustCompile(`\] (provider |requests [1-9])`)

// expectsCalls reports whether the check gives the program replies, or counts its calls.
func (s *script) expectsCalls() bool { return wantsCalls.Match(s.check.script) }

// nearerHint is a hint for the way in which the program ended, or "".
func (s *script) nearerHint() string {
	if s.last == nil {
		return ""
	}
	switch r := s.last.result; {
	case s.last.hint != "":
		return s.last.hint
	case r.Timeout && !s.last.typed:
		return hintTimeout
	case r.Flooded:
		return hintFlood
	case panicked(r) && s.last.test == "" && !s.last.goTest:
		return hintPanic
	}
	return ""
}

// Hints that are nearer to the fault than the check's own.
const (
	hintBaseURL = `Take the address from the environment: os.Getenv("ANTHROPIC_BASE_URL"), and the live address only when that ` +
		`is empty. messages.FromEnv does so. The same program then works against the grader, a local model and the live API.`
	hintTimeout = `It did not end by itself. What it was doing when it was stopped is said above, with the line of your program.`
	hintFlood   = `Something prints without end: look for a loop whose condition never becomes false.`
	hintPanic   = `The first line on standard error says what happened; the first one below it that names a file of yours says where.`
	hintRefused = `Mend this first: the API answers a request like this with an error, so whatever else the check looks for was ` +
		`never reached. The message names the field.`
	hintPairing = `Mend this first: the API answers a request like this with an error, so whatever else the check looks for was ` +
		`never reached. Behind a reply that asks for tools its own blocks go back, whole, and in the next message the results of ` +
		`all its calls, each under the id of its call. Section 3.4 of lesson 02 has the rules, and what breaking each looks like.`
)

// showRequest adds a request that the provider saw, the nth of its kind.
func (s *script) showRequest(res *Result, n int, noun string, r fakellm.Request) {
	if res.Failure != nil || s.session.details {
		res.Requests = append(res.Requests, s.describeRequest(n, noun, r))
	}
	s.noteRequest(res, n, noun, r)
}

// noteRequest says what is to be said of a request apart from its content.
func (s *script) noteRequest(res *Result, n int, noun string, r fakellm.Request) {
	if r.Refusal != nil && res.Failure != nil && res.Failure.Refused == nil {
		res.Hint = hintRefused + "\n\n" + s.check.Hint
		if strings.Contains(r.Refusal.Message, "tool_use") {
			res.Hint = hintPairing
		}
		res.Failure.Refused = &Refused{Request: n, Noun: noun, Status: r.Refusal.Status, Type: r.Refusal.Type, Message: r.Refusal.Message}
	}
	if s.last != nil && res.Failure != nil && n == s.last.earlier && noun == "request" {
		res.note(fmt.Sprintf("requests 1 to %d were made by earlier runs of this check", n))
	}
	if r.Dry && res.Failure != nil {
		res.Notes = append(res.Notes, fmt.Sprintf("call %d is more than this check expects; it got an error for an answer", n))
	}
	for _, w := range r.Warnings {
		res.note(fmt.Sprintf("the live API is reported to refuse a request like this: %d %s", w.Status, w.Message))
	}
}

// note adds a remark, once.
func (r *Result) note(text string) {
	if !slices.Contains(r.Notes, text) {
		r.Notes = append(r.Notes, text)
	}
}

func (s *script) describeRequest(n int, noun string, r fakellm.Request) Request {
	r.Body, r.Response = []byte(s.relative(string(r.Body))), []byte(s.relative(string(r.Response)))
	d := Request{Number: n, Noun: noun, What: r.Method + " " + r.Path, Messages: conversation(r.Body), Answer: fmt.Sprint(r.Status), Body: string(r.Body)}
	var reply struct {
		StopReason string          `json:"stop_reason"`
		Content    json.RawMessage `json:"content"`
		Error      struct{ Type, Message string }
	}
	if r.Dialect != fakellm.Anthropic && r.Answer.StopReason != "" {
		said := r.Answer.Text
		for _, tool := range r.Answer.Tools {
			said += "[tool_use " + tool + "]"
		}
		d.Answer += " " + r.Answer.StopReason + " " + quoteShort(said)
	} else if json.Unmarshal(r.Response, &reply) == nil {
		d.Answer += " " + strings.TrimSpace(reply.StopReason+reply.Error.Type+" "+quoteShort(contentText(reply.Content)+reply.Error.Message))
	}
	switch {
	case r.Dry:
		d.Answer = fmt.Sprintf("%d: the check expects no such call", r.Status)
	case r.Refusal != nil:
		d.Answer = fmt.Sprintf("%d %s %s", r.Status, r.Refusal.Type, quote(r.Refusal.Message))
	}
	return d
}
