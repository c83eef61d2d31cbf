package clients

import (
	"testing"
	"time"

	"agentcourse/internal/fakellm"
)

// testCase is one thing that every client does in its own way.
type testCase struct {
	name     string
	script   string                     // of the provider, YAML
	models   []string                   // beside those of Anthropic; in the other dialects the only ones
	job      job                        //
	want     []outcome                  // in the words of the Anthropic API
	reported map[string]outcome         // by client, in its own words, in place of want
	atLeast  time.Duration              // that it takes the client
	requests int                        // that arrive; 0: as many as outcomes
	sent     map[string]string          // by dialect, jq: true of the last request's body
	refused  bool                       // the provider refuses the last request
	gone     bool                       // the client leaves before the answer's end
	releases map[string]string          // piece of text that the client has shown: hold that ends then
	check    func(*testing.T, observed) // in place of want where that depends on the provider
}

// observed is what a check can look at.
type observed struct {
	client   client
	outcomes []outcome
	requests []fakellm.Request
}

// wanted is what the client should see. An error with a status is of the class
// that the client has for it, unless the case says otherwise.
func (c *testCase) wanted(by client) []outcome {
	var list []outcome
	for _, o := range c.want {
		list = append(list, o.seenBy(by))
	}
	if o, ok := c.reported[by.key]; ok {
		list = []outcome{o}
	}
	for i := range list {
		if e := list[i].Error; e != nil && e.Class == "" && e.Status != 0 {
			typed := *e
			typed.Class = classOf(by, e.Status)
			list[i].Error = &typed
		}
	}
	return list
}

func allCases() []testCase {
	var all []testCase
	for _, group := range [][]testCase{callCases, toolCases, streamCases, otherCases, retryCases, errorCases(), faultCases()} {
		all = append(all, group...)
	}
	return all
}

const chatScript = `
- content: [{thinking: Easy.}, {text: One.}]
- content: [{thinking: ""}, {text: Two.}]
- content: [{text: Three.}]
`

// historySent: three turns, the thinking of both replies whole in them.
var historySent = map[string]string{
	fakellm.Anthropic: `([.messages[].role] == ["user","assistant","user","assistant","user"])
		and ([.messages[1,3].content[0].type] == ["thinking","thinking"])
		and ([.messages[1,3].content[0].signature | length > 0] | all) and .messages[1].content[0].thinking == "Easy."`,
	fakellm.OpenAI: `[.messages[].role] == ["user","assistant","user","assistant","user"]`,
	fakellm.Ollama: `([.messages[].role] == ["user","assistant","user","assistant","user"]) and .messages[1].thinking == "Easy."`,
}

var callCases = []testCase{
	{
		name:   "hello",
		script: `[{text: Hello., usage: {input_tokens: 12, output_tokens: 5}}]`,
		job:    job{Op: "ask", Times: 1},
		want:   []outcome{{Text: "Hello.", Stop: "end_turn", Usage: &usage{Input: 12, Output: 5}, RequestID: "req_fake_0001"}},
	},
	{
		name:   "chat",
		script: chatScript,
		job:    job{Op: "chat"},
		want:   []outcome{{Text: "One.", Thinking: "Easy.", Stop: "end_turn"}, {Text: "Two.", Stop: "end_turn"}, {Text: "Three.", Stop: "end_turn"}},
		sent:   historySent,
	},
	{
		name: "stop reasons",
		script: `
- {text: Cut, stop_reason: max_tokens}
- {text: Met, stop_reason: stop_sequence, stop_sequence: END}
- {content: [], stop_reason: refusal}
`,
		job:  job{Op: "ask", Times: 3},
		want: []outcome{{Text: "Cut", Stop: "max_tokens"}, {Text: "Met", Stop: "stop_sequence", StopSequence: "END"}, {Stop: "refusal"}},
		sent: map[string]string{
			fakellm.Anthropic: `.stop_sequences == ["END"]`,
			fakellm.OpenAI:    `.stop == ["END"]`,
			fakellm.Ollama:    `.options.stop == ["END"]`,
		},
	},
	{
		name:   "thinking",
		script: `[{content: [{thinking: Let me see.}, {text: Cold.}], usage: {output_tokens: 40, thinking_tokens: 30, input_tokens: 9}}]`,
		job:    job{Op: "thinking"},
		want:   []outcome{{Text: "Cold.", Thinking: "Let me see.", Stop: "end_turn", Usage: &usage{Input: 9, Output: 40, Thinking: 30}}},
		sent: map[string]string{
			fakellm.Anthropic: `.output_config.effort == "low" and (.thinking == null or .thinking == {"type":"adaptive","display":"summarized"})`,
			fakellm.OpenAI:    `.reasoning_effort == "low"`,
			fakellm.Ollama:    `.think == "low"`,
		},
	},
	{
		name:   "schema",
		script: `[{text: '{"city":"Oslo","degrees":7}'}]`,
		job:    job{Op: "schema"},
		want:   []outcome{{Text: `{"city":"Oslo","degrees":7}`, Stop: "end_turn"}},
		sent:   schemaSent,
	},
	{
		name:   "parse",
		script: `[{text: '{"city":"Oslo","degrees":7}'}]`,
		job:    job{Op: "parse"},
		want: []outcome{{
			Text: `{"city":"Oslo","degrees":7}`, Stop: "end_turn",
			Parsed: map[string]any{"city": "Oslo", "degrees": float64(7)},
		}},
		sent: schemaSent,
	},
}

