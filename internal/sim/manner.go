package sim

import (
	"regexp"
	"strings"
)

// manner is how a reply is to sound, by the system prompt and the task.
type manner struct {
	persona      string   // "pirate", "science teacher"; empty: none
	sentences    int      // exactly so many
	atMost       bool     // sentences is a limit
	words        int      // at most so many
	endQuestion  bool     // the last sentence has to ask
	upper        bool     // capital letters only
	forbidden    []string // topics, lower case
	secret       bool     // the system prompt is to be kept secret
	untrusted    bool     // the system prompt calls files or data untrusted
	systemHasTag func(name string) bool
}

var (
	rePersona = regexp.MustCompile(`(?i)\b(?:you are|you're|you will be|act as|act like|behave as|play the (?:role|part) of|pretend (?:to be|that you are|you are)|(?:speak|talk|answer|reply|respond|write) (?:like|as))\s+(?:an?|the)\s+([\pL][\pL '-]{2,40})`)
	rePirate  = regexp.MustCompile(`(?i)\bpirate\b`)
	// A count of sentences or words stands for the reply, unless something else has them.
	reSentences = regexp.MustCompile(`(?i)\b(exactly |at most |no more than |up to |with |in |into |using |only |write |say |give me )(?:just |exactly |only )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten|a single)(?: [a-z]+)? sentences?\b`)
	reMaxWords  = regexp.MustCompile(`(?i)\b(?:at most|no more than|up to|fewer than|less than|under|maximum of|max\.?|within|in) (\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve) words?\b`)
	reOneWord   = regexp.MustCompile(`(?i)\b(?:in|with|using|use|just|only|say) (?:exactly |only |just )?(?:one|a single|1) word\b|\bone[- ]word (?:answer|reply|replies|answers)\b`)
	reQuestion  = regexp.MustCompile(`(?i)\b(?:end|finish|close|conclude)\b[^.!?]{0,40}\bquestion\b`)
	reUpper     = regexp.MustCompile(`(?i)\b(?:in|use|only|all) (?:all )?(?:capitals|capital letters|upper ?case|caps)\b`)
	reForbidden = regexp.MustCompile(`(?i)\b(?:never|do not|don't|must not|may not|refuse to|not allowed to) (?:ever )?(?:discuss|talk about|mention|speak (?:of|about)|answer (?:any )?questions about|say anything about|write about) ([^.!?;\n]+)`)
	reSecret    = regexp.MustCompile(`(?i)\b(?:secret|confidential|(?:never|do not|don't|must not) (?:ever )?(?:reveal|repeat|share|disclose|show|tell|leak|give away)\b[^.!?]*\b(?:instructions?|prompt|password|code|this|these|them|it|rules|secret|key))\b`)
	reUntrusted = regexp.MustCompile(`(?i)\buntrusted\b|\b(?:never|do not|don't|must not|not be|not to be)\b[^.!?]{0,50}\b(?:follow|followed|obey|obeyed|act on|acted on|carry out)\b|\bignore (?:any |all )?(?:instructions?|orders?|commands?) (?:in|inside|within|from|that)\b|\b(?:is|are|as) (?:only |just )?data\b`)
)

// readManner reads the system prompt, and from the task what limits a reply.
func readManner(system, task string) manner {
	w := manner{systemHasTag: func(string) bool { return false }}
	if system = curly.Replace(system); system != "" {
		w.readSystem(system)
	}
	w.readLimits(system + "\n" + firstLineOf(task))
	return w
}

func (w *manner) readSystem(system string) {
	low := strings.ToLower(system)
	if rePirate.MatchString(system) {
		w.persona = "pirate"
	} else if w.persona = strings.ToLower(group(rePersona, system)); strings.Contains(w.persona, "assistant") || strings.Contains(w.persona, "agent") {
		w.persona = ""
	}
	w.persona, _, _ = strings.Cut(w.persona, " who ")
	w.persona, _, _ = strings.Cut(w.persona, " and ")
	for _, m := range reForbidden.FindAllStringSubmatch(system, -1) {
		topic, _, _ := strings.Cut(plain(m[1]), ", ")
		w.forbidden = append(w.forbidden, strings.TrimSuffix(topic, " with anyone"))
	}
	w.secret = reSecret.MatchString(system)
	w.untrusted = reUntrusted.MatchString(system)
	w.systemHasTag = func(name string) bool {
		return strings.Contains(system, "<"+name) || strings.Contains(low, strings.ToLower(name)+" tag")
	}
}

