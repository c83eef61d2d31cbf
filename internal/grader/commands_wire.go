package grader

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agentcourse/internal/fakellm"
)

// cmdProvider gives the provider its replies: provider SECTION.
func cmdProvider(s *script, _ bool, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: provider SECTION")
	}
	text, sec, err := s.section(args[0])
	if err != nil {
		return err
	}
	// Empty lines in front make the lines of a mistake those of the check's file.
	sc, err := fakellm.ParseScenario(s.check.File, []byte(strings.Repeat("\n", sec.line-1)+text))
	if err != nil {
		return err
	}
	s.provider.Load(sc)
	return nil
}

// cmdRelease lets go what the provider holds back under a name: release NAME.
func cmdRelease(s *script, _ bool, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: release NAME")
	}
	s.provider.Release(args[0])
	return nil
}

// calls are the requests for a message, in order.
func (s *script) calls() []fakellm.Request { return s.ofKind(fakellm.KindMessages) }

func (s *script) ofKind(kind string) []fakellm.Request {
	return slices.DeleteFunc(s.provider.Requests(), func(r fakellm.Request) bool { return r.Kind != kind })
}

// seen are the requests that a command looks at: the calls, or with the option -counts those that count tokens.
type seen struct {
	requests []fakellm.Request
	noun     string
}

func (s *script) look(args []string) (seen, []string) {
	if len(args) > 0 && args[0] == "-counts" {
		return seen{s.ofKind(fakellm.KindCount), countNoun}, args[1:]
	}
	return seen{s.calls(), "request"}, args
}

// countNoun names a request that counts tokens, for a learner.
const countNoun = "token-counting request"

