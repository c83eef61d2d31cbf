// Package agents_test holds the broken agents of exercise 3.3 to what they
// are: the course's own, with faults that can be put on one at a time.
package agents_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	agentic = "../../../starter/agentic"
	agents  = "testdata/agents"
)

var (
	asks     = regexp.MustCompile(`broken\("([a-z-]+)"\)`)
	fault    = regexp.MustCompile(`^(\t+)if broken\(`)
	setFault = regexp.MustCompile(`AGENT_FAULT=([a-z-]+)`)
)

// Without the blocks that ask for a fault, the source is the course's.
func TestAgentIsTheCoursesButForItsFaults(t *testing.T) {
	var got strings.Builder
	end := "" // of the block that we are in
	for line := range strings.Lines(read(t, filepath.Join(agents, "agent.go"))) {
		switch m := fault.FindStringSubmatch(line); {
		case end != "":
			if line == end {
				end = ""
			}
		case m != nil:
			end = m[1] + "}\n"
		default:
			got.WriteString(line)
		}
	}
	if diff := cmp.Diff(read(t, filepath.Join(agentic, "agent.go")), got.String()); diff != "" {
		t.Errorf("starter/agentic/agent.go has changed, and %s/agent.go has not (-starter +here):\n%s", agents, diff)
	}
}

// Each fault has a run in a check, and each run a fault.
func TestChecksNameFaults(t *testing.T) {
	var known, used []string
	for _, m := range asks.FindAllStringSubmatch(read(t, filepath.Join(agents, "agent.go")), -1) {
		known = append(known, m[1])
	}
	checks, err := filepath.Glob("*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range checks {
		for _, m := range setFault.FindAllStringSubmatch(read(t, file), -1) {
			if m[1] != "none" {
				used = append(used, m[1])
			}
		}
	}
	slices.Sort(known)
	slices.Sort(used)
	if diff := cmp.Diff(known, used); diff != "" {
		t.Errorf("faults (-in agent.go +in the checks):\n%s", diff)
	}
}

// Without a fault the agent passes the tests of the package that it stands in for.
func TestAgentPassesTheCoursesTests(t *testing.T) {
	over := map[string]string{}
	for _, name := range []string{"agent.go", "broken.go"} {
		over[absolute(t, filepath.Join(agentic, name))] = absolute(t, filepath.Join(agents, name))
	}
	src, err := json.Marshal(map[string]any{"Replace": over})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, src, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-overlay", file, ".")
	cmd.Dir, cmd.Env = agentic, append(os.Environ(), "AGENT_FAULT=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A verdict shows how to run the tests beside these agents by hand, with an overlay of the files that the checks swap in.
func TestOverlayHasTheAgents(t *testing.T) {
	files, err := filepath.Glob(agents + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, file := range files {
		want["../../agentic/"+filepath.Base(file)] = "../../../checkers/03-the-model-boundary/3-reactive-test/" + filepath.ToSlash(file)
	}
	var got struct{ Replace map[string]string }
	if err := json.Unmarshal([]byte(read(t, agents+"/overlay.json")), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Replace); diff != "" {
		t.Errorf("overlay.json (-the agents +in it):\n%s", diff)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func absolute(t *testing.T, file string) string {
	t.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
