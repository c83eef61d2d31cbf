package fakellm

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

const (
	english = "The children walked to the market in the morning and bought bread, cheese and three apples for the journey home."
	spanish = "Los niños caminaron al mercado por la mañana y compraron pan, queso y tres manzanas para el viaje de regreso a casa. ¿Llegarán a tiempo?"
	code    = "for i := 0; i < len(items); i++ {\n\tif items[i].Name == name {\n\t\treturn &items[i], nil\n\t}\n}"
	digits  = "48151 62342 90125 77310 33871 20384 11229"
	json1   = `{"name":"get_weather","input":{"city":"Paris","unit":"celsius"}}`
	chinese = "孩子们早上走到市场买了面包奶酪和三个苹果准备回家路上吃"
	russian = "Дети утром пошли на рынок и купили хлеб, сыр и три яблока"
	emoji   = "🙂🚀🎉🌍"
)

// perCharacter is the estimate for a thousand characters.
func perCharacter(s string) int { return 1000 * EstimateTokens(s) / utf8.RuneCountInString(s) }

func TestEstimateComparisons(t *testing.T) {
	for _, pair := range []struct{ cheap, dear string }{
		{english, spanish}, {spanish, code}, {english, digits}, {english, json1},
		{code, chinese}, {digits, chinese}, {code, russian}, {digits, russian}, {russian, emoji},
	} {
		if a, b := perCharacter(pair.cheap), perCharacter(pair.dear); a >= b {
			t.Errorf("per 1000 characters: %q costs %d, %q %d", pair.cheap, a, pair.dear, b)
		}
	}
	if a, b := perCharacter(english), perCharacter(spanish); 2*a < b {
		t.Errorf("Spanish costs %d, English %d: more than somewhat", b, a)
	}
}

func TestEstimateTokens(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, " ": 0, "a": 1, "Hello": 1, "Hello world": 2, "information": 2, "niño": 2, "12345": 3,
		"a,b": 3, "a\nb": 3, "a  b": 3, "日本": 2, "🙂": 2, "\n": 1, "a-1": 3,
	} {
		if got := EstimateTokens(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestEstimateGrows: more text never costs less.
func TestEstimateGrows(t *testing.T) {
	for _, s := range []string{english, spanish, code, digits, chinese, emoji, "a á 1 \n", "aaaaé1é aé"} {
		before := 0
		for i := range s {
			if got := EstimateTokens(s[:i]); got < before {
				t.Errorf("%q costs %d, less than a shorter text", s[:i], got)
			} else {
				before = got
			}
		}
	}
}

func TestEstimateInput(t *testing.T) {
	p := start(t, "- {text: ok, times: any}")
	count := func(body string) int {
		t.Helper()
		if a := post(t, p, body); a.status != 200 {
			t.Fatalf("%s", a.body)
		}
		all := p.Requests()
		var m message
		if err := json.Unmarshal(all[len(all)-1].Response, &m); err != nil {
			t.Fatal(err)
		}
		return m.Usage.InputTokens
	}
	plain := count(hello)
	for _, more := range []string{
		with(`"system":"Be kind."`), with(`"system":[` + marked + `]`), with(`"tools":[` + tool + `]`),
		talk(user, assistant, user), talk(says(`{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}`)),
		talk(user, callA, says(resultA)),
	} {
		if got := count(more); got <= plain {
			t.Errorf("%s: %d, hello alone %d", more, got, plain)
		}
	}
}
