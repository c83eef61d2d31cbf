package main

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
)

func epubLinks(_ context.Context, s *subject) (string, bool, error) {
	file, err := s.epub()
	if err != nil {
		return "", false, err
	}
	looked, wrong, err := checkEPUB(file)
	if err != nil {
		return "", false, err
	}
	return verdict(looked, wrong)
}

func pandocEPUBLinks(ctx context.Context, s *subject) (string, error) {
	file, err := s.peerEPUB(ctx)
	if err != nil {
		return "", err
	}
	looked, wrong, err := checkEPUB(file)
	return fmt.Sprintf("%s, %d wrong", looked, len(wrong)), err
}

// checkEPUB looks at all documents in an EPUB, each link and source of which must lead to a file or an id in it.
func checkEPUB(file string) (looked string, wrong []string, err error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return "", nil, err
	}
	defer archive.Close()
	documents := map[string]*document{} // nil for a file that is none
	for _, f := range archive.File {
		documents[f.Name] = nil
		if ext := path.Ext(f.Name); ext != ".xhtml" && ext != ".html" {
			continue
		}
		src, err := readZipped(f)
		if err != nil {
			return "", nil, fmt.Errorf("%s in the EPUB: %w", f.Name, err)
		}
		documents[f.Name] = scanDocument(src)
	}
	links := 0
	for name, d := range documents {
		if d != nil {
			links += len(d.links)
			wrong = append(wrong, brokenIn(documents, name)...)
		}
	}
	slices.Sort(wrong)
	return count(len(documents), "file") + ", " + count(links, "link"), wrong, nil
}

func readZipped(f *zip.File) (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	src, err := io.ReadAll(r)
	return string(src), err
}

// brokenIn is what is wrong in one document of an EPUB.
func brokenIn(documents map[string]*document, name string) []string {
	d := documents[name]
	wrong := append(d.twice(), d.dangling()...)
	for _, link := range d.links {
		if !isOutside(link) && !leadsWithin(documents, name, link) {
			wrong = append(wrong, "the link "+link+" leads nowhere")
		}
	}
	for _, source := range d.sources {
		if !strings.HasPrefix(source, "data:") && !leadsWithin(documents, name, source) {
			wrong = append(wrong, "there is no "+source)
		}
	}
	for i := range wrong {
		wrong[i] = name + ": " + wrong[i]
	}
	return wrong
}

// leadsWithin reports whether a link leads to a file of an EPUB and, with a fragment, to an id in it.
func leadsWithin(documents map[string]*document, from, link string) bool {
	u, err := url.Parse(link)
	if err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, "/") || link == "" {
		return false
	}
	target := from
	if u.Path != "" {
		target = path.Join(path.Dir(from), u.Path)
	}
	d, found := documents[target]
	return found && (u.Fragment == "" || d == nil || d.ids[u.Fragment] > 0)
}
