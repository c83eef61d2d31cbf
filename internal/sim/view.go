package sim

import (
	"encoding/json"
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// view is a prompt as the rules look at it.
type view struct {
	*draws
	p     *fakellm.Prompt
	past  []fakellm.Turn // before the turn that sets the task
	said  []string       // the texts of that turn
	task  string         // the last of them, with what came beside tool results later
	steps []step         // the tool calls since
	want  manner

	skills map[string]skill  // by tool, as far as they were asked for
	orders map[string]*order // by text, the same
}

// step is a tool call that was answered.
type step struct {
	tool   string
	input  map[string]any
	id     string
	text   string // of the result
	failed bool
	latest bool // answered in the last turn
}

func look(p *fakellm.Prompt, d *draws) *view {
	v := &view{draws: d, p: p, skills: map[string]skill{}, orders: map[string]*order{}}
	at := taskTurn(p.Turns)
	if at >= 0 {
		v.past, v.said = p.Turns[:at], textsOf(p.Turns[at])
		v.task = v.said[len(v.said)-1]
		v.steps = stepsIn(p.Turns[at+1:])
		for _, t := range p.Turns[at+1:] {
			if t.Role == "user" {
				for _, text := range textsOf(t) {
					v.task += "\n" + text
				}
			}
		}
	}
	v.want = readManner(p.System, v.task)
	return v
}

// taskTurn finds the last turn of the user with a text that is not a remark
// beside tool results; -1 if there is none.
func taskTurn(turns []fakellm.Turn) int {
	found := -1
	for i, t := range turns {
		if t.Role != "user" || len(textsOf(t)) == 0 {
			continue
		}
		answers := slices.ContainsFunc(t.Parts, func(p fakellm.Part) bool { return p.Type == fakellm.BlockToolResult })
		if !answers || found < 0 {
			found = i
		}
	}
	return found
}

func textsOf(t fakellm.Turn) []string {
	var texts []string
	for _, p := range t.Parts {
		if p.Type == fakellm.BlockText && strings.TrimSpace(p.Text) != "" {
			texts = append(texts, clip(strings.TrimSpace(p.Text)))
		}
	}
	return texts
}

// stepsIn pairs calls with results, by id, else by order.
func stepsIn(turns []fakellm.Turn) []step {
	var steps []step
	var open []fakellm.Part
	for i, t := range turns {
		for _, p := range t.Parts {
			switch {
			case p.Type == fakellm.BlockToolUse && t.Role == "assistant":
				open = append(open, p)
			case p.Type == fakellm.BlockToolResult && len(open) > 0:
				at := max(0, slices.IndexFunc(open, func(c fakellm.Part) bool { return c.ID == p.ID }))
				call := open[at]
				open = slices.Delete(open, at, at+1)
				steps = append(steps, step{
					tool: call.Name, input: inputOf(call.Input), id: call.ID, text: p.Text,
					failed: p.IsError || strings.HasPrefix(strings.ToLower(strings.TrimSpace(p.Text)), "error"),
					latest: i == len(turns)-1,
				})
			}
		}
	}
	return steps
}

func (s step) key() string { return callKey(s.tool, s.input) }

// callKey is the same for the same call.
func callKey(tool string, input map[string]any) string {
	src, _ := json.Marshal(input) // decoded JSON always encodes; keys come sorted
	return tool + string(src)
}

// texts gives what one side said, oldest first, in the turns before the task.
func (v *view) texts(role string) []string {
	var texts []string
	for _, t := range v.past {
		if t.Role == role {
			texts = append(texts, textsOf(t)...)
		}
	}
	return texts
}

// prefill is how far the reply was already written by the client.
func (v *view) prefill() string {
	if n := len(v.p.Turns); n > 0 && v.p.Turns[n-1].Role == "assistant" {
		return strings.Join(textsOf(v.p.Turns[n-1]), "")
	}
	return ""
}
