package scrub

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A setting is a name that says that its value is a secret, a sign, and the value: password = "…", API_KEY=…,
// "clientSecret": "…", ?token=…. The name alone proves little, so the value has to look like a secret too.

var settingWords = []string{"passwd", "password", "passphrase", "pwd", "passwort", "secret", "token", "api_key", "api-key", "apikey",
	"access_key", "access-key", "accesskey", "private_key", "private-key", "privatekey", "accountkey", "account_key", "encryption_key", "encryptionkey",
	"signing_key", "signingkey", "master_key", "masterkey", "service_key", "sharedaccesskey", "_key", "credential", "_pass"}

// Of the groups the first is the word, the second the rest of the name, and one of the others the value: in quotes, in
// apostrophes, bare.
const settingExpr = `(?i)(passw(?:or)?d|passphrase|passwort|pwd|secret|token|(?:api|access|private|account|auth|encryption|signing|master|service|shared)[_-]?key|[_-]key|credential|_pass)` +
	`(s?[\w.-]{0,30})\\?["'\x60]?\]?[ \t]{0,4}(?:=>|:=|==?|:)[ \t]{0,4}` +
	`[brfu]??(?:\\?["\x60]([^\s"\x60\\]{4,300})\\?["\x60]|'([^\s']{4,300})'|([^\s"'\x60,;&(){}\[\]<>|\\]{6,300}))`

var (
	// afterName goes on a name of what is about a secret and is none.
	afterName = regexp.MustCompile(`(?i)^i[sz]|^s?[_.-]?(?:hash|file|path|name|url|uri|type|kind|count|id|len|length|min|max|limit|field|prefix|hint|label|reset|policy|regex|pattern|` +
		`ttl|expir\w*|version|manager|provider|store|source|ref|arn|endpoint|budget|usage|window|per\w*|used|input|output|in|out|env|var|test|like|error|rule|index|sha\d*|digest|fingerprint)s?(?:[_.-]|$)`)
	// codeLike is what stands for a value in a program.
	codeLike = regexp.MustCompile(`^[A-Za-z_$@*&!][\w$]*(?:(?:\.|->|::)[A-Za-z_]\w*)*\d{0,2}$`)
	// plainNumber is a count, a date or a version.
	plainNumber = regexp.MustCompile(`^[\d.,:_/T+-]*[a-z%]{0,3}$`)
	// digest is what a file's content comes down to.
	digest = regexp.MustCompile(`^sha(?:1|256|384|512)[:=-]`)
	// dotenvName is a name as in a file .env, before an = without spaces.
	dotenvName = regexp.MustCompile(`^(?:export )?[A-Z][A-Z0-9_]*=$`)
	// variableLike is a name for a secret, or a sum.
	variableLike = regexp.MustCompile(`(?i)^[a-z_][\w.]*(?:key|token|secret|password|credential)s?$|\*`)
	fileLike     = regexp.MustCompile(`^(?:\.{0,2}/|\$\w+/|~/|[a-z]+://)|\.(?:go|py|js|ts|json|ya?ml|md|txt|toml|env|html?|com|org|net|io)\b`)
)

const (
	shortestToken = 10
	leastEntropy  = 3.0 // of a token; sixteen hexadecimal digits have about 3
)

// notSetting reports whether what settingExpr has matched is no secret.
func notSetting(line string, m []int) bool {
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return line[m[2*i]:m[2*i+1]]
	}
	quoted := group(3) + group(4)
	value, bare := quoted, group(5)
	if bare != "" {
		value = strings.TrimRight(bare, ".")
	}
	if digest.MatchString(value) || afterName.MatchString(group(2)) || plainNumber.MatchString(value) || fileLike.MatchString(value) || opensNothing(line, m[2], m[5]) {
		return true
	}
	word := strings.ToLower(group(1))
	if strings.HasPrefix(word, "pass") || word == "pwd" || word == "_pass" {
		return !isPassword(line, m, value, bare != "")
	}
	return bare != "" && isCode(line, m[11], bare) || !isToken(value)
}

