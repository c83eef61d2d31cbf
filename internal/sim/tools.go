package sim

import (
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// skill is what a tool is good for, as far as its name, its description and its
// parameters tell.
type skill int

const (
	otherSkill skill = iota
	calculates
	reads
	lists
	counts
)

var (
	reCalcName = lazy(`(?i)calc|math|arith|eval|comput`)
	reCalcText = lazy(`(?i)(?:calcul|kalkul|rechn|arithmeti|aritm|\bmath|numeric|\bmultipl|\bmultiplik|\baddition|\badd(?:s|iert)?\b|\bsubtract|\bdivi[ds]|\bsums?\b|\bsuma|\bnumbers?\b|\bzahlen|\bnombres?\b|\bnúmeros?\b)`)
	reCalcKind = lazy(`(?i)\b(?:calculat|arithmetic|math|mathematical|numeric|multipl|addition|sums?\b)|rechner|calculadora|calculatrice|calcolatrice`)
	reReads    = lazy(`(?i)\b(?:reads?|opens?|loads?|shows?|views?|cat|gets?|fetch(?:es)?|returns?)\b`)
	reFiles    = lazy(`(?i)\b(?:files?|notes?|documents?|folder|directory|path)\b`)
	reListTool = lazy(`(?i)\b(?:lists?|ls|dir|names of|which (?:files|notes))\b`)
	reCounting = lazy(`(?i)\b(?:counts?|wc|how many|number of)\b`)
	reCounted  = lazy(`(?i)\b(?:lines?|words?|characters?)\b`)
	rePathName = lazy(`(?i)path|file|note|name|document`)
)

func skillOf(t fakellm.Tool) skill {
	name := strings.NewReplacer("_", " ", "-", " ").Replace(t.Name)
	text := name + " " + t.Description
	_, takesPath := pathProperty(t)
	switch {
	case reCounting.MatchString(text) && reCounted.MatchString(text) && takesPath:
		return counts
	case reListTool.MatchString(name) || reListTool.MatchString(t.Description) && reFiles.MatchString(text) && len(requiredOf(t.Schema)) == 0:
		return lists
	case reCalcName.MatchString(t.Name) || reCalcKind.MatchString(t.Description) || opToolOf(&t) != nil || hasProperty(t, "expression") || hasProperty(t, "expr"):
		return calculates
	case reReads.MatchString(text) && reFiles.MatchString(text) && takesPath:
		return reads
	}
	return otherSkill
}

// skill is skillOf, worked out once.
func (v *view) skill(t fakellm.Tool) skill {
	s, done := v.skills[t.Name]
	if !done {
		s = skillOf(t)
		v.skills[t.Name] = s
	}
	return s
}

func propertiesOf(schema map[string]any) map[string]any {
	properties, _ := schema["properties"].(map[string]any)
	return properties
}

func requiredOf(schema map[string]any) []string {
	var names []string
	switch list := schema["required"].(type) {
	case []any:
		for _, item := range list {
			if s, ok := item.(string); ok {
				names = append(names, s)
			}
		}
	case []string:
		names = append(names, list...)
	}
	return names
}

func hasProperty(t fakellm.Tool, name string) bool {
	_, found := propertiesOf(t.Schema)[name]
	return found
}

// stringProperties are the names of a tool's text parameters, required ones
// first.
func stringProperties(t fakellm.Tool) []string {
	properties, required := propertiesOf(t.Schema), requiredOf(t.Schema)
	var names []string
	for _, name := range append(slices.Clone(required), sortedKeys(properties)...) {
		schema, _ := properties[name].(map[string]any)
		if typeOf(schema) == "string" && schema["enum"] == nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// pathProperty finds the parameter that takes a file's name.
func pathProperty(t fakellm.Tool) (string, bool) {
	names := stringProperties(t)
	for _, name := range names {
		if rePathName.MatchString(name) {
			return name, true
		}
	}
	return "", false
}

// textProperty finds the parameter that the main text of a call goes into.
func textProperty(t fakellm.Tool, hint *pattern) (string, bool) {
	names := stringProperties(t)
	for _, name := range names {
		if hint.MatchString(name) {
			return name, true
		}
	}
	if len(names) > 0 {
		return names[0], true
	}
	return "", false
}

// tool finds the tool for a skill; of two, the first, or now and then the
// second.
func (v *view) tool(s skill) (fakellm.Tool, bool) {
	var fit []fakellm.Tool
	for _, t := range v.p.Tools {
		if v.skill(t) == s && v.allowed(t.Name) {
			fit = append(fit, t)
		}
	}
	switch {
	case len(fit) == 0:
		return fakellm.Tool{}, false
	case len(fit) > 1 && v.chance(toolOverlap, fit[1].Name):
		return fit[1], true
	}
	return fit[0], true
}

func (v *view) allowed(tool string) bool {
	return v.p.ToolChoice != "none" && (v.p.ToolChoice != "tool" || v.p.ToolName == "" || v.p.ToolName == tool)
}

func (v *view) offers(tool string) bool {
	return slices.ContainsFunc(v.p.Tools, func(t fakellm.Tool) bool { return t.Name == tool }) && v.allowed(tool)
}

func (v *view) forced() bool { return v.p.ToolChoice == "any" || v.p.ToolChoice == "tool" }

var (
	reAlways    = lazy(`(?i)\balways\b|\b(?:for|use it for) (?:any|every|all)\b`)
	reFirm      = lazy(`(?i)\balways\b|\b(?:do not|don't|never) (?:do|try|attempt)\b[^.;]{0,30}\b(?:yourself|in your head|arithmetic|maths?|sums)\b|\bany calculation\b|\bevery calculation\b`)
	reNever     = lazy(`(?i)\b(?:never|do not|don't) (?:use|call)\b|\bavoid (?:using|calling)\b`)
	reAdvises   = lazy(`(?i)\blast resort\b|\b(?:rarely|seldom|hardly)\b|\b(?:never|do not|don't) (?:use|call)\b|\bavoid\b|\bnot recommended\b|\bdeprecated\b|\bobsolete\b|\bbroken\b|\bout of order\b|\bunreliable\b|\binaccurate\b|\bonly if (?:nothing|everything|all) else\b|\bonly in (?:an )?emergenc`)
	reOnlyLarge = lazy(`(?i)\b(?:only|when|if|just)\b[^.;]{0,40}\b(?:large|big|long|huge|hard|difficult|complex|complicated)\b`)
	reOnlySmall = lazy(`(?i)\bonly\b[^.;]{0,40}\b(?:small|little|short|simple|easy)\b`)
)

// calcRate is how likely a calculator is used, by what its description says:
// the description is a prompt. It reports false for never.
func calcRate(t fakellm.Tool, small bool) (rate, bool) {
	d := strings.TrimSpace(curly.Replace(t.Description))
	described := reCalcText.MatchString(d) || strings.Contains(d, "*")
	switch {
	case reNever.MatchString(d) && reAlways.MatchString(d):
		return toolContradicting, true
	case reAdvises.MatchString(d) || !small && reOnlySmall.MatchString(d):
		return toolDiscouraged, !small
	case small && reOnlyLarge.MatchString(d):
		return toolSmallOther, false
	case d != "" && !described && wordCount(d) > 2:
		return toolMisleading, !small
	case reFirm.MatchString(d) && small:
		return toolSmallFirm, true
	case small:
		return toolSmallOther, true
	case reFirm.MatchString(d):
		return toolFirm, true
	case wordCount(d) <= 2:
		return toolMinimal, true
	}
	return toolPlain, true
}

// wantsCalc decides whether a sum goes to the calculator.
func (v *view) wantsCalc(t fakellm.Tool, e *expr) bool {
	small := isSmall(e)
	r, ever := calcRate(t, small)
	switch {
	case v.forced():
		return true
	case v.refusesTools():
		return false
	case v.asksFor(t):
		r, ever = toolAsked, true
	}
	about := e.String()
	if small {
		about = "" // all small sums of a task go the same way
	}
	return ever && v.chance(r, about)
}

var (
	reUseTool = lazy(`(?i)\b(?:use|using|call|invoke|run|try|with|via|by|take|ask)\s+(?:(?:the|your|a|my|this|that)\s+)?["'\x60]?([\w -]{2,40})`)
	reNoTools = lazy(`(?i)\b(?:without|do not|don't|never|not|no)\s+(?:(?:use|using|call|calling|any|a|the|your|help of)\s+){0,3}(?:tools?|calc\w*)\b|\bin your head\b`)
)

// refusesTools says whether the user wants none used.
func (v *view) refusesTools() bool { return reNoTools.MatchString(curly.Replace(firstLineOf(v.task))) }

// asksFor says whether the user names a tool and wants it used.
func (v *view) asksFor(t fakellm.Tool) bool {
	name := strings.Join(wordsOf(t.Name), " ")
	for _, m := range reUseTool.FindAllStringSubmatch(v.task, 10) {
		said := strings.Join(wordsOf(m[1]), " ") + " "
		if name != "" && strings.HasPrefix(said, name+" ") || strings.HasPrefix(said, "tool") ||
			v.skill(t) == calculates && strings.HasPrefix(said, "calc") {
			return true
		}
	}
	return false
}

// isSmall is true for a sum of two numbers of one digit.
func isSmall(e *expr) bool {
	short := func(e *expr) bool { return e.op == 0 && len(formatRat(e.number)) == 1 }
	return e.op != '^' && e.op != 0 && short(e.left) && short(e.right)
}

// calcCall writes a sum as a calculator wants it that takes it in one text;
// false if the tool takes none.
func calcCall(t fakellm.Tool, e *expr, variant bool) (call, bool) {
	name, ok := textProperty(t, lazy(`(?i)expr|formula|calc|sum|input|query|problem`))
	if !ok {
		return call{}, false
	}
	sign := "**"
	if strings.Contains(t.Description, "pow(") {
		sign = "pow"
	} else if strings.Contains(t.Description, "^") && !strings.Contains(t.Description, "**") {
		sign = "^"
	}
	text := e.write(sign)
	if variant {
		text = variantOf(e, sign)
	}
	input := fillAll(t.Schema, text)
	input[name] = text
	return call{t.Name, input}, true
}

// sumCall is the first call for a sum.
func (v *view) sumCall(g *goal) (call, bool) {
	t, ok := v.tool(calculates)
	if !ok {
		return call{}, false
	}
	if opToolOf(&t) == nil {
		c, can := calcCall(t, g.sum, false)
		return c, can && v.wantsCalc(t, g.sum)
	}
	c := v.follow(g.sum, g.tries)
	return c.next, c.tool != nil && v.wantsCalc(*c.tool, g.sum)
}

// variantOf writes the same sum in another way, as one does after an error.
func variantOf(e *expr, sign string) string {
	text := e.write(sign)
	if e.op == '^' || strings.Contains(text, "**") {
		if sign == "pow" {
			return e.write("**")
		}
		return e.write("pow")
	}
	if squeezed := strings.ReplaceAll(text, " ", ""); squeezed != text {
		return squeezed
	}
	return "(" + text + ")"
}
