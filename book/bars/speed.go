package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agentcourse/internal/book"
)

const (
	pagesFactor = 1.8     // of the Markdown's bytes
	pagesSpare  = 200_000 // bytes
	rebuildTime = 150 * time.Millisecond
)

// htmlSize: the single file is not much larger than what it is made of.
func htmlSize(_ context.Context, s *subject) (string, bool, error) {
	file, err := s.html()
	if err != nil {
		return "", false, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", false, err
	}
	most := int(pagesFactor*float64(s.markdown())) + pagesSpare
	value := fmt.Sprintf("%s of %s, Markdown %s", kilobytes(int(info.Size())), kilobytes(most), kilobytes(s.markdown()))
	return value, int(info.Size()) <= most, nil
}

func pandocHTMLSize(ctx context.Context, s *subject) (string, error) {
	file, err := s.peerHTML(ctx)
	if err != nil {
		return "", err
	}
	return sizeOf(file)
}

// buildTime: both forms, from the pages on disk to files, in a third of what pandoc takes for one.
func buildTime(ctx context.Context, s *subject) (string, bool, error) {
	peer, err := s.peerTime(ctx)
	if err != nil {
		return "", false, err
	}
	took, err := best(3, func() error {
		o, err := readBook(s.root)
		if err != nil {
			return err
		}
		b, err := book.Open(o)
		if err != nil {
			return err
		}
		if _, err = s.file("timed.html", func() ([]byte, error) { return readerOf(b) }); err != nil {
			return err
		}
		_, err = s.file("timed.epub", b.EPUB)
		return err
	})
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.2f s, a third is %.2f s", took.Seconds(), peer.Seconds()/3), took <= peer/3, nil
}

func pandocTime(ctx context.Context, s *subject) (string, error) {
	took, err := s.peerTime(ctx)
	return fmt.Sprintf("%.2f s, EPUB alone", took.Seconds()), err
}

// rebuild: what a writer waits for who has changed one lesson: all pages read from disk, the HTML made anew.
func rebuild(_ context.Context, s *subject) (string, bool, error) {
	n := 0
	took, err := best(5, func() error {
		n++
		o, err := readBook(s.root)
		if err != nil {
			return err
		}
		changed := changedLesson(o.Pages)
		changed.Markdown = fmt.Appendf(bytes.Clone(changed.Markdown), "\nChange %d.\n", n)
		b, err := book.Open(o)
		if err != nil {
			return err
		}
		_, err = readerOf(b)
		return err
	})
	return fmt.Sprintf("%d ms", took.Milliseconds()), took <= rebuildTime, err
}

// changedLesson is the largest lesson.
func changedLesson(pages []book.Page) *book.Page {
	largest := &pages[0]
	for i := range pages {
		if pages[i].Kind == book.Lesson && len(pages[i].Markdown) > len(largest.Markdown) {
			largest = &pages[i]
		}
	}
	return largest
}

// sameBytes makes a form of the book twice more and compares: of the pages as they were read for the first, from which
// the other forms were made meanwhile, and of the pages read anew.
func sameBytes(s *subject, first string, build func(*book.Book) ([]byte, error)) (string, bool, error) {
	before, err := os.ReadFile(first)
	if err != nil {
		return "", false, err
	}
	again, err := build(s.book)
	if err != nil {
		return "", false, err
	}
	if !bytes.Equal(before, again) {
		value, ok, err := compared(before, again)
		return value + "\nmade again of the same pages in memory, it is another", ok, err
	}
	o, err := readBook(s.root)
	if err != nil {
		return "", false, err
	}
	b, err := book.Open(o)
	if err != nil {
		return "", false, err
	}
	anew, err := build(b)
	if err != nil {
		return "", false, err
	}
	return compared(before, anew)
}

func compared(before, again []byte) (string, bool, error) {
	if bytes.Equal(before, again) {
		return kilobytes(len(again)) + ", identical", true, nil
	}
	at := 0
	for at < min(len(before), len(again)) && before[at] == again[at] {
		at++
	}
	return fmt.Sprintf("%d and %d bytes, different from byte %d on", len(before), len(again), at), false, nil
}

func sameHTML(_ context.Context, s *subject) (string, bool, error) {
	file, err := s.html()
	if err != nil {
		return "", false, err
	}
	return sameBytes(s, file, readerOf)
}

func sameEPUB(_ context.Context, s *subject) (string, bool, error) {
	file, err := s.epub()
	if err != nil {
		return "", false, err
	}
	return sameBytes(s, file, (*book.Book).EPUB)
}

func samePDF(ctx context.Context, s *subject) (string, bool, error) {
	first, err := s.pdf(ctx)
	if err != nil {
		return "", false, err
	}
	page, err := s.print()
	if err != nil {
		return "", false, err
	}
	second := filepath.Join(s.dir, "again.pdf")
	if err := s.toPDF(ctx, page, second); err != nil {
		return "", false, err
	}
	before, err := os.ReadFile(first)
	if err != nil {
		return "", false, err
	}
	again, err := os.ReadFile(second)
	if err != nil {
		return "", false, err
	}
	return compared(before, again)
}