// schemaSent: where the schema travels.
var schemaSent = map[string]string{
	fakellm.Anthropic: `.output_config.format | .type == "json_schema" and .schema.properties.degrees.type == "integer"`,
	fakellm.OpenAI:    `.response_format | .type == "json_schema" and .json_schema.schema.properties.degrees.type == "integer"`,
	fakellm.Ollama:    `.format.properties.degrees.type == "integer"`,
}

const toolScript = `
- content:
    - thinking: ""
    - text: Let me look.
    - tool_use: {name: get_weather, input: {city: Oslo}}
    - tool_use: {name: get_time, input: {zone: Europe/Oslo}}
- text: 7 degrees at noon.
`

var (
	oslo = call{"get_weather", map[string]any{"city": "Oslo"}}
	noon = call{"get_time", map[string]any{"zone": "Europe/Oslo"}}
)

var toolCases = []testCase{
	{
		name:   "tools",
		script: toolScript,
		job:    job{Op: "tools"},
		want:   []outcome{{Text: "Let me look.", Stop: "tool_use", Tools: []call{oslo, noon}}, {Text: "7 degrees at noon.", Stop: "end_turn"}},
		sent:   resultsSent,
	},
	{
		name:     "runner",
		script:   toolScript,
		job:      job{Op: "runner"},
		want:     []outcome{{Text: "7 degrees at noon.", Stop: "end_turn", Tools: []call{noon, oslo}}},
		requests: 2,
		sent:     resultsSent,
	},
	{
		name:     "runner-stream",
		script:   toolScript,
		job:      job{Op: "runner-stream"},
		want:     []outcome{{Text: "7 degrees at noon.", Stop: "end_turn", Tools: []call{noon, oslo}}},
		requests: 2,
		sent:     resultsSent,
	},
	{
		name:     "runner-thread",
		script:   toolScript,
		job:      job{Op: "runner-thread"},
		want:     []outcome{{Text: "7 degrees at noon.", Stop: "end_turn", Tools: []call{noon, oslo}}},
		requests: 2,
		sent: map[string]string{
			fakellm.Anthropic: `.thread == {"type":"continue","previous_message_id":"msg_fake_0001"} and (.messages | length == 1)
				and [.messages[0].content[] | .type] == ["tool_result","tool_result"]`,
		},
	},
}

// resultsSent: both results stand in one message, or where a message holds one
// result, one after the other.
var resultsSent = map[string]string{
	fakellm.Anthropic: `(.messages | length == 3) and [.messages[2].content[] | .type] == ["tool_result","tool_result"]`,
	fakellm.OpenAI:    `[.messages[] | .role] == ["user","assistant","tool","tool"]`,
	fakellm.Ollama:    `[.messages[] | .role] == ["user","assistant","tool","tool"]`,
}

