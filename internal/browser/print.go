package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/proc"
)

// Options say how a page is printed.
type Options struct {
	Env   []string      // of the person who prints; the browser sees only what it needs of it
	Date  time.Time     // when the PDF was made, as it says itself; the zero time leaves what the browser wrote
	Limit time.Duration // of time for the browser; 0 means three minutes
	Flags []string      // for the browser, beside its own
}

const defaultLimit = 3 * time.Minute

// PrintToPDF has a browser print a local HTML file and stores the PDF under pdfFile, tagged and with an outline. What is
// there under that name is replaced only by a whole PDF. The page can load nothing from the network. When the context or
// the time ends, so does the browser with all its processes; its error is then the context's or says so.
//
// With a date, the same page printed by the same browser gives the same bytes.
func PrintToPDF(ctx context.Context, browser, htmlFile, pdfFile string, o Options) error {
	page, err := filepath.Abs(htmlFile)
	if err == nil {
		_, err = os.Stat(page) // Chromium would print a page that says so
	}
	if err != nil {
		return fmt.Errorf("there is no page to print: %w", err)
	}
	if pdfFile, err = filepath.Abs(pdfFile); err != nil {
		return err
	}
	beside, err := fileBeside(pdfFile)
	if err != nil {
		return fmt.Errorf("the PDF cannot be written: %w", err)
	}
	defer os.Remove(beside) // there is none after it was renamed
	own, err := os.MkdirTemp(proc.Variable(o.Env, "TMPDIR"), "course-pdf-")
	if err != nil {
		return fmt.Errorf("the browser gets no folder of its own: %w", err)
	}
	defer removeAll(own)
	if err := run(ctx, browser, page, beside, own, o); err != nil {
		return err
	}
	if !o.Date.IsZero() {
		if err := settleFile(beside, o.Date); err != nil {
			return fmt.Errorf("the PDF cannot be written: %w", err)
		}
	}
	if err := os.Rename(beside, pdfFile); err != nil {
		return fmt.Errorf("the PDF cannot be written: %w", err)
	}
	return nil
}

// fileBeside makes an empty file in the folder of another, which it makes too.
func fileBeside(path string) (string, error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-*.tmp")
	if err != nil {
		return "", err
	}
	return f.Name(), errors.Join(f.Chmod(0o644), f.Close())
}

// removeAll removes the browser's folder. One of its processes that is just ending may put a file there meanwhile.
func removeAll(dir string) {
	for range 3 {
		if os.RemoveAll(dir) == nil {
			return
		}
	}
}

// run runs the browser to its end and looks at what it wrote.
func run(ctx context.Context, browser, page, pdf, own string, o Options) error {
	limit := o.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	result, err := proc.Run(ctx, proc.Spec{
		Path: browser, Args: arguments(page, pdf, own, o.Flags), Dir: own, Env: environment(o.Env, own), Limit: limit,
	})
	name := filepath.Base(browser)
	switch said := complaints(result.Stderr); {
	case err != nil:
		return err
	case result.Stopped:
		return fmt.Errorf("printing was ended: %w", context.Cause(ctx))
	case result.Timeout:
		return fmt.Errorf("%s did not end within %v%s", name, limit, said)
	case result.Flooded:
		return fmt.Errorf("%s printed messages without end%s", name, said)
	case result.Signal != "":
		return fmt.Errorf("%s was ended by a signal (%s)%s", name, result.Signal, said)
	case result.Exit != 0:
		return fmt.Errorf("%s failed with exit code %d%s", name, result.Exit, said)
	default:
		if err := checkWhole(pdf); err != nil {
			return fmt.Errorf("%s made no whole PDF: %w%s", name, err, said)
		}
		return nil
	}
}

// arguments are the browser's. It keeps all its files in a folder of its own, talks to nobody, and prints one page.
func arguments(page, pdf, own string, more []string) []string {
	args := []string{
		"--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check",
		"--user-data-dir=" + filepath.Join(own, "profile"),
		// nothing of the network
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
		"--disable-quic", "--host-resolver-rules=MAP * ~NOTFOUND", "--no-proxy-server",
		"--no-pdf-header-footer", "--generate-pdf-document-outline", "--print-to-pdf=" + pdf,
	}
	if os.Getuid() == 0 { // Chromium has no sandbox for root
		args = append(args, "--no-sandbox")
	}
	args = append(args, more...)
	return append(args, (&url.URL{Scheme: "file", Path: filepath.ToSlash(page)}).String())
}

// seen are the variables that the browser sees: where programs and fonts are, and the language. A key is not among them.
var seen = []string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "XDG_RUNTIME_DIR", "XDG_DATA_DIRS", "XDG_DATA_HOME", "XDG_CONFIG_DIRS"}

func environment(person []string, own string) []string {
	env := []string{}
	for _, kv := range person {
		name, _, _ := strings.Cut(kv, "=")
		if slices.Contains(seen, name) || strings.HasPrefix(name, "LC_") || strings.HasPrefix(name, "FONTCONFIG_") {
			env = append(env, kv)
		}
	}
	return append(env, "TMPDIR="+own, "XDG_CONFIG_HOME="+own, "XDG_CACHE_HOME="+filepath.Join(own, "cache"), "TZ=UTC")
}
