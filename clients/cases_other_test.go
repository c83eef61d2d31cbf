package clients

import (
	"slices"
	"testing"
	"time"

	"agentcourse/internal/fakellm"
)

var otherCases = []testCase{
	{
		name:   "count",
		script: `[{text: Cold.}]`,
		job:    job{Op: "count"},
		check: func(t *testing.T, o observed) {
			count, reply := o.outcomes[0], o.outcomes[1]
			if count.Error != nil || reply.Error != nil || count.Tokens == 0 || reply.Usage == nil || count.Tokens != reply.Usage.Input {
				t.Errorf("counted %+v, then used %+v", count, reply)
			}
		},
		want: make([]outcome, 2),
	},
	{
		name:   "models",
		models: []string{"course-model"},
		job:    job{Op: "models"},
		check:  checkModels,
		want:   make([]outcome, 1),
	},
	{
		name:   "model",
		models: []string{"course-model"},
		job:    job{Op: "model"},
		want:   []outcome{{Models: []string{"course-model"}}},
	},
	{
		name:   "headers",
		script: `[{text: Hello., times: any}]`,
		job:    job{Op: "headers"},
		check:  checkHeaders,
	},
	{
		name:   "cache",
		script: `[{text: One.}, {text: Two.}]`,
		job:    job{Op: "cache"},
		want:   make([]outcome, 2),
		check: func(t *testing.T, o observed) {
			first, second := o.outcomes[0].Usage, o.outcomes[1].Usage
			if first == nil || second == nil || first.CacheWritten < 512 || first.CacheRead != 0 ||
				second.CacheRead != first.CacheWritten || second.CacheWritten != 0 {
				t.Errorf("usage of the first call %+v, of the second %+v", first, second)
			}
		},
	},
	{
		name:    "refused",
		job:     job{Op: "refused"},
		refused: true,
		want: []outcome{{Error: &failure{
			Status: 400, Type: "invalid_request_error", RequestID: "req_fake_0001",
			Message: "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. " +
				"Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
		}}},
		reported: map[string]outcome{openAI: {Error: &failure{
			Status: 400, Type: "invalid_request_error", Class: "BadRequestError", RequestID: "req_fake_0001",
			Message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
				"The following tool_call_ids did not have response messages: call_1",
		}}},
	},
	{
		name:    "bad-key",
		job:     job{Op: "ask", Times: 1, Retries: 2, BadKey: true},
		refused: true,
		want:    []outcome{{Error: &failure{Status: 401, Type: "authentication_error", Message: "invalid x-api-key", RequestID: "req_fake_0001"}}},
		reported: map[string]outcome{openAI: {Error: &failure{
			Status: 401, Type: "invalid_request_error", Says: "Incorrect API key provided", RequestID: "req_fake_0001",
		}}},
	},
	{
		name:    "no-model",
		models:  []string{"course-model"},
		job:     job{Op: "ask", Times: 1, Retries: 2, Model: "no-such-model"},
		refused: true,
		want:    []outcome{{Error: &failure{Status: 404, Type: "not_found_error", Message: "model: no-such-model", RequestID: "req_fake_0001"}}},
		reported: map[string]outcome{
			openAI: {Error: &failure{
				Status: 404, Type: "invalid_request_error", RequestID: "req_fake_0001",
				Message: "The model `no-such-model` does not exist or you do not have access to it.",
			}},
			ollama: {Error: &failure{Status: 404, Message: "model 'no-such-model' not found"}},
		},
	},
}

// checkModels: the whole list, which Anthropic sends in pages of ten here.
func checkModels(t *testing.T, o observed) {
	list := o.outcomes[0]
	switch o.client.dialect {
	case fakellm.OpenAI:
		compare(t, []outcome{{Models: []string{"course-model"}}}, o.outcomes)
		return
	case fakellm.Ollama:
		compare(t, []outcome{{Models: []string{"course-model:latest"}}}, o.outcomes)
		return
	}
	unique := slices.Compact(slices.Sorted(slices.Values(list.Models)))
	pages := len(o.requests)
	if list.Error != nil || len(unique) != len(list.Models) || pages != (len(unique)+9)/10 || pages < 2 ||
		!slices.Contains(unique, "claude-opus-5-5") || !slices.Contains(unique, "course-model") {
		t.Errorf("%d models in %d pages: %+v", len(list.Models), pages, list)
	}
}

