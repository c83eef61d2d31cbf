package posts

import (
	"regexp"
	"strings"
)

// number is one in digits or as a word.
const (
	numberWord = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|dozen|half|once|twice|both|none|no)`
	numberLike = `(?:\d[\d,.]*|` + numberWord + `)`
)

// verbs are forms that can hardly be anything but the verb of a sentence, and some that mostly are.
var verbs = pattern(`(?i)\b(?:is|are|was|were|am|has|had|have|having been|do|does|did|can|could|may|might|must|will|would|should|shall|` +
	`isn't|aren't|wasn't|weren't|hasn't|hadn't|haven't|don't|doesn't|didn't|can't|cannot|couldn't|won't|wouldn't|shouldn't|it's|that's|i'm|i've|i'd|you're|they're|we're|` +
	`took|sent|made|cost|costs|lost|loses|got|gets|gave|gives|went|goes|came|comes|saw|sees|said|says|told|tells|thought|thinks|knew|knows|kept|keeps|` +
	`left|leaves|let|lets|put|puts|read|reads|ran|wrote|writes|broke|breaks|fell|falls|rose|rises|grew|grows|shrank|beat|beats|won|wins|hid|hides|held|holds|` +
	`found|finds|forgot|forgets|ate|eats|bought|buys|brought|brings|built|builds|began|begins|became|becomes|chose|chooses|cut|cuts|did|drew|draws|drove|drives|` +
	`felt|feels|fought|hit|hits|led|leads|learnt|meant|means|met|meets|paid|pays|quit|sat|sold|set|sets|shot|showed|shows|shut|spent|spends|split|stood|stands|stuck|swore|taught|threw|understood|understands|` +
	`sends|takes|makes|needs|wants|uses|stops|starts|ends|keeps|remembers|remains|returns|repeats|refuses|reads|replies|fails|follows|forgives|happens|helps|hangs|hurts|ignores|invents|obeys|passes|picks|prints|proves|reports|scores|sounds|survives|trusts|tries|turns|waits|works|looks|lies|lives|adds|answers|arrives|asks|calls|changes|counts|covers|decides|deletes|depends|differs|doubles|drops|misses|matters|multiplies|saves|seems|stays|steers|swallows|truncates|varies|vanishes|thinks|contains|charges|pays|hallucinates|leaks|escapes|` +
	`\pL{2,}ed)\b`)

// notVerbs look like one and are none.
var notVerbs = pattern(`(?i)\b(?:red|bed|seed|need|feed|speed|indeed|hundred|embed|shed|wed|used to|so-called|based|broken|structured|limited|supposed|advanced|related|embedded|detailed)\b`)

// hasVerb reports whether a clause has the verb of a sentence, as far as its form tells.
func hasVerb(text string) bool { return verbs().MatchString(notVerbs().ReplaceAllString(text, " ")) }

// atStart matches the beginning of a text, whatever stands before its first letter.
func atStart(words string) func() *regexp.Regexp { return pattern(`(?i)^[^\pL\pN]*(?:` + words + `)`) }

var emphasis = strings.NewReplacer("**", "", "__", "", "*", "", "`", "", "’", "'")

// plainText is a text without the marks of emphasis and code, on one line.
func plainText(text string) string {
	return squeeze(linkMarks().ReplaceAllString(emphasis.Replace(text), "$1"))
}

var linkMarks = pattern(`!?\[([^\]]*)\]\([^)]*\)`)

// believed is a mark that a sentence tells what is thought.
var believed = pattern(`(?i)\b(?:i (?:now |still |also |only |strongly )?(?:think|believe|guess|suspect|assume|suppose|imagine|expect|expected|predicted|doubt|wonder|reckon|infer|would|take it)|` +
	`my (?:own |best )?(?:guess|theory|hypothesis|explanation|reading|suspicion|hunch|belief|opinion|prediction|bet|idea)|in my opinion|(?:i|we) (?:have not|haven't|did not|didn't|do not|don't|cannot|can't|could not) (?:tested?|check(?:ed)?|verif(?:y|ied)|measured?|know|tell|look(?:ed)?|prove|show|say)|` +
	`not tested|untested|unverified|unproven|not verified|not checked|not measured|not proven|a guess|(?:best|wild|educated|only|own|first|a|pure|just) guess|guess(?:es|ing|work)|belief|hypothe(?:sis|ses|tical)|conjecture|speculat\pL+|prediction|expectation|what i (?:think|expected|believe|make of)|(?:idea|guess|theory|reading|interpretation|hunch|suspicion|opinion|explanation)s? of (?:mine|my own)|(?:without|no) (?:a |any )?(?:test|proof|evidence) (?:of|for|on)|without (?:a |any )?test\b|nobody (?:has )?(?:tested|knows|checked)|(?:i am|i'm|am i|it is|it's) (?:not (?:\pL+ )?(?:sure|certain)|unsure|uncertain|unclear)|no idea|in my (?:view|eyes)|my (?:take|interpretation|view|impression)|as far as i (?:can tell|know|see)|i (?:put it down|put this down|blame|read (?:it|this|that) as|would (?:say|bet|guess)|lean|am inclined|feel|have the (?:feeling|impression|suspicion))|(?:it|that|this) (?:feels|felt) (?:like|as)|to me,? |one (?:possible )?(?:explanation|reading|reason)|an? (?:possible|plausible|likely) (?:explanation|reason|cause)|could be|can be that|conclude|` +
	`probably|perhaps|maybe|presumably|possibly|apparently|likely|seem|seems|seemed|may|might|could|suggests?|suggested|hints? at|looks like|looks as if|as if|plausibl[ey]|expected|i'd|would|if)\b`)

// seen is a mark that a sentence tells what was observed.
var seen = pattern(`(?i)\b(?:i (?:saw|counted|measured|observed|got|ran|found|noticed|looked up|read)|what i saw|` +
	`printed|returned|sent|answered|reported|counted|measured|scored|took|cost|ended|stopped|failed|refused|obeyed|called|named|exit code|stop reason|in all|in none|runs?)\b`)

// measured is a number that somebody has counted or measured.
var measured = pattern(`(?i)\d|\b(?:(?:in )?` + numberWord + ` (?:of|out of) (?:the |my |these )?` + numberWord + `|(?:all|none|each|every one) of (?:the|my|them)|(?:all|in every|in each|` + numberWord + `) (?:\pL+ )?runs?|half the|doubled|tripled|halved|twice|(?:four|five|six|seven|eight|nine|ten|two|three)(?:fold| times))\b`)

// counted is a count of a whole: "10 of 10", "in 20 runs".
var counted = pattern(`(?i)\b` + numberLike + ` (?:out )?of (?:the |my |these |those |all )?` + numberLike + `\b|\b(?:in|of|over|across) (?:all |my |these |the |each of (?:the |my )?)*` + numberLike + ` (?:\pL+ )?(?:runs?|tries|calls|turns|times|texts|questions|replies|conversations|attempts|cases)\b`)
