package posts

import (
	"fmt"
	"strings"
)

// exactModel matches an identifier that names one model: a family, and what tells its members apart.
var exactModel = pattern(`\bclaude-(?:[a-z]+-)?\d[\w.-]*|\bsim-\d+\b|\bgpt-\d[\w.]*(?:-[\w.]+)*|\bo\d(?:-(?:mini|pro|preview|\d{4}-\d\d-\d\d))+|\bgpt-oss[:-]\d+b|` +
	`(?i:\b(?:meta-)?(?:llama|qwen|qwq|mistral|mixtral|ministral|magistral|gemma|gemini|phi|deepseek|grok|command|codestral|codellama|smollm|granite|olmo|kimi|glm|nova|yi|falcon|tinyllama|starcoder|nemotron)[a-z]*(?:[-_ ]?v?\d[\w.]*(?:[-:][\w.]+)*|[-:][\w.-]*\d[\w.-]*))|` +
	`\b(?:[A-Za-z][\w.]*-)+\d+(?:\.\d+)?[bB]\b[\w.-]*|` +
	`\b[a-z][\w./-]*:\d+(?:\.\d+)?[bm](?:-[\w.-]+)?\b`)

// vagueModel matches a family, or a name under which another model may answer tomorrow.
var vagueModel = pattern(`(?i)\b(?:claude(?: (?:opus|sonnet|haiku))?(?: \d[\d.]*)?|gpt(?:-| )?\d?[\d.]*o?|chatgpt|gemini|llama|qwen|mistral|sonnet|opus|haiku|the latest (?:model|version)|the newest model|a (?:large|small|big|local|frontier|current|recent|new|cheap|popular) (?:language )?model|an? llm)\b`)

// noModel matches a set-up in which no model answered.
var noModel = pattern("(?i)\\b(?:no (?:language |real |live )?model|without (?:a|any) (?:language )?model|without calling (?:a|any) model|no (?:llm|api key|api calls?|calls? to (?:a|any) model)\b|never (?:called|asked) a model|(?:mock(?:ed)?|stub(?:bed)?|recorded|replayed|canned) (?:provider|model|server|replies|reply|responses?|streams?)|not a (?:language )?model|(?:scripted|fake) (?:provider|model|server|replies|reply)|course sim\\b)|course's provider")

// namesAnswerer reports whether a text names a model that the sources have, whatever its name looks like.
func (p *post) namesAnswerer(text string) bool {
	for name := range p.sources().models {
		if isName(name) && strings.Contains(text, name) {
			return true
		}
	}
	return false
}

func judgeModel(p *post) {
	opening := p.openingText()
	if exactModel().MatchString(opening) || noModel().MatchString(opening) || p.namesAnswerer(opening) {
		return
	}
	what, mend := "the opening names no model", "Name in the first lines the exact identifier of the model that answered, as the trace has it: claude-opus-5-5, llama3.2:3b, sim-1."
	line := 0
	if m := vagueModel().FindString(opening); m != "" {
		what = fmt.Sprintf("the opening names no exact model, only %s", quoted(m))
		for _, b := range p.opening {
			if at := strings.Index(flat(b), m); at >= 0 {
				line = b.LineAt(at)
				break
			}
		}
	}
	for _, b := range p.text {
		if at := exactModel().FindStringIndex(flat(b)); at != nil {
			what = fmt.Sprintf("the model is first named on line %d, after the opening", b.LineAt(at[0]))
			mend = "Move it into the first lines, before the first result."
			line = b.LineAt(at[0])
			break
		}
	}
	p.find("model", line, what, "What you found holds for the model that answered, on that day; next year's model of the same family is another program.", mend)
}

