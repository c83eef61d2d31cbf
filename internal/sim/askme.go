package sim

import (
	"slices"
	"strings"
)

// Questions about the user, in lower case.
var (
	reAskName  = lazy(`\bwhat(?:'s|s| is| was)(?: is)? my (?:(?:full|real|first|own|actual) )?name\b|\bmy (?:full |real |first )?name\?|\b(?:tell|remind|give|say|repeat|spell|know|remember|recall|forgot|forgotten|use|guess)\b[^.?!]{0,20}\bmy (?:full |real |first )?name\b|\bwhat (?:should|shall|can|do|will|would|could) (?:you|i) call me\b|\bwhat (?:am i|i am|i'm|was i) (?:called|named)\b|\bwho (?:am i|i am)\b|\b(?:what|which) name (?:did|have|do) i\b|\bhow am i called\b|\bdo you (?:still )?know me\b`)
	reAskLikes = lazy(`\bwhat (?:do|did) i (?:say i )?(?:really )?(?:like|love|enjoy|adore)\b|\bwhat i (?:like|love|enjoy)\b|\bmy (?:likes|hobby|hobbies)\b|\bwhat am i (?:into|fond of)\b`)
	reAskMy    = lazy(`\b(?:what(?:'s|s| is| was| are| were)|which (?:is|are|was)|what colou?r (?:is|are)|what do (?:i|you) call|who(?:'s| is| are)|where(?:'s| is| are)|when(?:'s| is| was)|how old is|tell me(?: about)?|remind me (?:of |what )?|do you (?:still )?(?:know|remember|recall)(?: what| of| who)?|did i (?:tell|mention)(?: you)?)(?: is| was| are)? my ([\pL][\pL' -]*?)(?: is| was| are| again| called| named| then| now| please)*\s*(?:\?|$|\.|,|!| and )`)
	reAskVerb  = lazy(`\b(?:where|what|when|who|how long)(?: exactly)? (?:do|did|am|was|have|had) i (live|work|born|study|from|come from)\b|\bwhere (?:am) i (from)\b|\bwhat (do) i do(?: for a living| for work)?\b`)
	reAskHave  = lazy(`\b(?:what|which|how many) ([\pL-]+(?: [\pL-]+)?) (?:(?:do|did) i (?:have|own|speak|use|play|need)|(?:did|have) i (?:tell|told|give|gave|given|mention|say|said|ask|asked))\b`)
	reAskAge   = lazy(`\bhow old am i\b|\bmy age\b`)
	reAskMine  = lazy(`\bwhat (?:do|did|can|could|else do) you (?:know|remember|recall|learn)(?: about me\b|\s*\?|$)|\b(?:everything|anything|all|something|things|what)\b[^.?!]{0,25}\b(?:know|knew|remember|learned|recall)(?: about)? (?:about )?me\b|\bwhat (?:did|have) i (?:just |already )?(?:tell|told|said|say)\b|\bwhat do i have\b|\bdo you remember\b|\bwhat am i\b`)
	reJob      = lazy(`^(?:job|work|profession|occupation|career|living|trade)$`)
)

// asked collects what can be said to a question about the user.
type asked struct {
	known   []string // clauses
	unknown []string // what nothing was found about
}

func (a *asked) add(what, value, clause string) {
	if value == "" {
		a.unknown = append(a.unknown, what)
	} else {
		a.known = append(a.known, clause)
	}
}

// recall answers a question about the user; empty if the text asks none.
func (v *view) recall(text string) string {
	low := plain(text)
	name, likes, mine := reAskName.MatchString(low), reAskLikes.MatchString(low), reAskMine.MatchString(low)
	age := reAskAge.MatchString(low)
	var keys []string
	for _, m := range reAskMy.FindAllStringSubmatch(low+" ", 4) {
		if key := m[1]; !(name && strings.HasSuffix(key, "name") && !strings.Contains(key, "'") || likes && (key == "likes" || strings.HasPrefix(key, "hobb")) || age && key == "age") {
			keys = append(keys, key)
		}
	}
	for _, key := range []string{verbAsked(low), group(reAskHave, low)} {
		if key != "" && key != "name" {
			keys = append(keys, key)
		}
	}
	if !name && !likes && !mine && !age && len(keys) == 0 {
		return ""
	}
	m := v.remembered()
	var a asked
	if name {
		a.add("your name", m.name, "your name is "+brief(m.name))
	}
	if likes {
		a.add("what you like", briefs(m.likes), "you like "+briefs(m.likes))
	}
	if age {
		a.add("your age", m.facts["age"], factClause("age", m.facts["age"]))
	}
	for _, key := range keys {
		v.addFact(&a, m, key)
	}
	if mine && !name && !likes && !age && len(keys) == 0 {
		if a.known = m.all(); len(a.known) == 0 {
			a.unknown = append(a.unknown, "anything about you")
		}
	}
	return v.tellKnown(a)
}

