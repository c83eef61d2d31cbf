package publish

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"agentcourse/internal/findings"
)

// A Push is what git is about to send, as it tells the hook pre-push.
type Push struct {
	Remote string // its name; the address if it has none
	Refs   []Ref
}

// A Ref is a branch or a tag that is sent.
type Ref struct {
	Name   string // "refs/heads/main", as the remote will have it
	Local  string // the id of what is sent
	Remote string // of what the remote has under that name; zeros for nothing
}

var errHook = errors.New("standard input is not what git writes to its hook pre-push")

// ReadRefs reads the lines that git writes to the hook: the local name, its id, the remote's name, its id. What is deleted
// sends nothing.
func ReadRefs(r io.Reader) ([]Ref, error) {
	var refs []Ref
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 4 { // the local name may be an expression with spaces in it
			return nil, errHook
		}
		f := fields[len(fields)-3:]
		if !isNull(f[0]) {
			refs = append(refs, Ref{Name: f[1], Local: f[0], Remote: f[2]})
		}
	}
	return refs, lines.Err()
}

// unpushed are the commits that the push sends and the remote does not have, the oldest first, and those of them that no
// other remote has. Without a push they are those on HEAD that no remote has.
func (g *repository) unpushed(ctx context.Context, push *Push) (ids []string, isNew map[string]bool, err error) {
	var tips, not []string
	if push == nil && g.head {
		tips = []string{"HEAD"}
	}
	if push != nil {
		not = append(not, "--remotes="+push.Remote)
		for _, ref := range push.Refs {
			if tips, err = g.appendCommit(tips, ref.Local); err == nil {
				not, err = g.appendCommit(not, ref.Remote)
			}
			if err != nil {
				return nil, nil, err
			}
		}
	}
	if len(tips) == 0 {
		return nil, nil, nil
	}
	list := func(not ...string) ([]string, error) {
		out, err := g.run(ctx, nil, slices.Concat([]string{"rev-list", "--reverse", "--topo-order"}, tips, []string{"--not"}, not)...)
		return strings.Fields(string(out)), err
	}
	inNone, err := list(append(not, "--remotes")...)
	if err != nil {
		return nil, nil, err
	}
	isNew = map[string]bool{}
	for _, id := range inNone {
		isNew[id] = true
	}
	if push == nil {
		return inNone, isNew, nil
	}
	ids, err = list(not...)
	return ids, isNew, err
}

// appendCommit appends an id if it is that of a commit, or of a tag, that is here.
func (g *repository) appendCommit(ids []string, id string) ([]string, error) {
	kind, err := g.kind(id)
	if kind == "commit" || kind == "tag" {
		ids = append(ids, id)
	}
	return ids, err
}

// kind is the type of an object, "" if it is not here.
func (g *repository) kind(id string) (string, error) {
	if isNull(id) {
		return "", nil
	}
	o, err := g.look(id)
	return o.kind, err
}

const refFile = "(name of the branch or tag)"

// refs looks for secrets in the names that are sent, and in what tags say.
func (c *check) refs(push *Push) error {
	for _, ref := range push.Refs {
		for _, p := range c.judge.places([]string{ref.Name}) {
			if p.rule == RuleSecret {
				c.add(findings.Finding{File: refFile, Line: 1, Rule: p.rule, What: p.what, Why: p.why, Mend: "revoke it first; then give the branch or tag another name"})
			}
		}
		for id, depth := ref.Local, 0; depth < deepestTag; depth++ {
			o, err := c.git.look(id)
			if err != nil {
				return err
			}
			if o.kind != "tag" {
				break
			}
			header, message, _ := strings.Cut(string(o.data), "\n\n")
			for _, p := range c.judge.places(newText([]byte(message)).lines) {
				if p.rule == RuleSecret {
					c.add(findings.Finding{File: tagFile, Line: p.line, Commit: short(id), Rule: p.rule, What: p.what, Why: p.why,
						Mend: "revoke it first; then delete the tag with git tag -d and make it again"})
				}
			}
			first, _, _ := strings.Cut(header, "\n")
			id = strings.TrimPrefix(first, "object ")
		}
	}
	return nil
}

const (
	tagFile    = "(message of the tag)"
	deepestTag = 10 // tags of tags
)
