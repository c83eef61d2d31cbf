package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/gobuild"
	"agentcourse/internal/workspace"

	"github.com/spf13/cobra"
)

// errSeveralPrograms says that one of an exercise's programs has to be named.
var errSeveralPrograms = errors.New("there are several programs")

// programsOf are the programs in the exercise's folder, by name.
func (a *app) programsOf(ex *catalog.Exercise) []string {
	folder := filepath.Join(workspace.Dir(a.root), filepath.FromSlash(ex.Key))
	entries, _ := os.ReadDir(folder) // a folder that is not there has no programs
	var names []string
	for _, e := range entries {
		if found, isMain := gobuild.PackageIn(filepath.Join(folder, e.Name())); e.IsDir() && found && isMain {
			names = append(names, e.Name())
		}
	}
	return names
}

// pickProgram is the program that is named, or the exercise's only one, or the only one that is there.
func (a *app) pickProgram(ex *catalog.Exercise, named []string) (string, error) {
	there := a.programsOf(ex)
	list := strings.Join(there, ", ")
	switch {
	case len(there) == 0 && len(ex.Programs) == 0:
		return "", &nextStepError{fmt.Errorf("exercise %s asks for no program to run: it asks for the package %s", ex.ID, strings.Join(ex.Packages, ", ")),
			"run its tests: " + testCommand(ex)}
	case len(there) == 0:
		return "", fmt.Errorf("work/%s holds no program; exercise %s asks for %s", ex.Key, ex.ID, strings.Join(ex.Programs, ", "))
	case len(named) > 0 && slices.Contains(there, named[0]):
		return named[0], nil
	case len(named) > 0:
		return "", fmt.Errorf("work/%s holds no program %q; there is %s", ex.Key, named[0], list)
	case len(ex.Programs) == 1 && slices.Contains(there, ex.Programs[0]):
		return ex.Programs[0], nil
	case len(there) == 1:
		return there[0], nil
	}
	return "", fmt.Errorf("%w in work/%s: %s", errSeveralPrograms, ex.Key, list)
}

// testCommand runs the learner's tests of an exercise, from the repository's folder.
func testCommand(ex *catalog.Exercise) string { return "(cd work && go test ./" + ex.Key + "/...)" }

// completeRun offers exercises, then the programs of the one that is named.
func (a *app) completeRun(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return a.complete(cmd, args, word)
	}
	if a.open() != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ex, err := a.course.Resolve(args[0], a.lastChapter())
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := slices.Concat(ex.Programs, a.programsOf(ex))
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}
