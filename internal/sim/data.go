package sim

import (
	"strings"
)

// A task in words is instructions, perhaps an example, and the data that they
// are about. The rules below take away what they know for instruction or
// example at the front and at the end of a text; what remains is the data.
var (
	rePolite = lazy(`(?i)^(?:[-*•]\s+|\d{1,2}[.)]\s+)?(?:(?:task|instructions?|rules?|important|now|then|and|also|please|kindly|(?:can|could|would) you(?: please)?|i (?:want|need|would like) you to)\b[:,]?\s*)*`)
	reRule   = lazy(`(?i)^(?:extract|summari[sz]e|sum up|tl;?dr|classify|translate|parse|normali[sz]e|paraphrase|proofread|shorten|your (?:task|job)\b|you (?:will|are going to) (?:be given|receive|get)|(?:[-=#*_]{3,}|\x60{3}\w*|"""|\d{1,2}[.)])$|[^.!?]{0,80}:$)`)
	// These begin an instruction if it speaks of the task's own matters.
	reRuleStart = lazy(`(?i)^(?:use|keep|put|set|pull|turn|pick|take|tell|create|fill|analy[sz]e|determine|collect|gather|record|transform|map|figure|i (?:want|need|would like)|leave|get|give|find|read|write|fill|do not|don't|never|always|only|just|include|omit|skip|return|output|answer|reply|respond|produce|provide|print|convert|make|identify|list|tell me|show|here(?:'s| is| are)|this is|these are|(?:the )?following|below|you are|you're|treat|assume|missing|unknown|absent|unclear|no|what(?:'s| is| are)|which|with|for|anything|everything|nothing|values?|fields?|keys?|(?:an?|any|each|every|all)(?: \w+)? (?:fields?|values?|keys?)|the (?:message|text|input|data)|it is (?:only |just )?data)\b`)
	reMatter    = lazy(`(?i)\b(?:null|none|empty|blank|missing|unknown|fields?|values?|keys?|format|titles?|dates?|times?|places?|locations?|events?|messages?|texts?|input|output|example|information|stated|mentioned|given|written|invent|guess|assume|summary|sentences?|words?|paragraph|data|article|e-?mail|lines?|appointment|object|assistant|extract\w*|details|appears?|absent|sentiment|category)\b`)
	reCondition = lazy(`(?i)^(?:if|when(?:ever)?|where(?:ver)?|for)\b.*\b(?:null|none|empty|blank|missing|unknown|absent|unclear|leave|omit|skip|no (?:date|time|place|title|value|location)|not (?:given|mentioned|stated|in the|there|known|present))\b`)
	reTechnical = lazy(`(?i)\bnull\b|\bjson\b|\bschema\b|\bISO(?:[ -]?8601)?\b|\byyyy|\bhh:mm|\bas (?:they are |it is |they stand )?(?:written|stated|given)\b|\bverbatim\b|\b(?:missing|absent|empty|unknown) (?:fields?|values?|information|data)\b|\b(?:invent(?:ed|ing)?|hallucinat\w+|mak(?:e|ing) (?:\w+ )?up|placeholders?)\b`)
	reFieldList = lazy(`(?i)^(?:(?:and|or|string|text|integer|number|title|what|event|date|day|when|time|start|end|place|location|where|name|age|person|people|who|attendees|price|amount|total|e-?mail|phone|category|priority|sentiment)\b(?:\s*[,:;/|&?]?\s*|\.?$))+$`)
	reOneField  = lazy(`(?i)^[\pL-]+$`) // "Name: Ada" is data
	reLabel     = lazy(`(?i)^(?:(?:the |new |my |user |next |raw )?(?:message|text|input|data|line|note|event|user|msg|e-?mail|sentence|document|review|invoice)(?: \d+)?|now[^:\n]{0,25}|(?:from|in|for) (?:this|the)[^:\n]{0,20}|question|q)\s*:\s*`)
	reLabelIn   = lazy(`[.!?}"']\s+(?:Message|Text|Input|Event|Now[^:.\n]{0,25})\s*:\s|\}[.,;]?\s+`)
	reFrom      = lazy(`(?i)^(?:please )?(?:extract|parse|summari[sz]e|get)\b.{0,80}?\b(?:from|in|of)(?: (?:the|this))?(?: (?:following))?(?: (?:message|text|line|note|e-?mail|sentence|input))?:? (\S+ .+)$`)
	reNothing   = lazy(`(?i)\b(?:it|this|that|message|text|event|following|title|appointment|data|them|json|object)\b[.:!]?$`)
	reLongQuote = lazy(`(?s)"""(.+?)"""|"([^"]{12,})"|` + "```(?:\\w*\n)?(.+?)```" + `|'([^'\n]{20,})'`)
	reSentence  = lazy(`[.!?]["')]*\s+`)
	reJoint     = lazy(`:\s+| [-–—] `)
)