// isPassword judges the value of a password: a person may have chosen it, so little is asked.
func isPassword(line string, m []int, value string, bare bool) bool {
	if wordForPassword.MatchString(value) || !notWordForPassword(value) {
		return false
	}
	if !bare {
		return len(value) >= 6
	}
	before := max(0, m[2]-longestName)
	start := before + strings.LastIndexAny(line[before:m[2]], " \t;,&\"'") + 1
	if dotenvName.MatchString(line[start:m[10]]) {
		return true
	}
	return (!isCode(line, m[11], value) || asInSettings(line, m)) && (strings.ContainsAny(value, digits) || strings.ContainsAny(value, "!#%^*+?"))
}

// asInSettings reports whether a bare value stands as in YAML, behind a colon and at the end of its line, or as in a file of
// settings, behind an = without spaces.
func asInSettings(line string, m []int) bool {
	sign := line[m[5]:m[10]]
	return strings.HasPrefix(sign, ":") && m[11] == len(line) || strings.HasSuffix(sign, "=") && (m[11] == len(line) || line[m[11]] != '(')
}

// isToken judges the value of a key or a token: a machine has drawn it.
func isToken(value string) bool {
	return len(value) >= shortestToken && !isSpoken(value) && !isWordy(value) && !strings.ContainsRune(value, ',') && strings.ContainsAny(value, digits) && strings.ContainsFunc(value, unicode.IsLetter) && entropy(value) >= leastEntropy
}

var word = regexp.MustCompile(`^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]{1,3}|[A-Za-z][a-z]*[0-9])$`)

// isSpoken tells words with hyphens between them, such as a name that a test has for a token, from what was drawn at random.
func isSpoken(value string) bool {
	parts := strings.FieldsFunc(value, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !word.MatchString(p) })
}

// piece is a word of a name that a program has, or a number in it.
var piece = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+|\d+`)

const (
	wordySize  = 12 // letters and digits in a name of several words
	wordyPiece = 3  // letters in a word, on average; what is drawn at random has fewer, or as many numbers as words
)

// isWordy tells a name such as readUint16LengthPrefixed or ed25519.PrivateKey from what was drawn at random.
func isWordy(value string) bool {
	if strings.Trim(value, "_.-"+digits+upperLetters+lowerLetters) != "" {
		return false
	}
	size, letters, words, numbers, spoken := 0, 0, 0, 0, 0
	for _, p := range piece.FindAllString(value, -1) {
		size += len(p)
		if strings.Contains(digits, p[:1]) {
			numbers++
		} else {
			words++
			letters += len(p)
		}
		if len(p) >= wordyPiece && strings.ContainsAny(p[1:], lowerLetters) {
			spoken += len(p)
		}
	}
	joined := strings.ContainsAny(value, "_.-") || strings.ContainsAny(value, upperLetters) && strings.ContainsAny(value, lowerLetters)
	return joined && size >= wordySize && 2*numbers <= words && letters >= wordyPiece*words && 4*spoken >= 3*letters
}

// harmlessKey matches what goes before the word in the name of a key or a token that opens nothing.
var harmlessKey = regexp.MustCompile(`(?i)(?:idempotency|cache|public|pub|page|next|cursor|continuation|sync|partition|primary|foreign|sort|dedup|tokenizer)[ _-]?(?:key|token)\w*$`)

// opensNothing reports whether the name in line[from:to], with a sign behind it, is that of a key that is no secret.
func opensNothing(line string, from, to int) bool {
	return harmlessKey.MatchString(strings.TrimRight(line[max(0, from-longestName):to], " \t:=>|,?\"'\x60\\[]"))
}

// isCode reports whether a value without quotes, that ends at that index, is an expression of a program.
func isCode(line string, end int, value string) bool {
	return codeLike.MatchString(value) && !isMixed(value) || variableLike.MatchString(value) || end < len(line) && strings.ContainsRune("([{", rune(line[end]))
}
