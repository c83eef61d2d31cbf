// Package grader grades an exercise: it builds the learner's programs once, runs each check of the exercise as a
// script of its own against a provider of its own, all side by side, and returns what it saw. It prints nothing.
//
// A check judges what a program sends, what it prints and what it leaves behind, never how it is written.
package grader

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/proc"
)

// Options say what to grade.
type Options struct {
	Root     string // the repository, where the checks are
	Exercise *catalog.Exercise
	WorkDir  string            // the learner's module, laid out like work/
	Folder   string            // the exercise's folder in it, as a person would type it
	Seed     uint64            // draws the values that checks feed in
	Limit    time.Duration     // for one run of a program; 0 means 10 s
	Env      []string          // the grader's own environment, for the go command
	Programs map[string]string // where the programs are, if they are built already
	BinDir   string            // keeps the built programs, so that what has not changed is not linked again; "" keeps none
	Details  bool              // what the program sent in checks that pass, too
}

const defaultLimit = 10 * time.Second

// A session is one grading.
type session struct {
	exercise *catalog.Exercise
	workDir  string
	root     string // the course's repository
	tmp      string
	env      []string
	limit    time.Duration
	details  bool
	binDir   string
	programs map[string]string // by name, where each was built
	learner  learnerModule
	hidden   map[string]*hiddenTests
	lacking  map[string]string // by the name of a package, why its tests cannot run
	unfit    map[string]string // by the name of a package, why the course's tests of it cannot run
	builds   testBuilds
	counts   bool              // a check looks at requests that count tokens, so these are part of the exercise
	files    map[string]string // the exercise's data: by its name in the program's folder, where the learner has it
	report   *Report
}

// Grade grades an exercise. The error is for what made grading impossible: no go command, no folder to work in, no
// sound check. Mistakes in single checks are results.
func Grade(ctx context.Context, opt Options) (*Report, error) {
	began := time.Now()
	checks, problems := LoadChecks(opt.Root, opt.Exercise)
	if len(checks) == 0 {
		return nil, fmt.Errorf("exercise %s cannot be graded: %w", opt.Exercise.ID, problems[0])
	}
	tmp, err := os.MkdirTemp("", "course-check-")
	if err != nil {
		return nil, fmt.Errorf("no temporary folder to grade in (TMPDIR names the place): %w", err)
	}
	defer os.RemoveAll(tmp)
	if opt.Limit == 0 {
		opt.Limit = defaultLimit
	}
	ss := &session{
		exercise: opt.Exercise, workDir: opt.WorkDir, root: opt.Root, tmp: tmp, env: opt.Env, limit: opt.Limit, details: opt.Details, binDir: opt.BinDir, programs: opt.Programs,
		files: map[string]string{}, learner: findModule(opt.WorkDir), lacking: map[string]string{}, unfit: map[string]string{},
		report: &Report{Exercise: opt.Exercise.ID, Title: opt.Exercise.Title, Folder: opt.Folder, Seed: opt.Seed},
	}
	for _, f := range opt.Exercise.Files {
		name := strings.TrimPrefix(f, "data/")
		ss.files[name] = filepath.Join(opt.WorkDir, filepath.FromSlash(opt.Exercise.Key), filepath.FromSlash(name))
	}
	ss.counts = slices.ContainsFunc(checks, func(c *Check) bool { return bytes.Contains(c.script, []byte(" -counts ")) })
	ss.hidden, _ = loadHidden(opt.Root, opt.Exercise) // what is wrong with them stands in problems
	if ss.report.Checks, err = ss.build(ctx, checks); err != nil {
		return nil, err
	}
	ss.report.Checks = append(ss.report.Checks, ss.runAll(ctx, checks)...)
	for _, p := range problems {
		ss.report.Checks = append(ss.report.Checks, Result{Check: "checks", Behaviour: "The check can be read", Status: Broken, Because: p.Error()})
	}
	ss.report.Hash = ss.hashOf(checks)
	ss.report.Took = time.Since(began)
	return ss.report, ctx.Err()
}

// runAll runs the checks side by side; one that needs another waits for it.
func (ss *session) runAll(ctx context.Context, checks []*Check) []Result {
	results := make([]Result, len(checks))
	done := map[string]chan struct{}{}
	at := map[string]int{}
	for i, c := range checks {
		done[c.Name], at[c.Name] = make(chan struct{}), i
	}
	slots := make(chan struct{}, 2*runtime.NumCPU()) // a program under test mostly waits
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() {
			defer close(done[c.Name])
			if why := ss.cannotRun(c); why != "" {
				results[i] = notRun(c, why)
				return
			}
			if c.Needs != "" {
				<-done[c.Needs]
				if need := results[at[c.Needs]]; need.Status != Pass {
					results[i] = notRun(c, "it says nothing before this holds: "+need.Behaviour)
					results[i].Needs = c.Needs
					return
				}
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i] = ss.runCheck(ctx, c)
		})
	}
	all.Wait()
	return results
}

// hashOf is of the checks and of the tests that they run.
func (ss *session) hashOf(checks []*Check) string {
	h := sha256.New()
	for _, c := range checks {
		h.Write(c.source)
	}
	for _, pkg := range slices.Sorted(maps.Keys(ss.hidden)) {
		h.Write(ss.hidden[pkg].source)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

func (ss *session) cannotRun(c *Check) string {
	for _, p := range c.Programs {
		if ss.programs[p] == "" {
			return p + " could not be built"
		}
	}
	for _, p := range c.Packages {
		if why := ss.lacking[p]; why != "" {
			return why
		}
	}
	for _, p := range c.Hidden {
		if why := ss.unfit[p]; why != "" {
			return why
		}
	}
	return ""
}

func notRun(c *Check, why string) Result {
	return Result{Check: c.Name, Behaviour: c.Behaviour, Contract: c.Contract, Status: NotRun, Because: why}
}

// getenv reads the grader's own environment.
func (ss *session) getenv(name string) string { return proc.Variable(ss.env, name) }
