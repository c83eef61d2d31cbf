package scrub

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ownRules are the rules that the course adds to those of gitleaks: providers of models, which it knows too few of, and
// forms in which a secret stands whatever it looks like. Some are for redacting alone: they take too much, which does
// less harm in a copy of a trace than a secret that is left.
func ownRules() []*rule {
	keys := slices.Concat(ownKeys(), prefixRules("provider-key", "a key of a provider of models, or of a tool", modelPrefixes),
		prefixRules("token", "a token, by how it begins", tokenPrefixes))
	for _, r := range keys {
		r.alone = true
	}
	return slices.Concat(keys, settingRules(), toldRules(), personalRules())
}

// ownKeys are keys that can be told by themselves.
func ownKeys() []*rule {
	return []*rule{
		{id: "provider-key", what: "a key of a provider of models", kind: Key, words: []string{"sk-"}, expr: lazily(`(` + keyLike.String() + `)`), sure: isLongKey},
		{id: "telegram-bot-token", what: "a token of a Telegram bot", kind: Key, words: []string{":aa"}, after: 30, expr: lazily(`\b([0-9]{8,10}:AA[A-Za-z0-9_-]{32,33})(?:[^A-Za-z0-9_-]|$)`)},
		{id: "mailgun-key", what: "a Mailgun key", kind: Key, words: []string{"key-"}, after: 32, expr: lazily(`\b(key-[0-9a-f]{32})\b`)},
		{id: "discord-token", what: "a token of a Discord bot", kind: Key, words: []string{"discord", "token", "bot"},
			expr: lazily(`\b([MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45})`)},
		{id: "discord-webhook", what: "the address of a Discord webhook", kind: Key, words: []string{"/api/webhooks/"}, expr: lazily(`discord(?:app)?\.com/api/webhooks/[0-9]+/([A-Za-z0-9_-]{40,})`)},
		{id: "azure-client-secret", what: "an Azure client secret", kind: Key, words: []string{"q~"}, expr: lazily(`(?:^|[^A-Za-z0-9_~.-])([A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,33}[A-Za-z0-9_~-])`)},
		{id: "azure-key", what: "a key of an Azure service", kind: Key, words: []string{"jqqj99"}, expr: lazily(`([A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{10,30})`)},
		{id: "mailchimp-key", what: "a Mailchimp key", kind: Key, words: []string{"-us"}, expr: lazily(`\b([0-9a-f]{32}-us[0-9]{1,2})\b`)},
		{id: "minisign-key", what: "a private key of minisign", kind: Key, words: []string{"rwrty0iy"}, after: 40, expr: lazily(`\b(RWRTY0Iy[A-Za-z0-9+/]{80,}=*)`)},
		{id: "signed-address", what: "an address that is signed with a key", kind: Key, words: []string{"sig=", "x-amz-signature="}, expr: lazily(`(?i)[?&](?:sig|x-amz-signature)=([A-Za-z0-9%+/=]{40,})`)},
		{id: "json-web-token", what: "a signed token", kind: Bearer, words: []string{"eyj"}, after: 8,
			expr: lazily(`\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)`), sure: func(s string) bool { return len(s) >= 40 }},
	}
}

