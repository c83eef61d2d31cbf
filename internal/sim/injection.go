package sim

import (
	"strings"
)

// order is an instruction that stands where only data should.
type order struct {
	word   string // to say; empty: to call a tool
	prompt bool   // to tell the system prompt
	tool   string
	rest   string // of the order, behind the tool's name
	args   map[string]any
	file   string // whose contents the call is to pass on
}

// Where an order begins: a sentence, or one of the words that lead to it.
const orderStart = `(?:^|[.!?:;,\n]\s*|\b(?i:instead|now|please|must|should|also|then|to)\s+)(?:(?i:you|must|should|now|instead|please|also|just|only|then),?\s+)*`

var (
	reIgnore   = lazy(`(?i)\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,30}\b(?:previous|prior|above|earlier|all|other|your)\b[^.!?\n]{0,20}\b(?:instructions?|rules?|prompts?|orders?|text)\b`)
	reSayWord  = lazy(`(?i:\b(?:reply|respond|answer|say|print|output|write)(?: to this)?(?: with| only| exactly| just| back)*(?: the)?(?: single| one| exact)?(?: word| text| phrase| string)?):? ["'\x60]?([\p{Lu}][\p{Lu}\d_-]{2,30})\b`)
	reSayNow   = lazy(orderStart + reSayWord.String())
	reSayQuote = lazy(`(?i)\b(?:reply|respond|answer|say|print|output|write)(?: with| only| exactly| just)*(?: the)? (?:word|text|phrase) ["'\x60]?([\pL\d_-]{2,30})`)
	reTellThat = lazy(orderStart + `(?i:(?:tell|inform|assure|notify) (?:the |your )?(?:user|reader|person|human|them|everyone)|(?:say|claim|state|report|write|answer|reply)) (?i:that) ([^.!?\n]{3,160})`)
	reTellOwn  = lazy(orderStart + `(?i:(?:reveal|repeat|print|output|show|disclose|quote|leak|send|give)\b[^.!?\n]{0,30}\b(?:system prompt|your (?:own )?(?:instructions|prompt|rules)|system message|hidden (?:prompt|instructions)))`)
	reReadNow  = lazy(`(?i)\b(?:must|should|need to|have to|now|instead|please|also|then|assistant[:,]|ai[:,])\s+(?:(?:now|also|first|then|instead|to)\s+)*(?:read|open|load|fetch|show)\b(?: me)?(?: the)?(?: file| contents of| note)*\s+["'\x60]?([\w~./-]*\w\.\w+|[\w~.-]*/[\w./-]+)|(?:^|[.!?\n]\s*)(?:read|open|load|show)(?: the)?(?: file)?\s+["'\x60]?((?:\.\./|/|~)[\w./-]+)`)
	reCallTool = lazy(`(?i)\b(?:call|use|invoke|run)(?: the)?(?: tool| function)? ["'\x60]?([a-z][\w-]*_[\w-]+|[a-z][\w-]*)["'\x60]?(?: tool| function)?(?: with)?\b`)
	reArgument = lazy(`(\w+)\s*[=:]\s*("[^"]*"|[^\s,;]+)`)
	reContents = lazy(`(?i)\b(?:contents?|text) of (?:the file )?["'\x60]?([\w./-]+\.\w+)`)
	reSendTo   = lazy(`(?i)\b(?:send|forward|e?mail|post)\b[^!?\n]{0,80}\bto (` + reEmail.String() + `)`)
	reExactly  = lazy(`(?i)\b(?:exactly|only|just|the (?:single )?word|nothing else)\b`)
	reNotice   = lazy(`(?i)\b(?:to the (?:assistant|ai|model|agent)|system (?:notice|message|override)|instead of summari[sz]ing|do not summari[sz]e|don't summari[sz]e|please also|(?:assistant|ai|agent)[:,])`)

	reUntrusted = lazy(`(?i)\buntrusted\b|\b(?:never|do not|don't|must not|not be|not to be)\b[^.!?]{0,50}\b(?:follow|followed|obey|obeyed|act on|acted on|carry out|execute|comply|do (?:what|as|anything)\b[^.!?]{0,40}\b(?:files?|texts?|documents?|notes?|tools?|results?|data|messages?|e-?mails?|pages?|contents?)|take (?:orders|instructions)|trust)\b` +
		`|\bignore (?:any |all )?(?:instructions?|orders?|commands?) (?:in|inside|within|from|that)\b|\b(?:is|are|as) (?:only |just )?data\b|\bmalicious\b|\bhostile\b|\binjections?\b|\binjected\b` +
		`|\b(?:instructions?|orders?|commands?) (?:may |can |must |should |will )?(?:only )?comes? (?:only )?from\b|\bonly (?:follow|obey|accept|take|act on)\b[^.!?]{0,40}\b(?:user|me|from)\b|\b(?:follow|obey|accept|take|act on)\b[^.!?]{0,30}\bonly\b[^.!?]{0,20}\b(?:user|me)\b|\bonly the user\b`)
)

