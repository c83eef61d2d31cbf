package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/proc"
)

// An axeReport is what book/test/axe.mjs prints: how many pages were examined, in every width and theme, and each rule
// that one of them breaks.
type axeReport struct {
	Examined   int `json:"examined"`
	Violations []struct {
		Page    string   `json:"page"`
		Width   int      `json:"width"`
		Theme   string   `json:"theme"`
		Rule    string   `json:"rule"`
		Targets []string `json:"targets"`
	} `json:"violations"`
}

func axe(ctx context.Context, s *subject) (string, bool, error) {
	result, err := s.node(ctx, []string{"axe.mjs"})
	if err != nil {
		return "", false, err
	}
	return readAxe(result.Stdout, failure("node axe.mjs", result))
}

// readAxe reads axe.mjs's report; why is the error if it is none.
func readAxe(src []byte, why error) (string, bool, error) {
	var report axeReport
	if err := json.Unmarshal(src, &report); err != nil {
		return "", false, errors.Join(why, err)
	}
	var wrong []string
	for _, v := range report.Violations {
		wrong = append(wrong, fmt.Sprintf("%s: %s, %s, %d px: %s", v.Rule, v.Page, v.Theme, v.Width, strings.Join(v.Targets, ", ")))
	}
	value, ok, err := verdict(count(report.Examined, "view"), wrong)
	return value, ok && report.Examined > 0, err
}

// suite is a bar that holds when all tests in some files of book/test pass.
func suite(files ...string) func(context.Context, *subject) (string, bool, error) {
	return func(ctx context.Context, s *subject) (string, bool, error) {
		result, err := s.node(ctx, files, "--test", "--test-reporter=tap")
		if err != nil {
			return "", false, err
		}
		tests, wrong := readTAP(string(result.Stdout))
		if tests == 0 {
			return "", false, failure("node --test", result)
		}
		return verdict(count(tests, "test"), wrong)
	}
}

// node runs files of book/test on the single file.
func (s *subject) node(ctx context.Context, files []string, flags ...string) (proc.Result, error) {
	page, err := s.html()
	if err != nil {
		return proc.Result{}, err
	}
	dir := filepath.Join(s.root, "book", "test")
	for _, file := range files {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			return proc.Result{}, fmt.Errorf("there is no book/test/%s", file)
		}
	}
	env := []string{"COURSE_HTML=" + page, "COURSE_CHROMIUM=" + s.locate("Chromium")}
	return s.commandWith(ctx, env, dir, "node", slices.Concat(flags, files)...)
}

var tapLine = regexp.MustCompile(`(?m)^(not )?ok \d+ - (.*?)(?: # (SKIP|TODO).*)?$`)

// readTAP reads a report in the Test Anything Protocol: how many tests there are, and those that have not passed. One
// that was skipped has not.
func readTAP(report string) (tests int, wrong []string) {
	for _, m := range tapLine.FindAllStringSubmatch(report, -1) {
		tests++
		if m[1] != "" || m[3] != "" {
			wrong = append(wrong, strings.TrimSpace(m[2]+" "+m[3]))
		}
	}
	return tests, wrong
}
