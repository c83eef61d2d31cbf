package sim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	reLeadWords = lazy(`(?i)^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|greetings|well|actually|no|yes|ok|okay|sorry|oh|so|and|but|also|then|now|by the way|btw|please|just|remember(?: that| this)?|note that|let me introduce myself|i said|i told you|i mean|again)(?: there| again| everyone| everybody| all| sim-1)?[,.!:]*\s+)+`)
	reGreets    = lazy(`(?i)^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|greetings)\b`)

	// What follows is a name, however it is written.
	reNamed  = lazy(`(?i)^(?:my (?:real |full |actual |first |own |given |true |proper )?name(?: is|'s| was)(?: actually| really| now)?|(?:the )?name(?: is|'s)|i(?: am|'m) (?:called|named|known as)|i go by(?: the name(?: of)?)?|i was (?:named|christened))\s+(.+)$`)
	reCallMe = lazy(`(?i)^(?:you (?:can|may|could|should|must) )?(?:always |just )?call me\s+(.+)$|^(?:they|people|friends|my friends|my family|everyone|everybody|folks|most people|others|all) (?:all )?calls? me\s+(.+)$`)
	// What follows may be a name.
	reIAmName  = lazy(`(?i)^(?:i am|i'm|im|this is)\s+(.+)$`)
	reNameHere = lazy(`(?i)^(.{2,40}) here$`)

	reYouNamed  = lazy(`(?i)^(?:so )?(?:(?:nice|good|pleased|glad|great|lovely) to (?:meet|see) you,|your (?:real |full |first )?name(?: is|'s)|you(?: are|'re) (?:called|named)|i(?: will|'ll)? (?:now )?call you)\s*(.+)$`)
	reYouGreet  = lazy(`(?i)^(?:hello|hi|hey|welcome|welcome back|thanks|thank you|good (?:morning|afternoon|evening)|you are|you're|goodbye|bye)(?: again)?,? (.+)$`)
	reUsersName = lazy(`(?i)\b(?:the |this )?(?:user|customer|person|client)(?:'s name is| is (?:called|named)| goes by) ([^.,;\n]+)|\byou are (?:talking|speaking|chatting) (?:to|with) ([\p{Lu}][^.,;\n]*)`)
)

// Words that follow "I am" and the like and are no name, however they are
// written.
const notNames = " sorry sure here back fine ok okay happy glad tired hungry thirsty sad ready done good great well new not no just still so very really too also only from in at on a an the your my his her this that it all afraid interested curious looking confused lost stuck bored busy sick ill late early right wrong serious kidding joking alone old young single married cold hot warm home away free able about nobody nothing everything something someone there again me you he she we they them what who how why where when if maybe perhaps later soon now today tomorrow tonight anytime crazy asap same right look over come up down out never always excited impressed surprised aware sceptical skeptical grateful thankful awesome amazing terrible " +
	"german french english british spanish italian american indian chinese japanese russian dutch swiss swedish danish norwegian finnish polish portuguese greek turkish irish scottish welsh austrian belgian brazilian mexican canadian australian european african asian korean ukrainian hungarian czech jewish catholic muslim christian vegan vegetarian " +
	"monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december world everyone everybody friend user again sir madam folks guys team both dear "

// Words that begin no name when written in small letters.
const notNamed = " not on in a an the my your very something nothing unknown secret hard difficult easy long short common rare what spelled spelt written pronounced no none irrelevant unimportant important private of "

// cutName ends a name where something else follows it.
var reAfterName = lazy(`(?i)(?:,\s| from | and | but | by the way| please\b| \(| in | not | so | or | at | with | by | speaking\b| here\b| again\b| then\b| now\b| though\b| too\b| who | because | since | nice |[!?。！？，\n]).*$`)

func cutName(s string) string { return trimMarks(reAfterName.ReplaceAllString(s+" ", "")) }

// givenName reads a name that was called one; empty if it cannot be one.
func givenName(s string) string {
	name := cutName(s)
	first, _, _ := strings.Cut(name, " ")
	if strings.Contains(notNamed, " "+first+" ") || wordCount(name) > 6 {
		return ""
	}
	return name
}

const nameLinks = " de da di van von der den la le al bin ibn "

// likelyName reads a name after words that need not be followed by one: words
// with a capital letter, or of a script without such; empty if it is none.
func likelyName(s string) string {
	words := strings.Fields(s)
	n := 0
	for n < len(words) && n < 5 && (startsName(words[n]) || n > 0 && (strings.HasPrefix(words[n], "d'") || strings.Contains(nameLinks, " "+words[n]+" "))) {
		if n++; strings.HasSuffix(words[n-1], ",") {
			break
		}
	}
	name := cutName(strings.Join(firstN(words, n), " "))
	if n == 0 || strings.Contains(notNames, " "+strings.ToLower(strings.Trim(words[0], ".,!"))+" ") {
		return ""
	}
	if rest := strings.Join(words[n:], " "); rest != "" && !strings.HasSuffix(words[n-1], ",") && cutName(" "+rest) != "" {
		return ""
	}
	return name
}

func startsName(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsLetter(r) && !unicode.IsLower(r)
}

// smallName reads a name in small letters: a single word that is no common one.
func smallName(s string) string {
	name := cutName(s)
	for _, r := range name {
		if !unicode.IsLetter(r) && r != '\'' && r != '-' {
			return ""
		}
	}
	if utf8.RuneCountInString(name) < 2 || len(name) > 20 || strings.HasSuffix(name, "ing") || strings.HasSuffix(name, "ed") || strings.Contains(notNames, " "+strings.ToLower(name)+" ") {
		return ""
	}
	return name
}

// nameIn finds the name that a clause gives its speaker's counterpart or, of
// the user, the speaker; empty if it gives none.
func nameIn(role, text string, greeted, alone bool) string {
	if role == "assistant" {
		if s := group(reYouNamed, text); s != "" {
			return givenName(s)
		}
		return likelyName(group(reYouGreet, text))
	}
	text = reLeadWords.ReplaceAllString(text+" ", "")
	text = strings.TrimSpace(text)
	if s := group(reNamed, text); s != "" {
		return givenName(s)
	}
	if s := group(reCallMe, text); s != "" {
		if name := likelyName(s); name != "" {
			return name
		}
		return smallName(s)
	}
	if s := group(reIAmName, text); s != "" && (alone || !strings.HasPrefix(strings.ToLower(text), "this")) {
		if name := likelyName(s); name != "" || !greeted {
			return name
		}
		return smallName(s)
	}
	return likelyName(group(reNameHere, text))
}
