package sim

import (
	"cmp"
	"slices"
	"strings"
)

// memory is what the messages of this request say about the user. There is no
// other memory.
type memory struct {
	name  string
	likes []string
	facts map[string]string // "city" to "Lisbon", "live" to "in Lisbon", "cat" to "called Tom"
	notes []string          // statements as they were written
}

var (
	// The sentence of exercise 1.2, with whatever stands for its two words.
	reNameLikes = lazy(`(?s)^My name is (.+?) and I like (.+)\.$`)

	reLikes   = lazy(`(?i)^(?:i|you)(?: really| also| do| just| still|'ve always| have always| absolutely| truly)* (?:like|love|enjoy|adore|am fond of|am into)\s+(.+)$|^i'm (?:into|fond of|a (?:big |great )?fan of)\s+(.+)$`)
	reDislike = lazy(`(?i)^(?:i|you)(?: really)? (?:don't|do not|no longer|dislike|hate)(?: really)?(?: like| love| enjoy)?\s+(.+?)(?: any ?more| any longer)?$`)
	reMyIs    = lazy(`(?i)^(my|your) ([\pL][\pL' -]{0,40}?)(?: is| are| was|'s|'re| =)\s+(.+)$`)
	reVerb    = lazy(`(?i)^(?:i|you)(?: currently| now| also)? (live|work|study|come from|was born|were born|am from|are from)\b\s*(.+)$|^(?:i'm|you're) (from)\s+(.+)$`)
	reAge     = lazy(`(?i)^(?:i am|i'm|you are|you're) (\d{1,3})(?: years? old| years)?$`)
	reCalled  = lazy(`(?i)^(?:i|you)(?: have|'ve got| have got| own) (?:an? |one |the )?([\pL -]{2,30}?),? (?:called|named|whose name is|and (?:his|her|its) name is) (.+)$`)
	reOwn     = lazy(`(?i)^(?:i|you)(?: have|'ve| am| are|'m|'re| own)\b.+$`)
	reKeep    = lazy(`(?i)^(?:please |and |so |also )*(?:remember|keep in mind|don't forget|note)(?: that| this)?:? (.+)$`)
	reWeak    = lazy(`(?i)(?:,? please|,? a lot| very much|,? too|,? thanks?(?: you)?|,? by the way|,? you know)+$`)
	reVague   = lazy(`(?i)^(?:it|that|this|you|your|them|him|her|how|what|when|to be|being told)\b`)
)

// learn takes in what one side said: not what it asks or quotes, nor what the
// assistant says of itself.
func (m *memory) learn(role, text string) {
	text = strings.TrimSpace(text)
	if s := reNameLikes.FindStringSubmatch(text); s != nil && role == "user" && !strings.Contains(text, "\n") {
		m.name, m.likes = curly.Replace(s[1]), appendNew(m.likes, curly.Replace(s[2]))
		return
	}
	greeted := reGreets.MatchString(text)
	for _, c := range clausesOf(text) {
		said := strings.TrimSpace(reLeadWords.ReplaceAllString(c.text+" ", ""))
		if c.isStatedByOther() || said == "" && c.text == "" {
			continue
		}
		if s := group(reKeep, c.sentence); s != "" && c.before == "" && role == "user" {
			m.notes = appendNew(m.notes, trimMarks(s))
		}
		if name := nameIn(role, c.text, greeted, c.text == trimMarks(c.sentence) || greeted); name != "" {
			m.name = name
			continue
		}
		if role == "user" && !reYour.MatchString(said) || role == "assistant" && reYour.MatchString(said) {
			m.learnClause(said)
		}
	}
}

// reYour begins a clause about the other side.
var reYour = lazy(`(?i)^you(?:r|'re|'ve)?\b`)

