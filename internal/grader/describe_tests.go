package grader

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/workspace"
)

// maxMessages are those that a verdict shows behind the first one.
const maxMessages = 5

// failTest fails the check with what a test of the course says.
func (s *script) failTest(name string, out testOutput) error {
	if len(out.messages) == 0 {
		return fmt.Errorf("%s failed and says nothing of why", name)
	}
	first := out.messages[0].report()
	f := s.describeRun(first.summary)
	f.Details, f.Called, f.Expected, f.Actual, f.Described = first.details, first.call, first.want, first.got, true
	for i, m := range out.messages[1:] {
		if i == maxMessages {
			f.Also = append(f.Also, fmt.Sprintf("… (%d more)", len(out.messages)-1-i))
			break
		}
		f.Also = append(f.Also, m...)
	}
	return s.fail(f)
}

// describeCrash is a failure for tests that ended in the middle.
func (s *script) describeCrash(pkg string, c crash) Failure {
	at, own := s.ownLine(c.trace)
	message := s.relative(c.message)
	switch {
	case c.deadlock && at != "":
		return s.describeRun("nothing goes on any more: every goroutine waits, one of them in " + at)
	case c.deadlock:
		return s.describeRun("nothing goes on any more: every goroutine waits")
	case c.leftover && at != "":
		return s.describeRun("a goroutine is left behind, and waits for ever in " + at)
	case c.leftover:
		return s.describeRun("a goroutine is left behind, and waits for ever")
	case strings.HasPrefix(c.message, "unexpected call to os.Exit"):
		return s.describeRun(fmt.Sprintf("%s ended the whole program (os.Exit), in the middle of its test", placed(pkg, at)))
	case own || at == "":
		return s.describeRun(fmt.Sprintf("%s panicked: %s", placed(pkg, at), message))
	}
	return s.describeRun(fmt.Sprintf("what %s gave its test made that panic, in %s: %s", pkg, at, message))
}

// describeMemory is a failure for tests that ran out of memory.
func (s *script) describeMemory(pkg string, c crash) Failure {
	at, _ := s.ownLine(c.trace)
	return s.describeRun(placed(pkg, at) + " takes memory without end: it calls itself again and again, or a list grows in a loop")
}

// placed names a package and a line of it.
func placed(pkg, at string) string {
	if at == "" {
		return pkg
	}
	return at
}

// describeRace is a failure for two accesses without a lock between them.
func (s *script) describeRace(traces []string) Failure {
	var at []string
	for _, trace := range traces {
		line, own := s.ownLine(trace)
		if line == "" {
			continue
		}
		line = strings.TrimPrefix(line, s.session.report.Folder+"/")
		if from := s.enteredAt(trace); own && from != "" && from != line {
			line += " (called from " + from + ")" // where a lock may be missing
		}
		at = append(at, line)
	}
	slices.Sort(at) // which of the two came first is luck
	summary := "two goroutines use the same memory at once, and at least one writes"
	if len(at) > 0 {
		summary += ": " + strings.Join(at, " and ")
	}
	return s.describeRun(summary)
}

// enteredAt is the outermost line of the learner's code in a trace, from the exercise's folder, "" if there is none.
func (s *script) enteredAt(trace string) (at string) {
	for _, l := range codeLines(trace) {
		if file, ok := s.ownFile(l.file); ok && !isTestFile(file) {
			at = fmt.Sprintf("%s:%d", strings.TrimPrefix(file, s.session.report.Folder+"/"), l.line)
		}
	}
	return at
}

// ownLine is the innermost line of the learner's own in a trace, and else that of a test, as a person would name it. Shared
// packages are the course's.
func (s *script) ownLine(trace string) (at string, own bool) {
	for _, l := range codeLines(trace) {
		file, ok := s.ownFile(l.file)
		if !ok {
			continue
		}
		isTest := isTestFile(file) && s.last.test != ""
		if isTest && at != "" {
			continue
		}
		if isTest {
			file = path.Join("tests", strings.TrimPrefix(file, s.session.report.Folder))
		}
		if at = fmt.Sprintf("%s:%d", file, l.line); !isTest {
			return at, true
		}
	}
	return at, false
}

// ownFile is a file of the learner's as a person would name it.
func (s *script) ownFile(file string) (named string, own bool) {
	rel, err := filepath.Rel(s.session.workDir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	if inExercise, ok := strings.CutPrefix(rel, s.session.exercise.Key+"/"); ok {
		return path.Join(s.session.report.Folder, inExercise), true
	}
	first, _, _ := strings.Cut(rel, "/")
	return path.Join(s.session.moduleFolder(), rel), !workspace.Shared(first)
}
