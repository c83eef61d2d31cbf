//go:build linux || darwin

package browser

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

var fake string // the folder of the fake browsers

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "browser")
	if err != nil {
		panic(err)
	}
	fake = dir
	built := filepath.Join(dir, "fakebrowser")
	if out, err := exec.Command("go", "build", "-o", built, "./testdata/fakebrowser").CombinedOutput(); err != nil {
		panic(string(out))
	}
	for _, name := range []string{"good", "tells", "fails", "crashes", "half", "cut", "page", "nothing", "removes", "floods", "hangs", "hangs-child"} {
		if err := os.Symlink(built, filepath.Join(dir, name)); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// A desk is a folder with a page and an older PDF.
type desk struct {
	t         *testing.T
	page, pdf string
	temp      string
	o         Options
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	dir := t.TempDir()
	d := &desk{t: t, page: filepath.Join(dir, "a page #1?.html"), pdf: filepath.Join(dir, "dist", "course.pdf"), temp: t.TempDir()}
	d.o.Env = []string{"TMPDIR=" + d.temp, "PATH=" + os.Getenv("PATH")}
	for path, text := range map[string]string{d.page: "<!doctype html>", d.pdf: "old"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func (d *desk) print(ctx context.Context, browser string) error {
	d.t.Helper()
	return PrintToPDF(ctx, filepath.Join(fake, browser), d.page, d.pdf, d.o)
}

// holds is what stands in the PDF; nothing else may be left in its folder or in that for temporary files.
func (d *desk) holds(others ...string) string {
	d.t.Helper()
	for dir, want := range map[string]int{filepath.Dir(d.pdf): 1 + len(others), d.temp: 0} {
		if files, err := os.ReadDir(dir); err != nil || len(files) != want {
			d.t.Errorf("%s holds %v, %v", dir, files, err)
		}
	}
	return read(d.t, d.pdf)
}

func read(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func TestPrint(t *testing.T) {
	d := newDesk(t)
	if err := d.print(t.Context(), "good"); err != nil {
		t.Fatal(err)
	}
	if got := d.holds(); !strings.Contains(got, "/CreationDate (D:20200101000000+00'00')") || !strings.Contains(got, "(node00000117)") {
		t.Errorf("without a date the PDF is not as the browser wrote it:\n%s", got)
	}
	if info, err := os.Stat(d.pdf); err != nil || info.Mode() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	before := len(read(t, d.pdf))
	d.o.Date = time.Date(2026, 11, 30, 1, 2, 3, 0, time.FixedZone("", 3600))
	if err := d.print(t.Context(), "good"); err != nil {
		t.Fatal(err)
	}
	got := d.holds()
	for _, want := range []string{"/CreationDate (D:20261130000203+00'00')", "/ModDate (D:20261130000203+00'00')",
		"/ID (node00000001) /ID (node00000002) /Headers [(node00000001)]"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if len(got) != before {
		t.Errorf("%d bytes, %d before", len(got), before)
	}
}

func TestPrintFails(t *testing.T) {
	tests := []struct {
		browser string
		want    string
	}{
		{"none", "start " + filepath.Join(fake, "none") + ": "},
		{"fails", "fails failed with exit code 21; it said:\n  No usable sandbox!"},
		{"crashes", "crashes was ended by a signal (killed)"},
		{"half", "half made no whole PDF: what it wrote, 80 bytes, has no end"},
		{"cut", "cut made no whole PDF: what it wrote, 31 bytes, lacks a part"},
		{"page", "page made no whole PDF: what it wrote does not start as a PDF does"},
		{"nothing", "nothing made no whole PDF: it wrote nothing; it said:\n  Printing failed."},
		{"removes", "removes made no whole PDF: open "},
	}
	for _, tt := range tests {
		d := newDesk(t)
		err := d.print(t.Context(), tt.browser)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || tt.browser == "fails" && err.Error() != tt.want {
			t.Errorf("%s: got %v; want %s", tt.browser, err, tt.want)
		}
		if got := d.holds(); got != "old" {
			t.Errorf("%s: the old PDF is now %q", tt.browser, got)
		}
	}
}

func TestFloodIsCut(t *testing.T) {
	d := newDesk(t)
	err := d.print(t.Context(), "floods")
	if err == nil || !strings.HasPrefix(err.Error(), "floods printed messages without end; it said:\n  ") || len(err.Error()) > 1000 {
		t.Errorf("got %.2000v", err)
	}
	if d.holds() != "old" {
		t.Error("the old PDF is gone")
	}
}

// A browser that hangs is ended with its children, also the one in a session of its own, which only Linux lets be found.
func TestHang(t *testing.T) {
	d := newDesk(t)
	pids := filepath.Join(filepath.Dir(d.pdf), "pids")
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	go func() {
		for !exists(pids) {
			runtime.Gosched()
		}
		stop(why)
	}()
	if err := d.print(ctx, "hangs"); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
	for i, pid := range numbers(t, read(t, pids)) {
		if i < 2 || runtime.GOOS == "linux" {
			gone(t, pid)
		} else {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if d.holds("pids") != "old" {
		t.Error("the old PDF is gone")
	}
}

func TestLimit(t *testing.T) {
	d := newDesk(t)
	d.o.Limit = 50 * time.Millisecond
	err := d.print(t.Context(), "hangs")
	if err == nil || !strings.HasPrefix(err.Error(), "hangs did not end within 50ms") {
		t.Errorf("got %v", err)
	}
	if got := read(t, d.pdf); got != "old" {
		t.Errorf("the old PDF is now %q", got)
	}
}

func TestPrintsNoMissingPage(t *testing.T) {
	d := newDesk(t)
	d.page += "x"
	if err := d.print(t.Context(), "good"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if d.holds() != "old" {
		t.Error("the old PDF is gone")
	}
}

func TestPrintMakesTheFolder(t *testing.T) {
	d := newDesk(t)
	d.pdf = filepath.Join(filepath.Dir(d.page), "new", "b.pdf")
	if err := d.print(t.Context(), "good"); err != nil || !strings.HasPrefix(d.holds(), "%PDF-") {
		t.Error(err)
	}
}

func TestWhatTheBrowserIsGiven(t *testing.T) {
	d := newDesk(t)
	d.o.Env = append(d.o.Env, "ANTHROPIC_API_KEY=sk-ant-fake-must-not-leak", "LC_ALL=C.UTF-8", "DBUS_SESSION_BUS_ADDRESS=x", "HOME=/elsewhere")
	d.o.Flags = []string{"--one-more"}
	if err := d.print(t.Context(), "tells"); err != nil {
		t.Fatal(err)
	}
	told := read(t, filepath.Join(filepath.Dir(d.pdf), "told"))
	for _, want := range []string{"\n--user-data-dir=" + d.temp + "/course-pdf-", "\n--one-more\nfile:///", "/a%20page%20%231%3F.html\n\n",
		"\nHOME=/elsewhere\n", "\nLC_ALL=C.UTF-8\n"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %q in\n%s", want, told)
		}
	}
	if got := strings.Contains(told, "\n--no-sandbox\n"); got != (os.Getuid() == 0) {
		t.Errorf("--no-sandbox: %v", got)
	}
	if strings.Contains(told, "must-not-leak") || strings.Contains(told, "DBUS") {
		t.Errorf("it was given\n%s", told)
	}
	d.holds("told")
}
