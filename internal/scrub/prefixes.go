package scrub

import (
	"regexp"
	"strings"
)

// A prefix is how the keys of one provider begin, and an expression for the rest of them.
type prefix struct {
	begin, rest string
	sure        func(key string) bool
}

const uuidForm = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`

// modelPrefixes are those of providers of models, and of tools for them, whose formats gitleaks does not know, or knows as
// of an exact length.
var modelPrefixes = []prefix{
	{"gsk_", `[A-Za-z0-9]{40,}`, hasDigit}, {"xai-", `[A-Za-z0-9]{40,}`, hasDigit}, {"r8_", `[A-Za-z0-9]{37}`, hasDigit}, {"pcsk_", `[A-Za-z0-9_]{40,}`, hasDigit},
	{"tvly-", `[A-Za-z0-9-]{20,}`, hasDigit}, {"lsv2_", `(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}`, hasDigit}, {"jina_", `[\w-]{40,}`, hasDigit},
	{"sk_", `[a-f0-9]{48}`, hasDigit}, {"csk-", `[a-z0-9]{40,}`, hasDigit}, {"fw_", `[A-Za-z0-9]{22,}`, hasDigit}, {"nvapi-", `[\w-]{40,}`, hasDigit},
	{"sbp_", `[a-f0-9]{40}`, hasDigit}, {"sb_secret_", `[\w-]{20,}`, hasDigit}, {"figd_", `[\w-]{30,}`, hasDigit}, {"dckr_pat_", `[\w-]{20,}`, hasDigit},
	{"hf_", `[A-Za-z0-9]{20,}`, hasDigit}, {"tgp_v1_", `[\w-]{40,}`, hasDigit}, {"pa-", `[\w-]{43}\b`, isMixed}, {"fc-", `[a-f0-9]{32}\b`, hasDigit},
	{"apify_api_", `[A-Za-z0-9]{30,}`, hasDigit}, {"e2b_", `[a-f0-9]{40}`, hasDigit}, {"wandb_v1_", `\w{40,}`, hasDigit}, {"BSA", `[\w-]{27,28}\b`, isMixed},
	{"vcp_", `[A-Za-z0-9]{50,}`, hasDigit}, {"vck_", `[A-Za-z0-9]{50,}`, hasDigit}, {"AQ.A", `[\w-]{40,}`, hasDigit},
	{"ABSK", `[A-Za-z0-9+/]{60,}=*`, hasDigit}, {"bedrock-api-key-", `[A-Za-z0-9+/]{60,}=*`, hasDigit},
}

// tokenPrefixes are those of everybody else.
var tokenPrefixes = []prefix{
	{"ghp_", `[A-Za-z0-9]{20,}`, hasDigit}, {"gho_", `[A-Za-z0-9]{20,}`, hasDigit}, {"ghs_", `[A-Za-z0-9]{20,}`, hasDigit}, {"ghu_", `[A-Za-z0-9]{20,}`, hasDigit},
	{"ghr_", `[A-Za-z0-9]{20,}`, hasDigit}, {"github_pat_", `\w{20,}`, hasDigit}, {"glpat-", `[\w.-]{20,}`, hasDigit}, {"AIza", `[\w-]{30,}`, hasDigit},
	{"AKIA", `[A-Z0-9]{16}\b`, hasDigit}, {"ASIA", `[A-Z0-9]{16}\b`, hasDigit}, {"GOCSPX-", `[\w-]{20,}`, hasDigit}, {"ya29.", `[\w-]{20,}`, hasDigit},
	{"1//0", `[\w-]{40,}`, isMixed}, {"xox", `[abceoprs]-[A-Za-z0-9-]{10,}`, hasDigit}, {"xoxd-", `[A-Za-z0-9%+/=-]{40,}`, hasDigit},
	{"ATATT3", `[\w=-]{40,}`, hasDigit}, {"ATCTT3", `[\w=-]{40,}`, hasDigit}, {"ATBB", `[\w=-]{28,}`, hasDigit},
	{"cfut_", `[A-Za-z0-9]{40,}`, hasDigit}, {"cfat_", `[A-Za-z0-9]{40,}`, hasDigit}, {"nfp_", `[A-Za-z0-9]{36,}`, hasDigit}, {"rnd_", `[A-Za-z0-9]{28,}`, hasDigit},
	{"napi_", `[a-z0-9]{40,}`, hasDigit}, {"whsec_", `[A-Za-z0-9+/]{24,}=*`, hasDigit}, {"rzp_live_", `[A-Za-z0-9]{14}`, hasDigit},
	{"access-production-", uuidForm, nil}, {"access-sandbox-", uuidForm, nil}, {"re_", `[A-Za-z0-9]{6,12}_[A-Za-z0-9]{18,}`, isMixed},
	{"xsmtpsib-", `[a-f0-9]{64}-[A-Za-z0-9]{16}`, nil}, {"cio", `[A-Za-z0-9]{32}\b`, isMixed}, {"oy2", `[a-z0-9]{43}\b`, hasDigit}, {"dckr_oat_", `[\w-]{20,}`, hasDigit},
	{"AKID", `[A-Za-z0-9]{32}\b`, isMixed}, {"AQVN", `[\w-]{35,}`, isMixed}, {"dp.", `(?:pt|st|sa|ct|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}\b`, hasDigit},
	{"st.", `[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}\b`, nil}, {"tskey-", `[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}`, hasDigit},
	{"NRAK-", `[A-Z0-9]{27}`, hasDigit}, {"sntrys_eyJ", `[A-Za-z0-9+/=_]{60,}`, hasDigit}, {"hcaik_", `[a-z0-9]{58}`, hasDigit}, {"hcamk_", `[a-z0-9]{58}`, hasDigit},
	{"phx_", `[A-Za-z0-9]{40,}`, hasDigit}, {"sdk-", uuidForm, nil}, {"ntn_", `[A-Za-z0-9]{40,}`, hasDigit}, {"secret_", `[A-Za-z0-9]{43}\b`, isMixed},
	{"pat", `[A-Za-z0-9]{14}\.[a-f0-9]{64}\b`, nil}, {"pat-na1-", uuidForm, nil}, {"pat-eu1-", uuidForm, nil}, {"tfp_", `[\w-]{40,}`, hasDigit},
	{"CFPAT-", `[\w-]{40,}`, hasDigit}, {"sk.eyJ", `[\w-]{20,}\.[\w-]{20,}`, nil}, {"xprv", `[1-9A-HJ-NP-Za-km-z]{100,}`, nil},
}

// prefixRules makes a rule of each prefix. A letter or a digit before it makes another word of it.
func prefixRules(id, what string, prefixes []prefix) []*rule {
	var rules []*rule
	for _, p := range prefixes {
		expr := `(?:\b|_)(` + regexp.QuoteMeta(p.begin) + p.rest + `)`
		rules = append(rules, &rule{id: id, what: what, kind: Key, words: []string{strings.ToLower(p.begin)}, expr: lazily(expr), sure: p.sure})
	}
	return rules
}
