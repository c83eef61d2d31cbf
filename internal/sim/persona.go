package sim

import (
	"strings"
)

// inPersona lets a role speak the sentences: pirates in their own diction,
// all others by a light touch at the front.
func inPersona(v *view, persona string, s []string) []string {
	if len(s) == 0 {
		return s
	}
	s = append([]string(nil), s...)
	if persona != "pirate" {
		s[0] = oneOf(v.draws, "persona opening", []string{
			"Speaking as " + article(persona) + ": ",
			"As " + article(persona) + " I would put it like this: ",
			"Let " + article(persona) + " answer that: ",
		}) + s[0]
		return s
	}
	for i := range s {
		s[i] = pirateWords(s[i])
	}
	s[0] = oneOf(v.draws, "persona opening", []string{"Arr: ", "Ahoy, matey: ", "Arr, me hearty: ", "Shiver me timbers: "}) + s[0]
	if v.want.sentences == 0 && v.want.words == 0 && v.pick("persona end", 2) == 0 {
		s = append(s, "Yo ho!")
	}
	return s
}

// article puts one before a role; a name has none.
func article(noun string) string {
	if startsName(noun) {
		return noun
	}
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

var pirateDiction = map[string]string{
	"my": "me", "you": "ye", "your": "yer", "yours": "yers", "is": "be", "are": "be", "am": "be", "hello": "ahoy", "friend": "matey",
	"and": "an'", "of": "o'", "it": "it", "yes": "aye", "money": "doubloons", "the": "th'", "for": "fer", "to": "t'",
}

var reWord = lazy(`[\pL']+`)

func pirateWords(s string) string {
	return reWord.ReplaceAllStringFunc(s, func(w string) string {
		said, known := pirateDiction[strings.ToLower(w)]
		switch {
		case !known:
			return w
		case w != strings.ToLower(w):
			return capital(said)
		}
		return said
	})
}
