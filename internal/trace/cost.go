package trace

import (
	"regexp"

	"agentcourse/starter/messages"
)

// edition is the date at the end of a model's full name: claude-opus-5-5-20261101 answers where claude-opus-5-5 was asked.
var edition = regexp.MustCompile(`-20\d{6}$`)

// PricedAs is the name under which a model stands in the one price table (messages.PriceOf): its own, or its own without
// the date of its edition. For a model that is not there known is false, and the name is its own.
func PricedAs(model string) (name string, known bool) {
	for _, name := range []string{model, edition.ReplaceAllString(model, "")} {
		if _, known := messages.PriceOf(name); known {
			return name, true
		}
	}
	return model, false
}

// Cost is what a reply of the model cost, in dollars, by the one price table (messages.Cost). For a model that is not in
// it known is false: show "?", never 0.
func Cost(model string, u Usage) (dollars float64, known bool) {
	name, _ := PricedAs(model)
	return messages.Cost(name, messages.Usage{
		InputTokens:              u.In - u.CacheRead - u.CacheWrite,
		CacheReadInputTokens:     u.CacheRead,
		CacheCreationInputTokens: u.CacheWrite,
		OutputTokens:             u.Out,
	})
}
