package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/book"
	"agentcourse/internal/browser/pdfcheck"
)

func pdfFacts(ctx context.Context, s *subject) (string, bool, error) {
	file, err := s.pdf(ctx)
	if err != nil {
		return "", false, err
	}
	facts, err := pdfcheck.Read(ctx, file)
	if err != nil {
		return "", false, err
	}
	d, err := s.printedDocument()
	if err != nil {
		return "", false, err
	}
	size, err := sizeOf(file)
	value := fmt.Sprintf("tagged %v, language %q, %d pages, %s", facts.Tagged, facts.Language, facts.Pages, size)
	return value, facts.Tagged && facts.Language != "" && facts.Language == d.lang, err
}

// pdfOutline: the entries are the headings of the page that was printed, in their order.
func pdfOutline(ctx context.Context, s *subject) (string, bool, error) {
	file, err := s.pdf(ctx)
	if err != nil {
		return "", false, err
	}
	entries, err := pdfcheck.Outline(ctx, file)
	if err != nil {
		return "", false, err
	}
	d, err := s.printedDocument()
	if err != nil {
		return "", false, err
	}
	for i := range entries {
		entries[i] = strings.Join(strings.Fields(entries[i]), " ")
	}
	value := fmt.Sprintf("%d entries, %d headings", len(entries), len(d.headings))
	if slices.Equal(entries, d.headings) {
		return value, true, nil
	}
	return value + "\n" + firstDifference(d.headings, entries), false, nil
}

func firstDifference(headings, entries []string) string {
	at := func(list []string, i int) string {
		if i < len(list) {
			return fmt.Sprintf("%q", list[i])
		}
		return "no more"
	}
	i := 0
	for i < min(len(headings), len(entries)) && headings[i] == entries[i] {
		i++
	}
	return fmt.Sprintf("number %d: the heading is %s, the entry %s", i+1, at(headings, i), at(entries, i))
}

func pdfWhole(ctx context.Context, s *subject) (string, bool, error) {
	file, err := s.pdf(ctx)
	if err != nil {
		return "", false, err
	}
	damage, err := pdfcheck.Damage(ctx, file)
	if damage != "" {
		return "damaged\n" + damage, false, err
	}
	return "clean", true, err
}

// pdfCode: every line of code of the book can be read in the PDF.
func pdfCode(ctx context.Context, s *subject) (string, bool, error) {
	file, err := s.pdf(ctx)
	if err != nil {
		return "", false, err
	}
	d, err := s.printedDocument()
	if err != nil {
		return "", false, err
	}
	return codeIn(ctx, file, d.code)
}

func codeIn(ctx context.Context, file string, lines []string) (string, bool, error) {
	text, err := pdfcheck.Text(ctx, file)
	if err != nil {
		return "", false, err
	}
	longest := 0
	for _, line := range lines {
		longest = max(longest, len([]rune(line)))
	}
	looked := count(len(lines), "line") + ", the longest of " + count(longest, "character")
	return verdict(looked, pdfcheck.Missing(text, lines))
}

// pdfLongLine: in a page of its own, which the book's template and style make into one.
func pdfLongLine(ctx context.Context, s *subject) (string, bool, error) {
	const start = "const theLine = \""
	line := start
	for n := 100; len(line) < 199; n++ {
		line += fmt.Sprintf("%d-", n)
	}
	line = line[:199] + "\""
	page := book.Page{ID: "long", Title: "A long line", Kind: book.Lesson, Source: "lessons/long.md",
		Markdown: []byte("# A long line\n\n```go\n" + line + "\n```\n")}
	b, err := book.Open(book.Options{Root: s.root, Pages: []book.Page{page}})
	if err != nil {
		return "", false, err
	}
	file, err := s.file("long.html", b.Print)
	if err != nil {
		return "", false, err
	}
	pdf := filepath.Join(s.dir, "long.pdf")
	if err := s.toPDF(ctx, file, pdf); err != nil {
		return "", false, err
	}
	return codeIn(ctx, pdf, []string{line})
}

func pdfPaper(ctx context.Context, s *subject) (string, bool, error) {
	file, err := s.pdf(ctx)
	if err != nil {
		return "", false, err
	}
	return paperOf(ctx, file)
}

func paperOf(ctx context.Context, file string) (string, bool, error) {
	papers, err := pdfcheck.Papers(ctx, file)
	if err != nil {
		return "", false, err
	}
	var wrong []string
	for i, p := range papers {
		if !p.White() {
			wrong = append(wrong, fmt.Sprintf("page %d: corners %v, most of it %v", i+1, p.Corners, p.Most))
		}
	}
	return verdict(count(len(papers), "page"), wrong)
}

// darkPaper prints the reader as somebody does who reads in the dark theme: with the theme chosen, and no script that
// could choose another.
func darkPaper(ctx context.Context, s *subject) (string, bool, error) {
	reader, err := s.html()
	if err != nil {
		return "", false, err
	}
	src, err := os.ReadFile(reader)
	if err != nil {
		return "", false, err
	}
	file, err := s.file("dark.html", func() ([]byte, error) { return []byte(inDarkTheme(string(src))), nil })
	if err != nil {
		return "", false, err
	}
	pdf := filepath.Join(s.dir, "dark.pdf")
	if err := s.toPDF(ctx, file, pdf); err != nil {
		return "", false, err
	}
	return paperOf(ctx, pdf)
}

// inDarkTheme sets the attribute by which the style knows the theme, and takes the scripts out.
func inDarkTheme(page string) string {
	page = strings.Replace(page, "<html ", `<html data-theme="dark" `, 1)
	for {
		before, rest, found := strings.Cut(page, "<script")
		if !found {
			return page
		}
		page = before + after(rest, "</script>")
	}
}
