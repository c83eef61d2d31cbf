package book

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// NewListing makes a page of a folder's Go files, tests left out: each stands under a heading that is its path. A link in
// any page to one of the files leads there.
func NewListing(root, folder string) (Page, error) {
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(folder)))
	if err != nil {
		return Page{}, fmt.Errorf("the folder cannot be listed: %w", err)
	}
	page := Page{ID: path.Base(folder), Title: folder, Kind: Listing, Source: folder}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n", folder)
	for _, e := range entries {
		if path.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file := path.Join(folder, e.Name())
		src, err := readInside(root, file)
		if err != nil {
			return Page{}, fmt.Errorf("the file cannot be listed: %w", err)
		}
		page.files = append(page.files, file)
		fence := fenceAround(src)
		fmt.Fprintf(&text, "\n## %s\n\n%sgo\n%s\n%s\n", file, fence, strings.Join(listed(src), "\n"), fence)
	}
	page.Markdown = text.Bytes()
	return page, nil
}

// listed are the lines of a file as learners get them: without the lines that only name a piece.
func listed(src []byte) []string {
	return withoutAnchors(strings.Split(strings.TrimRight(string(src), "\n"), "\n"))
}

// fenceAround is a row of signs that nothing in the text ends.
func fenceAround(src []byte) string {
	fence := "```"
	for bytes.Contains(src, []byte(fence)) {
		fence += "`"
	}
	return fence
}
