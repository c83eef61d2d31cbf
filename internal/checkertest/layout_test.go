package checkertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/gobuild"
)

// An exercise that asks for packages and no program is laid out like any other, and nothing is built beforehand.
func TestExerciseWithoutPrograms(t *testing.T) {
	root, module := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		"starter/messages/messages.go":                         "package messages\n\nconst Hello = \"hello\"\n",
		"checkers/03-a/1-b/solutions/plain/words/a.go":         "package words\n\nimport \"agentcourse/checkers/03-a/1-b/solutions/plain/words/deep\"\n\nconst A = deep.A\n",
		"checkers/03-a/1-b/solutions/plain/words/deep/a.go":    "package deep\n\nimport \"agentcourse/starter/messages\"\n\nconst A = messages.Hello\n",
		"checkers/03-a/1-b/wrong/changes-what-is-shared.txtar": "# Changes messages.\n# from: plain\n# fails: says-yes\n-- messages/messages.go --\npackage messages\n\nconst Hello = \"no\"\n",
		"checkers/03-a/1-b/wrong/says-no.txtar":                "# Says no.\n# from: plain\n# fails: says-yes\n-- words/a.go --\npackage words\n\nconst A = \"no\"\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ex := &catalog.Exercise{ID: "3.1", Key: "03-a/1-b"}
	right, wrong := layOutRight(t, root, module, ex), layOutWrong(t, root, module, ex)
	if len(right) != 1 || len(wrong) != 2 {
		t.Fatalf("%d right and %d wrong variants, want one and two", len(right), len(wrong))
	}
	if !wrong[0].apart || wrong[1].apart { // it changes a package that the others share, and they must not see it
		t.Errorf("%s stands apart: %t, %s: %t", wrong[0].name, wrong[0].apart, wrong[1].name, wrong[1].apart)
	}
	shared, err := os.ReadFile(filepath.Join(module, "messages", "messages.go"))
	if err != nil || !strings.Contains(string(shared), "hello") {
		t.Errorf("the shared package is %q, %v", shared, err)
	}
	bin := buildAll(t, module, ex, append(right, wrong...))
	if programs := programsOf(t, ex, right[0], bin); programs != nil {
		t.Errorf("programs %v, want nil, which has the grader build what there is", programs)
	}
	for _, v := range append(right, wrong...) {
		m := gobuild.Module{Dir: v.tree, Env: os.Environ(), Name: v.name}
		if run, err := m.Go(t.Context(), "vet", "./"+ex.Key+"/..."); err != nil || run.Exit != 0 {
			t.Errorf("%s does not compile: %v\n%s", v.name, err, run.Stderr)
		}
	}
}
