package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// found is how many errors and warnings a validator found, and its first messages.
type found struct {
	errors, warnings int
	told             []string
}

func (f found) String() string { return count(f.errors, "error") + ", " + count(f.warnings, "warning") }

func (f found) result(err error) (string, bool, error) {
	value := f.String()
	if len(f.told) > 0 {
		value += "\n" + strings.Join(f.told[:min(len(f.told), mostTold)], "\n")
	}
	return value, f.errors+f.warnings == 0, err
}

// ofOurs validates the book's EPUB, and ofPandocs the peer's.
func ofOurs(validate func(context.Context, *subject, string) (found, error)) func(context.Context, *subject) (string, bool, error) {
	return func(ctx context.Context, s *subject) (string, bool, error) {
		file, err := s.epub()
		if err != nil {
			return "", false, err
		}
		return first(validate(ctx, s, file))
	}
}

func first(f found, err error) (string, bool, error) { return f.result(err) }

func ofPandocs(validate func(context.Context, *subject, string) (found, error)) func(context.Context, *subject) (string, error) {
	return func(ctx context.Context, s *subject) (string, error) {
		file, err := s.peerEPUB(ctx)
		if err != nil {
			return "", err
		}
		f, err := validate(ctx, s, file)
		return f.String(), err
	}
}

var (
	epubcheckCount = regexp.MustCompile(`(\d+) fatals? / (\d+) errors? / (\d+) warnings?`)
	epubcheckLine  = regexp.MustCompile(`(?m)^(?:FATAL|ERROR|WARNING)\(.*$`)
)

func epubcheck(ctx context.Context, s *subject, file string) (found, error) {
	result, err := s.command(ctx, s.dir, "java", "-jar", s.locate("epubcheck"), file)
	if err != nil {
		return found{}, err
	}
	return readEPUBCheck(string(result.Stderr) + "\n" + string(result.Stdout))
}

// readEPUBCheck reads what EPUBCheck 4.2 prints: a line for each message, then how many there were.
func readEPUBCheck(said string) (found, error) {
	m := epubcheckCount.FindStringSubmatch(said)
	if m == nil {
		return found{}, errors.New("epubcheck did not say how many errors there are: " + said[:min(len(said), saidInLine)])
	}
	return found{errors: atoi(m[1]) + atoi(m[2]), warnings: atoi(m[3]), told: epubcheckLine.FindAllString(said, -1)}, nil
}

func atoi(digits string) (n int) {
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// epubcheckTS is the second opinion on an EPUB.
func epubcheckTS(ctx context.Context, s *subject, file string) (found, error) {
	report := filepath.Join(s.dir, "epubcheck-ts.json")
	if _, err := s.command(ctx, s.dir, "epubcheck-ts", "--quiet", "--json", report, file); err != nil {
		return found{}, err
	}
	src, err := os.ReadFile(report)
	if err != nil {
		return found{}, err
	}
	return readMessages(src, "severity", "ID")
}

// readMessages reads a report of the form {"messages": [{kind: "error", where: …, "message": …}]}.
func readMessages(src []byte, kind, where string) (found, error) {
	var report struct {
		Messages []map[string]any `json:"messages"`
	}
	if err := json.Unmarshal(src, &report); err != nil {
		return found{}, fmt.Errorf("the report cannot be read: %w", err)
	}
	var f found
	for _, m := range report.Messages {
		switch severity := fmt.Sprint(m[kind]); {
		case severity == "error" || severity == "fatal" || severity == "non-document-error":
			f.errors++
		case severity == "warning" || m["subType"] == "warning":
			f.warnings++
		default:
			continue
		}
		line := fmt.Sprint(m["message"])
		if place := m[where]; place != nil {
			line = fmt.Sprint(place, ": ", line)
		}
		f.told = append(f.told, line)
	}
	return f, nil
}

// misjudged is what vnu 26.9.27 says of a page's policy: it takes every data: picture and long script for refused, which
// no browser does. The tests in book/test ask the browser.
const misjudged = ".*violates Content Security Policy.*"

// vnu checks the single file against the HTML standard.
func vnu(ctx context.Context, s *subject, file string) (found, error) {
	result, err := s.command(ctx, s.dir, "java", "-jar", s.locate("vnu-jar"), "--format", "json", "--exit-zero-always",
		"--filterpattern", misjudged, file)
	if err != nil {
		return found{}, err
	}
	return readMessages(result.Stderr, "type", "lastLine")
}

func htmlValid(ctx context.Context, s *subject) (string, bool, error) {
	file, err := s.html()
	if err != nil {
		return "", false, err
	}
	return first(vnu(ctx, s, file))
}

func pandocHTMLValid(ctx context.Context, s *subject) (string, error) {
	file, err := s.peerHTML(ctx)
	if err != nil {
		return "", err
	}
	f, err := vnu(ctx, s, file)
	return f.String(), err
}
