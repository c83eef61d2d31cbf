package scrub

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// Every rule can be used: its expressions compile, it has a word to look for, and a person can read what it finds.
func TestRules(t *testing.T) {
	set := allRules()
	if len(set.rules) < 230 {
		t.Errorf("%d rules", len(set.rules))
	}
	for _, r := range set.rules {
		r.expr()
		for _, a := range r.allowed {
			for _, expr := range a.exprs {
				expr()
			}
		}
		if len(r.words) == 0 || r.id == "" || r.what == "" && (r.sure == nil || r.sure("a1B2c3D4e5F6g7H8i9J0k1L2m3")) {
			t.Errorf("%s: %+v", r.id, r)
		}
		for _, w := range r.words {
			if w != strings.ToLower(w) {
				t.Errorf("%s: the word %q is not in lower case", r.id, w)
			}
		}
	}
	for id := range weak {
		if !slices.ContainsFunc(set.rules, func(r *rule) bool { return r.id == id }) {
			t.Errorf("there is no rule %s", id)
		}
	}
}

// What is changed in the expressions of gitleaks is still there to be changed.
func TestGitleaksExpressions(t *testing.T) {
	names, ends := 0, 0
	for _, r := range loadGitleaks() {
		if r.sign {
			names++
		}
		if strings.Contains(r.expr().String(), behindText) {
			ends++
		}
	}
	if names < 80 || ends < 100 {
		t.Errorf("%d expressions with a name, %d with an end", names, ends)
	}
}