// dataIn is the part of a text that the instructions in it are about: what
// stands in tags, else what is neither instruction nor example; empty if there
// is no more than an instruction.
func dataIn(text string) string {
	text = strings.TrimSpace(curly.Replace(text))
	if inner, ok := inTags(text); ok {
		return tidyData(inner)
	}
	text = strings.TrimSpace(withoutTagged(text))
	lines := linesOf(text)
	example := exampleLines(text, lines)
	var pieces []span
	for i, l := range lines {
		if !example[i] {
			pieces = append(pieces, piecesOf(text, l)...)
		}
	}
	first, last := 0, len(pieces)
	for first < last && (isRule(pieces[first].of(text)) || first+1 < last && isHeading(text, pieces[first], pieces[first+1])) {
		first++
	}
	for last > first && isRule(pieces[last-1].of(text)) {
		last--
	}
	if first < last {
		return tidyData(text[pieces[first].from:pieces[last-1].to])
	}
	return tidyData(onlyRules(text, lines, example, pieces))
}

// onlyRules finds the data in a text of which every piece looks like an
// instruction: in quotes, behind "from", or the last piece.
func onlyRules(text string, lines []span, example []bool, pieces []span) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if m := reLongQuote.FindAllStringSubmatch(lines[i].of(text), -1); len(m) > 0 && !example[i] {
			return strings.Join(m[len(m)-1][1:], "")
		}
	}
	if q := group(reLongQuote, text); strings.Contains(q, "\n") && !strings.HasPrefix(strings.TrimSpace(q), "{") {
		return q
	}
	if len(pieces) == 0 {
		return ""
	}
	piece := pieces[len(pieces)-1].of(text)
	if rest := group(reFrom, piece); rest != "" {
		return rest
	}
	if len(pieces) == 1 && !reNothing.MatchString(piece) {
		return piece
	}
	if reTechnical.MatchString(piece) || reNothing.MatchString(piece) {
		return ""
	}
	return piece
}

// tidyData takes a label and quotes off.
func tidyData(data string) string {
	data = strings.TrimSpace(reLabel.ReplaceAllString(strings.TrimLeft(strings.TrimSpace(data), ".,;: "), ""))
	if n := len(data); n > 1 && (data[0] == '"' || data[0] == '\'') && data[n-1] == data[0] && strings.Count(data, data[:1]) == 2 {
		data = strings.TrimSpace(data[1 : n-1])
	}
	return data
}

// span is a part of a text.
type span struct{ from, to int }

func (s span) of(text string) string { return text[s.from:s.to] }

func (s span) trimmed(text string) span {
	for s.from < s.to && strings.IndexByte(" \t\r\n", text[s.from]) >= 0 {
		s.from++
	}
	for s.to > s.from && strings.IndexByte(" \t\r\n", text[s.to-1]) >= 0 {
		s.to--
	}
	return s
}

// linesOf gives the lines of a text; one ends also behind a JSON object in it
// and before a label such as "Message:".
func linesOf(text string) []span {
	var lines []span
	start := 0
	for start <= len(text) {
		end := len(text)
		if at := strings.IndexByte(text[start:], '\n'); at >= 0 {
			end = start + at
		}
		from := start
		for _, at := range reLabelIn.FindAllStringIndex(text[start:end], -1) {
			lines = append(lines, span{from, start + at[0] + 1}.trimmed(text))
			from = start + at[0] + 1
		}
		lines = append(lines, span{from, end}.trimmed(text))
		start = end + 1
	}
	return lines
}

// piecesOf cuts a line into sentences, and a sentence at a colon or a dash
// that parts an instruction from something else.
func piecesOf(text string, line span) []span {
	var pieces []span
	add := func(s span) {
		if s = s.trimmed(text); s.from < s.to {
			pieces = append(pieces, s)
		}
	}
	from := line.from
	for _, at := range append(reSentence.FindAllStringIndex(line.of(text), -1), []int{line.to - line.from, line.to - line.from}) {
		sentence := span{from, line.from + at[1]}.trimmed(text)
		from = line.from + at[1]
		if reTodayIs.MatchString(sentence.of(text)) {
			add(sentence)
			continue
		}
		for _, joint := range reJoint.FindAllStringIndex(sentence.of(text), 3) {
			head, tail := span{sentence.from, sentence.from + joint[0]}, span{sentence.from + joint[1], sentence.to}
			if isRule(head.of(text)) && !(reOneField.MatchString(head.of(text)) && reFieldList.MatchString(head.of(text))) || tail.from < tail.to && isRule(tail.of(text)) && !reLabel.MatchString(sentence.of(text)) {
				add(head)
				sentence = tail
				break
			}
		}
		add(sentence)
	}
	return pieces
}

