package grader

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"agentcourse/internal/workspace"
)

// lookUnchanged holds the package that `unchanged` names against the course.
func lookUnchanged(l *loader, _ *Check, words []string) error {
	if len(words) != 1 {
		return fmt.Errorf("usage: unchanged PACKAGE")
	}
	if _, err := os.Stat(filepath.Join(l.root, "starter", words[0])); err != nil || !workspace.Shared(words[0]) {
		return fmt.Errorf("%q is no package that the learner has once for all exercises", words[0])
	}
	return nil
}

// cmdUnchanged compares a shared package of the learner's module with what `course start` puts there: unchanged PACKAGE.
// Tests of it that the learner adds are no change.
func cmdUnchanged(s *script, neg bool, args []string) error {
	if neg || len(args) != 1 {
		return fmt.Errorf("usage: unchanged PACKAGE")
	}
	ss, pkg := s.session, args[0]
	d, err := workspace.Compare(ss.root, ss.learner.root, pkg, ss.learner.imports(ss.exercise))
	if err != nil || d == nil {
		return err
	}
	file, f := path.Join(ss.moduleFolder(), pkg, d.File), Failure{At: -1}
	switch {
	case d.Added:
		f.Summary = file + " is none of the course's files, and the package is to stay as it is"
	case d.Removed:
		f.Summary = file + " is not there, and the package is to stay as it is"
	default:
		f.Summary = fmt.Sprintf("%s has changed, and the package is to stay as it is; line %d is the first that differs", file, d.Line)
		f.Expected, f.Actual, f.At, f.Compare = []string{d.Course}, []string{d.Own}, 0, true
	}
	return s.fail(f)
}
