package cli

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// atTerminal runs a command of a person who sits at a terminal and types.
func (v *visit) atTerminal(code int, line, typed string) {
	v.t.Helper()
	if got := v.typing(v.t.Context(), line, strings.NewReader(typed)); got != code {
		v.t.Fatalf("course %s: exit code %d, want %d\n%s%s", line, got, code, v.out, v.err)
	}
}

func (v *visit) typing(ctx context.Context, line string, in io.Reader) int {
	var out, errs bytes.Buffer
	w := v.world()
	w.In, w.Out, w.Err = in, &out, &errs
	w.Terminal, w.InTerminal, w.ErrTerminal = true, true, true
	w.Env = append(w.Env, "NO_COLOR=1")
	code := Run(ctx, w, strings.Fields(line))
	v.out, v.err = out.String(), errs.String()
	return code
}

// theEntry is the only entry there is.
func (v *visit) theEntry() string {
	v.t.Helper()
	files := mustGlob(v.t, filepath.Join(v.root, "journal", "2*.md"))
	if len(files) != 1 {
		v.t.Fatalf("entries: %v", files)
	}
	return "journal/" + filepath.Base(files[0])
}

// holds fails unless a file holds each text.
func (v *visit) holds(file string, texts ...string) {
	v.t.Helper()
	src := v.read(file)
	for _, text := range texts {
		if !strings.Contains(src, text) {
			v.t.Errorf("%s lacks %q:\n%s", file, text, src)
		}
	}
}

// section is what a file has below a heading, up to the next one of level two, without comments and blank lines.
func (v *visit) section(file, title string) string {
	v.t.Helper()
	_, rest, found := strings.Cut(v.read(file), "\n## "+title+"\n")
	if !found {
		v.t.Fatalf("%s has no section %s", file, title)
	}
	body, _, _ := strings.Cut(rest, "\n## ")
	if i := strings.Index(body, "-->"); i >= 0 {
		body = body[i+3:]
	}
	var lines []string
	for line := range strings.Lines(body) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, "\n"))
		}
	}
	return strings.Join(lines, "\n")
}

func newJournal(t *testing.T) *visit {
	v := newVisit(t)
	v.env = []string{"PATH=" + mustEnv("PATH"), "HOME=" + mustEnv("HOME")}
	return v
}
