package posts

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/trace"
)

// cited matches a JSON Lines file, or a trace by its name alone: traces/20261201-101500.jsonl, 20261201-101500-2.
var cited = regexp.MustCompile(`[\pL\pN_./~-]*\.jsonl\b|\b\d{8}-\d{6}(?:-\d{1,4})?\b`)

// citations are the traces and the files of run records that a text cites, as it writes them, each once and in order.
func citations(d *document.Document) (traces, records []string) {
	for _, b := range d.Blocks {
		for _, name := range cited.FindAllString(b.Text, -1) {
			if strings.HasPrefix(name, "//") {
				continue // of an address
			}
			if path.Base(name) == trace.RunsName {
				records = append(records, name)
				continue
			}
			if !strings.HasSuffix(name, ".jsonl") {
				name += ".jsonl"
			}
			traces = append(traces, name)
		}
	}
	return uniqueBy(traces, runName), uniqueBy(records, func(s string) string { return s })
}

// runName is what the names of a trace and of its copies have in common.
func runName(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".jsonl"), "-scrubbed")
}

// uniqueBy keeps the first of those that are alike; of a file named alone and with its folder, the one with the folder.
func uniqueBy(names []string, key func(string) string) []string {
	var out []string
	for _, n := range names {
		i := slices.IndexFunc(out, func(o string) bool { return key(o) == key(n) })
		if i < 0 {
			out = append(out, n)
		} else if !strings.Contains(out[i], "/") {
			out[i] = n
		}
	}
	return out
}

// locate finds a cited file below root: as it is written, from root or from a folder of what cites it, or where traces and
// their scrubbed copies lie. It returns its path from root, with slashes.
func locate(root, name string, folders ...string) (string, bool) {
	tries := []string{name}
	places := []string{"traces", "journal/assets", "journal/example/assets"}
	for _, f := range folders {
		tries, places = append(tries, path.Join(f, name)), append(places, path.Join(f, "assets"))
	}
	for _, base := range []string{path.Base(name), strings.TrimSuffix(path.Base(name), ".jsonl") + "-scrubbed.jsonl"} {
		for _, place := range places {
			tries = append(tries, path.Join(place, base))
		}
	}
	for _, try := range tries {
		try = path.Clean(try)
		if !filepath.IsLocal(filepath.FromSlash(try)) {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(try))); err == nil {
			return try, true
		}
	}
	return "", false
}

// openRegular opens a file that can be read to its end: no folder, no pipe.
func openRegular(root, name string) (*os.File, error) {
	full := filepath.Join(root, filepath.FromSlash(name))
	info, err := os.Stat(full)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	return os.Open(full)
}
