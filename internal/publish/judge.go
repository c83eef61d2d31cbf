package publish

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/scrub"
)

// found is a place in a text that should not be published.
type found struct {
	line, last      int // the first and the last one, from 1
	rule, what, why string
	alone           bool // a secret that is told by its own form
}

// A judge finds what should not be published, and knows whose machine this is.
type judge struct {
	home string         // the home folder, "" if it says nothing
	user string         // the person's name on it, "" if it says nothing
	name *regexp.Regexp // an absolute path with the person's name in it, nil if that is a word as any other
}

func newJudge(env []string) *judge {
	home, user := "", ""
	for _, kv := range env {
		switch name, value, _ := strings.Cut(kv, "="); name {
		case "HOME":
			home = strings.TrimRight(value, "/")
		case "USER":
			user = value
		}
	}
	j := &judge{}
	if strings.Count(home, "/") > 1 {
		j.home = home
		if user == "" {
			user = path.Base(home)
		}
	}
	if len(user) >= 3 && !slices.Contains(commonNames, strings.ToLower(user)) {
		j.user = user
		j.name = regexp.MustCompile("(?:^|[\\s\"'`(=:])((?:/[\\w.-]+)*/" + regexp.QuoteMeta(user) + `)(?:[/\s"'` + "`" + `,;:)]|$)`)
	}
	return j
}

// commonNames are names of people on machines that are also those of folders.
var commonNames = []string{"root", "user", "admin", "dev", "runner", "git", "home", "work", "src", "go", "main", "test", "build", "ubuntu", "debian",
	"node", "code", "course", "agent", "vscode", "app", "data", "nobody", "ci"}

// Why a finding is one.
const (
	whySecret = "whoever reads it can use it; programs watch public pushes for keys"
	whyPerson = "it leads to a person, who may not want that"
	whyPath   = "it tells your user name or how your machine is laid out, and is wrong on every other one"
)

// places finds what should not be published in lines.
func (j *judge) places(lines []string) []found {
	all := strings.Join(lines, "")
	out := []found{}
	add := func(s scrub.Secret, rule, what, why string) {
		last := s.Line + strings.Count(all[s.From:s.To], "\n")
		out = append(out, found{s.Line, last, rule, fmt.Sprintf("%s: %s", what, scrub.Shown(all[s.From:s.To])), why, s.Alone})
	}
	secrets := scrub.Secrets(all)
	for _, s := range secrets {
		add(s, RuleSecret, fmt.Sprintf("%s (%s)", s.What, s.Rule), whySecret)
	}
	for _, s := range scrub.Personal(all) {
		if s.Rule == RuleMail && copyright.MatchString(lines[s.Line-1]) {
			continue // whoever wrote it wants to be known
		}
		if !scrub.Overlaps(secrets, s.From, s.To) {
			add(s, s.Rule, s.What, whyPerson)
		}
	}
	paths := scrub.Paths(all)
	for _, s := range append(paths, j.own(lines, paths)...) {
		if !scrub.Overlaps(secrets, s.From, s.To) {
			out = append(out, found{s.Line, s.Line, RulePath, s.What, whyPath, false})
		}
	}
	return out
}

var (
	copyright = regexp.MustCompile(`(?i)\bcopyright\b|©|\(c\) (?:19|20)\d\d`)
	// legal matches the names of files that say who wrote something and whom to write to.
	legal = regexp.MustCompile(`(?i)(?:^|/)(?:licen[cs]e|copying|copyright|notice|authors|contributors|maintainers|patents|code_of_conduct|security)[^/]*$`)
)

// masked is a text in which each secret is shown as its first letters, so that the name of a file can be told.
func masked(name string) string {
	var out strings.Builder
	done := 0
	for _, s := range scrub.Secrets(name) {
		out.WriteString(name[done:s.From])
		out.WriteString(scrub.Shown(name[s.From:s.To]))
		done = s.To
	}
	return out.String() + name[done:]
}

// own finds this machine's home folder and its owner's name in paths, on lines where no path was found yet.
func (j *judge) own(lines []string, known []scrub.Secret) []scrub.Secret {
	has := map[int]bool{}
	for _, s := range known {
		has[s.Line] = true
	}
	var found []scrub.Secret
	at := 0
	for i, line := range lines {
		from, to := -1, -1
		if j.home != "" {
			if from = strings.Index(line, j.home); from >= 0 {
				to = from + len(j.home)
			}
		}
		if from < 0 && j.name != nil && strings.Contains(line, j.user) {
			if m := j.name.FindStringSubmatchIndex(line); m != nil {
				from, to = m[2], m[3]
			}
		}
		if from >= 0 && !has[i+1] {
			found = append(found, scrub.Secret{Line: i + 1, From: at + from, To: at + to, Rule: "own-path", What: "a path with your user name, or of your home folder"})
		}
		at += len(line)
	}
	return found
}
