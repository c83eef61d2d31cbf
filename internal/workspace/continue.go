package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agentcourse/internal/catalog"
)

// continueWork copies the learner's work on the exercise that ex continues, if there is some: every regular file, with the
// import paths of its new place. Links stay behind, as they may lead anywhere.
func continueWork(work, to string, ex *catalog.Exercise) error {
	if ex.Continues == nil {
		return nil
	}
	from := filepath.Join(work, filepath.FromSlash(ex.Continues.Key))
	if !exists(from) {
		return nil
	}
	earlier, now := Module+"/"+ex.Continues.Key, Module+"/"+ex.Key
	moved := func(path string) string {
		if rest, ok := strings.CutPrefix(path, earlier); ok && (rest == "" || rest[0] == '/') {
			return now + rest
		}
		return path
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		return copyOwn(path, filepath.Join(to, rel), moved)
	})
}

// copyOwn copies a file of the learner's. Go that does not parse is copied as it is: it is the learner's to mend.
func copyOwn(from, to string, rewrite Rewrite) error {
	src, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if filepath.Ext(from) == ".go" {
		out, err := RewriteImports(from, src, rewrite)
		if err == nil {
			src = out
		}
	}
	return writeFile(to, src)
}
