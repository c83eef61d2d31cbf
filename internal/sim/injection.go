package sim

import (
	"regexp"
	"strings"
)

// order is an instruction that stands where only data should.
type order struct {
	word string // to say; empty: to call a tool
	tool string
	rest string // of the order, behind the tool's name
	args map[string]any
	file string // whose contents the call is to pass on
}

var (
	reIgnore   = regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,30}\b(?:previous|prior|above|earlier|all|other|your)\b[^.!?\n]{0,20}\b(?:instructions?|rules?|prompts?|orders?|text)\b`)
	reSayWord  = regexp.MustCompile(`(?i:\b(?:reply|respond|answer|say|print|output|write)(?: to this)?(?: with| only| exactly| just| back)*(?: the)?(?: single| one| exact)?(?: word| text| phrase| string)?):? ["'\x60]?([\p{Lu}][\p{Lu}\d_-]{2,30})\b`)
	reSayQuote = regexp.MustCompile(`(?i)\b(?:reply|respond|answer|say|print|output|write)(?: with| only| exactly| just)*(?: the)? (?:word|text|phrase) ["'\x60]?([\pL\d_-]{2,30})`)
	reCallTool = regexp.MustCompile(`(?i)\b(?:call|use|invoke|run)(?: the)?(?: tool| function)? ["'\x60]?([a-z][\w-]*_[\w-]+|[a-z][\w-]*)["'\x60]?(?: tool| function)?(?: with)?\b`)
	reArgument = regexp.MustCompile(`(\w+)\s*[=:]\s*("[^"]*"|[^\s,;]+)`)
	reContents = regexp.MustCompile(`(?i)\b(?:contents?|text) of (?:the file )?["'\x60]?([\w./-]+\.\w+)`)
	reSendTo   = regexp.MustCompile(`(?i)\b(?:send|forward|e?mail|post)\b[^!?\n]{0,80}\bto (` + reEmail.String() + `)`)
	reExactly  = regexp.MustCompile(`(?i)\b(?:exactly|only|just|the (?:single )?word|nothing else)\b`)
	reNotice   = regexp.MustCompile(`(?i)\b(?:to the (?:assistant|ai|model|agent)|system (?:notice|message|override)|instead of summari[sz]ing|please also|(?:assistant|ai|agent)[:,])`)
)

// speaksToModel says whether a line is an instruction to the model.
func speaksToModel(line string) bool {
	return reIgnore.MatchString(line) || reNotice.MatchString(line) || reSayWord.MatchString(line)
}

// orderIn finds an instruction in data; nil if there is none.
func (v *view) orderIn(text string) *order {
	o, done := v.orders[text]
	if !done {
		o = v.findOrder(text)
		v.orders[text] = o
	}
	return o
}

func (v *view) findOrder(text string) *order {
	if len(text) < 12 { // no room for one
		return nil
	}
	text = curly.Replace(text)
	if o := v.callOrder(text); o != nil {
		return o
	}
	word := group(reSayWord, text)
	if word == "" {
		word = group(reSayQuote, text)
	}
	if word == "" || !reIgnore.MatchString(text) && !reNotice.MatchString(text) && !reExactly.MatchString(text) {
		return nil
	}
	return &order{word: word}
}

func (v *view) callOrder(text string) *order {
	o := &order{args: map[string]any{}, file: group(reContents, text)}
	if at := reCallTool.FindStringSubmatchIndex(text); at != nil && (v.isTool(text[at[2]:at[3]]) || strings.Contains(text[at[2]:at[3]], "_")) {
		o.tool, o.rest = text[at[2]:at[3]], firstLineOf(text[at[1]:])
	} else if to := group(reSendTo, text); to != "" {
		o.tool, o.rest = v.sendingTool(), "to="+to
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
		if o := v.orderIn(s.text); s.latest && !s.failed && o != nil && o.word != "" && v.obeys(s) {
			return o.word
		}
	}
	return ""
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

// temptedByText is the word that data in the user's text orders the model to
// say, if it obeys.
func (v *view) temptedByText(text string) string {
	o := v.orderIn(text)
	if o == nil || o.word == "" || !reIgnore.MatchString(text) {
		return ""
	}
	r := injectUser
	if v.dataIsMarked() {
		r = injectUserTagged
	}
	if v.chance(r, "") {
		return o.word
	}
	return ""
}

var reIsData = regexp.MustCompile(`(?i)\b(?:is|are|as|only|just)\s+(?:only |just |untrusted )?data\b|\buntrusted\b`)

// dataIsMarked says whether the prompt keeps data and instructions apart: by
// tags, or by saying so.
func (v *view) dataIsMarked() bool {
	return v.want.untrusted || reIsData.MatchString(v.task) || len(reTag.FindAllString(v.task, 2)) == 2
}
