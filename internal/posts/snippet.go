package posts

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"agentcourse/internal/scrub"
	"agentcourse/internal/trace"
)

const (
	keptText  = 64 << 10 // bytes of a reply's text that are looked at
	shownText = 160      // letters of it that are shown
)

// A snippet is the last reply whose tokens are known, in the trace with the most of them.
type snippet struct {
	trace   string // "" for none
	replies int    // in that trace
	line    int
	step    int
	usage   trace.Usage
	text    string // the reply's, or the call of a tool when it has none
}

// take keeps a reply in the place of the one before.
func (s *snippet) take(name string, line int, e trace.Model) {
	if e.Usage == nil {
		return
	}
	*s = snippet{trace: name, replies: s.replies + 1, line: line, step: e.Step, usage: *e.Usage, text: replyText(e.Content)}
}

func replyText(content json.RawMessage) string {
	var blocks []struct {
		Type, Text, Name string
		Input            json.RawMessage
	}
	_ = json.Unmarshal(content, &blocks)
	tool := ""
	for _, b := range blocks {
		switch {
		case b.Type == "text" && b.Text != "":
			return startOf(b.Text)
		case b.Type == "tool_use" && tool == "":
			tool = startOf(b.Name + " " + string(b.Input))
		}
	}
	return tool
}

// startOf is a text's beginning, in whole letters, with room of its own.
func startOf(text string) string {
	if len(text) <= keptText {
		return strings.Clone(text)
	}
	end := keptText
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.Clone(text[:end])
}

// block is the reply as an excerpt of one line.
func (s snippet) block(m *Material) string {
	if s.trace == "" {
		return ""
	}
	text := []rune(m.clean(s.text))
	cut := ""
	if len(text) > shownText {
		text, cut = text[:shownText], "…"
	}
	parts := []string{}
	if s.step != trace.NoStep {
		parts = append(parts, fmt.Sprintf(`"step":%d`, s.step))
	}
	parts = append(parts, `"usage":`+toJSON(s.usage))
	if len(text) > 0 {
		parts = append(parts, `"text":`+toJSON(string(text)+cut))
	}
	line, found := scrub.PrivateJSON(nil, []byte(strings.Join(parts, " … ")), m.known...)
	m.redacted = m.redacted || len(found) > 0
	return m.from(fmt.Sprintf("%s:%d", s.trace, s.line), "the last reply, cut where … stands") + "\n\n" +
		strings.Join(fenced("text", string(line)), "\n")
}

func toJSON(v any) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return "…"
	}
	return strings.TrimSpace(out.String())
}
