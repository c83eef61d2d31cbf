package posts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/findings"
)

// A Report is what a check of posts has found.
type Report struct {
	Findings  []findings.Finding
	Questions []findings.Question // what a program cannot judge, and no ticked line of the checklist answers
	Accepted  int                 // findings that the author accepts
}

// Check judges posts by the checklist of the template, as far as a program can. The files are paths from root with slashes,
// or absolute ones. A post that is no text, or is broken, is a finding; a file that is missing, or is none, is an error.
func Check(root string, files []string) (Report, error) {
	var report Report
	for _, file := range files {
		p, err := readPost(root, file)
		if err != nil {
			return report, err
		}
		p.judge()
		report.Findings = append(report.Findings, p.findings...)
		report.Questions = append(report.Questions, p.questions...)
		report.Accepted += p.accepted
	}
	if len(files) > 0 {
		report.Findings = append(report.Findings, repositoryFindings(root)...)
	}
	findings.Sort(report.Findings)
	return report, nil
}

// longestPost is how long a post may be, in bytes: a book of 40,000 words.
const longestPost = 256 << 10

// readPost reads the file of a post.
func readPost(root, file string) (*post, error) {
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, filepath.FromSlash(file))
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the post cannot be read: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a post", file)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not an ordinary file", file)
	}
	p := &post{root: root, file: file, folder: filepath.Dir(path), told: map[findings.Finding]bool{}, asked: map[place]bool{}}
	if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
		p.file = filepath.ToSlash(rel)
	}
	if info.Size() > longestPost {
		p.doc = &document.Document{Lines: 1, Problems: []document.Problem{{Line: 1,
			What: fmt.Sprintf("it is %d bytes long; more than %d are not judged", info.Size(), longestPost)}}}
		return p, nil
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the post cannot be read: %w", err)
	}
	p.src = string(src)
	p.doc = document.Parse(src)
	p.prepare()
	return p, nil
}

// judge applies the rules.
func (p *post) judge() {
	for _, problem := range p.doc.Problems {
		p.find("unreadable", problem.Line, "the post cannot be read as it is meant: "+problem.What,
			"What cannot be read is not checked, and a site may show it in another way than you see it.",
			"Mend that line; a front matter is YAML between two lines ---.")
	}
	if p.src != "" || len(p.doc.Problems) == 0 {
		for _, r := range rules() {
			if r.judge != nil && (p.readable() || r.anyText) {
				r.judge(p)
			}
		}
	}
	p.settle()
}

// readable reports whether there is a text.
func (p *post) readable() bool { return len(p.doc.Blocks) > 0 || len(p.doc.Problems) == 0 }

// settle takes out what the author accepts, and the questions that a ticked line answers.
func (p *post) settle() {
	allowed, broken := p.doc.Allowances()
	for _, b := range broken {
		p.find("allow", b.Line, b.What, b.Why, "Write it like this: "+b.Mend)
	}
	known := map[string]bool{}
	for _, r := range rules() {
		known[r.id] = true
	}
	left, accepted, idle := findings.Accept(p.findings, allowed)
	p.findings, p.accepted = left, accepted
	for _, a := range idle {
		what := fmt.Sprintf("nothing is found here that %q could accept", a.Rule)
		if !known[a.Rule] {
			what = fmt.Sprintf("there is no rule %q", a.Rule)
		}
		p.find("allow", a.Line, what, "An allowance that accepts nothing hides the next fault on its lines.",
			"Take it out, or put it above the block that it is meant for; posts/RULES.md has the names of the rules.")
	}
	p.questions = slices.DeleteFunc(p.questions, func(q findings.Question) bool { return p.ticked[q.Rule] })
}

// find notes a finding; line 0 is the post as a whole.
func (p *post) find(rule string, line int, what, why, mend string) {
	p.findIn(p.file, rule, line, what, why, mend)
}

func (p *post) findIn(file, rule string, line int, what, why, mend string) {
	f := findings.Finding{File: file, Line: line, Rule: rule, What: what, Why: why, Mend: mend}
	if !p.told[f] {
		p.told[f] = true
		p.findings = append(p.findings, f)
	}
}

// ask notes a question, one a line and rule.
func (p *post) ask(rule string, line int, question string) {
	if at := (place{rule, line}); !p.asked[at] {
		p.asked[at] = true
		p.questions = append(p.questions, findings.Question{File: p.file, Line: line, Rule: rule, Ask: question})
	}
}

