package grader

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// describeRun is a failure that shows the last run: command, input, and what was printed.
func (s *script) describeRun(summary string) Failure {
	f := Failure{Summary: summary, At: -1}
	if s.last == nil {
		return f
	}
	switch last := s.last; {
	case last.test != "":
		f.Test = last.test
	case len(last.swaps) > 0:
		f.Test, f.Command = s.ownTestsWith(), s.swappedCommand()
	default:
		f.Command = s.commandLine()
	}
	f.Typed = s.last.typed
	f.Files = s.laid
	f.Input = linesOf(cut([]byte(s.last.input)))
	f.Stdout = s.shown(s.last.result.Stdout)
	f.Stderr = s.shown(s.last.result.Stderr)
	return f
}

// shown is what a verdict shows of an output.
func (s *script) shown(out []byte) []string { return linesOf([]byte(s.relative(string(cut(out))))) }

// cut shortens a long output to its beginning and its end, and says so between them.
func cut(out []byte) []byte {
	const keep = 64 << 10
	if len(out) <= 2*keep {
		return out
	}
	left := fmt.Sprintf("\n… (%d bytes left out) …\n", len(out)-2*keep)
	return slices.Concat(out[:keep], []byte(left), out[len(out)-keep:])
}

// ownTestsWith says beside what the learner's tests ran.
func (s *script) ownTestsWith() string {
	with := slices.Clone(s.last.env)
	if s.last.with != "" {
		with = []string{s.last.with}
	} else {
		for _, w := range s.last.swaps {
			with = append(with, w.String())
		}
	}
	return "your tests of " + s.last.program + ", with " + strings.Join(with, ", with ")
}

// swappedCommand is the run of the learner's tests beside swapped packages as a person would type it, "" where the course has
// no overlay for it in the last folder of the swap.
func (s *script) swappedCommand() string {
	ss := s.session
	if len(s.last.swaps) != 1 || ss.report.Folder != "work/"+ss.exercise.Key {
		return ""
	}
	folders := s.last.swaps[0].folders
	file := path.Join(folders[len(folders)-1], overlayFile)
	if _, err := os.Stat(filepath.Join(ss.root, filepath.FromSlash(file))); err != nil {
		return ""
	}
	up := strings.Repeat("../", 1+strings.Count(ss.report.Folder, "/"))
	return s.commandLine("-count=1", "-overlay", up+file)
}

// overlayFile is the name of a file for the go command's -overlay. One in a folder that is swapped in does by hand what the
// check does; its names are those from the exercise's folder.
const overlayFile = "overlay.json"

// commandLine is the run as a person would type it, from the repository's folder, with these flags for the go command.
func (s *script) commandLine(flags ...string) string {
	line := ""
	for _, kv := range s.last.env {
		name, value, _ := strings.Cut(kv, "=")
		line += name + "=" + shellQuote(value) + " "
	}
	tool := "go run"
	if s.last.goTest {
		tool = "go test"
	}
	for _, f := range flags {
		tool += " " + shellQuote(f)
	}
	line += tool + " ./" + s.last.program
	for _, a := range s.last.args {
		line += " " + shellQuote(a)
	}
	if in := s.last.input; s.last.typed {
		// the person types; a pipe would not wait for the replies
	} else if in != "" && len(in) <= 400 {
		line = "printf " + shellQuote(printfEscape(in)) + " | " + line
	} else if in != "" {
		line += " < input"
	}
	return "cd " + shellQuote(s.session.report.Folder) + " && " + line
}

// relative takes this machine's folders and ports out of a text, so that a verdict says the same everywhere.
func (s *script) relative(text string) string {
	mod := s.session.learner
	for _, r := range [][2]string{
		{mod.path + "/" + mod.inside + "/", mod.path + "/"},
		{s.session.workDir + string(os.PathSeparator), ""},
		{mod.root + string(os.PathSeparator), ""},
		{s.dir, "."}, {s.traceFolder(), "$TRACE_DIR"}, {s.home, "~"},
		{s.provider.URL(), "http://127.0.0.1:PORT"},
		{strings.TrimPrefix(s.provider.URL(), "http://"), "127.0.0.1:PORT"},
	} {
		text = strings.ReplaceAll(text, r[0], r[1])
	}
	return text
}
