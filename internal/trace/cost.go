package trace

import "agentcourse/starter/messages"

// Cost is what a reply of the model cost, in dollars, by the one price table (messages.Cost). For a model that is not in
// it known is false: show "?", never 0.
func Cost(model string, u Usage) (dollars float64, known bool) {
	return messages.Cost(model, messages.Usage{
		InputTokens:              u.In - u.CacheRead - u.CacheWrite,
		CacheReadInputTokens:     u.CacheRead,
		CacheCreationInputTokens: u.CacheWrite,
		OutputTokens:             u.Out,
	})
}
