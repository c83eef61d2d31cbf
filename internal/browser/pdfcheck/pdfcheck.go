// Package pdfcheck looks into a PDF with poppler's tools and qpdf. It serves tests and the measuring of the book; the
// course itself does without.
package pdfcheck

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"agentcourse/internal/proc"
)

// A MissingToolError names a program that is not installed.
type MissingToolError struct{ Tool string }

func (e *MissingToolError) Error() string { return "there is no " + e.Tool + " on the PATH" }

// Hint says how to install it.
func (e *MissingToolError) Hint() string {
	return "on Debian: apt install poppler-utils qpdf; on macOS: brew install poppler qpdf"
}

// Facts are what a PDF says of itself.
type Facts struct {
	Pages    int
	Tagged   bool
	Language string // "en-GB"; empty if it names none
}

var pdfinfoLine = regexp.MustCompile(`(?m)^(Pages|Tagged):\s+(\S+)`)

// Read reads a PDF's facts.
func Read(ctx context.Context, file string) (Facts, error) {
	info, err := output(ctx, "pdfinfo", file)
	if err != nil {
		return Facts{}, err
	}
	var facts Facts
	for _, m := range pdfinfoLine.FindAllStringSubmatch(info, -1) {
		switch m[1] {
		case "Pages":
			facts.Pages, _ = strconv.Atoi(m[2])
		case "Tagged":
			facts.Tagged = m[2] == "yes"
		}
	}
	facts.Language, err = language(ctx, file)
	return facts, err
}

// language is that of the whole document: /Lang of the catalogue, to which the trailer points (ISO 32000-1, 14.9.2).
func language(ctx context.Context, file string) (string, error) {
	var trailer struct {
		Root string `json:"/Root"`
	}
	if err := object(ctx, file, "trailer", &trailer); err != nil {
		return "", err
	}
	var catalogue struct {
		Lang string `json:"/Lang"`
	}
	number, _, _ := strings.Cut(trailer.Root, " ")
	err := object(ctx, file, number, &catalogue)
	return strings.TrimPrefix(catalogue.Lang, "u:"), err // qpdf marks text with "u:"
}

// object reads one of a PDF's objects, by its number or the word trailer.
func object(ctx context.Context, file, name string, v any) error {
	text, err := output(ctx, "qpdf", "--json=2", "--json-key=qpdf", "--json-object="+name, file)
	if err != nil {
		return err
	}
	var all struct {
		QPDF [2]map[string]json.RawMessage `json:"qpdf"` // about the file, and its objects
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return fmt.Errorf("qpdf's JSON cannot be read: %w", err)
	}
	for _, o := range all.QPDF[1] {
		found := struct {
			Value any `json:"value"`
		}{v}
		return json.Unmarshal(o, &found)
	}
	return fmt.Errorf("%s has no object %s", file, name)
}

// An outlineItem is an entry as qpdf tells it.
type outlineItem struct {
	Title string        `json:"title"`
	Kids  []outlineItem `json:"kids"`
}

// Outline returns the titles of all entries of the outline, of every level, in their order.
func Outline(ctx context.Context, file string) ([]string, error) {
	text, err := output(ctx, "qpdf", "--json=2", "--json-key=outlines", file)
	if err != nil {
		return nil, err
	}
	var all struct {
		Outlines []outlineItem `json:"outlines"`
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("qpdf's JSON cannot be read: %w", err)
	}
	var titles []string
	var add func(items []outlineItem)
	add = func(items []outlineItem) {
		for _, item := range items {
			titles = append(titles, item.Title)
			add(item.Kids)
		}
	}
	add(all.Outlines)
	return titles, nil
}

// Damage is what qpdf --check finds wrong with the file, or "".
func Damage(ctx context.Context, file string) (string, error) {
	result, err := run(ctx, "qpdf", "--check", file)
	if err != nil || result.Exit == 0 {
		return "", err
	}
	said := strings.TrimSpace(string(result.Stderr))
	if said == "" {
		said = strings.TrimSpace(string(result.Stdout))
	}
	return fmt.Sprintf("exit code %d: %s", result.Exit, said), nil
}

// output is what a tool prints that ends well.
func output(ctx context.Context, tool string, args ...string) (string, error) {
	result, err := run(ctx, tool, args...)
	if err == nil && result.Exit != 0 {
		err = fmt.Errorf("%s failed with exit code %d: %s", tool, result.Exit, strings.TrimSpace(string(result.Stderr)))
	}
	return string(result.Stdout), err
}

const (
	limit     = 2 * time.Minute
	outputCap = 1 << 30 // pictures of all pages
)

func run(ctx context.Context, tool string, args ...string) (proc.Result, error) {
	path, err := exec.LookPath(tool)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return proc.Result{}, &MissingToolError{tool}
	}
	return proc.RunTool(ctx, tool, proc.Spec{Path: path, Args: args, Env: os.Environ(), Limit: limit, OutputCap: outputCap})
}
