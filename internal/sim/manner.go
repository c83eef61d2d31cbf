package sim

import (
	"strings"
)

// manner is how a reply is to sound, by the system prompt and the task.
type manner struct {
	persona      string      // "pirate", "science teacher"; empty: none
	sentences    int         // exactly so many
	atMost       bool        // sentences is a limit
	words        int         // at most so many
	endQuestion  bool        // the last sentence has to ask
	upper        bool        // capital letters only
	forbidden    []string    // topics, lower case
	only         []string    // the only topics allowed, lower case; empty: all
	scripted     [][2]string // a topic, and what to say when asked about it
	haiku        bool        // every reply has to be one
	bullets      bool        // one sentence a line
	language     string      // other than English, as it was asked for
	secret       bool        // the system prompt is to be kept secret
	untrusted    bool        // the system prompt calls files or data untrusted
	systemHasTag func(name string) bool
}

var (
	rePersona   = lazy(`(?i)\b(?:you are|you're|you will be|act as|act like|behave as|play the (?:role|part) of|pretend (?:to be|that you are|you are)|(?:speak|talk|answer|reply|respond|write) (?:like|as))\s+(?:an?|the)\s+([\pL][\pL '-]{2,40})`)
	rePirate    = lazy(`(?i)\bpirate\b`)
	reNamedRole = lazy(`\b(?i:you are|you're|act as|act like|behave as|pretend (?:to be|that you are|you are)|(?:speak|talk|answer|reply|respond|write) like) ([\p{Lu}][\pL'-]+(?: [\p{Lu}][\pL'-]+){0,3})([^.!?\n]*)`)
	// A count of sentences or words stands for the reply, unless something else has them.
	reSentences = lazy(`(?i)\b(exactly |at most |no more than |up to |maximum of |limit(?:ed)? (?:yourself|[a-z ]{0,20}?) ?to |keep (?:it|[a-z ]{0,20}?) ?(?:to|under|within) |must be |should be |have to be |has to be |are |with |in |into |using |use |only |write |say |give me )(?:just |exactly |only |a maximum of |at most )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten|a single)(?: [a-z]+)?[ -]sentences?\b( or (?:fewer|less)| max(?:imum)?\b| at most)?`)
	reMaxWords  = lazy(`(?i)\b(?:at most|no more than|up to|fewer than|less than|under|maximum of|max\.?|within|in) (\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve) words?\b`)
	reOneWord   = lazy(`(?i)\b(?:in|with|using|use|just|only|say) (?:exactly |only |just )?(?:one|a single|1) word\b|\bone[- ]word (?:answer|reply|replies|answers)\b`)
	reQuestion  = lazy(`(?i)\b(?:end|finish|close|conclude)\b[^.!?]{0,40}\bquestion\b`)
	reUpper     = lazy(`(?i)\b(?:in|use|only|all) (?:all )?(?:capitals|capital letters|upper ?case|caps)\b`)
	reHaiku     = lazy(`(?i)\b(?:only|always|in|as|with|use|using|everything)\b[^.!?\n]{0,25}\bhaikus?\b|^haikus? only\b`)
	reBullets   = lazy(`(?i)\bbullet(?:s|ed)?\b`)
	reLanguage  = lazy(`\b(?i:in|into|only|always|speak|use|write)(?i: only)? (French|German|Spanish|Italian|Portuguese|Dutch|Latin|Swedish|Norwegian|Danish|Finnish|Polish|Russian|Ukrainian|Greek|Turkish|Arabic|Hebrew|Hindi|Chinese|Japanese|Korean|Czech|Hungarian|Romanian|Catalan|Esperanto)\b|\b(French|German|Spanish|Italian|Portuguese|Dutch|Latin|Swedish|Norwegian|Danish|Finnish|Polish|Russian|Ukrainian|Greek|Turkish|Arabic|Hebrew|Hindi|Chinese|Japanese|Korean|Czech|Hungarian|Romanian|Catalan|Esperanto)(?i: only\b)`)
	reSecret    = lazy(`(?i)\b(?:secret|confidential|(?:never|do not|don't|must not) (?:ever )?(?:reveal|repeat|share|disclose|show|tell|leak|give away)\b[^.!?]*\b(?:instructions?|prompt|password|code|this|these|them|it|rules|secret|key))\b`)
)

// reHelper says that a name in the system prompt is no role.
var reHelper = lazy(`(?i)\b(?:assistant|agent|model|chatbot|bot|ai)\b`)

// readManner reads the system prompt, and from the task what limits a reply.
func readManner(system, task string) manner {
	w := manner{systemHasTag: func(string) bool { return false }}
	if system = curly.Replace(clip(system)); system != "" {
		w.readSystem(system)
	}
	w.readLimits(system + "\n" + clip(firstLineOf(task)))
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
	if m := reNamedRole.FindStringSubmatch(system); m != nil && w.persona == "" && !reHelper.MatchString(m[2]) && likelyName(m[1]) != "" {
		w.persona = m[1]
	}
	w.readTopics(system)
	w.haiku = reHaiku.MatchString(strings.TrimSpace(system))
	w.secret = reSecret.MatchString(system)
	w.untrusted = reUntrusted.MatchString(system)
	w.systemHasTag = func(name string) bool {
		return strings.Contains(system, "<"+name) || strings.Contains(low, strings.ToLower(name)+" tag")
	}
}

var reAtMost = lazy(`(?i)\b(?:most|more|up to|max|maximum|limit|limited|keep|fewer|less)\b`)

func (w *manner) readLimits(text string) {
	low := strings.ToLower(text)
	if m := reSentences.FindStringSubmatch(text); m != nil {
		w.sentences = max(1, numberWord(m[2]))
		w.atMost = reAtMost.MatchString(m[0])
	}
	if strings.Contains(low, "word") {
		w.words = numberWord(group(reMaxWords, text))
		if reOneWord.MatchString(text) {
			w.words = 1
		}
	}
	w.endQuestion = strings.Contains(low, "question") && reQuestion.MatchString(text)
	w.bullets = reBullets.MatchString(text)
	w.language = group(reLanguage, text)
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
	if w.haiku {
		return v.haiku(v.task)
	}
	if w.persona == "" && w.sentences == 0 && w.words == 0 && !w.endQuestion && !w.upper && !w.bullets && w.language == "" {
		return text
	}
	s := sentencesOf(text)
	if w.language != "" && w.words == 0 {
		s = append([]string{"I write English only, so this is not in " + w.language + "."}, s...)
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
	if w.bullets && len(s) > 0 {
		text = "- " + strings.Join(s, "\n- ")
	}
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
	topic := topicOf(v.task)
	if topic == "" || wordCount(topic) > 4 {
		topic = "this"
	}
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
	reNumberIn = lazy(`-?\d+(?:\.\d+)?`)
	reIsAnswer = lazy(`(?:\bis|\bknow:) ([\pL\d][\pL\d'-]*)[.!]`)
)

// coreWord is the one word of a text that answers.
func (v *view) coreWord(text string) string {
	if reUnsure.MatchString(text) {
		return "Unknown."
	}
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
