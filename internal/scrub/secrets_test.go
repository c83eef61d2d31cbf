package scrub

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// around are texts that a secret may stand in, at %.
var around = map[string]string{
	"alone":        "%",
	"prose":        "Some words before it.\nI used % and it worked.\n",
	"a code fence": "Text.\n\n```\nrun with\n%\n```\n",
	"front matter": "---\ntitle: a post\nnote: %\n---\nText.\n",
	"CRLF":         "first\r\n%\r\nlast\r\n",
	"a sentence":   "It is %.",
	"a list":       "one, %, two",
	"brackets":     "it (%) is",
	"bold":         "it is **%**: look",
	"HTML":         "<code>%</code>",
	"a table":      "| name | %|",
	"a program":    "package main\n\nconst x = `%`\n",
	"colours":      "a \x1b[1;32m%\x1b[0m b",
	"JSON's":       `{"x": "\u001b[32m%\u001b[0m"}`,
	"wide spaces":  "a\u00a0%\u00a0b",
	"dashes":       "key—%—ok",
	"a path":       "https://host.internal/bot/%/send",
	"a notebook":   `   "client(\"%\")\n",`,
}

func TestSecrets(t *testing.T) {
	p := newPlanter()
	tokens, settings, keys := p.tokens(), p.settings(), p.keys()
	for _, plant := range slices.Concat(tokens, keys) {
		for name, text := range around {
			mustFind(t, name, plant, strings.Replace(text, "%", plant.text, 1))
		}
		quoted, _ := json.Marshal(plant.text)
		mustFind(t, "JSON", planted{plant.name, "", strings.Trim(jsonText(plant.secret), `"`)}, `{"x": `+string(quoted)+`}`)
	}
	for _, plant := range settings {
		for _, name := range []string{"alone", "a code fence", "CRLF"} {
			mustFind(t, name, plant, strings.Replace(around[name], "%", plant.text, 1))
		}
	}
	if n := len(tokens) + len(settings) + len(keys); n < 40 {
		t.Errorf("%d secrets planted", n)
	}
}

func jsonText(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// mustFind wants one secret found and no other, not shown, and taken out by Private.
func mustFind(t *testing.T, where string, plant planted, text string) {
	t.Helper()
	found := Secrets(text)
	at := strings.Index(text, plant.secret)
	if len(found) != 1 {
		t.Errorf("%s in %s: %d found: %v in %q", plant.name, where, len(found), found, text)
		return
	}
	f := found[0]
	if f.From > at+4 || f.To < at+len(plant.secret)-4 || f.Line != 1+strings.Count(text[:f.From], "\n") || f.Rule == "" || f.What == "" {
		t.Errorf("%s in %s: %+v, %q", plant.name, where, f, text[f.From:f.To])
	}
	if shown := Shown(text[f.From:f.To]); len([]rune(strings.Split(shown, "…")[0])) > 4 {
		t.Errorf("%s is shown as %s", plant.name, shown)
	}
	if clean, _ := Private(text); strings.Contains(clean, plant.secret[len(plant.secret)/4:]) || len(Secrets(clean)) > 0 {
		t.Errorf("%s in %s: left in %q", plant.name, where, clean)
	}
}

func TestShown(t *testing.T) {
	for secret, want := range map[string]string{
		"": "…(0 characters)", "abc": "…(3 characters)", "hunter2": "h…(7 characters)", "sk-ant-fake-0000-0000-00": "sk-a…(24 characters)",
		"päßwörter-und-mehr": "päßw…(18 characters)", "\n\x1b[31m-and-more-than-that": "??[3…(25 characters)",
	} {
		if got := Shown(secret); got != want {
			t.Errorf("%q: %s, want %s", secret, got, want)
		}
	}
}

func checkPlaces(t *testing.T, text string, found []Secret) {
	t.Helper()
	borders := map[int]bool{len(text): true}
	for i := 0; i < len(text); {
		borders[i] = true
		_, size := utf8.DecodeRuneInString(text[i:])
		i += size
	}
	end := 0
	for _, f := range found {
		if f.From < end || f.From >= f.To || f.To > len(text) || !borders[f.From] || !borders[f.To] || f.Line != 1+strings.Count(text[:f.From], "\n") {
			t.Fatalf("%+v in %q", f, text)
		}
		end = f.To
	}
}

func FuzzSecrets(f *testing.F) {
	p := newPlanter()
	for _, plant := range slices.Concat(p.tokens(), p.settings(), p.keys()) {
		f.Add(plant.text)
	}
	f.Add("curl [REDACTED] -u a:bcdefg12\n<add key=\"Password\" value=\"abcdefgh\" />")
	f.Fuzz(func(t *testing.T, text string) {
		checkPlaces(t, text, Secrets(text))
		clean, _ := Private(text)
		if left := Secrets(clean); len(left) > 0 {
			t.Fatalf("%q became %q, with %v", text, clean, left)
		}
	})
}