func (m *memory) learnClause(said string) {
	if s := group(reDislike, said); s != "" {
		m.likes = slices.DeleteFunc(m.likes, func(l string) bool { return strings.EqualFold(l, s) })
		m.notes = appendNew(m.notes, said)
		return
	}
	if s := likedIn(group(reLikes, said)); s != "" {
		m.likes = appendNew(m.likes, s)
		return
	}
	if s := reCalled.FindStringSubmatch(said); s != nil {
		m.facts[strings.ToLower(s[1])] = "called " + trimMarks(s[2])
	}
	switch s := reMyIs.FindStringSubmatch(said); {
	case s != nil:
		key, value := strings.ToLower(s[2]), trimMarks(reWeak.ReplaceAllString(s[3], ""))
		if of, isName := strings.CutSuffix(key, "'s name"); isName {
			key, value = of, "called "+value
		}
		if value != "" && key != "name" && key != "my" && wordCount(key) <= 4 {
			m.facts[key] = value
		}
	case reAge.MatchString(said):
		m.facts["age"] = group(reAge, said)
	case reVerb.MatchString(said):
		s := reVerb.FindStringSubmatch(said)
		m.facts[verbKey(s[1]+s[3])] = strings.TrimSpace(reWeak.ReplaceAllString(s[2]+s[4], ""))
	case reOwn.MatchString(said):
		m.notes = appendNew(m.notes, said)
	}
}

func verbKey(verb string) string {
	fields := strings.Fields(strings.ToLower(verb))
	if last := fields[len(fields)-1]; last == "born" || last == "from" {
		return last
	}
	return fields[0]
}

// likedIn is what somebody likes, without what follows it; empty if that says
// nothing.
func likedIn(s string) string {
	if head, rest, found := strings.Cut(s, ", and "); found && (wordCount(rest) > 3 || reHasVerb.MatchString(rest)) {
		s = head
	}
	if s = trimMarks(reWeak.ReplaceAllString(trimMarks(s), "")); reVague.MatchString(s) {
		return ""
	}
	return s
}

var reHasVerb = lazy(`(?i)\b(?:is|are|was|were|have|has|do|does|will|can)\b`)

func appendNew(list []string, s string) []string {
	if slices.ContainsFunc(list, func(have string) bool { return strings.EqualFold(have, s) }) {
		return list
	}
	return append(list, s)
}

// remembered reads all messages. What the user said counts before what a reply
// repeats; what only a reply says is believed, as a model believes the words
// that were put into its mouth.
func (v *view) remembered() memory {
	m, told := memory{facts: map[string]string{}}, memory{facts: map[string]string{}}
	m.name = trimMarks(group(reUsersName, v.p.System))
	for _, t := range v.past {
		for _, text := range textsOf(t) {
			if t.Role == "assistant" {
				told.learn(t.Role, text)
			} else {
				m.learn(t.Role, text)
			}
		}
	}
	for _, text := range v.said {
		m.learn("user", text)
	}
	m.name = cmp.Or(m.name, told.name)
	if len(m.likes) == 0 {
		m.likes = told.likes
	}
	if len(m.notes) == 0 {
		m.notes = told.notes
	}
	for key, value := range told.facts {
		if m.facts[key] == "" {
			m.facts[key] = value
		}
	}
	return m
}

// fact finds a value by its name, or by one that is nearly the same.
func (m memory) fact(key string) (name, value string) {
	key = strings.TrimSuffix(key, "'s name")
	if value = m.facts[key]; value != "" {
		return key, value
	}
	for _, k := range sortedKeys(m.facts) {
		if strings.HasSuffix(k, " "+key) || strings.HasSuffix(key, " "+k) {
			return k, m.facts[k]
		}
	}
	return key, ""
}

// all are the clauses that say everything known about the user.
func (m memory) all() []string {
	var clauses []string
	if m.name != "" {
		clauses = append(clauses, "your name is "+brief(m.name))
	}
	if len(m.likes) > 0 {
		clauses = append(clauses, "you like "+briefs(m.likes))
	}
	for _, key := range sortedKeys(m.facts) {
		clauses = append(clauses, factClause(key, m.facts[key]))
	}
	for _, n := range m.notes {
		clauses = append(clauses, `you wrote "`+brief(n)+`"`)
	}
	return clauses
}

func factClause(key, value string) string {
	value = brief(value)
	switch key {
	case "live", "work", "study":
		return "you " + key + " " + value
	case "born":
		return "you were born " + value
	case "from", "come":
		return "you are from " + strings.TrimPrefix(value, "from ")
	case "age":
		return "you are " + value + " years old"
	}
	if strings.HasSuffix(key, "s") && !strings.HasSuffix(key, "ss") && strings.Contains(value, " and ") {
		return "your " + key + " are " + value
	}
	return "your " + key + " is " + value
}

// brief keeps a value to what can be said again in a reply.
func brief(s string) string { return shorten(s, 120) }

func briefs(list []string) string {
	var short []string
	for _, s := range list {
		short = append(short, brief(s))
	}
	return listOf(short, "")
}
