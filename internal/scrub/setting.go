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
	`(?:\\?["\x60]([^\s"\x60\\]{4,300})\\?["\x60]|'([^\s']{4,300})'|([^\s"'\x60,;&(){}\[\]<>|\\]{6,300}))`

var (
	// afterName goes on a name of what is about a secret and is none.
	afterName = regexp.MustCompile(`(?i)^s?[_.-]?(?:hash|file|path|name|url|uri|type|kind|count|id|len|length|min|max|limit|field|prefix|hint|label|reset|policy|regex|pattern|` +
		`ttl|expir\w*|version|manager|provider|store|source|ref|arn|endpoint|budget|usage|window|per\w*|used|input|output|in|out|env|var|test|like|error|rule|index|sha\d*|digest|fingerprint)s?(?:[_.-]|$)`)
	// codeLike is what stands for a value in a program.
	codeLike = regexp.MustCompile(`^[A-Za-z_$@*&!][\w$]*(?:(?:\.|->|::)[A-Za-z_]\w*)*\d{0,2}$`)
	// plainNumber is a count, a date or a version.
	plainNumber = regexp.MustCompile(`^[\d.,:_/T+-]*[a-z%]{0,3}$`)
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
	if afterName.MatchString(group(2)) || plainNumber.MatchString(value) || fileLike.MatchString(value) {
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
	start := strings.LastIndexAny(line[:m[2]], " \t;,&\"'") + 1
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
	return len(value) >= shortestToken && !isSpoken(value) && strings.ContainsAny(value, digits) && strings.ContainsFunc(value, unicode.IsLetter) && entropy(value) >= leastEntropy
}

var word = regexp.MustCompile(`^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]{1,3}|[A-Za-z][a-z]*[0-9])$`)

// isSpoken tells words with hyphens between them, such as a name that a test has for a token, from what was drawn at random.
func isSpoken(value string) bool {
	parts := strings.FieldsFunc(value, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !word.MatchString(p) })
}

// isCode reports whether a value without quotes, that ends at that index, is an expression of a program.
func isCode(line string, end int, value string) bool {
	return codeLike.MatchString(value) && !isMixed(value) || variableLike.MatchString(value) || end < len(line) && strings.ContainsRune("([{", rune(line[end]))
}
