package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/grader"
	"agentcourse/internal/progress"
	"agentcourse/internal/recorder"
	"agentcourse/internal/term"
	"agentcourse/internal/workspace"

	"github.com/spf13/cobra"
)

type checkFlags struct {
	json     bool
	verbose  bool
	work     string
	solution string
	seed     uint64
	strict   bool
}

// anySolution is the value of --solution without a name.
const anySolution = "any"

func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [EXERCISE]",
		Short: "Grade an exercise (starts it if need be)",
		Long: `Grade an exercise: build its programs, run them against the course's own provider, and say what is right, what
is wrong and why. Of a package that it asks for, the course's own tests are run. Without EXERCISE it grades the
one last worked on.

EXERCISE is an id such as 1.2 or ex1.2, or ex2 for exercise 2 of the chapter last worked in.

Below the verdict stands what the exercise wants in the journal, and what of it is there: an entry that names the
exercise, a prediction made before the first run, the numbers of a run, an answer to each question, the tables. An exercise
is complete when its checks pass and nothing of this is open. The exit code follows the checks alone, unless --strict is
given. With --work or --solution the journal is not looked at.`,
		Example: `  course check ex2
  course check 1.2 --solution     grade a right program that the course ships
  course check 1.2 --work ../ana  grade another folder laid out like work/
  course check 1.2 --seed 4821    with the same values as that run
  course check 1.2 --strict       exit code 1 also when the journal is open`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64N(1_000_000)
			}
			return a.alsoJSON(f.json, a.check(cmd, args, f))
		},
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print the verdict as JSON")
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "show every failure in full, with all requests")
	cmd.Flags().StringVar(&f.work, "work", "", "grade this `FOLDER`, laid out like work/")
	cmd.Flags().StringVar(&f.solution, "solution", "", "grade a shipped right program; `NAME` picks one")
	cmd.Flags().Lookup("solution").NoOptDefVal = anySolution
	cmd.Flags().Uint64Var(&f.seed, "seed", 0, "draw the values that the checks feed in from this number")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "fail also when something is missing in the journal")
	cmd.MarkFlagsMutuallyExclusive("work", "solution")
	cmd.MarkFlagsMutuallyExclusive("work", "strict")
	cmd.MarkFlagsMutuallyExclusive("solution", "strict")
	return cmd
}

func (a *app) check(cmd *cobra.Command, args []string, f checkFlags) error {
	ex, err := a.resolve(args)
	if err != nil {
		return err
	}
	opt := grader.Options{Root: a.root, Exercise: ex, Seed: f.seed, Env: recorder.WithoutKeys(a.Env), Details: f.verbose}
	own := f.work == "" && f.solution == ""
	switch {
	case own:
		err = a.ownWork(ex, &opt)
	case f.work != "":
		err = a.otherWork(ex, f.work, &opt)
	default:
		var tmp string
		if tmp, err = os.MkdirTemp("", "course-solution-"); err == nil {
			defer os.RemoveAll(tmp)
			err = a.shippedWork(ex, f.solution, tmp, &opt)
		}
	}
	if err != nil {
		return err
	}
	report, err := grader.Grade(cmd.Context(), opt)
	if err != nil {
		return err
	}
	var inJournal *journalGroup
	if own {
		inJournal = a.reviewJournal(ex)
		a.recordCheck(report, inJournal)
	}
	if f.json {
		if err := a.printJSON(report, inJournal); err != nil {
			return err
		}
	} else {
		WriteVerdict(a.term, report, f.verbose)
		if own {
			a.afterVerdict(ex, report, inJournal)
		}
	}
	if !report.Passed() || f.strict && !inJournal.done() {
		return errFailed
	}
	return nil
}

// ownWork is the learner's work/, started if need be.
func (a *app) ownWork(ex *catalog.Exercise, opt *grader.Options) error {
	if err := a.startQuietly(ex); err != nil {
		return err
	}
	opt.WorkDir, opt.Folder = workspace.Dir(a.root), "work/"+ex.Key
	opt.BinDir = a.binDir(ex)
	return nil
}