// cmdRequests counts the requests for a message: requests [-counts] N.
func cmdRequests(s *script, _ bool, args []string) error {
	seen, args := s.look(args)
	if len(args) != 1 {
		return fmt.Errorf("usage: requests [-counts] N")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	if len(seen.requests) == n {
		return nil
	}
	f := s.describeRun(fmt.Sprintf("the program made %s, %d expected", plural(len(seen.requests), seen.noun), n))
	return s.fail(f)
}

// cmdSequential wants each call to be made when the one before it has been answered: sequential. Replies with a pace make
// calls that are made side by side meet.
func cmdSequential(s *script, _ bool, args []string) error {
	if len(args) != 0 {
		return fmt.Errorf("usage: sequential")
	}
	for i, r := range s.calls() {
		if r.Overlaps {
			return s.fail(s.describeRun(fmt.Sprintf("request %d was sent before all earlier ones were answered", i+1)))
		}
	}
	return nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// cmdSends compares the messages of request K with a section of lines "user: text" and "assistant: text":
// sends [-counts] K SECTION. A drawn value may hold several lines.
//
// What the user said must be there letter for letter. What the model said may be sent back as blocks or as one text, and
// joining blocks may add white space, so white space does not count there.
func cmdSends(s *script, _ bool, args []string) error {
	seen, args := s.look(args)
	if len(args) != 2 {
		return fmt.Errorf("usage: sends [-counts] K SECTION")
	}
	if _, _, err := s.section(args[1]); err != nil {
		return err
	}
	call, err := s.pick(seen, args[0])
	if call == nil {
		return err
	}
	var expected []string
	for _, line := range linesOf(s.check.sections[args[1]].data) {
		expected = append(expected, s.expand(line))
	}
	actual := conversation(call.Body)
	if slices.EqualFunc(expected, actual, sameMessage) {
		return nil
	}
	at := 0
	for at < len(expected) && at < len(actual) && sameMessage(expected[at], actual[at]) {
		at++
	}
	summary := fmt.Sprintf("message %d of %s %s is not the expected one", at+1, seen.noun, args[0])
	if len(actual) != len(expected) {
		summary = fmt.Sprintf("%s %s holds %s, %d expected", seen.noun, args[0], plural(len(actual), "message"), len(expected))
	}
	f := s.describeRun(summary)
	f.Expected, f.Actual, f.At, f.Compare = expected, actual, at, true
	f.What = seen.noun + " " + args[0]
	return s.fail(f)
}

func sameMessage(expected, actual string) bool {
	if strings.HasPrefix(expected, "assistant: ") {
		expected, actual = withoutSpace(expected), withoutSpace(actual)
	}
	return expected == actual
}

func withoutSpace(s string) string { return strings.Join(strings.Fields(s), "") }

// A named request is one that a verdict can speak of.
type named struct {
	*fakellm.Request
	name string // "request 2"
}

// each is request K of those seen, or with "all" each of them. That there is none is noted.
func (s *script) each(seen seen, k string) ([]named, error) {
	if k != "all" {
		one, err := s.pick(seen, k)
		if one == nil {
			return nil, err
		}
		return []named{{one, seen.noun + " " + k}}, nil
	}
	if len(seen.requests) == 0 {
		return nil, s.fail(s.describeRun("the program made no " + seen.noun))
	}
	var all []named
	for i := range seen.requests {
		all = append(all, named{&seen.requests[i], fmt.Sprintf("%s %d", seen.noun, i+1)})
	}
	return all, nil
}

// pick returns request K of those seen, or notes that it was never made.
func (s *script) pick(seen seen, k string) (*fakellm.Request, error) {
	n, err := strconv.Atoi(k)
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%q is no number of a request", k)
	}
	if n > len(seen.requests) {
		return nil, s.fail(s.describeRun(fmt.Sprintf("%s %d was never made: the program made %s", seen.noun, n, plural(len(seen.requests), seen.noun))))
	}
	return &seen.requests[n-1], nil
}

// cmdRequest runs a jq expression over the body of request K, of each of all, or over the list of all bodies:
// request [-counts] K|all|together EXPR WANT SAYS. WANT is JSON; SAYS is the expectation in words.
func cmdRequest(s *script, _ bool, args []string) error {
	seen, args := s.look(args)
	if len(args) != 4 {
		return fmt.Errorf("usage: request [-counts] K|all|together EXPR WANT SAYS")
	}
	which, expr, want, says := args[0], args[1], args[2:3], args[3]
	if which == "together" {
		return s.requestsTogether(seen, expr, want, says)
	}
	over, err := s.each(seen, which)
	for _, r := range over {
		name := r.name
		var body any
		if err := json.Unmarshal(r.Body, &body); err != nil {
			return s.fail(s.describeRun(name + " is not JSON"))
		}
		ok, _, _, err := query(body, expr, want)
		if err != nil {
			return err
		}
		if !ok {
			f := s.describeRun("this does not hold: " + says)
			f.What, f.Actual = name, s.wholeRequest(r.Body)
			return s.fail(f)
		}
	}
	return err
}

// requestsTogether evaluates expr over the list of all bodies, for what one request has to do with another.
func (s *script) requestsTogether(seen seen, expr string, want []string, says string) error {
	bodies, lines := []any{}, []string{}
	for i, r := range seen.requests {
		var body any
		if err := json.Unmarshal(r.Body, &body); err != nil {
			return s.fail(s.describeRun(fmt.Sprintf("%s %d is not JSON", seen.noun, i+1)))
		}
		bodies = append(bodies, body)
		for _, line := range s.wholeRequest(r.Body) {
			lines = append(lines, fmt.Sprintf("%d  %s", i+1, line))
		}
	}
	ok, _, _, err := query(bodies, expr, want)
	if err != nil || ok {
		return err
	}
	f := s.describeRun("this does not hold: " + says)
	f.What, f.Actual = "the requests", lines
	return s.fail(f)
}

// wholeRequest is the conversation with what stands beside it, as a verdict shows it: without the folders of this machine.
func (s *script) wholeRequest(body json.RawMessage) []string {
	body = json.RawMessage(s.relative(string(body)))
	var req struct{ System json.RawMessage }
	if json.Unmarshal(body, &req) == nil && len(req.System) > 0 {
		return append([]string{"system prompt: " + contentText(req.System)}, conversation(body)...)
	}
	return conversation(body)
}

// conversation writes the messages of a request, one a line: the role and the text. Tool uses and results stand in
// brackets, other blocks are only named.
func conversation(body json.RawMessage) []string {
	var req struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if json.Unmarshal(body, &req) != nil {
		return []string{"(a body that is no conversation)"}
	}
	lines := []string{}
	for _, m := range req.Messages {
		lines = append(lines, m.Role+": "+strings.TrimSpace(contentText(m.Content)))
	}
	return lines
}

func contentText(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var blocks []contentBlock
	_ = json.Unmarshal(content, &blocks) // content of another shape has no text
	var parts []string
	for _, b := range blocks {
		if part, shown := b.text(); shown {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n")
}

// A contentBlock is what a verdict tells of a block.
type contentBlock struct {
	Type, Text, Name string
	Input            json.RawMessage
	Content          json.RawMessage
	IsError          bool `json:"is_error"`
}

func (b contentBlock) text() (text string, shown bool) {
	switch b.Type {
	case "text":
		return b.Text, true
	case "thinking", "redacted_thinking":
		return "", false
	case "tool_use":
		return strings.TrimSpace("[tool_use "+b.Name+" "+string(b.Input)) + "]", true
	case "tool_result":
		failed := ""
		if b.IsError {
			failed = ", is_error"
		}
		return "[tool_result" + failed + ": " + contentText(b.Content) + "]", true
	}
	return "[" + b.Type + "]", true
}
