package scrub

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// gitleaksRules are the rules that come with gitleaks 8.30.1, config/gitleaks.toml, byte for byte. They are under the MIT
// licence, gitleaks.LICENSE.
//
//go:embed gitleaks.toml
var gitleaksRules []byte

// gitleaksFile is what is used of the file. Rules are looked for in one line, so those that need several never match.
type gitleaksFile struct {
	Allowlist gitleaksAllowlist
	Rules     []gitleaksRule
}

type gitleaksRule struct {
	ID, Regex   string
	Keywords    []string
	Entropy     float64
	SecretGroup int
	Allowlists  []gitleaksAllowlist
}

type gitleaksAllowlist struct {
	RegexTarget, Condition    string
	Regexes, Stopwords, Paths []string
}

// leftOut are the rules that are not used: what they look for depends on a file's name, or takes several lines. Two other
// rules have a path too, and are exact enough to do without it.
var leftOut = []string{
	"pkcs12-file",            // the name alone
	"hashicorp-tf-password",  // any "password" in a file of Terraform's; the rule secret-setting looks everywhere
	"kubernetes-secret-yaml", // several lines
	"private-key",            // several lines; see keyReader
}

// weak are words of so few letters that they stand in any text, with the letters that have to follow.
var weak = map[string]int{"jwt": 17, "twilio-api-key": 32, "vault-service-token": 24}

// unsure are rules that also match what stands in any program or text, with what tells a secret from that.
var unsure = map[string]func(string) bool{
	"vault-service-token":      func(s string) bool { return !isWordy(s) },                  // s.readUint16LengthPrefixed
	"sourcegraph-access-token": func(s string) bool { return strings.HasPrefix(s, "sgp_") }, // the id of a commit
}

// beforeName begins the expressions that want a name such as my_github_token. What it matches is never the secret, and
// without it they are many times faster.
const beforeName = `[\w.-]{0,50}?(?:`

// Behind a key many expressions want white space, a quote or a semicolon, as in a program. In a text any mark may follow
// that no key has in it.
const (
	behindKey  = "(?:[\\x60'\"\\s;]|\\\\[nr]|$)"
	behindText = "(?:[^\\w=+-]|$)"
)

func (r gitleaksRule) expr() string {
	expr := strings.Replace(r.Regex, beforeName, "(?:", 1)
	if r.ID == generic {
		return expr
	}
	return strings.Replace(expr, behindKey, behindText, 1)
}

// generic is the rule for any name such as key or token. It would find too much with more marks.
const generic = "generic-api-key"

// loadGitleaks reads the rules. The file is part of the program, so a fault in it is one of the program.
func loadGitleaks() []*rule {
	var file gitleaksFile
	if err := toml.Unmarshal(gitleaksRules, &file); err != nil {
		panic(fmt.Sprintf("gitleaks.toml: %v", err))
	}
	everywhere := file.Allowlist.list()
	var rules []*rule
	for _, src := range file.Rules {
		if slices.Contains(leftOut, src.ID) {
			continue
		}
		r := &rule{
			id: src.ID, what: describe(src.ID), kind: Key, words: src.Keywords, after: weak[src.ID], group: src.SecretGroup, entropy: src.Entropy,
			expr: lazily(src.expr()), sign: strings.Contains(src.Regex, beforeName),
			allowed: []allowlist{everywhere},
		}
		if strings.HasPrefix(src.ID, "jwt") || src.ID == "curl-auth-header" {
			r.kind = Bearer
		}
		for _, a := range src.Allowlists {
			if len(a.Paths) == 0 { // of those with a path, all are for files that are not judged here
				r.allowed = append(r.allowed, a.list())
			}
		}
		r.alone = !r.sign && r.id != generic && r.kind == Key
		r.sure = unsure[src.ID]
		if src.ID == generic {
			r.keep = notGeneric
		}
		rules = append(rules, r)
	}
	return rules
}

var checksum = regexp.MustCompile(`(?:\bh1:|\bsha(?:1|256|384|512)[:=-]\s?)$`)

const longestMark = 10 // bytes of "sha256: "

// notGeneric reports whether what the rule for any key has found is the checksum of a module or a file, a name that a
// program has for something, a file, or a key that opens nothing.
func notGeneric(line string, m []int) bool {
	for g := 2; g < len(m); g += 2 {
		if m[g] < 0 {
			continue
		}
		value := line[m[g]:m[g+1]]
		if checksum.MatchString(line[max(0, m[g]-longestMark):m[g]]) || isWordy(value) || fileLike.MatchString(value) || opensNothing(line, m[0], m[g]) {
			return true
		}
	}
	return false
}

func (a gitleaksAllowlist) list() allowlist {
	list := allowlist{target: a.RegexTarget, all: strings.EqualFold(a.Condition, "AND")}
	for _, expr := range a.Regexes {
		list.exprs = append(list.exprs, lazily(expr))
	}
	for _, word := range a.Stopwords {
		list.stops = append(list.stops, strings.ToLower(word))
	}
	return list
}

// spelled is how the words of a rule's name are written in a sentence.
var spelled = map[string]string{
	"api": "API", "aws": "AWS", "pat": "personal access token", "ptt": "pipeline trigger token", "rrt": "runner registration token",
	"oauth": "OAuth", "id": "id", "gcp": "Google Cloud", "github": "GitHub", "gitlab": "GitLab", "digitalocean": "DigitalOcean", "openai": "OpenAI",
	"npm": "npm", "pypi": "PyPI", "huggingface": "Hugging Face", "sendgrid": "SendGrid", "url": "URL", "jwt": "JSON web token", "rubygems": "RubyGems",
	"linkedin": "LinkedIn", "circleci": "CircleCI", "launchdarkly": "LaunchDarkly", "hashicorp": "HashiCorp", "tf": "Terraform", "ad": "AD",
	"personnal": "personal", "travisci": "Travis CI", "droneci": "Drone CI", "cicd": "CI", "base64": "in base64", "scim": "SCIM", "ca": "CA",
}

// described are rules whose name says too little.
var described = map[string]string{
	"generic-api-key": "what looks like a key or a token", "curl-auth-header": "a token in a header for curl", "curl-auth-user": "a password for curl",
	"aws-access-token": "an AWS access key", "azure-ad-client-secret": "an Azure client secret",
}

// describe makes "a GitHub personal access token" of "github-pat".
func describe(id string) string {
	if text := described[id]; text != "" {
		return text
	}
	words := strings.Split(id, "-")
	for i, w := range words {
		if s := spelled[w]; s != "" {
			words[i] = s
		} else if i == 0 {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	article := "a "
	if strings.ContainsRune("AEIOaeio", rune(words[0][0])) {
		article = "an "
	}
	return article + strings.Join(words, " ")
}