func (a *app) otherWork(ex *catalog.Exercise, dir string, opt *grader.Options) error {
	folder := filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(ex.Key)))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(a.Dir, dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s holds no go.mod: a folder to grade is a Go module laid out like work/", dir)
	} else if err != nil {
		return err
	}
	opt.WorkDir, opt.Folder = dir, folder
	return nil
}

func (a *app) shippedWork(ex *catalog.Exercise, name, tmp string, opt *grader.Options) error {
	names, err := workspace.Solutions(a.root, ex)
	if err != nil || len(names) == 0 {
		return fmt.Errorf("exercise %s ships no right program", ex.ID)
	}
	if name == anySolution {
		name = names[0]
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("exercise %s ships no right program %q; there is %s", ex.ID, name, strings.Join(names, ", "))
	}
	opt.WorkDir, opt.Folder = tmp, ex.Checks()+"/solutions/"+name
	return workspace.LayOut(a.root, tmp, ex, name)
}

func (a *app) recordCheck(r *grader.Report, inJournal *journalGroup) {
	a.record(progress.Event{Event: progress.Checked, Exercise: r.Exercise, Passed: r.Count(grader.Pass), Of: len(r.Checks), Checks: r.Hash})
	if r.Passed() {
		a.record(progress.Event{Event: progress.Passed, Exercise: r.Exercise})
		if inJournal.done() {
			a.record(progress.Event{Event: progress.Completed, Exercise: r.Exercise})
		}
	}
}

// printJSON prints the verdict, and of own work the state of the journal.
func (a *app) printJSON(report *grader.Report, inJournal *journalGroup) error {
	var complete *bool
	if inJournal != nil {
		both := report.Passed() && inJournal.done()
		complete = &both
	}
	return a.encode(struct {
		*grader.Report
		Passed   bool          `json:"passed"`
		Journal  *journalGroup `json:"journal,omitempty"`
		Complete *bool         `json:"complete,omitempty"`
	}{report, report.Passed(), inJournal, complete})
}

// alsoJSON is the error of a command. Where its output is JSON, an error that has kept it from printing any is printed so too.
func (a *app) alsoJSON(asJSON bool, err error) error {
	var started *startedError
	if !asJSON || err == nil || errors.Is(err, errFailed) || errors.As(err, &started) {
		return err
	}
	return errors.Join(err, a.encode(map[string]string{"error": err.Error(), "hint": hintFor(err)}))
}

func (a *app) encode(v any) error {
	enc := json.NewEncoder(a.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// afterVerdict says what else there is to do: the journal, older copies of shared packages, the next step.
func (a *app) afterVerdict(ex *catalog.Exercise, report *grader.Report, inJournal *journalGroup) {
	a.printJournal(ex, inJournal)
	old, err := workspace.Outdated(a.root, workspace.Dir(a.root))
	if err != nil {
		a.term.Note("%v", err)
	}
	for _, name := range old {
		a.term.Printf("\nwork/%s is older than the course's starter/%[1]s. To compare them:\n  git diff --no-index work/%[1]s starter/%[1]s\n", name)
	}
	a.term.Printf("\n%s\n", term.Wrap(a.nextStep(ex, report, inJournal), "next: ", "  "))
}

// nextStep is a hint while a check fails, then what is open in the journal, then the next exercise.
func (a *app) nextStep(ex *catalog.Exercise, report *grader.Report, inJournal *journalGroup) string {
	if !report.Passed() {
		return "course hint " + ex.ID
	}
	var steps []string
	if it, open := inJournal.FirstOpen(); open {
		steps = append(steps, "in the journal, "+it.What)
	}
	if n := a.following(ex); n != nil {
		steps = append(steps, n.ID+", "+n.Title+": course show "+n.ID)
	}
	if len(steps) == 0 {
		return "all exercises that are there have passed; \"course list\" shows them"
	}
	return strings.Join(steps, "; then ")
}

// following is the next exercise behind ex that has never passed, else the first such one, or nil.
func (a *app) following(ex *catalog.Exercise) *catalog.Exercise {
	states, err := a.states()
	if err != nil {
		return nil // a hint is no place to report it; "course" does
	}
	order := a.course.StudyOrder()
	at := slices.Index(order, ex)
	for _, other := range slices.Concat(order[at+1:], order[:max(at, 0)]) {
		if !states[other.ID].Ever {
			return other
		}
	}
	return nil
}