func (w *manner) readLimits(text string) {
	low := strings.ToLower(text)
	if m := reSentences.FindStringSubmatch(text); m != nil {
		w.sentences = max(1, numberWord(m[2]))
		limit := strings.ToLower(m[1])
		w.atMost = strings.Contains(limit, "most") || strings.Contains(limit, "more") || strings.Contains(limit, "up")
	}
	if strings.Contains(low, "word") {
		w.words = numberWord(group(reMaxWords, text))
		if reOneWord.MatchString(text) {
			w.words = 1
		}
	}
	w.endQuestion = strings.Contains(low, "question") && reQuestion.MatchString(text)
	w.upper = (strings.Contains(low, "cap") || strings.Contains(low, "upper")) && reUpper.MatchString(text)
}

// firstLineOf leaves out a text that the task brings along.
func firstLineOf(task string) string {
	line, _, _ := strings.Cut(task, "\n")
	return line
}

// shaped brings a reply into the manner that was asked for.
func (v *view) shaped(text string, more []string) string {
	w := v.want
	s := sentencesOf(text)
	if w.persona == "" && w.sentences == 0 && w.words == 0 && !w.endQuestion && !w.upper {
		return text
	}
	if w.persona != "" {
		s = inPersona(v, w.persona, s)
	}
	if w.endQuestion && v.chance(systemQuestion, "") && (len(s) == 0 || !strings.HasSuffix(s[len(s)-1], "?")) {
		s = append(s, "")
	}
	question := len(s) > 0 && s[len(s)-1] == ""
	if question {
		s = s[:len(s)-1]
	}
	if n := w.sentences; n > 0 {
		if !w.atMost && !v.chance(systemSentences, "") {
			n++
		}
		if question {
			n = max(0, n-1)
		}
		s = v.exactly(s, more, n, w.atMost)
	}
	if question {
		s = append(s, v.question())
	}
	text = strings.Join(s, " ")
	if w.words > 0 {
		text = v.fewWords(text, w.words)
	}
	if w.upper {
		text = strings.ToUpper(text)
	}
	return text
}

// exactly makes n sentences, of those there are and then of more and fillers.
func (v *view) exactly(s, more []string, n int, atMost bool) []string {
	if len(s) >= n || atMost {
		return firstN(s, n)
	}
	more = append(more[:len(more):len(more)], fillers...)
	for i := 0; len(s) < n; i++ {
		s = append(s, more[i%len(more)])
	}
	return s
}

var fillers = []string{
	"That is the short of it.",
	"There is more to say about it than fits here.",
	"Ask again if you want another side of it.",
	"Every word of this comes from a rule.",
}

func (v *view) question() string {
	topic := listOf(firstN(keywords(topicOf(v.task)), 1), "this")
	return oneOf(v.draws, "end question", []string{
		"What would you like to find out about " + topic + " yourself?",
		"What do you think: what is the most surprising thing about " + topic + "?",
		"How would you explain " + topic + " to a friend?",
	})
}

// fewWords keeps to a limit of words, at the rate for that.
func (v *view) fewWords(text string, n int) string {
	if n == 1 {
		text = v.coreWord(text)
	}
	words := strings.Fields(text)
	if !v.chance(systemWords, "") {
		n += 3
	}
	if len(words) <= n {
		return text
	}
	return strings.TrimRight(strings.Join(words[:n], " "), ".,;:") + "."
}

var (
	reNumberIn = regexp.MustCompile(`-?\d+(?:\.\d+)?`)
	reIsAnswer = regexp.MustCompile(`(?:\bis|\bknow:) ([\pL\d][\pL\d'-]*)[.!]`)
)

// coreWord is the one word of a text that answers.
func (v *view) coreWord(text string) string {
	if w := group(reIsAnswer, text); w != "" {
		return capital(w) + "."
	}
	if numbers := reNumberIn.FindAllString(strings.ReplaceAll(text, Name, ""), -1); len(numbers) > 0 {
		return numbers[len(numbers)-1]
	}
	best := ""
	for _, w := range keywords(text) {
		if len(w) > len(best) && !strings.Contains(plain(v.task), w) {
			best = w
		}
	}
	return capital(best) + "."
}
