package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"agentcourse/internal/fakellm"
)

// A stage is a fresh copy of the course, as it is after cloning, in which a page's commands are run.
type stage struct {
	dir  string // holds the rest
	root string // the copy

	mu    sync.Mutex
	clock time.Time
}

// newStage copies the course from its folder to another one.
func newStage(from, dir string) (*stage, error) {
	s := &stage{dir: dir, root: filepath.Join(dir, "course"), clock: time.Date(2026, 11, 29, 20, 15, 0, 0, time.UTC)}
	if err := os.MkdirAll(filepath.Join(dir, "home"), 0o777); err != nil {
		return nil, err
	}
	return s, copyCourse(from, s.root)
}

// copyCourse copies what a learner clones, as far as commands look at it, and without a learner's own entries and drafts.
func copyCourse(from, to string) error {
	for _, folder := range []string{"book", "journal", "posts"} {
		if err := os.MkdirAll(filepath.Join(to, folder), 0o777); err != nil {
			return err
		}
	}
	for _, folder := range []string{"starter", "lessons", "exercises", "checkers", "data", "journal/example", "posts/example", "posts/shapes"} {
		err := os.CopyFS(filepath.Join(to, folder), os.DirFS(filepath.Join(from, folder)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	files := []string{"go.mod", "README.md", "CONTRIBUTING.md", "journal/TEMPLATE.md",
		"posts/TEMPLATE.md", "posts/INDEX.md", "posts/REPLIES.md", "posts/RULES.md"}
	design, err := filepath.Glob(filepath.Join(from, "book", "*.*")) // not what was built of it, nor what its tests need
	if err != nil {
		return err
	}
	for _, file := range design {
		files = append(files, "book/"+filepath.Base(file))
	}
	for _, file := range files {
		src, err := os.ReadFile(filepath.Join(from, file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, file), src, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// now is a clock that goes on by a second each time it is read.
func (s *stage) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock = s.clock.Add(time.Second)
	return s.clock
}

// output is a new file that takes both of a command's streams, in the order in which they are written to.
func (s *stage) output() (*os.File, error) {
	return os.CreateTemp(s.dir, "output-")
}

// shownVariables are those of a person's environment that a command in a page sees, beside the go command's own.
var shownVariables = []string{"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "CGO_ENABLED"}

// courseEnvironment is what a command of the course sees: what the go command needs, and no key.
func (s *stage) courseEnvironment(own []string) []string {
	env := []string{"LANG=C.UTF-8"}
	for _, kv := range own {
		name, _, _ := strings.Cut(kv, "=")
		if slices.Contains(shownVariables, name) || strings.HasPrefix(name, "GO") {
			env = append(env, kv)
		}
	}
	return env
}

// programEnvironment is what a program sees that calls a provider at a URL: nothing of the person's but where commands are.
func (s *stage) programEnvironment(path, url string) []string {
	home := filepath.Join(s.dir, "home")
	return []string{
		"PATH=" + path, "HOME=" + home, "TMPDIR=" + home, "LANG=C.UTF-8",
		"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=" + fakellm.FakeKey,
		"OPENAI_BASE_URL=" + url + "/v1", "OPENAI_API_KEY=" + fakellm.FakeKey,
		"OLLAMA_HOST=" + url, "OLLAMA_URL=" + url,
		"NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost",
	}
}
