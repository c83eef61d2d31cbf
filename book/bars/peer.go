package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// The peer is pandoc, which makes an EPUB and an HTML file of the same Markdown without being told anything more.

// peerPages stores the pages without their front matter in a folder of their own, with the figures where they lead, and
// returns their names in order.
func (s *subject) peerPages() (dir string, names []string, err error) {
	dir = filepath.Join(s.dir, "pandoc")
	for _, p := range s.pages {
		file := filepath.Join(dir, filepath.FromSlash(p.Source))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return "", nil, err
		}
		if err := os.WriteFile(file, p.Markdown, 0o644); err != nil {
			return "", nil, err
		}
		names = append(names, p.Source)
	}
	err = os.Symlink(filepath.Join(s.root, "lessons", "figures"), filepath.Join(dir, "lessons", "figures"))
	if os.IsExist(err) {
		err = nil
	}
	return dir, names, err
}

// pandoc makes one file of the pages and returns its path.
func (s *subject) pandoc(ctx context.Context, name string, more ...string) (string, error) {
	dir, names, err := s.peerPages()
	if err != nil {
		return "", err
	}
	out := filepath.Join(s.dir, name)
	args := append(more, "--from=gfm+rebase_relative_paths", "--metadata=title=Building AI agents in Go", "--metadata=lang=en-GB", "--output="+out)
	result, err := s.command(ctx, dir, "pandoc", append(args, names...)...)
	if err == nil && result.Exit != 0 {
		err = failure("pandoc", result)
	}
	return out, err
}

// peerEPUB makes pandoc's EPUB three times and keeps the best time.
func (s *subject) peerEPUB(ctx context.Context) (string, error) {
	return s.pandocEPUB.get(func() (string, error) {
		out := ""
		took, err := best(3, func() (err error) {
			out, err = s.pandoc(ctx, "pandoc.epub")
			return err
		})
		s.pandocTime = took
		return out, err
	})
}

func (s *subject) peerTime(ctx context.Context) (time.Duration, error) {
	_, err := s.peerEPUB(ctx)
	return s.pandocTime, err
}

func (s *subject) peerHTML(ctx context.Context) (string, error) {
	return s.pandocHTML.get(func() (string, error) { return s.pandoc(ctx, "pandoc.html", "--standalone", "--self-contained") })
}

// sizeOf words how large a file is.
func sizeOf(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	return kilobytes(int(info.Size())), nil
}

func kilobytes(n int) string { return fmt.Sprintf("%d KB", (n+999)/1000) }
