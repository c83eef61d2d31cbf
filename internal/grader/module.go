package grader

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/workspace"
)

// A learnerModule is the Go module that the learner's work is part of. Its root is the folder that is graded, or one above:
// several people's work may share a module.
type learnerModule struct {
	root   string // the folder of go.mod, where the shared packages are
	path   string // "learner"
	inside string // the graded folder, from root, with slashes; "" for root itself
}

// findModule looks for go.mod in the folder that is graded and in those above it. Without one, the go command says so.
func findModule(workDir string) learnerModule {
	for dir := workDir; ; dir = filepath.Dir(dir) {
		src, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			rel, err := filepath.Rel(dir, workDir)
			if err != nil || rel == "." {
				rel = ""
			}
			return learnerModule{dir, modulePath(src), filepath.ToSlash(rel)}
		}
		if dir == filepath.Dir(dir) {
			return learnerModule{workDir, workspace.Module, ""}
		}
	}
}

func modulePath(goMod []byte) string {
	for line := range strings.Lines(string(goMod)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "module" {
			return strings.Trim(words[1], `"`)
		}
	}
	return workspace.Module
}

// imports gives the import paths of the course their names in this module.
func (m learnerModule) imports(ex *catalog.Exercise) workspace.Rewrite {
	rename := workspace.ImportPaths(ex)
	return func(p string) string {
		renamed := rename(p)
		rest, own := strings.CutPrefix(renamed, workspace.Module+"/")
		switch {
		case renamed == p || !own:
			return p
		case rest == ex.Key || strings.HasPrefix(rest, ex.Key+"/"):
			return path.Join(m.path, m.inside, rest)
		}
		return path.Join(m.path, rest)
	}
}

// place is where a package of that name is: a shared one beside the chapters, another one in the exercise's folder.
func (ss *session) place(pkg string) string {
	if workspace.Shared(pkg) {
		return filepath.Join(ss.learner.root, pkg)
	}
	return ss.folder(pkg)
}

// An overlay says, by the files that the go command looks for, which files it gets; "" for none at all.
type overlay map[string]string

// put gives the go command a file of a package of the learner's.
func (o overlay) put(ss *session, pkg, name, file string) error {
	// From the folder that the go command runs in, so that no link on the way to it can make two names of one file.
	at, err := filepath.Rel(ss.workDir, filepath.Join(ss.place(pkg), name))
	if err == nil {
		o[at] = file
	}
	return err
}

// hide takes those of a package's files away that are to be hidden.
func (o overlay) hide(ss *session, pkg string, hidden func(name string) bool) error {
	entries, _ := os.ReadDir(ss.place(pkg)) // a folder that is not there has nothing to hide
	for _, e := range entries {
		if !e.IsDir() && hidden(e.Name()) {
			if err := o.put(ss, pkg, e.Name(), ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes the overlay into the file of that name, as the go command wants it.
func (o overlay) write(file string) error {
	src, err := json.Marshal(map[string]any{"Replace": o})
	if err != nil {
		return err
	}
	return os.WriteFile(file, src, 0o666)
}

func isTestFile(name string) bool { return strings.HasSuffix(name, "_test.go") }

// isCode reports whether a file is Go and no test.
func isCode(name string) bool { return filepath.Ext(name) == ".go" && !isTestFile(name) }