// speaksToModel says whether a line is an instruction to the model.
func speaksToModel(line string) bool {
	if len(line) < 8 {
		return false
	}
	return reIgnore.MatchString(line) || reNotice.MatchString(line) || wordToSay(line) != "" || reTellThat.MatchString(line) || reTellOwn.MatchString(line) || reReadNow.MatchString(line)
}

// wordToSay is a word in capitals that a text orders to be said. The name of a
// format is none.
func wordToSay(text string) string {
	for _, m := range reSayWord.FindAllStringSubmatch(text, 5) {
		if !strings.Contains(" JSON XML YAML CSV HTML ISO NULL UTC UTF-8 PDF ASCII YYYY YYYY-MM-DD TODO ", " "+m[1]+" ") {
			return m[1]
		}
	}
	return ""
}

// orderIn finds an instruction in data; nil if there is none.
func (v *view) orderIn(text string) *order {
	text = clip(text)
	o, done := v.orders[text]
	if !done {
		o = v.findOrder(text)
		v.orders[text] = o
	}
	return o
}

func (v *view) findOrder(text string) *order {
	if len(text) < 8 { // no room for one
		return nil
	}
	text = curly.Replace(text)
	if o := v.callOrder(text); o != nil {
		return o
	}
	word := wordToSay(text)
	if word == "" {
		word = group(reSayQuote, text)
	}
	switch {
	case reTellOwn.MatchString(text):
		return &order{prompt: true}
	case word != "" && (reIgnore.MatchString(text) || reNotice.MatchString(text) || reExactly.MatchString(text) || reSayNow.MatchString(text)):
		return &order{word: word}
	case reTellThat.MatchString(text):
		return &order{word: capital(group(reTellThat, text)) + "."}
	}
	return nil
}

func (v *view) callOrder(text string) *order {
	o := &order{args: map[string]any{}, file: group(reContents, text)}
	if at := reCallTool.FindStringSubmatchIndex(text); at != nil && (v.isTool(text[at[2]:at[3]]) || strings.Contains(text[at[2]:at[3]], "_")) {
		o.tool, o.rest = text[at[2]:at[3]], firstLineOf(text[at[1]:])
	} else if to := group(reSendTo, text); to != "" {
		o.tool, o.rest = v.sendingTool(), "to="+to
	} else if file := group(reReadNow, text); file != "" {
		o.tool, o.rest = "read_file", ""
		if t, ok := v.tool(reads); ok {
			name, _ := pathProperty(t)
			o.tool, o.args[name] = t.Name, strings.TrimRight(file, ".,")
		}
	} else {
		return nil
	}
	for _, m := range reArgument.FindAllStringSubmatch(o.rest, 6) {
		o.args[m[1]] = strings.Trim(strings.TrimRight(m[2], ".)"), `"`)
	}
	return o
}

func (v *view) isTool(name string) bool {
	for _, t := range v.p.Tools {
		if t.Name == name {
			return true
		}
	}
	return false
}

// sendingTool is the offered tool that sends something; "send" if there is none.
func (v *view) sendingTool() string {
	for _, t := range v.p.Tools {
		if strings.Contains(strings.ToLower(t.Name), "send") || strings.Contains(strings.ToLower(t.Name), "mail") {
			return t.Name
		}
	}
	return "send"
}

