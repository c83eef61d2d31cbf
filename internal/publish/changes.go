package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A change is a file that a commit, or the index, has another content of than each commit before it.
type change struct {
	path   string
	mode   string   // "100644"; "120000" is a symbolic link, "160000" a submodule
	object string   // the id of its content
	olds   []string // the ids of the contents that it had
}

func (c change) isFile() bool {
	return (strings.HasPrefix(c.mode, "100") || c.mode == modeLink) && !isNull(c.object)
}

const modeLink = "120000"

func isNull(object string) bool { return strings.Trim(object, "0") == "" }

var errRaw = errors.New("git diff-tree: its output cannot be read")

// staged are the changes from HEAD to the index.
func (g *repository) staged(ctx context.Context) ([]change, error) {
	base := "HEAD"
	if !g.head {
		empty, err := g.run(ctx, strings.NewReader(""), "hash-object", "-t", "tree", "--stdin")
		if err != nil {
			return nil, err
		}
		base = strings.TrimSpace(string(empty))
	}
	out, err := g.run(ctx, nil, "diff-index", "--cached", "-r", "-z", "-M", "--raw", "--no-abbrev", base)
	if err != nil {
		return nil, err
	}
	changes, rest, err := parseRaw(splitZero(out))
	if err == nil && len(rest) > 0 {
		err = errRaw
	}
	return changes, err
}

// eachCommit calls look with the changes of each commit. Those of a merge are the files that are as in none of its
// parents.
func (g *repository) eachCommit(ctx context.Context, ids []string, look func(id string, changes []change) error) error {
	for batch := range slices.Chunk(ids, 500) {
		out, err := g.run(ctx, strings.NewReader(strings.Join(batch, "\n")+"\n"), "diff-tree", "--stdin", "--root", "-r", "-z", "-c", "-M", "--raw", "--no-abbrev", "--always")
		if err != nil {
			return err
		}
		fields := splitZero(out)
		for _, id := range batch {
			if len(fields) == 0 || fields[0] != id {
				return fmt.Errorf("%w, at commit %s", errRaw, id)
			}
			var changes []change
			if changes, fields, err = parseRaw(fields[1:]); err != nil {
				return err
			}
			if err := look(id, changes); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseRaw reads changes in git's raw format, and returns what comes behind them: of each parent a colon and a mode, the
// new mode, the objects of the parents, the new one, a letter for each, and the name; two names for a renamed file.
func parseRaw(fields []string) (changes []change, rest []string, err error) {
	for len(fields) > 0 && strings.HasPrefix(fields[0], ":") {
		parents := len(fields[0]) - len(strings.TrimLeft(fields[0], ":"))
		part := strings.Fields(fields[0][parents:])
		if len(part) != 2*parents+3 || len(fields) < 2 {
			return nil, nil, errRaw
		}
		status := part[len(part)-1]
		c := change{path: fields[1], mode: part[parents], object: part[2*parents+1]}
		for i, old := range part[parents+1 : 2*parents+1] {
			if mode := part[i]; !isNull(old) && mode != "160000" {
				c.olds = append(c.olds, old)
			}
		}
		fields = fields[2:]
		if parents == 1 && (status[0] == 'R' || status[0] == 'C') {
			if len(fields) == 0 {
				return nil, nil, errRaw
			}
			c.path, fields = fields[0], fields[1:]
		}
		changes = append(changes, c)
	}
	return changes, fields, nil
}