// settingRules are forms that say of what stands in them that it is a secret.
func settingRules() []*rule {
	return []*rule{
		{id: "url-password", what: "a password in an address", kind: Key, words: []string{"://"}, wide: true,
			expr: lazily(`[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@"'<>?#\x60\\]{0,100}:([^\s/"'<>?#\x60\\]{2,200})@[\w.\[-]*`), sure: notWordForPassword},
		{id: "secret-setting", what: "a secret in a setting", kind: Key, words: settingWords, sign: true, expr: lazily(settingExpr), group: 3, keep: notSetting},
		{id: "authorization", what: "a token or a password in a header", kind: Bearer, words: []string{"bearer", "authorization"},
			expr: lazily(`(?i)\b(?:bearer|authorization\\?["']?\s*[:=]\s*\\?["']?(?:basic|token|bot|key))\s+([A-Za-z0-9._~+/=-]{8,})`), keep: isWord, sure: isMixed},
		{id: "authorization", what: "a token or a password in a header", kind: Bearer, words: []string{"authorization"},
			expr: lazily(`(?i)\bauthorization\\?["']?\s*:\s*\\?["']?([A-Za-z0-9._~+/=-]{20,})`), sure: isMixed},
		{id: "api-key-header", what: "a key in a header", kind: Key, words: []string{"api-key"}, expr: lazily(`(?i)\bx-(?:goog-)?api-key\\?["']?\s*[:=]\s*\\?["']?([^\s"'\\\[,;]{6,})`),
			sure: func(s string) bool { return isMixed(s) && !strings.ContainsAny(s, "(){}") }},
		{id: "basic-auth", what: "a name and a password in base64", kind: Key, words: []string{"auth"}, expr: lazily(`(?:"auth"\s*:\s*"|\b_auth\s*=\s*"?)([A-Za-z0-9+/]{8,}={0,2})`), keep: notNameAndPassword},
		{id: "netrc-password", what: "a password as in .netrc", kind: Key, words: []string{"password"},
			expr: lazily(`(?:\blogin\s+\S+\s+(?:account\s+\S+\s+)?password\s+(\S{4,})|^\s*password\s+(\S{6,})\s*$)`), sure: func(s string) bool { return strings.ContainsAny(s, digits) }},
		{id: "curl-user", what: "a password for curl", kind: Key, words: []string{"-u", "--user"}, expr: lazily(`^\s+(?:-u|--user)[ =]["']?[\w.@-]+:([^\s"':$]{4,})["']?\s*\\?$`), sure: notWordForPassword},

		{id: "setting", kind: Key, words: []string{"key=", "secret=", "token=", "password="}, expr: lazily(`\b[A-Z][A-Z0-9_]*(?:KEY|SECRET|TOKEN|PASSWORD)=["']?([^\s"'\[]{8,})`), sure: never},
		{id: "field", kind: Key, words: []string{"key", "password", "passwd", "secret", "token"}, sign: true, expr: lazily(
			`(?i)["'](?:password|passwd|(?:x-)?api[_-]?key|client[_-]?secret|(?:access|refresh|auth)[_-]?token|(?:secret|private)[_-]?key)\\?["']\s*:\s*\\?["']([^"'\\\s\[]{3,})`), sure: never},
		{id: "query", kind: Key, words: []string{"key=", "token=", "secret="}, expr: lazily(`[?&](?:api_?key|key|(?:access_?|auth_?)?token|client_secret)=([^&\s"'\\\[]{8,})`), sure: never},
	}
}

// personalRules are what is private and no secret.
func personalRules() []*rule {
	return []*rule{
		{id: "e-mail", kind: Mail, words: []string{"@"}, expr: lazily(mailExpr), sure: never},
		{id: "home", kind: Home, words: []string{"users"}, expr: lazily(`[A-Za-z]:[/\\]+[Uu]sers[/\\]+([^/\\"':;,<>|\[\]\r\n\t]{1,40}?)[/\\]`), sure: never}, // with spaces in it
		{id: "home", kind: Home, words: []string{"home", "users"}, expr: lazily(`[/\\](?:home|[Uu]sers)(?:/+|\\+)([^/\\\s"'` + "`" + `:;,<>|()\[\]{}*?$]+)`), sure: never},
	}
}

const (
	mailExpr = `([\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})`
	digits   = "0123456789"
)

func never(string) bool { return false }

// isLongKey tells a key from a word that begins like one, a piece of a key in a text about keys, and a kind of key of ssh's.
func isLongKey(key string) bool {
	return len(key) >= 20 && isMixed(key) && !strings.HasPrefix(key, "sk-ssh-") && !strings.HasPrefix(key, "sk-ecdsa-")
}

func hasDigit(secret string) bool { return strings.ContainsAny(secret, digits) }

// isMixed tells what was drawn at random from words: it has digits, or capital letters behind small ones, and is long.
func isMixed(secret string) bool {
	inner := strings.TrimFunc(secret, func(r rune) bool { return !unicode.IsLower(r) })
	return len(secret) >= 12 && !isSpoken(secret) && (strings.ContainsAny(secret, digits) || len(secret) >= 20 && strings.ContainsFunc(inner, unicode.IsUpper))
}

var wordForPassword = regexp.MustCompile(`(?i)^(?:pass|passwd|password|passwort|pw|pwd|secret|user|username|key|token|string|\*+|port|[0-9]{1,3})$`)

// notWordForPassword tells a password from the word that stands for one in documentation.
func notWordForPassword(s string) bool { return !wordForPassword.MatchString(s) }

// isWord tells "bearer certificates" from a token.
func isWord(line string, m []int) bool {
	token := line[m[2]:m[3]]
	return len(token) < 16 && strings.Trim(token, "abcdefghijklmnopqrstuvwxyz.") == ""
}

// notNameAndPassword reports whether base64 holds no "name:password".
func notNameAndPassword(line string, m []int) bool {
	plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(line[m[2]:m[3]], "="))
	name, password, ok := strings.Cut(string(plain), ":")
	return err != nil || !ok || name == "" || password == "" || !utf8.Valid(plain)
}
