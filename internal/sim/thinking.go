package sim

import (
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// level is how much there is to think about.
type level int

const (
	easy level = iota
	some
	hard
)

// thinkingRange gives the least and the most tokens of thinking.
func thinkingRange(effort string, l level) (low, high int) {
	ranges := map[string][3][2]int{ // easy, some, hard
		"low":    {{0, 10}, {0, 25}, {30, 120}},
		"medium": {{6, 60}, {20, 120}, {120, 420}},
		"high":   {{40, 160}, {80, 320}, {450, 1300}},
		"xhigh":  {{60, 220}, {120, 480}, {700, 1900}},
		"max":    {{90, 320}, {200, 800}, {1200, 3200}},
	}
	of, known := ranges[effort]
	if !known {
		of = ranges["medium"]
	}
	return of[l][0], of[l][1]
}

var wordsOfHardTasks = regexp.MustCompile(`(?i)\b(prove|proof|step by step|puzzle|riddle|reason(ing)?|derive|optimal|why does|how many different)\b`)

// thinkingTokens is what the hidden thinking costs. Only the Messages API has
// thinking here.
func (v *view) thinkingTokens(l level) int {
	if v.p.Dialect != fakellm.Anthropic || v.p.NoThinking {
		return 0
	}
	if wordsOfHardTasks.MatchString(v.task) {
		l = hard
	}
	low, high := thinkingRange(v.p.Effort, l)
	return v.between("thinking", low, high)
}

// thought is the text of the thinking, when it was asked for. It costs no more
// than the thinking does.
func (v *view) thought(o outcome, tokens int) string {
	if !v.p.ShowThought {
		return ""
	}
	sentences := []string{"The user wants something about " + listOf(firstN(keywords(v.task), 3), "the last message") + "."}
	var names []string
	for _, c := range o.calls {
		if !slices.Contains(names, c.tool) {
			names = append(names, c.tool)
		}
	}
	switch {
	case len(names) > 0:
		sentences = append(sentences, "A tool fits: "+listOf(names, "")+".")
	case len(v.steps) > 0:
		sentences = append(sentences, "The results are there, so I can answer.")
	case o.level == hard:
		sentences = append(sentences, "The first answer that comes to mind may be a trap, so let me check it.")
	default:
		sentences = append(sentences, "I can answer from the messages I was sent.")
	}
	return firstTokens(strings.Join(sentences, " "), tokens)
}
