package grader

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"agentcourse/internal/gobuild"
	"agentcourse/internal/proc"
	"agentcourse/internal/workspace"
)

// layOver gives the go command the files of a folder of the course that are wanted, for a package of the learner's. Their import
// paths are those of the learner's module. They are kept below dir, in a folder of the same name.
func (ss *session) layOver(over overlay, dir, pkg, folder string, wanted func(name string) bool) error {
	from, to := filepath.Join(ss.root, filepath.FromSlash(folder)), filepath.Join(dir, laid, filepath.FromSlash(folder))
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !wanted(e.Name()) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err == nil {
			src, err = workspace.RewriteImports(e.Name(), src, ss.learner.imports(ss.exercise))
		}
		if err != nil {
			return err
		}
		file := filepath.Join(to, e.Name())
		if err := os.WriteFile(file, src, 0o666); err != nil {
			return err
		}
		if err := over.put(ss, pkg, e.Name(), file); err != nil {
			return err
		}
	}
	return nil
}

// laid is the folder below which files are kept for the go command; no folder of the course has this name.
const laid = "laid-over"

// compilerLines are what the compiler says, with the names that files have in the course or in the learner's module.
func (ss *session) compilerLines(stderr []byte) []string {
	text := laidFolder.ReplaceAllString(string(stderr), "")
	for _, dir := range []string{ss.workDir, ss.learner.root} {
		text = strings.ReplaceAll(text, dir+string(os.PathSeparator), "")
	}
	return gobuild.CompilerLines(text)
}

var laidFolder = regexp.MustCompile(`[^\s:]*/` + laid + `/`)

// A swap puts other code in the place of a package: the Go files of folders of the repository, later ones over earlier ones.
type swap struct {
	pkg     string
	folders []string
}

// parseSwap reads PACKAGE=FOLDER[,FOLDER…].
func parseSwap(text string) (swap, error) {
	pkg, folders, ok := strings.Cut(text, "=")
	if !ok || pkg == "" || folders == "" {
		return swap{}, fmt.Errorf("%q must be PACKAGE=FOLDER[,FOLDER…]", text)
	}
	return swap{pkg, strings.Split(folders, ",")}, nil
}

func (w swap) String() string { return strings.Join(w.folders, " and ") + " in the place of " + w.pkg }

// A testBuild is how the build of the learner's tests went.
type testBuild struct {
	file string // the program that runs them, "" if there is none
	run  proc.Result
}

// testBuilds keeps the learner's tests as they were built for the first check that wanted them so.
type testBuilds struct {
	mu   sync.Mutex
	byID map[string]func() (testBuild, error)
}

// ownTests builds the learner's tests of a package beside other packages, once for each set of swaps.
func (ss *session) ownTests(ctx context.Context, pkg string, swaps []swap) (testBuild, error) {
	id := fmt.Sprint(pkg, swaps)
	ss.builds.mu.Lock()
	if ss.builds.byID == nil {
		ss.builds.byID = map[string]func() (testBuild, error){}
	}
	build, ok := ss.builds.byID[id]
	if !ok {
		dir := filepath.Join(ss.tmp, fmt.Sprintf("tests-%d", len(ss.builds.byID)))
		build = sync.OnceValues(func() (testBuild, error) { return ss.buildOwnTests(ctx, dir, pkg, swaps) })
		ss.builds.byID[id] = build
	}
	ss.builds.mu.Unlock()
	return build()
}

func (ss *session) buildOwnTests(ctx context.Context, dir, pkg string, swaps []swap) (b testBuild, err error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return b, err
	}
	tb := gobuild.TestOptions{Out: dir, Tags: graderTag}
	if len(swaps) > 0 {
		tb.Overlay = filepath.Join(dir, overlayFile)
		over := overlay{}
		for _, w := range swaps {
			if err := ss.swapIn(over, dir, w); err != nil {
				return b, err
			}
		}
		if err := over.write(tb.Overlay); err != nil {
			return b, err
		}
	}
	if b.run, err = ss.module().BuildTests(ctx, tb, ss.packages([]string{pkg})); err != nil {
		return b, err
	}
	file := filepath.Join(dir, pkg+".test")
	if _, err := os.Stat(file); err == nil {
		b.file = file
	}
	return b, nil
}

// swapIn takes the code of a package away and gives the go command that of the swap; the package's tests stay.
func (ss *session) swapIn(over overlay, dir string, w swap) error {
	if err := over.hide(ss, w.pkg, isCode); err != nil {
		return err
	}
	for _, folder := range w.folders {
		if err := ss.layOver(over, dir, w.pkg, folder, isCode); err != nil {
			return err
		}
	}
	return nil
}
