package journal

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"agentcourse/internal/findings"
)

var (
	almostName = regexp.MustCompile(`^(?:[0-9]{4}[-_.]?[0-9]{1,2}[-_.]?[0-9]{1,2}|[0-9]{1,2}[-_.][0-9]{1,2}[-_.][0-9]{4})(?:[^0-9]|$)`)
	textEnding = regexp.MustCompile(`(?i)\.(?:md|markdown|mdown|txt)$`)
)

// names is the rule on what entries are called and where they lie, for one file or, with "", for all of the journal.
func (k *checker) names(only string) []findings.Finding {
	var found []findings.Finding
	add := func(file, what string) {
		if only == "" || file == only {
			found = append(found, findings.Finding{File: file, Rule: "name", What: what, Why: "the course finds entries by their names, in journal/ itself",
				Mend: "call it journal/YYYY-MM-DD-topic.md"})
		}
	}
	for _, file := range filesBelow(k.Root, folder) {
		name, dir := path.Base(file), path.Dir(file)
		below, _, _ := strings.Cut(strings.TrimPrefix(dir, folder+"/"), "/")
		isEntry := entryName.MatchString(name) && validDay(name)
		switch {
		case dir == folder && isEntry, below == "assets", below == "example", strings.HasPrefix(name, "."), strings.EqualFold(name, "TEMPLATE.md"):
		case dir == folder && entryName.MatchString(name):
			add(file, "the name begins with a day that no calendar has")
		case !k.looksLikeEntry(file):
		case dir != folder && isEntry:
			add(file, "an entry lies in a folder of its own, where no command looks")
		default:
			add(file, "it looks like an entry, and its name is not YYYY-MM-DD-topic.md")
		}
	}
	list, _ := os.ReadDir(native(k.Root, folder)) // that it can be read has been seen
	for _, e := range list {
		if e.IsDir() && entryName.MatchString(e.Name()) {
			add(folder+"/"+e.Name(), "a folder is called like an entry")
		}
	}
	return found
}

func validDay(name string) bool {
	_, err := time.Parse(time.DateOnly, name[:len(time.DateOnly)])
	return err == nil
}

// looksLikeEntry reports whether a file is called nearly like an entry or has what entries have.
func (k *checker) looksLikeEntry(file string) bool {
	name := path.Base(file)
	if !textEnding.MatchString(name) {
		return false
	}
	if almostName.MatchString(name) {
		return true
	}
	p := readPage(k.Root, file)
	n := 0
	for _, title := range []string{"Goal", "Prediction", "Log", "Errors", "Surprises", "Numbers", "Answers", "Not verified", "Evidence", "Next action"} {
		if len(p.sections(title)) > 0 {
			n++
		}
	}
	_, exercise := p.doc.Field("Exercise")
	_, date := p.doc.Field("Date")
	return n >= 3 || n > 0 && (exercise || date)
}

// filesBelow are the files below a folder, named from root with slashes. Hidden folders and links to folders are left out.
func filesBelow(root, dir string) []string {
	var files []string
	_ = filepath.WalkDir(native(root, dir), func(file string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) || err != nil:
			return nil // what cannot be listed is not there for any command
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && file != native(root, dir):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		if rel, err := filepath.Rel(root, file); err == nil {
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	return files
}
