package scrub

import (
	"regexp"
	"strings"
)

// toldRules are for secrets that stand where people and shells put them: behind a word in a sentence or a table, behind a
// flag, in an element, between the brackets of a call.
func toldRules() []*rule {
	return []*rule{
		{id: "told-secret", what: "a secret, by the word before it", kind: Key, words: []string{"password", "passphrase", "passwort", "api key", "api-key", "api_key", "access key", "token", "secret"},
			expr: lazily(`(?i)\b(?:password|passphrase|passwort|(?:api|access)[ _-]?key|token|secret)["'\x60*]*(?:\s+(?:is|was|ist|=)\s|\s*[:|])[\s"'\x60*|]*([\w~!#%^&+/=.-]{12,200})`), sure: isDrawn},
		{id: "flag", what: "a secret behind a flag", kind: Key, words: []string{"token", "password", "passwd", "passphrase", "secret", "key"},
			expr: lazily(`(?:^|\s)--?(?:[\w-]{0,30}-)?(?:token|password|passwd|passphrase|secret|api-?key|access-?key)[ =]["']?([^\s"'$<>]{8,200})`), sure: isSetting},
		{id: "command-password", what: "a password on a command line", kind: Key, words: []string{"sshpass", "redis-cli", "docker login", "mysql"},
			expr: lazily(`\b(?:sshpass -p ?|redis-cli .{0,80}-a |docker login .{0,80}-p |mysql\w* .{0,80}-p)["']?([^\s"'$<>-][^\s"'$<>]{5,100})`), sure: isSetting},
		{id: "shell-variable", what: "a secret in a variable", kind: Key, words: []string{"key ", "token ", "secret ", "password "},
			expr: lazily(`\b(?:set -\w+|setx|set|ENV)\s+[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD)\s+["']?([^\s"'$<>]{8,200})`), sure: isSetting},
		{id: "element", what: "a secret in an element", kind: Key, words: []string{"password>", "passwd>", "secret>", "token>", "apikey>", "api_key>"},
			expr: lazily(`(?i)<\w{0,20}(?:password|passwd|secret|token|api_?key)>([^<>\s$]{8,200})</`), sure: isSetting},
		{id: "argument", what: "a secret in a program", kind: Key, words: []string{"key(", "token(", "secret(", "password("},
			expr: lazily(`(?i)(?:api_?key|token|secret|password)\(\s*\\?["'\x60]([^\s"'\x60$\\]{16,200})\\?["'\x60]\s*\)`), sure: isDrawn},
		{id: "cookie", what: "a cookie, which stands for whoever is logged in", kind: Bearer, words: []string{"cookie"},
			expr: lazily(`(?i)\bcookie\\?["']?\s*[:,]\s*\\?["']?(?:session|sid|sessionid|connect\.sid|auth\w{0,20}|jwt|\w{0,20}token)=([^;\s"'\\]{16,1000})`), sure: isMixed},
		{id: "query-key", what: "a key in an address", kind: Key, words: []string{"appid=", "app_id=", "subscription-key=", "auth=", "&key=", "?key="},
			expr: lazily(`[?&](?:app_?id|subscription-key|auth|key)=([\w-]{20,200})`), sure: isDrawn},
		{id: "password-file", what: "a password in a list of databases", kind: Key, words: []string{":5432:", ":*:"}, expr: lazily(`^[\w.*-]+:(?:\d+|\*):[\w*-]+:[\w*-]+:([^\s:]{6,100})$`), sure: hasDigit},
		{id: "private-jwk", what: "a private key in JSON", kind: Key, words: []string{`"d"`, `"d\"`}, expr: lazily(`"d\\*"\s*:\s*\\*"([\w-]{43,1000})\\*"`), sure: isDrawn},
	}
}

var hexOnly = regexp.MustCompile(`^[0-9a-f]{32,}$`)

// isDrawn tells what a machine has drawn from what people write: small and capital letters and digits, or many
// hexadecimal digits, and no words.
func isDrawn(secret string) bool {
	mixed := strings.ContainsAny(secret, digits) && strings.ContainsAny(secret, lowerLetters) && strings.ContainsAny(secret, upperLetters) || hexOnly.MatchString(secret)
	return mixed && isToken(secret) && !fileLike.MatchString(secret)
}

// isSetting tells what may be a password from names of files and words.
func isSetting(secret string) bool {
	return strings.ContainsAny(secret, digits) && !plainNumber.MatchString(secret) && !fileLike.MatchString(secret) && !variableLike.MatchString(secret) && !isSpoken(secret) && !isWordy(secret)
}

const (
	lowerLetters = "abcdefghijklmnopqrstuvwxyz"
	upperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)
