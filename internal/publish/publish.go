// Package publish looks for what a push of the repository would tell the world and its author does not mean to: keys,
// personal data, paths of this machine, and files that git should not follow.
package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"agentcourse/internal/findings"
)

// The rules of findings.
const (
	RuleSecret  = "secret"
	RuleMail    = "e-mail"
	RulePhone   = "phone"
	RulePath    = "path"
	RuleIgnored = "ignored" // git follows a file that .gitignore names
	RuleName    = "name"    // a file's name says that it holds secrets
	RuleIgnore  = "gitignore"
)

// Options say what to look at, and for whom.
type Options struct {
	Root string   // the course's folder, in a repository
	Env  []string // of the person who pushes: PATH, HOME and USER count
	Push *Push    // look at this alone; nil for the branch as it is, and what is staged
}

// A Report is what a push would show.
type Report struct {
	Commits  int `json:"commits"` // that are on no branch of a remote
	Files    int `json:"files"`   // names of files that they and the index add to
	Lines    int `json:"lines"`   // that were added
	Accepted int `json:"accepted"`

	Findings  []findings.Finding  `json:"findings"`
	Questions []findings.Question `json:"questions"` // files that nobody but a person can look at
}

// Check looks at everything that the commits on HEAD that no remote has, and the staged changes, add, and at which files
// git follows. With a push it looks at what that sends, and not at what is staged. The error is for a folder that is in no repository, or for git.
func Check(ctx context.Context, opt Options) (*Report, error) {
	g, err := open(ctx, opt)
	if err != nil {
		return nil, err
	}
	c := &check{git: g, judge: newJudge(opt.Env), report: &Report{Findings: []findings.Finding{}, Questions: []findings.Question{}},
		files: map[string]bool{}, texts: map[string]*text{}, asked: map[string]bool{}, accepted: map[acceptance]bool{}}
	defer g.close()
	if err := c.commits(ctx, opt.Push); err != nil {
		return nil, err
	}
	if opt.Push == nil {
		err = c.index(ctx)
	} else {
		err = c.refs(opt.Push)
	}
	if err != nil {
		return nil, err
	}
	c.acceptOlder()
	if err := c.followed(ctx, opt.Root); err != nil {
		return nil, err
	}
	c.report.Files = len(c.files)
	findings.Sort(c.report.Findings)
	c.report.Findings = slices.Compact(c.report.Findings)
	return c.report, nil
}

// A check is one look at a repository.
type check struct {
	git    *repository
	judge  *judge
	report *Report
	files  map[string]bool  // the names of those that are added to
	texts  map[string]*text // by the id of their object
	held   int64            // bytes of them
	asked  map[string]bool  // the objects that a question was put about

	inTexts  []textFinding
	accepted map[acceptance]bool

	elsewhere bool   // another remote has the commit that is looked at; then secrets alone count
	from      string // where to rewrite the history from to change the commit that is looked at
}

// commits looks at what each commit adds, so that a line is seen too that a later one takes out again.
func (c *check) commits(ctx context.Context, push *Push) error {
	ids, isNew, err := c.git.unpushed(ctx, push)
	if err != nil {
		return err
	}
	c.report.Commits = len(ids)
	defer func() { c.elsewhere = false }()
	return c.git.eachCommit(ctx, ids, func(id string, changes []change) error {
		c.elsewhere = !isNew[id]
		if err := c.message(id); err != nil {
			return err
		}
		for _, ch := range changes {
			if err := c.change(ch, id); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *check) index(ctx context.Context) error {
	changes, err := c.git.staged(ctx)
	if err != nil {
		return err
	}
	for _, ch := range changes {
		if err := c.change(ch, ""); err != nil {
			return err
		}
	}
	return nil
}

const (
	largest  = 5 << 20  // bytes of a file that is looked through
	mostHeld = 64 << 20 // bytes of files that are kept for another look
)

// change judges the lines that a commit, or the index, adds to a file.
func (c *check) change(ch change, commit string) error {
	if !ch.isFile() {
		return nil
	}
	if !c.files[ch.path] {
		c.files[ch.path] = true
		c.judgeName(ch.path, commit)
	}
	now, err := c.text(ch.object)
	if err != nil {
		return err
	}
	if now.unread != "" {
		if !c.asked[ch.object+ch.path] {
			c.asked[ch.object+ch.path] = true
			c.report.Questions = append(c.report.Questions, now.question(masked(ch.path)))
		}
	}
	old := map[string]int{}
	for _, object := range ch.olds {
		before, err := c.text(object)
		if err != nil {
			return err
		}
		before.countLines(old)
	}
	added, n := now.added(old)
	if now.unread == "" {
		c.report.Lines += n
	}
	c.judgeText(now, ch.path, commit, added)
	return nil
}

// messageFile stands for a file's name where a commit's message is meant.
const messageFile = "(message of the commit)"

// message looks for secrets in what a commit says, and at where it comes from. Names and addresses of its author are there on purpose.
func (c *check) message(id string) error {
	object, _, err := c.git.object(id)
	if err != nil {
		return err
	}
	header, message, _ := strings.Cut(string(object), "\n\n")
	if c.from = short(id) + "~"; !strings.Contains(header, "\nparent ") {
		c.from = "--root"
	}
	t := newText([]byte(message))
	for _, p := range c.judge.places(t.lines) {
		if p.rule == RuleSecret {
			c.report.Findings = append(c.report.Findings, findings.Finding{File: messageFile, Line: p.line, Commit: short(id), Rule: p.rule, What: p.what,
				Why: p.why, Mend: c.mend(p.rule, id)})
		}
	}
	return nil
}

// text is an object as a text, read once.
func (c *check) text(object string) (*text, error) {
	if t := c.texts[object]; t != nil {
		return t, nil
	}
	data, size, err := c.git.object(object)
	t := newText(data)
	switch {
	case errors.Is(err, errMissing):
		t = &text{unread: "missing"}
	case err != nil:
		return nil, err
	case size > largest:
		t = &text{unread: "large", size: size}
	}
	if c.held += size; c.held > mostHeld {
		clear(c.texts)
		c.held = size
	}
	c.texts[object] = t
	return t, nil
}

// short is how people write a commit.
func short(commit string) string { return commit[:min(len(commit), 10)] }

// mend says what to do about a finding in a commit, or in the index.
func (c *check) mend(rule, commit string) string {
	rewrite := fmt.Sprintf("git rebase -i %s, or git commit --amend for the last commit; a later commit that takes it out hides nothing", c.from)
	switch {
	case rule == RuleSecret && commit == "":
		return "take it out of the file and run git add again; if anybody else has seen it, revoke it"
	case rule == RuleSecret:
		return "revoke it first, as a key that was in a commit is spent; then rewrite the history before you push: " + rewrite
	case commit == "":
		return "take it out of the file and run git add again"
	}
	return "rewrite the history before you push: " + rewrite
}
