package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A shelf is a folder of texts that a person names on the command line.
type shelf struct {
	folder string // from the repository's folder
	what   string // "journal entry"
	others []string
}

var (
	entryShelf = shelf{"journal", "journal entry", []string{"TEMPLATE.md"}}
	postShelf  = shelf{"posts", "post", []string{"TEMPLATE.md", "INDEX.md", "REPLIES.md", "RULES.md"}}
)

// anyNumber is for a command that takes as many texts as one likes.
const anyNumber = math.MaxInt

var datePart = regexp.MustCompile(`^[0-9]{4}(-[0-9]{2}){0,2}$`)

// fileNamed is the text that a person means, from the repository's folder, with slashes: by a path in the repository, from
// where they stand or from its root, or by the name, the date or a part of the name of a file in the shelf's folder. A
// part that fits several files is an error that lists them.
func (a *app) fileNamed(s shelf, name string) (string, error) {
	for _, path := range []string{a.fromDir(filepath.FromSlash(name)), filepath.Join(a.root, filepath.FromSlash(name))} {
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			return "", &nextStepError{fmt.Errorf("%s is a folder, and a %s is a file", name, s.what), "name a file in it"}
		default:
			if rel, err := filepath.Rel(a.root, path); err == nil && filepath.IsLocal(rel) {
				return filepath.ToSlash(rel), nil // its folder may be a link to elsewhere
			}
			return a.inRepository(path)
		}
	}
	want := strings.ToLower(strings.TrimSuffix(name, ".md"))
	var parts []string
	for _, file := range a.shelved(s) {
		stem := strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".md"))
		switch {
		case stem == want:
			return file, nil
		case datePart.MatchString(want) && !strings.HasPrefix(stem, want): // a date is no part of a topic
		case want != "" && strings.Contains(stem, want):
			parts = append(parts, file)
		}
	}
	switch len(parts) {
	case 0:
		return "", &nextStepError{fmt.Errorf("no %s is called %q", s.what, name),
			fmt.Sprintf("give a path, or the date or a part of the name of a file in %s/", s.folder)}
	case 1:
		return parts[0], nil
	}
	list := strings.Join(parts[:min(len(parts), 5)], ", ")
	if more := len(parts) - 5; more > 0 {
		list += fmt.Sprintf(" or one of %d more", more)
	}
	return "", &nextStepError{fmt.Errorf("%q may be any of %s", name, list), "write more of its name"}
}

// inRepository is a path, its links followed, from the repository's folder, with slashes.
func (a *app) inRepository(path string) (string, error) {
	root, err := filepath.EvalSymlinks(a.root)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s is not in the course's repository", path)
	}
	return filepath.ToSlash(rel), nil
}

// shelved are the texts in a shelf's folder, from the repository's folder, the newest last.
func (a *app) shelved(s shelf) []string {
	files, _ := os.ReadDir(filepath.Join(a.root, s.folder)) // a folder that cannot be read has none
	var found []string
	for _, f := range files {
		if n := f.Name(); strings.HasSuffix(n, ".md") && !f.IsDir() && !strings.HasPrefix(n, ".") && !slices.Contains(s.others, n) {
			found = append(found, s.folder+"/"+n)
		}
	}
	return found
}

// completeShelf offers a shelf's texts to the shell, the newest first, for the first arguments of a command.
func (a *app) completeShelf(s shelf, arguments int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments || a.open() != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		names := a.shelved(s)
		slices.Reverse(names)
		return names, cobra.ShellCompDirectiveKeepOrder
	}
}