// isRule says whether a piece looks like an instruction of the user.
func isRule(piece string) bool {
	if reIgnore.MatchString(piece) {
		return false // an injected one belongs to the data
	}
	rest := strings.TrimSpace(rePolite.ReplaceAllString(piece, ""))
	return rest == "" || reRule.MatchString(rest) || reTechnical.MatchString(rest) || reCondition.MatchString(rest) || reTodayIs.MatchString(rest) ||
		reFieldList.MatchString(rest) || reRuleStart.MatchString(rest) && reMatter.MatchString(rest)
}

// isHeading says whether a piece that a blank line parts from the next speaks
// of the task rather than of an appointment.
func isHeading(text string, piece, next span) bool {
	s := piece.of(text)
	return strings.Count(text[piece.to:next.from], "\n") > 1 && reMatter.MatchString(s) && !reDay.MatchString(s) && !reClock.MatchString(s)
}

var (
	reExampleHead = lazy(`(?i)(?:^|[.!?:;]\s+)(?:(?:here(?:'s| is| are)|take|see) )?(?:an? |the |one |some |two |three |for )*(?:examples?\b(?:[^.:\n]{0,30}:)?|e\.\s?g\.|eg\b[.:]?|for instance\b)[ \t]*(.*)$`)
	reExampleMark = lazy(`(?i)->|→|=>|^(?:example )?(?:output|answer|result|json|expected|extracted|response|a|assistant)\s*:\s*\S|"[^"]+",? (?:(?:should|would|must|will) )?(?:gives?|becomes?|be|is|yields?|means|maps to|produces?|returns?)\b|^[{}]|\{\s*["']`)
	reOutputFirst = lazy(`(?i)^(?:(?:example )?(?:[\pL]+)\s*:\s*)?(?:->|→|=>)?\s*\{|^(?:example )?(?:output|answer|result|json|expected|extracted|response|a|assistant)\s*:\s*\S`)
)

// exampleLines marks the lines that show what to do: those with an arrow or an
// output, the input before an output, and the paragraph that is called one.
func exampleLines(text string, lines []span) []bool {
	marks := make([]bool, len(lines))
	balanced, depth := strings.Count(text, "{") == strings.Count(text, "}"), 0
	for i, l := range lines {
		s := l.of(text)
		marks[i] = balanced && depth > 0 || reExampleMark.MatchString(s)
		depth += strings.Count(s, "{") - strings.Count(s, "}")
		if i > 0 && reOutputFirst.MatchString(s) && !isRule(lines[i-1].of(text)) {
			marks[i-1] = true
		}
	}
	for i := range lines {
		if m := reExampleHead.FindStringSubmatch(lines[i].of(text)); m != nil {
			marks[i] = true
			for j := i + 1; j <= exampleEnd(text, lines, marks, i, m[1] != ""); j++ {
				marks[j] = true
			}
		}
	}
	return marks
}

// exampleEnd is the last line of an example that is headed as one in line at:
// the last of its paragraph, if something is left behind that, else the last
// one with a mark.
func exampleEnd(text string, lines []span, marks []bool, at int, begun bool) int {
	end, marked := at, at
	for end+1 < len(lines) && lines[end+1].from < lines[end+1].to {
		if end++; marks[end] {
			marked = end
		}
	}
	for i := end + 1; i < len(lines); i++ {
		if s := lines[i].of(text); s != "" && !isRule(s) {
			return end
		}
	}
	if marked == at && !begun {
		return min(at+1, end)
	}
	return marked
}

// helperTags hold what is no data.
var helperTags = []string{"example", "examples", "instructions", "instruction", "rules", "output", "format", "schema"}

func isHelperTag(name string) bool {
	for _, h := range helperTags {
		if strings.EqualFold(name, h) {
			return true
		}
	}
	return false
}

// withoutTagged leaves out what stands in tags that hold no data.
func withoutTagged(text string) string {
	for _, name := range helperTags {
		for range 20 {
			from := strings.Index(text, "<"+name+">")
			to := strings.LastIndex(text, "</"+name+">")
			if from < 0 || to < from {
				break
			}
			text = text[:from] + "\n" + text[to+len(name)+3:]
		}
	}
	return text
}

// inTags is what the last pair of tags that may hold data holds.
func inTags(text string) (string, bool) {
	text = withoutTagged(text)
	all := reTag.FindAllStringSubmatchIndex(text, 100)
	for i := len(all) - 1; i > 0; i-- {
		closing := text[all[i][0]:all[i][1]]
		name := text[all[i][2]:all[i][3]]
		if !strings.HasPrefix(closing, "</") || isHelperTag(name) {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if text[all[j][2]:all[j][3]] == name && text[all[j][0]+1] != '/' {
				if inner := text[all[j][1]:all[i][0]]; strings.TrimSpace(inner) != "" {
					return inner, true
				}
				break
			}
		}
	}
	return "", false
}