func TestDescribe(t *testing.T) {
	for id, want := range map[string]string{
		"github-pat": "a GitHub personal access token", "aws-access-token": "an AWS access key", "okta-access-token": "an Okta access token",
		"stripe-access-token": "a Stripe access token", "openai-api-key": "an OpenAI API key", "jwt": "a JSON web token",
	} {
		if got := describe(id); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
}

func TestFinder(t *testing.T) {
	words := []string{"he", "she", "his", "hers", "s.", "@", "e_-9"}
	numbers := map[string][]int{}
	for i, w := range words {
		numbers[w] = []int{i}
	}
	f := newFinder(numbers)
	for _, text := range []string{"", "uSHErs", "HIS. @she@", "ß\xffe_-9 E_-9", "hhhhe", "shis.hers", "\x00\x80"} {
		var got, want []string
		f.each(text, func(found []int, end int) {
			for _, i := range found {
				got = append(got, words[i]+strings.Repeat("+", end))
			}
		})
		for end := range len(text) + 1 {
			for _, w := range words {
				if end >= len(w) && strings.EqualFold(text[end-len(w):end], w) {
					want = append(want, w+strings.Repeat("+", end))
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// What is visibly fake, or a piece of a program or of a text about secrets, raises no alarm.
func TestNoSecrets(t *testing.T) {
	key := "a1B2c3D4" + "e5F6g7H8"
	planted := key + "i9J0k1L2"
	for _, text := range []string{
		"sk-ant-fake-0000", "ANTHROPIC_API_KEY=sk-ant-api03-...", "ANTHROPIC_API_KEY=sk-ant-…", "API_KEY=your-key-here-12345", "TOKEN=$GITHUB_TOKEN1234",
		"api_key: ${OPENAI_API_KEY_2}", "api_key: {{ .Values.key1 }}", "token: <token-1-of-yours>", "password: xxxxxxxx1", "password = \"REDACTED1\"",
		"SECRET_KEY=0000000000000000", "sk-ant-api03-" + strings.Repeat("A", 95), "ghp_" + strings.Repeat("x", 36), "AKIAIOSFODNN7EXAMPLE",
		"postgres://user:password@localhost/db", "postgres://ann:" + key + "@db.example.com/x", "redis://:$REDIS_PASSWORD@cache", "http://localhost:8080/a@b",
		"https://ann@host.internal/x", "mongodb://<user>:<password>@host",
		"Authorization: Bearer <your-token>", "Authorization: Bearer $TOKEN", "the bearer authentication-scheme of RFC 6750", "Authorization: Basic ZmFrZTpmYWtl",
		"apiKey := os.Getenv(\"API_KEY_V2\")", "token := parser.next12()", "Password: cfg.Password,", "password := readLine1(in)", "max_tokens: 1024", "token_count=123456789012",
		"secretName: my-secret-7", "\"password\": {\"type\": \"string\"}", "password: required", "key: \"a-name-with-words-1\"", "tokens: 2026-11-30T12:00:00",
		"It begins with -----BEGIN RSA PRIVATE KEY----- and ends soon.\nThen text.", "-----BEGIN FAKE PRIVATE KEY-----\n" + strings.Repeat(strings.Repeat("a1B2", 16)+"\n", 4),
		"machine x login y password z", "  password is what you type", "uses: actions/checkout@v4 # token", "rsc.io/api-key v1.2.3 h1:" + "uiha352VrCDMXg+yoBtaD0tUF4Kv9vrtrWPYXwutnDE=",
		"\"integrity\": \"sha512-" + strings.Repeat("a1B2c3D4", 10) + "==\"", "auth=dXNlcg==", "s.ReadUint16LengthPrefixed(out)", "// the key is not valid, NewEncapsulationKey1024 returns an error", "pk1.Keytype = KeyAlgoED25519", "type PrivateKey = ed25519.PrivateKey",
		"sk-ssh-ed25519-cert-v01@openssh.com", "tokenizer = \"o200k_base\"", "\"tokenizer.json\": \"sha256:b7455f0e8f00539108837bfa586c4fbf\"", "Public key ping-sha256: SIXvRyDmBJSgatgTQRGbInBaAK+hZOQ18UmrSwnDlK8=",
		"./encrypt1 encrypt1-tmpl.xml deskey.bin > encrypt1-res.xml", "idempotency_key: " + planted, "Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6", "\"cacheKey\": \"" + planted + "\"",
		"cache_key=" + planted, "public key: " + planted, "\"next_page_token\": \"" + planted + "\"", "pageToken=" + planted, "request_id=req_011C" + planted, "toolu_01" + planted, "{\"id\": \"msg_01" + planted + "\"}",
		"x+" + strings.Repeat("a1B2c3D4/", 8) + "EAAA" + planted + planted + "/" + strings.Repeat("a1+2c3D4", 8), "the token is a word", "run --token-file tokens.txt --max-tokens 1024", "tool --api-key $KEY --token <token>",
		"https://github.com/sourcegraph/srclib/blob/6538858f0c410cac5c63440317b8d009e889d3fb/x", "| token | cost |", "<token>name</token>", "base64: " + base64.StdEncoding.EncodeToString([]byte("there is nothing to be seen in here, really")), "the risk-averse-and-very-cautious-desk-bound-person-of-2026",
	} {
		for _, f := range Secrets(text) {
			t.Errorf("%q: %s: %q", text, f.Rule, text[f.From:f.To])
		}
	}
}

// A long line is searched near the words only, and all in it is found.
func TestLongLine(t *testing.T) {
	p := newPlanter()
	var text strings.Builder
	want := 0
	for i := range 200 {
		text.WriteString(strings.Repeat("é text of words, and a key = value; ", i%150))
		text.WriteString(" ghp" + "_" + p.of(36, alnum) + " ")
		want++
	}
	found := Secrets(text.String())
	checkPlaces(t, text.String(), found)
	if len(found) != want {
		t.Errorf("%d found, want %d", len(found), want)
	}
	if clean, _ := Private(text.String()); len(Secrets(clean)) > 0 || strings.Count(clean, Redacted) != want {
		t.Errorf("%d redacted", strings.Count(clean, Redacted))
	}
}

// A token that is longer than what is searched around a word is taken out whole.
func TestLongToken(t *testing.T) {
	p := newPlanter()
	token := "ey" + p.of(40, alnum) + ".ey" + p.of(20_000, alnum) + "." + p.of(43, alnum)
	text := strings.Repeat("a text, ", 1000) + token + strings.Repeat(" a text", 1000)
	if clean, _ := Private(text); clean != strings.Replace(text, token, Redacted, 1) {
		t.Errorf("%d bytes of %d are left", len(clean)-len(text)+len(token)-len(Redacted), len(token))
	}
}

// Taking a private key out joins lines, which may make a secret of two harmless halves.
func TestPrivateAgainWhenLinesWereJoined(t *testing.T) {
	text := "curl -----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY----- -" + "u ann:a1B2c3D4e5 \n"
	clean, _ := Private(text)
	if left := Secrets(clean); len(left) > 0 || strings.Contains(clean, "a1B2c3D4e5") {
		t.Errorf("%q: %v", clean, left)
	}
}

// Looking at what stands before a place must not take longer the longer the line is: a few megabytes did not come to an end.
func TestLongLineOfPlaces(t *testing.T) {
	const n = 120_000
	if found := Paths(strings.Repeat(home+"a ", n)); len(found) != n {
		t.Errorf("%d paths", len(found))
	}
	if found := Secrets(strings.Repeat("password="+"a1B2c3D4,", n/2)); len(found) != n/2 {
		t.Errorf("%d passwords", len(found))
	}
}

func TestOverlaps(t *testing.T) {
	places := []Secret{{From: 2, To: 4}, {From: 4, To: 6}, {From: 9, To: 10}}
	for from := range 12 {
		for to := from + 1; to < 13; to++ {
			want := slices.ContainsFunc(places, func(p Secret) bool { return from < p.To && p.From < to })
			if got := Overlaps(places, from, to); got != want {
				t.Errorf("%d to %d: %v", from, to, got)
			}
		}
	}
}
