package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/browser"
	"agentcourse/internal/proc"
)

// A tool is an installed part that bars need.
type tool struct {
	name    string
	install string
	file    string // of a tool that is no command: where it lies, absolute or from the repository's folder
}

const (
	npmCI       = "cd book/test && npm ci"
	nodeModules = "book/test/node_modules/"
)

var tools = []tool{
	{name: "pandoc", install: "on Debian: apt install pandoc"},
	{name: "java", install: "on Debian: apt install default-jre-headless"},
	{name: "node", install: "on Debian: apt install nodejs npm"},
	{name: "qpdf", install: "on Debian: apt install qpdf"},
	{name: "pdfinfo", install: "on Debian: apt install poppler-utils"},
	{name: "pdftotext", install: "on Debian: apt install poppler-utils"},
	{name: "pdftoppm", install: "on Debian: apt install poppler-utils"},
	{name: "Chromium", install: (&browser.NotFoundError{}).Hint()},
	{name: "epubcheck", install: "on Debian: apt install epubcheck", file: "/usr/share/java/epubcheck.jar"},
	{name: "vnu-jar", install: npmCI, file: nodeModules + "vnu-jar/build/dist/vnu.jar"},
	{name: "axe-core", install: npmCI, file: nodeModules + "axe-core/axe.min.js"},
	{name: "playwright-core", install: npmCI, file: nodeModules + "playwright-core/index.js"},
	{name: "epubcheck-ts", install: npmCI, file: nodeModules + ".bin/epubcheck-ts"},
}

// locate returns the path of a tool, or "".
func (s *subject) locate(name string) string {
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == name })
	path := ""
	switch {
	case i < 0:
	case name == "Chromium":
		path, _ = browser.Find(s.env)
	case tools[i].file == "":
		path, _ = exec.LookPath(name)
	case filepath.IsAbs(tools[i].file):
		path = tools[i].file
	default:
		path = filepath.Join(s.root, tools[i].file)
	}
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// missing are the tools that bars need and that are not there.
func (s *subject) missing(bars []bar) []tool {
	var missing []tool
	for _, t := range tools {
		needed := slices.ContainsFunc(bars, func(b bar) bool { return slices.Contains(b.needs, t.name) })
		if needed && s.locate(t.name) == "" {
			missing = append(missing, t)
		}
	}
	return missing
}

const (
	toolLimit  = 10 * time.Minute
	outputCap  = 64 << 20
	saidInLine = 2000 // bytes of what a tool said that are shown
)

// command runs a tool in a folder. Its exit code is for the caller to judge.
func (s *subject) command(ctx context.Context, dir, name string, args ...string) (proc.Result, error) {
	return s.commandWith(ctx, nil, dir, name, args...)
}

// commandWith runs a tool with more variables in its environment.
func (s *subject) commandWith(ctx context.Context, more []string, dir, name string, args ...string) (proc.Result, error) {
	path := s.locate(name)
	if path == "" {
		return proc.Result{}, fmt.Errorf("there is no %s", name)
	}
	return proc.RunTool(ctx, name, proc.Spec{
		Path: path, Args: args, Dir: dir, Env: slices.Concat(s.env, more), Limit: toolLimit, OutputCap: outputCap,
	})
}

// failure is an error of a tool that ended otherwise than it should have.
func failure(name string, r proc.Result) error {
	said := strings.TrimSpace(string(r.Stderr) + "\n" + string(r.Stdout))
	return errors.New(fmt.Sprintf("%s ended with exit code %d: ", name, r.Exit) + said[:min(len(said), saidInLine)])
}