func verbAsked(low string) string {
	m := reAskVerb.FindStringSubmatch(low)
	switch {
	case m == nil:
		return ""
	case m[3] != "":
		return "job"
	}
	return verbKey(strings.Replace(m[1]+m[2], "come from", "from", 1))
}

// addFact finds one thing about the user, in a statement that names it if need
// be.
func (v *view) addFact(a *asked, m memory, key string) {
	what := "your " + key
	if v, isVerb := map[string]string{"live": "where you live", "work": "where you work", "study": "what you study", "born": "where or when you were born", "from": "where you are from"}[key]; isVerb {
		what = v
	}
	name, value := m.fact(key)
	if value == "" && reJob.MatchString(key) {
		if name, value = m.fact("work"); value == "" {
			for _, n := range m.notes {
				if reIAmA.MatchString(n) {
					a.known = append(a.known, `you wrote "`+brief(n)+`"`)
					return
				}
			}
		}
	}
	if value == "" {
		if s := v.statementWith(key); s != "" {
			a.known = append(a.known, `you wrote "`+brief(trimMarks(s))+`"`)
			return
		}
	}
	a.add(what, value, factClause(name, value))
}

var reIAmA = lazy(`(?i)^i(?: am|'m) an? `)

// statementWith is the last statement of the user that holds all the words.
func (v *view) statementWith(words string) string {
	found := ""
	for _, text := range append(v.texts("user"), v.said...) {
		for _, c := range clausesOf(text) {
			held := keywords(c.text)
			wanted := keywords(words)
			missing := slices.ContainsFunc(wanted, func(w string) bool {
				return !slices.ContainsFunc(held, func(h string) bool { return sameStem(h, w) })
			})
			if len(wanted) > 0 && !missing && !reAskedFor.MatchString(c.sentence) {
				found = c.sentence
			}
		}
	}
	return found
}

// tellKnown says what was found and what was not. That a request says nothing
// about something is said only where it holds no statement at all: the rules
// do not understand every sentence.
func (v *view) tellKnown(a asked) string {
	text := ""
	if len(a.known) > 0 {
		text = capital(listOf(a.known, "")) + "."
	}
	if len(a.unknown) == 0 {
		return text
	}
	what := listOf(a.unknown, "that")
	if lines := v.statements(); len(lines) > 0 && len(a.known) > 0 {
		return text + " My rules find nothing about " + what + " in what you wrote."
	} else if len(lines) > 0 {
		return "I cannot tell you " + what + ": my rules find nothing about it in the messages of this request (" + listOf(lines, "") + "), and I know nothing else."
	}
	return oneOf(v.draws, "cannot know", []string{
		"I cannot know " + what + ": nothing in the messages I was sent says so. Each conversation starts from nothing.",
		"I don't know " + what + ". I only see the messages of this request, and they do not say. Each conversation starts from nothing.",
		"There is no way for me to know " + what + ". I keep nothing between calls: each conversation starts from nothing, and this one does not say.",
	})
}

// statements are the beginnings of what was written in this request and is no
// question, up to three.
func (v *view) statements() []string {
	var lines []string
	for _, text := range append(v.texts("user"), append(v.texts("assistant"), v.said...)...) {
		for _, s := range sentencesOf(curly.Replace(clip(text))) {
			if len(keywords(s)) > 0 && !strings.HasSuffix(s, "?") && !reAskedFor.MatchString(s) {
				lines = appendNew(lines, `"`+fewWords(s, 5)+`"`)
				break
			}
		}
	}
	return lines[max(0, len(lines)-3):]
}

