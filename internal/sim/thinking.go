package sim

import (
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

// thinkingRange gives the least and the most tokens of thinking, by the effort:
// for an ordinary prompt, for one with something to work out, and for a hard
// one. Few are drawn more often than many.
func thinkingRange(effort string, l level) (low, high int) {
	ranges := map[string][3][2]int{
		"low":    {{15, 70}, {20, 90}, {40, 160}},
		"medium": {{15, 200}, {30, 280}, {120, 450}},
		"high":   {{80, 400}, {120, 560}, {350, 1200}},
		"xhigh":  {{120, 500}, {180, 700}, {500, 1700}},
		"max":    {{160, 650}, {240, 1000}, {700, 2200}},
	}
	of, known := ranges[effort]
	if !known {
		of = ranges["medium"]
	}
	return of[l][0], of[l][1]
}

var wordsOfHardTasks = lazy(`(?i)\b(prove|proof|step by step|puzzle|riddle|reason(ing)?|derive|optimal|why does|how many different)\b`)

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
	u := v.uniform("thinking")
	return low + int(u*u*float64(high-low+1))
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
