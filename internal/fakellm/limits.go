package fakellm

import (
	"net/http"
	"strconv"
	"time"
)

// What the fake says that an organization may use in a minute. It never
// enforces it: a scenario sends a 429 when it wants one.
const (
	minuteRequests = 4000
	minuteInput    = 400000
	minuteOutput   = 100000
)

// limitNames are the headers of one limit, in the form in which net/http
// keeps them: they are set on every reply.
type limitNames struct{ limit, remaining, reset string }

func (n limitNames) set(h http.Header, limit, used int, reset string) {
	h[n.limit] = []string{strconv.Itoa(limit)}
	h[n.remaining] = []string{strconv.Itoa(max(limit-used, 0))}
	h[n.reset] = []string{reset}
}

func anthropicLimit(name string) limitNames {
	prefix := "Anthropic-Ratelimit-" + name + "-"
	return limitNames{prefix + "Limit", prefix + "Remaining", prefix + "Reset"}
}

func openAILimit(name string) limitNames {
	return limitNames{"X-Ratelimit-Limit-" + name, "X-Ratelimit-Remaining-" + name, "X-Ratelimit-Reset-" + name}
}

var (
	limitRequests       = anthropicLimit("Requests")
	limitTokens         = anthropicLimit("Tokens")
	limitInput          = anthropicLimit("Input-Tokens")
	limitOutput         = anthropicLimit("Output-Tokens")
	limitOpenAIRequests = openAILimit("Requests")
	limitOpenAITokens   = openAILimit("Tokens")
)

// limits sets the headers that tell what is left of this minute and when it
// ends (Anthropic API documentation, "Rate limits").
func (anthropicDialect) limits(h http.Header, now time.Time, u usage) {
	reset := now.UTC().Truncate(time.Minute).Add(time.Minute).Format(time.RFC3339)
	limitRequests.set(h, minuteRequests, 1, reset)
	limitTokens.set(h, minuteInput+minuteOutput, u.in()+u.OutputTokens, reset)
	limitInput.set(h, minuteInput, u.in(), reset)
	limitOutput.set(h, minuteOutput, u.OutputTokens, reset)
}

// limits sets the headers of the same meaning (OpenAI API documentation,
// "Rate limits"), which give the time until the reset as a duration.
func (openAIDialect) limits(h http.Header, now time.Time, u usage) {
	reset := (time.Minute - now.Sub(now.Truncate(time.Minute))).Round(time.Second).String()
	limitOpenAIRequests.set(h, minuteRequests, 1, reset)
	limitOpenAITokens.set(h, minuteInput+minuteOutput, u.in()+u.OutputTokens, reset)
}

// limits sets nothing: a model on one's own machine has none.
func (ollamaDialect) limits(http.Header, time.Time, usage) {}
