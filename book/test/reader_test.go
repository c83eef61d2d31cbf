// Package booktest tries the book as its readers do: in a browser, and with the programs that judge HTML and EPUBs. What is
// not installed is left out, except in CI.
package booktest

import (
	"archive/zip"
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agentcourse/internal/book"
	"agentcourse/internal/browser"
	"agentcourse/internal/catalog"
)

// epubcheck is where Debian puts it.
const epubcheck = "/usr/share/java/epubcheck.jar"

// needs leaves a test out, and says so, where something that it needs is not installed. In CI that is a failure.
func needs(t *testing.T, there bool, what, how string) {
	t.Helper()
	switch {
	case there:
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is missing: %s", what, how)
	default:
		t.Skipf("left out, because %s is missing: %s", what, how)
	}
}

func onPath(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// needsBrowser wants all that the tests in JavaScript need.
func needsBrowser(t *testing.T) (chromium string) {
	t.Helper()
	needs(t, onPath("node"), "node", "install Node 20 or newer")
	needs(t, onPath("java"), "java", "install a Java runtime")
	needs(t, exists("node_modules"), "book/test/node_modules", "run npm ci in book/test")
	chromium, err := browser.Find(os.Environ())
	needs(t, err == nil, "Chromium", "install it, or set "+browser.Override)
	return chromium
}

// node runs tests in JavaScript.
func node(t *testing.T, files []string, env ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"--test", "--test-concurrency=2"}, files...)...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// built is one form of the course's book, in a file.
func built(t *testing.T, name string, form func(*book.Book) ([]byte, error)) string {
	t.Helper()
	c, err := catalog.Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	o, err := book.Course(c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := book.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := form(b)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// The book, read, searched, ticked and printed in a browser, and looked through by axe and vnu.
func TestReader(t *testing.T) {
	chromium := needsBrowser(t)
	files, err := filepath.Glob("*.test.mjs")
	if err != nil || len(files) < 8 {
		t.Fatalf("%v %v", files, err)
	}
	page := built(t, "course.html", func(b *book.Book) ([]byte, error) { return b.HTML(book.HTMLOptions{}) })
	node(t, files, "COURSE_HTML="+page, "COURSE_CHROMIUM="+chromium)
}

func TestEPUBCheck(t *testing.T) {
	needs(t, onPath("java"), "java", "install a Java runtime")
	needs(t, exists(epubcheck), epubcheck, "on Debian, apt install epubcheck")
	file := built(t, "course.epub", (*book.Book).EPUB)
	out, err := exec.CommandContext(t.Context(), "java", "-jar", epubcheck, file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "0 fatals / 0 errors / 0 warnings / 0 infos") {
		t.Errorf("%v\n%s", err, out)
	}
}

// The EPUB's pages fit a small screen.
func TestEPUBFits(t *testing.T) {
	chromium := needsBrowser(t)
	archive, err := zip.OpenReader(built(t, "course.epub", (*book.Book).EPUB))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, archive); err != nil {
		t.Fatal(err)
	}
	node(t, []string{"epub.mjs"}, "COURSE_EPUB="+filepath.Join(dir, "EPUB"), "COURSE_CHROMIUM="+chromium)
}

// An open page follows its files.
func TestLivePage(t *testing.T) {
	chromium := needsBrowser(t)
	dir := t.TempDir()
	course, root := filepath.Join(dir, "course"), filepath.Join(dir, "root")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", course, "../../cmd/course").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write(t, root, map[string]string{
		"go.mod":           "module agentcourse\n",
		"exercises/.keep":  "",
		"lessons/index.md": "---\ntitle: Map\n---\n# Map\n\n" + strings.Repeat("A line of the map.\n\n", 200) + "## Far below\n\nThe end.\n",
	})
	designs, err := filepath.Glob("../*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range designs {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, root, map[string]string{"book/" + filepath.Base(file): string(src)})
	}
	cmd := exec.CommandContext(t.Context(), course, "book", "serve")
	cmd.Dir = root
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	words := strings.Fields(line)
	if err != nil || len(words) < 5 {
		t.Fatalf("it said %q, %v", line, err)
	}
	node(t, []string{"live.mjs"}, "COURSE_URL="+words[4], "COURSE_ROOT="+root, "COURSE_CHROMIUM="+chromium)
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