// checkHeaders: each way in which the client names version and key is served.
func checkHeaders(t *testing.T, o observed) {
	for i, got := range o.outcomes {
		if got.Error != nil || got.Text != "Hello." {
			t.Errorf("way %d: %+v", i+1, got)
		}
	}
	var versions, keys []string
	for _, r := range o.requests {
		versions = append(versions, r.Header.Get("Anthropic-Version"))
		keys = append(keys, keyHeader(r))
	}
	const older, newer = "2023-06-01", "2026-10-21"
	want := map[string][2][]string{
		goSDK:  {{newer, newer, newer, older}, {"authorization", "authorization", "x-api-key", "authorization"}},
		tsSDK:  {{newer, newer, newer, older}, {"authorization", "authorization", "x-api-key", "authorization"}},
		course: {{older}, {"x-api-key"}},
		openAI: {{""}, {"authorization"}},
		ollama: {{""}, {""}},
	}[o.client.key]
	if !slices.Equal(versions, want[0]) || !slices.Equal(keys, want[1]) {
		t.Errorf("sent the versions %q and the keys in %q; want %q", versions, keys, want)
	}
	t.Logf("%s sends anthropic-version %q, its key in %q", o.client.name, versions, keys)
}

// keyHeader names the headers that carried the key.
func keyHeader(r fakellm.Request) string {
	both := ""
	for _, name := range []string{"x-api-key", "authorization"} {
		if r.Header.Get(name) != "" {
			if both != "" {
				both += " and "
			}
			both += name
		}
	}
	return both
}

// retryCases: what a client tries again. Each of its tries takes one reply.
var retryCases = []testCase{
	{
		name:     "retry-429",
		script:   `[{status: 429, headers: {retry-after-ms: "1"}}, {text: Hello.}]`,
		job:      job{Op: "ask", Times: 1, Retries: 2},
		want:     []outcome{{Text: "Hello.", Stop: "end_turn"}},
		requests: 2,
	},
	{
		name:     "retry-after", // a whole second, the one wait here that is felt
		atLeast:  time.Second,
		script:   `[{status: 429, headers: {retry-after: "1"}}, {text: Hello.}]`,
		job:      job{Op: "ask", Times: 1, Retries: 2},
		want:     []outcome{{Text: "Hello.", Stop: "end_turn"}},
		requests: 2,
	},
	{
		name:     "retry-529",
		script:   `[{status: 529, times: 2, headers: {retry-after-ms: "1"}}, {text: Hello.}]`,
		job:      job{Op: "ask", Times: 1, Retries: 2},
		want:     []outcome{{Text: "Hello.", Stop: "end_turn"}},
		requests: 3,
	},
	{
		name:     "retry-spent",
		script:   `[{status: 529, times: 3, headers: {retry-after-ms: "1"}}]`,
		job:      job{Op: "ask", Times: 1, Retries: 2},
		want:     []outcome{{Error: &failure{Status: 529, Type: "overloaded_error", Message: "Overloaded", RequestID: "req_fake_0003"}}},
		requests: 3,
	},
	{
		name:     "retry-header",
		script:   `[{status: 400, headers: {x-should-retry: "true", retry-after-ms: "1"}}, {text: Hello.}]`,
		job:      job{Op: "ask", Times: 1, Retries: 2},
		want:     []outcome{{Text: "Hello.", Stop: "end_turn"}},
		requests: 2,
	},
	{
		name:     "retry-close", // after the client's own wait, half a second at most
		script:   `[{fault: close}, {text: Hello.}]`,
		job:      job{Op: "ask", Times: 1, Retries: 2},
		want:     []outcome{{Text: "Hello.", Stop: "end_turn"}},
		requests: 2,
	},
	{
		name:   "no-retry-400",
		script: `[{status: 400, error: {message: Bad.}}]`,
		job:    job{Op: "ask", Times: 1, Retries: 2},
		want:   []outcome{{Error: &failure{Status: 400, Type: "invalid_request_error", Message: "Bad."}}},
	},
	{
		name:   "no-retry-header",
		script: `[{status: 529, headers: {x-should-retry: "false"}, error: {message: Busy.}}]`,
		job:    job{Op: "ask", Times: 1, Retries: 2},
		want:   []outcome{{Error: &failure{Status: 529, Type: "overloaded_error", Message: "Busy."}}},
	},
}