// found reports whether a rule has found something.
func (p *post) found(rule string) bool {
	return slices.ContainsFunc(p.findings, func(f findings.Finding) bool { return f.Rule == rule })
}

// A rule judges one thing.
type rule struct {
	id        string
	what      string      // what it looks for, in a few words
	judge     func(*post) // nil: it is judged elsewhere
	anyText   bool        // it judges a text that could not be read as Markdown too
	checklist string      // a part of the checklist's line that answers its questions
}

// rules are all there are, in the order of the checklist.
func rules() []rule {
	const (
		first   = "understands the first line"
		idea    = "one idea here"
		opening = "exact model"
		number  = "looked up each number"
		private = "no key, no token"
	)
	return []rule{
		{id: "unreadable", what: "a post that is broken or no text"},
		{id: "hook", what: "a first line that cannot stand alone or claims nothing", judge: judgeHook, checklist: first},
		{id: "one-idea", what: "two claims in one post", judge: judgeOneIdea, checklist: idea},
		{id: "model", what: "no exact model in the opening", judge: judgeModel, checklist: opening},
		{id: "parameters", what: "no parameter in the opening", judge: judgeParameters, checklist: opening},
		{id: "date", what: "no day in the opening", judge: judgeDate, checklist: opening},
		{id: "source", what: "no entry, trace or run record is cited, or one that is not there", judge: judgeSource, checklist: number},
		{id: "numbers", what: "a number that stands in none of the sources", judge: judgeNumbers, checklist: number},
		{id: "simulated", what: "a simulator's numbers that are not called so", judge: judgeSimulated, checklist: opening},
		{id: "seen-believed", what: "a belief told as an observation", judge: judgeSeenBelieved, checklist: "separate sentences"},
		{id: "sample", what: "a rate without its number of runs, examples without their choice", judge: judgeSample, checklist: "how many runs"},
		{id: "not-verified", what: "nothing about what failed or is untested", judge: judgeNotVerified, checklist: "left untested"},
		{id: "overclaim", what: "a word that claims more than runs can show", judge: judgeOverclaim, checklist: "left untested"},
		{id: "empty", what: "a word that praises where a number should stand", judge: judgeEmpty, checklist: first},
		{id: "toy", what: "a toy that is presented as a product", judge: judgeToy, checklist: "called short cuts"},
		{id: "secret", what: "a key, a token, a password", judge: judgeSecret, anyText: true, checklist: private},
		{id: "personal", what: "an e-mail address or a telephone number", judge: judgePersonal, anyText: true, checklist: private},
		{id: "path", what: "a path of the author's machine", judge: judgePath, anyText: true, checklist: private},
		{id: "link", what: "a link that leads nowhere", judge: judgeLink, checklist: "opened each link"},
		{id: "template", what: "what the template left to fill in", judge: judgeTemplate},
		{id: "licence", what: "a repository without a licence"},
		{id: "readme", what: "a repository without a README"},
		{id: "allow", what: "an allowance that cannot be read or accepts nothing"},
	}
}

// A RuleName is a rule as the page of rules and the command's help show it.
type RuleName struct{ ID, What string }

// Rules are the names of all rules.
func Rules() []RuleName {
	var names []RuleName
	for _, r := range rules() {
		names = append(names, RuleName{r.id, r.what})
	}
	return names
}

// repositoryFindings are about the repository that the posts link to.
func repositoryFindings(root string) []findings.Finding {
	var found []findings.Finding
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			info, err := os.Stat(filepath.Join(root, name))
			return err == nil && info.Size() > 0
		})
	}
	if !has("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "COPYING") {
		found = append(found, findings.Finding{File: "LICENSE", Rule: "licence", What: "the repository has no licence",
			Why:  "Without one, nobody may use what the post links to.",
			Mend: "Choose a licence on purpose and put its text into LICENSE; choosealicense.com has the usual ones in plain words."})
	}
	if !has("README.md", "README", "README.txt", "readme.md", "Readme.md") {
		found = append(found, findings.Finding{File: "README.md", Rule: "readme", What: "the repository has no README",
			Why:  "Whoever follows the link finds files and no word on what they are.",
			Mend: "Write in README.md what the repository holds, what the code is good for, and what it is not."})
	}
	return found
}

// isFile reports whether a path is that of an ordinary file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// quoted shows a few words of a text in quotes, on one line.
func quoted(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 60 {
		text = strings.TrimSpace(string(r[:57])) + "…"
	}
	return "“" + text + "”"
}