var streamCases = []testCase{
	{
		name:   "stream",
		script: `[{text: "One two three.", usage: {input_tokens: 12, output_tokens: 5}}]`,
		job:    job{Op: "ask", Times: 1, Stream: true},
		want: []outcome{{
			Text: "One two three.", Pieces: []string{"One ", "two ", "three."}, Stop: "end_turn", Usage: &usage{Input: 12, Output: 5},
		}},
	},
	{
		name:   "stream-tool",
		script: `[{content: [{text: Looking.}, {tool_use: {name: get_time, input: {zone: Europe/Oslo}}}]}]`,
		job:    job{Op: "ask", Times: 1, Stream: true, Tools: true},
		want: []outcome{{
			Text: "Looking.", Pieces: []string{"Looking."}, Fragments: []string{`{"zone":"Eur`, `ope/Oslo"}`},
			Stop: "tool_use", Tools: []call{noon},
		}},
	},
	{
		name: "stream-thinking",
		script: `
- content: [{thinking: Let me see.}, {text: Cold.}]
  usage: {input_tokens: 9, output_tokens: 40, thinking_tokens: 30, cache_read_input_tokens: 600, cache_creation_input_tokens: 700}
`,
		job: job{Op: "ask", Times: 1, Stream: true},
		want: []outcome{{
			Text: "Cold.", Pieces: []string{"Cold."}, Thinking: "Let me see.", Stop: "end_turn",
			Usage: &usage{Input: 9, Output: 40, CacheRead: 600, CacheWritten: 700, Thinking: 30},
		}},
	},
	{
		name:   "stream-chat",
		script: chatScript,
		job:    job{Op: "chat", Stream: true},
		want: []outcome{
			{Text: "One.", Pieces: []string{"One."}, Thinking: "Easy.", Stop: "end_turn"},
			{Text: "Two.", Pieces: []string{"Two."}, Stop: "end_turn"}, {Text: "Three.", Pieces: []string{"Three."}, Stop: "end_turn"},
		},
		sent: historySent,
	},
	{
		name:   "stream-tools",
		script: toolScript,
		job:    job{Op: "tools", Stream: true},
		want: []outcome{
			{
				Text: "Let me look.", Pieces: []string{"Let ", "me ", "look."}, Stop: "tool_use", Tools: []call{oslo, noon},
				Fragments: []string{`{"city":"Osl`, `o"}`, `{"zone":"Eur`, `ope/Oslo"}`},
			},
			{Text: "7 degrees at noon.", Pieces: []string{"7 ", "degrees ", "at ", "noon."}, Stop: "end_turn"},
		},
		sent: resultsSent,
	},
	{
		name:   "raw-stream",
		script: `[{text: One two.}]`,
		job:    job{Op: "ask", Times: 1, Stream: true, Raw: true},
		want:   []outcome{{Text: "One two.", Pieces: []string{"One ", "two."}, Stop: "end_turn"}},
	},
	{
		name:   "raw-cut", // no error, and no stop reason
		script: `[{text: One two three four five six., fault: {kind: cut, after: 5}}]`,
		job:    job{Op: "ask", Times: 1, Stream: true, Raw: true},
		reported: map[string]outcome{
			tsSDK:  {Text: "One two ", Pieces: []string{"One ", "two "}},
			openAI: {Text: "One two three four ", Pieces: []string{"One ", "two ", "three ", "four "}},
		},
		requests: 1,
	},
	{
		name:   "leave", // the rest is never sent: the provider sees that the client is gone
		script: `[{text: ["One. ", {text: Two., hold: never}]}]`,
		job:    job{Op: "ask", Times: 1, Stream: true, Leave: true},
		want:   []outcome{{Text: "One. ", Pieces: []string{"One. "}}},
		gone:   true,
	},
	{
		name:     "hold",
		script:   `[{text: ["One. ", {text: Two., hold: shown}]}]`,
		job:      job{Op: "ask", Times: 1, Stream: true},
		releases: map[string]string{"One. ": "shown"},
		want:     []outcome{{Text: "One. Two.", Pieces: []string{"One. ", "Two."}, Stop: "end_turn"}},
	},
}
