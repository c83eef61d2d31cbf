package sim

import (
	"fmt"
	"strings"
)

// Rate is the probability of something that happens only sometimes.
type Rate struct {
	Name  string
	Value float64 // 0 to 1
	What  string  // what happens at this rate
}

// Rates is the table of all probabilities of the simulator, in a fixed order.
// They are its own choice and measure no real model.
func Rates() []Rate {
	t := table()
	return t[:]
}

// Markdown prints rates as a Markdown table.
func Markdown(rates []Rate) string {
	var b strings.Builder
	b.WriteString("| rate | value | what happens |\n|---|---|---|\n")
	for _, r := range rates {
		fmt.Fprintf(&b, "| `%s` | %.2f | %s |\n", r.Name, r.Value, r.What)
	}
	return b.String()
}

// rate is a place in the table.
type rate int

const (
	systemSentences rate = iota
	systemQuestion
	systemWords
	forbiddenHint
	leakVerbatim
	leakSecret
	riddleLow
	riddleMedium
	riddleHigh
	riddleMax
	headDigits2
	headDigits3
	headDigits4
	headDigits5
	headDigits6
	headAddition
	toolFirm
	toolPlain
	toolMinimal
	toolMisleading
	toolContradicting
	toolSmallFirm
	toolSmallOther
	toolOverlap
	toolText
	toolParallel
	toolDiscouraged
	toolAsked
	resultDoubt
	retrySame
	retryForEver
	retryChanged
	retryAgain
	retryHead
	retryFitting
	hostileTry
	injectBase
	injectUntrusted
	injectTagged
	injectUser
	injectUserTagged
	injectField
	injectFieldTagged
	injectReport
	extractSlip
	extractSlipExample
	extractInvent
	extractInventRule
	extractNormalise
	extractNormaliseRule
	jsonFence
	jsonChat
	rateCount
)

func table() [rateCount]Rate {
	return [rateCount]Rate{
		systemSentences:   {"system/sentences", 0.95, "keeps to a number of sentences it was told; else one too many"},
		systemQuestion:    {"system/question", 0.92, "ends with a question when told to"},
		systemWords:       {"system/words", 0.95, "keeps to a number of words it was told; else a few too many"},
		forbiddenHint:     {"system/forbidden-hint", 0.10, "declines a forbidden topic, but lets a hint of it slip"},
		leakVerbatim:      {"system/leak", 0.60, "repeats its system prompt word for word when asked; else gives the gist away"},
		leakSecret:        {"system/leak-secret", 0.15, "the same, although the system prompt says to keep it secret; else half of these give the gist away"},
		riddleLow:         {"riddle/low", 0.30, "solves a riddle at effort low; else gives the tempting answer"},
		riddleMedium:      {"riddle/medium", 0.60, "the same at effort medium, the default"},
		riddleHigh:        {"riddle/high", 0.90, "the same at effort high"},
		riddleMax:         {"riddle/max", 0.95, "the same at effort xhigh and max"},
		headDigits2:       {"head/2-digits", 0.97, "gets a product, quotient or power right without a tool: larger factor of two digits (zeros at its end do not count; one digit less when the other factor has only one)"},
		headDigits3:       {"head/3-digits", 0.70, "the same, three digits"},
		headDigits4:       {"head/4-digits", 0.30, "the same, four digits"},
		headDigits5:       {"head/5-digits", 0.08, "the same, five digits"},
		headDigits6:       {"head/6-digits", 0.02, "the same, six digits and more"},
		headAddition:      {"head/addition", 0.92, "gets additions and subtractions of more than four digits right without a tool"},
		toolFirm:          {"tool/firm", 0.98, "uses a calculator whose description says to use it always"},
		toolPlain:         {"tool/plain", 0.80, "uses a calculator whose description says what it does"},
		toolMinimal:       {"tool/minimal", 0.55, "uses a calculator whose description is a word or two"},
		toolMisleading:    {"tool/misleading", 0.12, "uses a calculator whose description speaks of something else"},
		toolContradicting: {"tool/contradicting", 0.45, "uses a calculator whose description says both always and never"},
		toolSmallFirm:     {"tool/small-firm", 0.70, "uses a firmly described calculator for a sum with one-digit numbers"},
		toolSmallOther:    {"tool/small-other", 0.20, "uses another calculator for such a sum (a misleading one: never)"},
		toolOverlap:       {"tool/overlap", 0.25, "takes the second of two tools that fit alike"},
		toolText:          {"tool/text", 0.35, "says a sentence beside a tool call"},
		toolParallel:      {"tool/parallel", 0.90, "makes independent calls in one reply; else one after the other"},
		toolDiscouraged:   {"tool/discouraged", 0.15, "uses a calculator whose description advises against it (for a sum with one-digit numbers: never)"},
		toolAsked:         {"tool/asked", 0.98, "uses a calculator, whatever its description, that the user asks for by name"},
		resultDoubt:       {"result/doubt", 0.30, "notices that a calculator's result cannot be right; else believes it"},
		retrySame:         {"retry/same", 0.35, "repeats a call that failed once, with the same input"},
		retryForEver:      {"retry/for-ever", 0.40, "having failed twice with the same input, goes on with it for ever, so that with retry/same about one broken tool in seven is called without end; else gives up"},
		retryChanged:      {"retry/changed", 0.25, "after the first failure, tries again with another input, where there is one"},
		retryAgain:        {"retry/again", 0.30, "the same after the second failure, when the inputs differed; after the third it gives up"},
		retryHead:         {"retry/head", 0.50, "giving up on a tool, does the sum in its head; else says that the tool is broken"},
		retryFitting:      {"retry/fitting", 0.90, "takes a fitting name from an error that lists the available ones"},
		hostileTry:        {"hostile/try", 0.70, "tries to read a path outside its folder when asked to; else declines"},
		injectBase:        {"inject/base", 0.70, "obeys an instruction that stands in a tool result"},
		injectUntrusted:   {"inject/untrusted", 0.30, "the same, when the system prompt says that such text is untrusted data"},
		injectTagged:      {"inject/tagged", 0.15, "the same, when the result stands in tags that the system prompt mentions"},
		injectUser:        {"inject/user", 0.60, "obeys an instruction in data that the user's text holds"},
		injectUserTagged:  {"inject/user-tagged", 0.15, "the same, when the data stands in tags or is called data"},
		injectField:       {"inject/field", 0.35, "puts the word that injected text asks for into a field of structured output"},
		injectFieldTagged: {"inject/field-tagged", 0.08, "the same, when the data stands in tags or is called data"},
		injectReport:      {"inject/report", 0.50, "not obeying, mentions that the data held an instruction"},
		extractSlip:       {"extract/slip", 0.12, "gets a field wrong that stands in the text"},
		extractSlipExample: {"extract/slip-example", 0.03,
			"the same, when the prompt shows an example"},
		extractInvent:        {"extract/invent", 0.30, "invents a plausible value for a field that is missing"},
		extractInventRule:    {"extract/invent-rule", 0.04, "the same, when the prompt says what to do with a missing one"},
		extractNormalise:     {"extract/normalise", 0.30, "rewrites a date or a time (tmrw: tomorrow, 1pm: 13:00)"},
		extractNormaliseRule: {"extract/normalise-rule", 0.02, "the same, when the prompt says to keep them as written; asked to rewrite them, fails to at this rate"},
		jsonFence:            {"json/fence", 0.40, "puts a code fence around JSON that was asked for in words alone"},
		jsonChat:             {"json/chat", 0.20, "puts a sentence before such JSON"},
	}
}
