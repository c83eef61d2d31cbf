package scrub

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
)

// Paths are put together here, so that no file of the course holds one.
const (
	home  = "/" + "home/"
	users = "/" + "Users/"
)

func TestPrivate(t *testing.T) {
	none := Found{}
	tests := map[string]struct {
		text, want string
		found      Found
	}{
		"nothing":                  {"The bearer certificates of 2026 cost 4 @ 20 dollars.", "The bearer certificates of 2026 cost 4 @ 20 dollars.", none},
		"known":                    {"it is hunter2hunter2", "it is [REDACTED]", Found{Key: 1}},
		"a key of Anthropic":       {"x sk-ant-fake-0000 y sk-ant-fake-0001", "x [REDACTED] y [REDACTED]", Found{Key: 2}},
		"a key of OpenAI":          {"sk-proj-fake0000000000000000", "[REDACTED]", Found{Key: 1}},
		"a key of a code host":     {"ghp_" + strings.Repeat("fake0", 6), "[REDACTED]", Found{Key: 1}},
		"a key of a cloud":         {"AKIA" + strings.Repeat("FAKE", 4), "[REDACTED]", Found{Key: 1}},
		"a private key":            {"a\n-----BEGIN FAKE PRIVATE KEY-----\nAAAA\n-----END FAKE PRIVATE KEY-----\nb", "a\n[REDACTED]\nb", Found{Key: 1}},
		"a private key, cut off":   {"a\n-----BEGIN FAKE PRIVATE KEY-----\nAAAA", "a\n[REDACTED]", Found{Key: 1}},
		"no private key":           {"It begins with -----BEGIN FAKE PRIVATE KEY-----, then come\nlines.", "It begins with [REDACTED]lines.", Found{Key: 1}},
		"a header of it":           {"-----BEGIN FAKE PRIVATE KEY-----\nDEK-Info: FAKE,00\n\nAAAA\n-----END FAKE PRIVATE KEY-----", "[REDACTED]", Found{Key: 1}},
		"two in a line":            {"-----BEGIN PRIVATE KEY-----A-----END PRIVATE KEY-----,-----BEGIN PRIVATE KEY-----B-----END PRIVATE KEY-----.", "[REDACTED],[REDACTED].", Found{Key: 2}},
		"a setting":                {"export MY_API_KEY=\"fakefake\" DB_PASSWORD=fake-0000 MAX_TOKENS=1024", "export MY_API_KEY=\"[REDACTED]\" DB_PASSWORD=[REDACTED] MAX_TOKENS=1024", Found{Key: 2}},
		"a header":                 {"-H 'X-Api-Key: fakefake' -H 'x-api-key:fake00'", "-H 'X-Api-Key: [REDACTED]' -H 'x-api-key:[REDACTED]'", Found{Key: 2}},
		"a header in JSON in text": {`{\"x-api-key\": \"fakefake\"}`, `{\"x-api-key\": \"[REDACTED]\"}`, Found{Key: 1}},
		"a field in a text":        {`{"password": "x-y", 'api_key':'fake', \"clientSecret\": \"fake0\", "tokens": "many"}`, `{"password": "[REDACTED]", 'api_key':'[REDACTED]', \"clientSecret\": \"[REDACTED]\", "tokens": "many"}`, Found{Key: 3}},
		"a query":                  {"https://example.com/?key=fakefake&x=1&access_token=fake0000", "https://example.com/?key=[REDACTED]&x=1&access_token=[REDACTED]", Found{Key: 2}},
		"a password's header":      {"-H 'Authorization: Basic ZmFrZTpmYWtl'", "-H 'Authorization: Basic [REDACTED]'", Found{Bearer: 1}},
		"a bearer token":           {"Authorization: Bearer fake.0000-abcd", "Authorization: Bearer [REDACTED]", Found{Bearer: 1}},
		"a bearer token of letters": {
			"bearer abcdefghijklmnop", "bearer [REDACTED]", Found{Bearer: 1}},
		"a bearer key":            {"Bearer sk-ant-fake-0000", "Bearer [REDACTED]", Found{Key: 1}},
		"a signed token":          {"eyJmYWtlIjoi.eyJmYWtlIjoi.c2ln", "[REDACTED]", Found{Bearer: 1}},
		"an address":              {"Ann <ann.b+c@mail.example.com>, ü@" + "exämple.de.", "Ann <[REDACTED]>, [REDACTED].", Found{Mail: 2}},
		"no address":              {"npm i a@1.2.3 @types/node, x@y", "npm i a@1.2.3 @types/node, x@y", none},
		"a home folder":           {"cd " + home + "ann/src && ls " + users + "bob", "cd " + home + "[REDACTED]/src && ls " + users + "[REDACTED]", Found{Home: 2}},
		"in a URL and in a quote": {"file://" + home + "ann'", "file://" + home + "[REDACTED]'", Found{Home: 1}},
		"on Windows":              {`C:\` + `Users\ann\x c:\` + `users\bob`, `C:\Users\[REDACTED]\x c:\users\[REDACTED]`, Found{Home: 2}},
		"on Windows, with spaces": {`open C:\` + `Users\Ann Bee\x`, `open C:\Users\[REDACTED]\x`, Found{Home: 1}},
		"on Windows, escaped":     {`C:\\` + `Users\\ann\\x`, `C:\\Users\\[REDACTED]\\x`, Found{Home: 1}},
		"below WSL2":              {"/mnt/c" + users + "ann/x", "/mnt/c" + users + "[REDACTED]/x", Found{Home: 1}},
		"no name":                 {home + "$USER " + home + "{name} " + home, home + "$USER " + home + "{name} " + home, none},
	}
	for name, tt := range tests {
		got, found := Private(tt.text, "hunter2hunter2", "local")
		if got != tt.want || !maps.Equal(found, tt.found) {
			t.Errorf("%s: %q %v, want %q %v", name, got, found, tt.want, tt.found)
		}
		if again, found := Private(got, "hunter2hunter2"); again != got || len(found) > 0 {
			t.Errorf("%s: the second time %q %v", name, again, found)
		}
	}
}

func TestPrivateJSON(t *testing.T) {
	tests := map[string]struct {
		src, want string
		found     int
	}{
		"as it is":            {`{"b": 1.50, "n":12345678901234567890,"x":1e400, "a":"x \"y\" \u00fc </b>\/","c":"\ud800"} `, "", 0},
		"deep":                {`{"event":"tool","input":{"a":[{"b":["ann@example.com"]}]},"n":1e400}`, `{"event":"tool","input":{"a":[{"b":["[REDACTED]"]}]},"n":1e400}`, 1},
		"a field's name":      {`{"ann@example.com":1}`, `{"[REDACTED]":1}`, 1},
		"escaped":             {`["\u0073\u006b-ant-fake-0000 <\u00e9>"]`, `["[REDACTED] <é>"]`, 1},
		"escaped slashes":     {`["\/home\/ann\/x"]`, `["` + home + `[REDACTED]/x"]`, 1},
		"in pairs":            {`["\ud83d\ude00 ann@example.com"]`, `["😀 [REDACTED]"]`, 1},
		"after a newline":     {`["a\nann@example.com\tb"]`, `["a\n[REDACTED]\tb"]`, 1},
		"a private key":       {`["a","-----BEGIN FAKE PRIVATE KEY-----\nAAAA\n-----END FAKE PRIVATE KEY-----\nb","AAAA"]`, `["a","[REDACTED]\nb","AAAA"]`, 1},
		"one line of many":    {`["\u00e4\nann@example.com \u00e4\n\u00e4\\n"]`, `["\u00e4\n[REDACTED] ä\n\u00e4\\n"]`, 1},
		"JSON in a text":      {`["{\"key\":\"sk-ant-fake-0000\"}"]`, `["{\"key\":\"[REDACTED]\"}"]`, 1},
		"behind a quote":      {`["\\", "\"sk-ant-fake-0000\""]`, `["\\", "\"[REDACTED]\""]`, 1},
		"a secret field":      {`{"Authorization" : "Basic fake","api_key":"x","password":"","apiKey":["y"],"pass":"z"}`, `{"Authorization" : "[REDACTED]","api_key":"[REDACTED]","password":"","apiKey":["y"],"pass":"z"}`, 2},
		"a secret field's":    {`{"authorization":"Bearer fake.0000-abcd"}`, `{"authorization":"Bearer [REDACTED]"}`, 1},
		"a password and more": {`{"password":"fake ann@example.com"}`, `{"password":"[REDACTED]"}`, 1},
		"a property's name":   {`{"password":{"type":"string"}, "x":["password","y"]}`, "", 0},
		"cut off":             {`{"a":"x sk-ant-fake-0000`, `{"a":"x [REDACTED]`, 1},
		"cut off, escaped":    {`{"a":"x\n\u0073k-ant-fake-0000`, `{"a":"x\n[REDACTED]`, 1},
		"cut off in escape":   {`{"a":"ann@example.com\`, `{"a":"[REDACTED]\\`, 1},
		"cut off at a quote":  {`{"a":"ann@example.com\"`, `{"a":"[REDACTED]\"`, 1},
		"no JSON":             {`key sk-ant-fake-0000, "ok"`, `key [REDACTED], "ok"`, 1},
		"no JSON, escaped":    {`'\u0073k-ant-fake-0000'`, `'[REDACTED]'`, 1},
		"quotes out of order": {`x" : \u0073k-ant-fake-0000 " y`, ``, 1},
		"UTF-16":              {"a\x00n\x00n\x00@\x00e\x00x\x00.\x00c\x00o\x00m\x00", "[REDACTED]", 1},
		"a quote alone":       {`"`, "", 0},
		"empty":               {``, "", 0},
	}
	for name, tt := range tests {
		got, found := PrivateJSON(nil, []byte(tt.src))
		total := 0
		for _, n := range found {
			total += n
		}
		want := tt.want
		if want == "" && tt.found == 0 {
			want = tt.src
		}
		if want != "" && string(got) != want || total != tt.found || strings.Contains(string(got), "fake-0000") {
			t.Errorf("%s: %s %v, want %s", name, got, found, want)
		}
	}
}

// As encoding/json reads it.
func TestUnescape(t *testing.T) {
	for _, body := range []string{
		``, `a`, `\"\\\/\b\f\n\r\t`, `\u00fc\u00FC`, `\ud83d\ude00`, `\ud83d`, `\ud83dx`, `\ud83d\n`, `\ude00\ud83d`, `\ud83d\ud83d\ude00`, `é`,
	} {
		var want string
		if err := json.Unmarshal([]byte(`"`+body+`"`), &want); err != nil {
			t.Fatal(err)
		}
		if got := unescape([]byte(body)); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
	for _, broken := range []string{`\`, `\u`, `\u12`, `\u12g4`, `\x`, `a\`} {
		if got := unescape([]byte(broken)); got != broken {
			t.Errorf("%s: %q", broken, got)
		}
	}
}

// Wherever a secret is planted in JSON, and however it is escaped, it is gone, and what is left is JSON.
func FuzzPrivateJSON(f *testing.F) {
	f.Add(`{"a":"x"}`, `b`, byte(0))
	f.Add(`{"a":1e400,"b":12345678901234567890}`, `c"\`, byte(1))
	f.Add(`{"a":"\ud800`, "\x00\n", byte(2))
	f.Add(`"`, "", byte(3))
	f.Fuzz(func(t *testing.T, src, around string, form byte) {
		const secret = "sk-ant-fake-0000-planted"
		literal := `"` + secret + `"`
		switch form % 4 {
		case 1:
			encoded, _ := json.Marshal(around + " " + secret)
			literal = string(encoded)
		case 2:
			literal = `"` + strings.NewReplacer("s", `\u0073`, "-", `\u002D`).Replace(secret) + `"`
		case 3:
			literal = `{` + `"` + secret + `":` + `"ann@example.com"}`
		}
		for _, line := range []string{`{"x":` + literal + `,"y":[` + src + `]}`, `[` + src + `,` + literal + `]`, src + literal, src + literal[:len(literal)-1]} {
			got, found := PrivateJSON(nil, []byte(line), "hunter2hunter2")
			if json.Valid([]byte(line)) && !json.Valid(got) {
				t.Fatalf("%q became %q", line, got)
			}
			if strings.Contains(string(got), "planted") || strings.Contains(unescape(got), secret) || len(found) == 0 {
				t.Fatalf("%q became %q (%v)", line, got, found)
			}
			var v any
			if json.Unmarshal(got, &v) == nil {
				plain, _ := json.Marshal(v)
				if strings.Contains(string(plain), secret) {
					t.Fatalf("%q became %q", line, got)
				}
			}
		}
	})
}

func BenchmarkPrivateJSON(b *testing.B) {
	text := `A line of a file that ann@example.com wrote, with \"quotes\" and\nnewlines; it is in ` + home + `ann/src, or Bearer fake.0000-abcd.\n`
	for name, line := range map[string]string{
		"much":   `{"event":"tool","output":"` + strings.Repeat(text, 1000) + `"}`,
		"little": `{"event":"tool","output":"` + text + strings.Repeat(`a line of a high and bright text that holds nothing of the kind,\n`, 3000) + `"}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				out, _ = PrivateJSON(out[:0], []byte(line))
			}
		})
	}
}