var (
	parameter = pattern(`(?i)\b(?:temp|t)\s?[=:]\s?\d|\btemp \d|\b(?:at most|limit(?:ed)?(?: of| to)?|cap(?:ped)?(?: of| at)?|limit:?) \d[\d,.]*k? (?:output |out )?tokens\b|\btoken (?:limit|cap)\b|\b(?:reply|output|answer) limit\b|\b(?:context|ctx)(?: window| length| size)?(?: of|:|=)? ?\d|\bseeds? (?:\d|fixed)|\bq\d_\w+|\bquanti[sz]\w+|\bgreedy\b|\b(?:thinking|reasoning)(?:[:= ]+| was | is | turned | switched )(?:off|on|low|medium|high|none|disabled|enabled)\b|\b(?:stock|standard|factory|vanilla|usual|provider's) (?:settings|parameters|values|options|config\w*)|\bdefault(?:s| config\w*)\b|\b(?:everything|rest|others?|all)\b[^.\n]{0,20}\bdefault|\bout of the box\b|\bas shipped\b|\bno (?:settings?|options|parameters) (?:set|changed|touched|given)|\b(?:set|changed|touched) (?:no|none|nothing)\b|\bmax[_ -]?(?:output[_ -]|completion[_ -])?tokens\b|\beffort\b|\btemperatures?\b|\b(?:no|without(?: an?| any)?|with(?: an?| the| this| my| no)?|an|a|one|my|empty|same|short|long|default) (?:[\pL\d-]+ ){0,3}system[ -]prompts?\b|\bsystem[ -]prompts?[\s:,]*(?:["“\x60(:]|was\b|were\b|said\b|says\b|of\b|from\b|is\b|off\b|none\b|empty\b)|\bdefault (?:settings|parameters|values|options|everything)|\bdefaults\b|\b(?:settings|parameters|everything else|all else|the rest|options)[^.\n]{0,30}\b(?:default|unchanged)|\btop[_ -][pk]\b|\bthinking[_ -](?:budget|off|on|disabled|enabled)|\bbudget_tokens\b|\bnum_(?:ctx|predict)\b|\bstop[_ ]sequences?\b|\bprefill`)
	// modelless are what one can set where no model answers.
	modelless = pattern(`(?i)\bseeds?\b|\bscript(?:ed)?\b|\bfault\b|\bscenario\b`)
)

func judgeParameters(p *post) {
	opening := p.openingText()
	if parameter().MatchString(opening) || noModel().MatchString(opening) && modelless().MatchString(opening) {
		return
	}
	if noModel().MatchString(opening) && !exactModel().MatchString(opening) {
		p.ask("parameters", 0, "No model answered. Does the opening say what you set, such as a seed, a limit or a version?")
		return
	}
	what := "the opening names no parameter"
	line := 0
	for _, b := range p.text {
		if at := parameter().FindStringIndex(flat(b)); at != nil {
			line = b.LineAt(at[0])
			what = fmt.Sprintf("the parameters come first on line %d, after the opening", line)
			break
		}
	}
	if !p.english {
		p.ask("parameters", line, "Does the opening say which parameters you set, such as max_tokens, effort or the system prompt?")
		return
	}
	p.find("parameters", line, what, "With another max_tokens, effort or system prompt the same model does something else, and nobody can repeat what you did.",
		"Name in the first lines the settings that matter: max_tokens, effort, temperature, the system prompt, or “default settings”.")
}

const months = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`

// dayForm matches a day in any of the usual forms.
const dayForm = `(?i)\b(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:3[01]|[12]\d|0?[1-9])\b|\b(?:3[01]|[12]\d|0?[1-9])[./-](?:3[01]|[12]\d|0?[1-9])[./-](?:(?:19|20)\d\d|\d\d)\b|` +
	`\b(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?: of)? ` + months + `\b(?:,? (?:19|20)\d\d\b)?|\b` + months + ` (?:the )?(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b(?:,? (?:19|20)\d\d\b)?|` +
	`\b(?:3[01]|[12]\d|0?[1-9])\.? (?:de )?\pL{3,12}\.?,?(?: de)? (?:19|20)\d\d\b|\b(?:thirty-first|(?:twenty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|twentieth|thirtieth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth)(?: of)? ` + months + `\b(?:,? (?:19|20)\d\d\b)?|(?:19|20)\d\d ?年 ?\d{1,2} ?月 ?\d{1,2} ?日|(?:19|20)\d\d ?년 ?\d{1,2} ?월 ?\d{1,2} ?일`

var day = pattern(dayForm)

func judgeDate(p *post) {
	opening := p.openingText()
	if day().MatchString(opening) {
		return
	}
	what, line := "the opening names no day", 0
	for _, b := range p.text {
		if at := day().FindStringIndex(mask(flat(b), linkTarget, sourcePath)); at != nil {
			line = b.LineAt(at[0])
			what = fmt.Sprintf("the day comes first on line %d, after the opening", line)
			break
		}
	}
	p.find("date", line, what, "Models change behind their names, and a reader must know how old a result is. The header's date is not in the text, and that of the page is the day on which you published.",
		"Say in the first lines on which day you ran it: “on 30 November 2026”.")
}
