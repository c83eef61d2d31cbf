package sim

import (
	"regexp"
	"slices"
	"strings"
)

// memory is what the messages of this request say about the user. There is no
// other memory.
type memory struct {
	name  string
	likes []string
	facts map[string]string // "city" to "Lisbon"
	notes []string          // whole statements, made into the second person
}

// A value ends where its clause does; a full stop within it ("J. R.") does not
// end it.
const toEnd = `(.+?)(?:[.!?]*(?:\s*$|\n)|[.!?]+\s+[\p{Lu}\d"'(]|[;!?]| and (?:I|my)\b|, (?:I|my|and|but)\b)`

var (
	reName     = regexp.MustCompile(`(?i)\b(?:my name(?:'s| is)|(?:you can )?call me|i(?:'m| am) called|your name is|you are called)\s+` + toEnd)
	reNameLike = regexp.MustCompile(`(?i)\bmy name(?:'s| is)\s+([^\n!?]+?),? and i (?:like|love|enjoy|adore|have|live|am)\b`)
	reIAm      = regexp.MustCompile(`(?:^|[.!?]\s+)(?:Hi|Hello|Hey)?,?\s*(?:I am|I'm|i am|i'm) ([\p{Lu}][\pL'-]+(?: [\p{Lu}][\pL'-]+)?)(?:[.,!]|$| and)`)
	reYou      = regexp.MustCompile(`(?i)\byou(?:r|rs|'ve|'re)?\b`)
	reMeeting  = regexp.MustCompile(`\b(?:[Nn]ice|[Gg]ood|[Pp]leased|[Gg]lad) to meet you, ([^.!?\n]+)[.!?]`)
	reLike     = regexp.MustCompile(`(?i)\b(?:i|you)(?:'ve always| have always)?(?: really| also| do)? (?:like|love|enjoy|adore)\s+` + toEnd)
	reMyIs     = regexp.MustCompile(`(?i)\b(?:my|your) ([\pL][\pL' -]{1,30}?) (?:is|are|was|=)\s+` + toEnd)
	reILive    = regexp.MustCompile(`(?i)\b(?:i|you) (live|work|was born|study|am from|come from|are from)(?: in| at| as)? ` + toEnd)
	reIHave    = regexp.MustCompile(`(?i)(?:^|[.!?]\s+|,\s+|and )(?:i(?: have|'ve got| own| am| 'm|'m)|you (?:have|are|own)) ` + toEnd)
	reRemember = regexp.MustCompile(`(?i)\bremember(?: that| this)?:? ` + toEnd)
)

// learn takes in what one side said: what it asks does not count, nor what the
// assistant says of itself.
func (m *memory) learn(role, text string) {
	text = curly.Replace(text)
	for _, s := range sentencesOf(text) {
		if strings.HasSuffix(s, "?") || role == "assistant" && !reYou.MatchString(s) {
			text = strings.Replace(text, s, "", 1)
		}
	}
	for _, re := range []*regexp.Regexp{reMeeting, reIAm, reName, reNameLike} {
		if all := re.FindAllStringSubmatch(text, -1); len(all) > 0 {
			name := strings.Trim(all[len(all)-1][1], ` "`)
			if !strings.HasPrefix(m.name, name) { // "J" of "J. R. Smith" is no news
				m.name = name
			}
		}
	}
	for _, match := range reLike.FindAllStringSubmatch(text, -1) {
		m.likes = appendNew(m.likes, match[1])
	}
	for _, match := range reMyIs.FindAllStringSubmatch(text, -1) {
		if key := strings.ToLower(match[1]); key != "name" && !strings.Contains(key, "number") {
			m.facts[key] = match[2]
		}
	}
	for _, match := range reILive.FindAllStringSubmatch(text, -1) {
		m.facts[strings.ToLower(match[1])] = match[2]
	}
	for _, match := range reIHave.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(match[1], "called ") && match[1] != m.name {
			m.notes = appendNew(m.notes, strings.Trim(match[0], ".,!? "))
		}
	}
	for _, match := range reRemember.FindAllStringSubmatch(text, -1) {
		m.notes = appendNew(m.notes, match[1])
	}
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if strings.EqualFold(have, s) {
			return list
		}
	}
	return append(list, s)
}

// remembered reads all messages, the assistant's too: a model believes the
// words that were put into its mouth.
func (v *view) remembered() memory {
	m := memory{facts: map[string]string{}}
	for _, t := range v.past {
		for _, text := range textsOf(t) {
			m.learn(t.Role, text)
		}
	}
	for _, text := range v.said {
		m.learn("user", text)
	}
	return m
}

var (
	reAskName  = regexp.MustCompile(`\b(?:what(?:'s| is| was) my name|who am i|(?:do you )?(?:know|remember|recall) (?:my name|who i am)|my name\?|what am i called|say my name)`)
	reAskLikes = regexp.MustCompile(`\bwhat (?:do|did) i (?:say i )?(?:like|love|enjoy|adore)|\bwhat i (?:like|love|enjoy)|\bmy (?:likes|hobby|hobbies)\b`)
	reAskMy    = regexp.MustCompile(`\b(?:what(?:'s| is| was| are| colour is| color is)|who(?:'s| is)|where(?:'s| is)|when(?:'s| is)|how old is|do you (?:know|remember)(?: what)?) my ([\pL][\pL' -]*?)(?: is| again| called)?\s*(?:\?|$|\.|, | and )`)
	reAskVerb  = regexp.MustCompile(`\b(?:where|what|as what) (?:do|did|am|was) i (live|work|born|study|from|come from)\b`)
	reAskMine  = regexp.MustCompile(`\bwhat (?:do|did|can|could) you (?:know|remember|recall|learn)(?: about me)?\b|\bwhat (?:did|have) i (?:tell|told|said|say)\b|\bwhat do i have\b|\bhow old am i\b|\bdo you remember\b|\bwhat am i\b`)
)