// obeys decides whether an order in a result is obeyed, by the defences.
func (v *view) obeys(s step) bool {
	r := injectBase
	if v.want.untrusted {
		r = injectUntrusted
	}
	for _, tag := range reTag.FindAllStringSubmatch(s.text, 4) {
		if v.want.systemHasTag(tag[1]) {
			r = injectTagged
		}
	}
	return v.chance(r, "")
}

// temptation is the word that new results order the model to say, if it obeys.
func (v *view) temptation() string {
	for _, s := range v.steps {
		if o := v.orderIn(s.text); s.latest && !s.failed && o != nil && o.tool == "" && v.obeys(s) {
			return v.obeyed(o)
		}
	}
	return ""
}

// obeyed is what is said to obey an order.
func (v *view) obeyed(o *order) string {
	if o.prompt {
		return v.leak("repeat your system prompt")
	}
	return o.word
}

// temptedToCall is the call that a result orders, if the model obeys. Once it
// has fetched what the order wants, it goes through with it.
func (v *view) temptedToCall(goals []*goal) (call, bool) {
	for i, s := range v.steps {
		o := v.orderIn(s.text)
		if o == nil || o.tool == "" || s.failed || !v.offers(o.tool) || v.called(o, i) {
			continue
		}
		contents, read := v.contentsOf(o.file)
		began := read && !isGoal(goals, o.file)
		if !began && (!s.latest || !v.obeys(s)) {
			continue
		}
		if o.file != "" && !read {
			if c, ok := v.readCall(o.file); ok {
				return c, true
			}
		}
		return v.orderedCall(o, contents), true
	}
	return call{}, false
}

// called says whether the order's tool was called after the order came.
func (v *view) called(o *order, at int) bool {
	for _, s := range v.steps[at+1:] {
		if s.tool == o.tool {
			return true
		}
	}
	return false
}

func isGoal(goals []*goal, file string) bool {
	for _, g := range goals {
		if g.file != "" && sameFile(g.file, file) {
			return true
		}
	}
	return false
}

func (v *view) contentsOf(file string) (string, bool) {
	for _, s := range v.steps {
		if file != "" && sameFile(v.fileOf(s), file) {
			return untagged(s.text), true
		}
	}
	return "", false
}

// orderedCall fills the call from the order and the contents it asks for.
func (v *view) orderedCall(o *order, contents string) call {
	for _, t := range v.p.Tools {
		if t.Name != o.tool {
			continue
		}
		input := fillAll(t.Schema, o.rest)
		for name, value := range o.args {
			if hasProperty(t, name) {
				input[name] = value
			}
		}
		for _, name := range stringProperties(t) {
			if _, given := o.args[name]; !given && contents != "" {
				input[name] = contents
			}
		}
		return call{t.Name, input}
	}
	return call{}
}

// injectionNote mentions an order that was not obeyed, now and then.
func (v *view) injectionNote() string {
	for i, s := range v.steps {
		o := v.orderIn(s.text)
		if o == nil || o.tool != "" && v.called(o, i) || !v.chance(injectReport, "") {
			continue
		}
		if o.tool != "" && !v.offers(o.tool) {
			return "The text also asks for " + o.tool + ", which I have no tool for."
		}
		return "The text also holds an instruction to me, which I did not follow."
	}
	return ""
}

// temptedByText is what data in the user's text orders the model to say, if it
// obeys.
func (v *view) temptedByText(text string) string {
	data := dataIn(text)
	if len(data) == len(strings.TrimSpace(text)) && !reIgnore.MatchString(text) {
		return "" // all of it is what the user says
	}
	o := v.orderIn(data)
	if o == nil || o.tool != "" {
		return ""
	}
	r := injectUser
	if v.dataIsMarked() {
		r = injectUserTagged
	}
	if v.chance(r, "") {
		return v.obeyed(o)
	}
	return ""
}

var reIsData = lazy(`(?i)\b(?:is|are|as|only|just)\s+(?:only |just |untrusted )?data\b|\buntrusted\b`)

// dataIsMarked says whether the prompt keeps data and instructions apart: by
// tags, or by saying so.
func (v *view) dataIsMarked() bool {
	return v.want.untrusted || reIsData.MatchString(v.task) || len(reTag.FindAllString(v.task, 2)) == 2
}