// reAskedFor begins a question without a question mark.
var reAskedFor = lazy(`(?i)^(?:(?:so|and|please|can you|could you|would you|do you) )*(?:what|what's|whats|who|where|when|how|which|tell|remind|give|say|do you)\b`)

// fewWords is a text's beginning: at most n words, and not long ones.
func fewWords(s string, n int) string {
	words := strings.Fields(s)
	short := shorten(strings.Join(firstN(words, n), " "), 60)
	if len(words) > n && !strings.HasSuffix(short, "…") {
		short += " …"
	}
	return short
}

var (
	reIsMyName = lazy(`^(?:so )?(?:is|isn't) my name (?:really |still |not )?(.+?)\?*$|^am i (?:called|named) (.+?)\?*$`)
	reDoILike  = lazy(`^(?:so )?(?:do|don't) i (?:really |still |also )?(?:like|love|enjoy) (.+?)\?*$`)
	reIsMy     = lazy(`^(?:so )?(?:is|are|isn't|aren't) my ([\pL' -]+?) ([\pL\d'-]+)\?*$`)
)

// recallYesNo answers whether something about the user is so; empty if the
// text does not ask that.
func (v *view) recallYesNo(text string) string {
	low := plain(text)
	name, like, my := group(reIsMyName, low), group(reDoILike, low), reIsMy.FindStringSubmatch(low)
	if name == "" && like == "" && my == nil {
		return ""
	}
	m := v.remembered()
	yes := func(same bool) string {
		if same {
			return "Yes, "
		}
		return "No, "
	}
	switch {
	case name != "" && m.name != "":
		return yes(strings.EqualFold(name, m.name)) + "your name is " + brief(m.name) + "."
	case name != "":
		return v.tellKnown(asked{unknown: []string{"your name"}})
	case like != "" && len(m.likes) > 0:
		if slices.ContainsFunc(m.likes, func(l string) bool { return strings.EqualFold(l, like) }) {
			return "Yes, you like " + like + "."
		}
		return "I cannot tell. What you wrote says that you like " + briefs(m.likes) + "."
	case like != "":
		return v.tellKnown(asked{unknown: []string{"whether you like " + brief(like)}})
	}
	key, value := m.fact(my[1])
	if value == "" {
		return v.tellKnown(asked{unknown: []string{"that about your " + brief(my[1])}})
	}
	if strings.EqualFold(value, my[2]) {
		return "Yes, " + factClause(key, value) + "."
	}
	return "What you wrote says that " + factClause(key, value) + "."
}

var reRequest = lazy(`(?i)^(?:please |now |then |so |and )*(?:show|tell|give|write|explain|list|read|open|make|help|describe|name|summari[sz]e|translate|compute|calculate|repeat|reveal|send|create|find|check|pick|choose|use|answer|let's|let me|suggest|recommend|what|how|why|where|when|which|who|can|could|would|will|should|do|does|is|are)\b`)

// acknowledge answers a statement about the user; empty if the text is none,
// or asks for something too.
func (v *view) acknowledge(text string) string {
	if strings.HasSuffix(strings.TrimSpace(text), "?") {
		return ""
	}
	for _, s := range sentencesOf(curly.Replace(clip(text))) {
		if slices.ContainsFunc(splitClauses(s), func(c clause) bool { return reRequest.MatchString(c.text) }) {
			return ""
		}
	}
	m := memory{facts: map[string]string{}}
	m.learn("user", text)
	var parts []string
	if m.name != "" {
		parts = append(parts, "Nice to meet you, "+strings.TrimSuffix(brief(m.name), ".")+".")
	}
	if len(m.likes) > 0 {
		parts = append(parts, capital(briefs(m.likes))+": "+oneOf(v.draws, "like", []string{"a fine thing to like.", "I can see why one would like that.", "good to know."}))
	}
	for _, key := range sortedKeys(m.facts) {
		parts = append(parts, "So "+factClause(key, m.facts[key])+".")
	}
	switch {
	case len(parts) == 0 && len(m.notes) == 0:
		return ""
	case len(parts) == 0:
		parts = append(parts, oneOf(v.draws, "noted", []string{"Noted.", "All right.", "Good to know."}))
	}
	end := oneOf(v.draws, "noted end", []string{
		"What would you like to talk about?",
		"How can I help?",
		"I know it as long as your program sends that message along.",
	})
	return strings.Join(append(parts, end), " ")
}