// recall answers a question about the user; empty if the text asks none.
func (v *view) recall(text string) string {
	low := plain(text)
	asksName, asksLikes, asksMine := reAskName.MatchString(low), reAskLikes.MatchString(low), reAskMine.MatchString(low)
	my := group(reAskMy, low)
	verb := group(reAskVerb, low)
	if my == "name" || asksLikes && (my == "likes" || strings.HasPrefix(my, "hobb")) {
		my = ""
	}
	if !asksName && !asksLikes && !asksMine && my == "" && verb == "" {
		return ""
	}
	m := v.remembered()
	var known, unknown []string
	add := func(asked bool, what, value, sentence string) {
		switch {
		case asked && value != "":
			known = append(known, sentence)
		case asked:
			unknown = append(unknown, what)
		}
	}
	add(asksName, "your name", m.name, "your name is "+m.name)
	add(asksLikes, "what you like", listOf(m.likes, ""), "you like "+listOf(m.likes, ""))
	add(my != "", "your "+my, m.fact(my), "your "+my+" is "+m.fact(my))
	add(verb != "", "where you "+verb, m.fact(verb), factClause(verb, m.fact(verb)))
	if asksMine && !asksName && !asksLikes {
		known = append(known, m.all()...)
		if len(known) == 0 {
			unknown = append(unknown, "anything about you")
		}
	}
	return v.tellKnown(known, unknown)
}

func (m memory) fact(key string) string {
	if value := m.facts[key]; value != "" {
		return value
	}
	for k, value := range m.facts {
		if strings.TrimSuffix(key, "'s name") == k || strings.HasSuffix(k, " "+key) || strings.HasSuffix(key, " "+k) {
			return value
		}
	}
	return ""
}

// all are the clauses that say everything known about the user.
func (m memory) all() []string {
	var clauses []string
	if m.name != "" {
		clauses = append(clauses, "your name is "+m.name)
	}
	if len(m.likes) > 0 {
		clauses = append(clauses, "you like "+listOf(m.likes, ""))
	}
	for _, key := range sortedKeys(m.facts) {
		clauses = append(clauses, factClause(key, m.facts[key]))
	}
	for _, n := range m.notes {
		clauses = append(clauses, `you wrote "`+n+`"`)
	}
	return clauses
}

func factClause(key, value string) string {
	switch {
	case key == "live" || key == "was born":
		return "you " + strings.Replace(key, "was", "were", 1) + " in " + value
	case slices.Contains([]string{"work", "study"}, key):
		return "you " + key + ": " + value
	case strings.HasSuffix(key, "from"):
		return "you are from " + value
	}
	return "your " + key + " is " + value
}

func (v *view) tellKnown(known, unknown []string) string {
	if len(known) == 0 {
		what := listOf(unknown, "that")
		return oneOf(v.draws, "cannot know", []string{
			"I cannot know " + what + ": nothing in the messages I was sent says so. Each conversation starts from nothing.",
			"I don't know " + what + ". I only see the messages of this request, and they do not say. Each conversation starts from nothing.",
			"There is no way for me to know " + what + ". I keep nothing between calls: each conversation starts from nothing, and this one does not say.",
		})
	}
	text := capital(listOf(known, "")) + "."
	if len(unknown) > 0 {
		text += " I cannot know " + listOf(unknown, "") + ": no message I was sent says so."
	}
	return text
}

var reStatement = regexp.MustCompile(`(?i)^(?:(?:hi|hello|hey)[,.! ]+)?(?:(?:please )?remember|my [\pL' -]+ (?:is|are|was)\b|i(?:'m| am| live| like| love| enjoy| have| work| own|'ve)\b|call me\b|you can call me\b)`)

// acknowledge answers a statement about the user; empty if the text is none.
func (v *view) acknowledge(text string) string {
	text = curly.Replace(text)
	if !reStatement.MatchString(strings.TrimSpace(text)) || strings.HasSuffix(strings.TrimSpace(text), "?") {
		return ""
	}
	m := memory{facts: map[string]string{}}
	m.learn("user", text)
	var parts []string
	if m.name != "" {
		parts = append(parts, "Nice to meet you, "+m.name+".")
	}
	if len(m.likes) > 0 {
		parts = append(parts, capital(listOf(m.likes, ""))+": "+oneOf(v.draws, "like", []string{"a fine thing to like.", "I can see why one would like that.", "good to know."}))
	}
	for _, key := range sortedKeys(m.facts) {
		parts = append(parts, "So "+factClause(key, m.facts[key])+".")
	}
	if len(parts) == 0 {
		parts = append(parts, oneOf(v.draws, "noted", []string{"Noted.", "All right.", "Good to know."}))
	}
	end := oneOf(v.draws, "noted end", []string{
		"What would you like to talk about?",
		"How can I help?",
		"I know it as long as your program sends that message along.",
	})
	return strings.Join(append(parts, end), " ")
}
