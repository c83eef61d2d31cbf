package posts

import (
	"fmt"
	"strings"
)

var (
	// thing is something of the author's that others might copy.
	thing = pattern(`(?i)\b(?:my|our|the|an?|this) (?:own |new |little |small |first |\pL+[- ]){0,3}?(?:agent|assistant|bot|server|tool|library|package|app|application|service|framework|product|platform|cli|wrapper|sandbox|harness|extractor|pipeline)\b`)
	// offered is a thing that is presented for use.
	offered = pattern(`(?i)\b(?:production[- ](?:ready|grade|quality)|prod[- ]ready|ready for (?:production|prime time|everyday use|daily use|use|real (?:use|users|data|customers)|your|customers|work)|ready to (?:use|ship|deploy|go|be used)|safe to (?:use|run|deploy|give|let|put|point|try)|safe (?:for|with|in) (?:production|your|real|any|customers?|users?)|(?:is|it's|are|now|completely|fully|totally|perfectly) (?:secure|safe)\b(?: (?:to|enough))?|secure by (?:design|default)|enterprise|drop-in|for your (?:customers|users|team|company|business|inbox|files|server)|(?:use|run|deploy|put|point|let|give) it (?:loose )?(?:in|on|at|for|with|into|to) (?:your (?:\pL+ )?(?:inbox|files|documents|server|customers|company|team|mail|calendar|data|office|clients|users)|production|real (?:users|customers|data))|(?:everyone|everybody|anyone|anybody|you|teams?|your (?:team|company|colleagues|boss|customers|users|office|school|family)|customers|users|companies) (?:can|may|could) (?:now |already |just |simply )*(?:safely )?(?:use|run|install|deploy|rely|let|put|give|trust|point|connect|plug|ship|share)|in production\b|deploy(?:ed)? (?:it )?to (?:production|our|customers|my company)|our customers|can be trusted|trust it with|you can rely on|at scale|battle-tested|put it into production|feel free to (?:use|run|copy|deploy|install|ship)|(?:for|give it) your (?:clients|customers|users|team|company|colleagues|mailbox|inbox|bank|calendar))\b`)
	// shortCut says what is missing.
	shortCut = pattern(`(?i)\b(?:toy|no sandbox|without (?:a |any )?sandbox|not sandboxed|no (?:login|log-in|authentication|authorisation|authorization|auth|tests?|limits?|approval|permissions?|access control|rate limit|error handling|retries)\b|without (?:a |any )?(?:login|authentication|tests?|limits?)|learning (?:project|exercise)|(?:an?|course|this) exercise|practice (?:project|program|code)|prototype|demo|proof of concept|not (?:a product|meant|made|intended|for (?:production|real|use))|do not (?:use|copy|run)|don't (?:use|copy|run)|short[- ]?cuts?|throw-?away|made-up|made for (?:it|this)|temporary folder|only (?:for|in) (?:learning|a folder)|homework)\b`)
)

const toyMend = "Say what is missing: “a toy: no sandbox, no login, no tests; not for anybody's real files”."

// judgeToy wants the short cuts of a thing that others might copy to be called short cuts.
func judgeToy(p *post) {
	whole, prose := p.whole()
	short := shortCut().MatchString(plainText(whole))
	for _, s := range p.judgedSentences() {
		for _, m := range offered().FindAllStringIndex(s.prose, -1) {
			if denied(s, m[0], m[1]) || marksBelief(s) || nothingOffered().MatchString(s.prose) || strings.HasSuffix(strings.TrimSpace(s.text), "?") {
				continue
			}
			line := s.line
			if s.block >= 0 {
				line = p.lineIn(s, m[0])
			}
			if short && !strongOffer().MatchString(s.prose[m[0]:m[1]]) {
				p.ask("toy", line, fmt.Sprintf("Does %s fit with the short cuts that the post names?", quoted(s.prose[m[0]:m[1]])))
				continue
			}
			p.find("toy", line, fmt.Sprintf("%s presents as finished what was built to learn", quoted(s.prose[m[0]:m[1]])),
				"Somebody will copy it, and rely on what is not there.", toyMend)
		}
	}
	if !p.found("toy") && !short && thing().MatchString(prose) {
		p.ask("toy", 0, fmt.Sprintf("Are the short cuts of what you built called short cuts (no sandbox, no login, no tests)? The post speaks of %s.", quoted(thing().FindString(prose))))
	}
}

// nothingOffered is a sentence that warns, or says what is missing.
var nothingOffered = pattern(`(?i)\b(?:not|no|never|n't|nobody|without|untested|before (?:you|it|i)|far from|would|if)\b|n't\b`)

var strongOffer = pattern(`(?i)production|enterprise|customers|drop-in|secure by`)

func marksBelief(s sentence) bool {
	return believed().MatchString(s.prose) && !strongOffer().MatchString(s.prose)
}
