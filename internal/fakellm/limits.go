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

// limits sets the headers that tell what is left of this minute and when it
// ends (Anthropic API documentation, "Rate limits").
func (anthropicDialect) limits(h http.Header, now time.Time, u usage) {
	reset := now.UTC().Truncate(time.Minute).Add(time.Minute).Format(time.RFC3339)
	for _, l := range []struct {
		name        string
		limit, used int
	}{
		{"Requests", minuteRequests, 1},
		{"Tokens", minuteInput + minuteOutput, u.in() + u.OutputTokens},
		{"Input-Tokens", minuteInput, u.in()},
		{"Output-Tokens", minuteOutput, u.OutputTokens},
	} {
		prefix := "Anthropic-Ratelimit-" + l.name + "-"
		h.Set(prefix+"Limit", strconv.Itoa(l.limit))
		h.Set(prefix+"Remaining", strconv.Itoa(max(l.limit-l.used, 0)))
		h.Set(prefix+"Reset", reset)
	}
}

// limits sets the headers of the same meaning (OpenAI API documentation,
// "Rate limits"), which give the time until the reset as a duration.
func (openAIDialect) limits(h http.Header, now time.Time, u usage) {
	reset := (time.Minute - now.Sub(now.Truncate(time.Minute))).Round(time.Second).String()
	for _, l := range []struct {
		name        string
		limit, used int
	}{
		{"Requests", minuteRequests, 1},
		{"Tokens", minuteInput + minuteOutput, u.in() + u.OutputTokens},
	} {
		h.Set("X-Ratelimit-Limit-"+l.name, strconv.Itoa(l.limit))
		h.Set("X-Ratelimit-Remaining-"+l.name, strconv.Itoa(max(l.limit-l.used, 0)))
		h.Set("X-Ratelimit-Reset-"+l.name, reset)
	}
}

// limits sets nothing: a model on one's own machine has none.
func (ollamaDialect) limits(http.Header, time.Time, usage) {}
