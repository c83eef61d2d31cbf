package book

import (
	"errors"
	"fmt"
	"strings"
)

// splitWords cuts a command line into words as a shell does, for commands that need nothing of a shell but single and
// double quotes. What a shell would read otherwise is an error.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range line {
		special := strings.ContainsRune("$`\\!", r)
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == '"' && special, quote == 0 && (special || strings.ContainsRune("|&;<>(){}[]*?~#", r)):
			return nil, fmt.Errorf("%q is a shell's sign; put it in single quotes", r)
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			inWord, quote = true, r
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a %c is not closed", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("there is no command")
	}
	return words, nil
}
