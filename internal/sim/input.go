package sim

import (
	"slices"
	"strconv"
	"strings"
)

// typeOf is a schema's type, the first that is not null; a guess without one.
func typeOf(schema map[string]any) string {
	switch t := schema["type"].(type) {
	case string:
		return t
	case []any:
		for _, item := range t {
			if s, ok := item.(string); ok && s != "null" {
				return s
			}
		}
	case []string:
		for _, s := range t {
			if s != "null" {
				return s
			}
		}
	}
	switch {
	case schema["properties"] != nil:
		return "object"
	case schema["items"] != nil:
		return "array"
	}
	return "string"
}

var (
	reQuoted    = lazy(`"([^"\n]{1,400})"|'([^'\n]{2,400})'`)
	reEmail     = lazy(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	reProper    = lazy(`[^.!?\n] ((?:[\p{Lu}][\pL'-]+)(?: [\p{Lu}][\pL'-]+)*)`)
	reSaying    = lazy(`(?i)\b(?:saying|that says|with the (?:text|message|words)|telling (?:him|her|them)|that|about|for):? (.+?)[.!?]*$`)
	reAddressee = lazy(`\b(?:to|for|with) ([\p{Lu}][\pL'-]+)`)

	reMailName  = lazy(`(?i)mail|^to$|recipient`)
	rePlaceName = lazy(`(?i)city|place|location|town|country|where`)
	rePersonal  = lazy(`(?i)^to$|name|person|recipient|who|contact|customer`)
	reDateName  = lazy(`(?i)date|day|when|time`)
	reTextName  = lazy(`(?i)text|message|body|content|note|query|question|search|topic|subject|term|title|reason|description`)
)

// fillAll fills the required parameters as well as it can: it guesses.
func fillAll(schema map[string]any, text string) map[string]any {
	input, _ := fill(schema, text)
	return input
}

// fill makes a tool's input from a text, by the names of the parameters.
// It reports false when a required one had to be guessed.
func fill(schema map[string]any, text string) (map[string]any, bool) {
	return filler{text: curly.Replace(text), root: schema}.object(schema, 0)
}

type filler struct {
	text string
	root map[string]any
}

func (f filler) object(schema map[string]any, depth int) (map[string]any, bool) {
	input, sure := map[string]any{}, true
	properties, required := propertiesOf(schema), requiredOf(schema)
	numbers := 0
	for _, name := range required {
		p, _ := properties[name].(map[string]any)
		value, known := f.value(name, p, &numbers, depth)
		input[name] = value
		sure = sure && known
	}
	for _, name := range sortedKeys(properties) {
		p, _ := properties[name].(map[string]any)
		if _, done := input[name]; done || p["enum"] == nil {
			continue
		}
		if value, known := f.value(name, p, &numbers, depth); known {
			input[name] = value
		}
	}
	return input, sure
}

func (f filler) value(name string, schema map[string]any, numbers *int, depth int) (any, bool) {
	schema = resolved(f.root, schema)
	if c, ok := schema["const"]; ok {
		return c, true
	}
	if options, ok := schema["enum"].([]any); ok && len(options) > 0 {
		return chooseEnum(options, f.text)
	}
	switch typeOf(schema) {
	case "integer", "number":
		all := reNumberIn.FindAllString(tidyNumbers(f.text), -1)
		if *numbers >= len(all) {
			return 1, false
		}
		*numbers++
		if n, err := strconv.Atoi(all[*numbers-1]); err == nil {
			return n, true
		}
		n, err := strconv.ParseFloat(all[*numbers-1], 64)
		if err != nil || typeOf(schema) == "integer" {
			return int(min(max(n, -1e9), 1e9)), err == nil
		}
		return n, true
	case "boolean":
		return strings.Contains(plain(f.text), strings.ToLower(name)), true
	case "array":
		if depth > 4 {
			return []any{}, true
		}
		items, _ := schema["items"].(map[string]any)
		item, known := f.value(name, items, numbers, depth+1)
		return []any{item}, known
	case "object":
		if depth > 4 {
			return map[string]any{}, true
		}
		return f.object(schema, depth+1)
	case "null":
		return nil, true
	}
	return f.word(name)
}

// word finds a text for a parameter by the parameter's name.
func (f filler) word(name string) (string, bool) {
	quoted := group(reQuoted, f.text)
	switch {
	case reMailName.MatchString(name) && reEmail.MatchString(f.text):
		return reEmail.FindString(f.text), true
	case reDateName.MatchString(name):
		if d := firstFound(f.text); d != "" {
			return d, true
		}
	case rePathName.MatchString(name) && len(filesIn(f.text)) > 0:
		return filesIn(f.text)[0], true
	}
	if rePlaceName.MatchString(name) {
		if p := placesIn(f.text); len(p) > 0 {
			return p[0], true
		}
		return "", false
	}
	if rePersonal.MatchString(name) {
		if p := group(reAddressee, f.text); p != "" {
			return p, true
		}
	}
	if quoted != "" {
		return quoted, true
	}
	if reTextName.MatchString(name) {
		if s := group(reSaying, firstLineOf(f.text)); s != "" {
			return s, true
		}
		if k := keywords(f.text); len(k) > 0 {
			return strings.Join(firstN(k, 5), " "), true
		}
	}
	if p := group(reProper, " "+f.text); p != "" {
		return p, true
	}
	return strings.Join(firstN(keywords(f.text), 3), " "), false
}

// firstFound is the first date or time in a text.
func firstFound(text string) string {
	if d := reDay.FindString(text); d != "" {
		return strings.TrimSpace(d)
	}
	return strings.TrimSpace(reClock.FindString(text))
}

// synonyms of values that tools list.
var synonyms = map[string]string{
	"positive": "loved love good great excellent happy wonderful best", "negative": "hated hate bad awful terrible broke worst sad",
	"high": "urgent urgently asap important immediately high", "low": "whenever low later", "celsius": "celsius", "fahrenheit": "fahrenheit",
}

// chooseEnum takes the value that the text speaks of; else the first, as a guess.
func chooseEnum(options []any, text string) (any, bool) {
	low := " " + plain(signs.Replace(text)) + " "
	for _, o := range options {
		s, ok := o.(string)
		if !ok {
			continue
		}
		words := append(strings.Fields(synonyms[strings.ToLower(s)]), strings.ToLower(strings.ReplaceAll(s, "_", " ")))
		if slices.ContainsFunc(words, func(w string) bool { return w != "" && containsWord(low, w) }) {
			return o, true
		}
	}
	return options[0], false
}

// containsWord finds a word that is not part of a longer one.
func containsWord(text, w string) bool {
	for from := 0; w != ""; {
		at := strings.Index(text[from:], w)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(w)
		before := start > 0 && isLetter(text[start-1]) && isLetter(w[0])
		after := end < len(text) && isLetter(text[end]) && isLetter(w[len(w)-1])
		if !before && !after {
			return true
		}
		from = end
	}
	return false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 }
