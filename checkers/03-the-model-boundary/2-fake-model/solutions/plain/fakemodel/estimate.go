package fakemodel

import "unicode/utf8"

// EstimateTokens says roughly how many tokens a text has: one for four
// characters, and at least one. That is about right for English prose and wrong
// for code, JSON and most other scripts: good enough to plan with, and nothing
// to bill or to refuse a request by.
func EstimateTokens(text string) int {
	return max(1, utf8.RuneCountInString(text)/4)
}
