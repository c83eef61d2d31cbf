package posts

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/scaffold"
)

const shapesFolder = "shapes"

// A ShapeError says that there is no shape of a name.
type ShapeError struct {
	Name  string
	Known []string
}

func (e *ShapeError) Error() string { return fmt.Sprintf("there is no shape %q", e.Name) }

// Shapes are the names of the shapes in posts/shapes/, sorted; none without that folder.
func Shapes(root string) []string {
	files, _ := os.ReadDir(filepath.Join(root, folder, shapesFolder))
	var names []string
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), ".md"); ok && !f.IsDir() && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// ShapeTitle is what a shape calls itself, "" if it cannot be read.
func ShapeTitle(root, name string) string {
	src, _ := os.ReadFile(filepath.Join(root, folder, shapesFolder, name+".md"))
	title, _, _ := strings.Cut(string(document.Plain(src)), "\n")
	return strings.TrimSpace(strings.TrimLeft(title, "# "))
}

// plainBeats are those of a draft without a shape, with the places for what an entry gives.
const (
	noBeats    = "1.\n2.\n3."
	plainBeats = "1.\n\n{{prediction}}\n\n2.\n\n{{numbers}}\n\n3.\n\n{{surprises}}"
)

// beats is the text of a shape for the story, with places for excerpts, and above it what the shape asks for in a comment.
func beats(root, name string) (string, error) {
	if known := Shapes(root); !slices.Contains(known, name) {
		return "", &ShapeError{name, known}
	}
	src, err := os.ReadFile(filepath.Join(root, folder, shapesFolder, name+".md"))
	if err != nil {
		return "", fmt.Errorf("the shape cannot be read: %w", err)
	}
	about, text, ok := strings.Cut("\n"+string(document.Plain(src)), "\n## Beats\n")
	if !ok {
		return "", fmt.Errorf("the shape posts/%s/%s.md has no section ## Beats", shapesFolder, name)
	}
	_, about, _ = strings.Cut(strings.TrimSpace(about), "\n") // behind the title
	head := "<!-- Shape " + name + ".\n" + indent(uncommented(strings.TrimSpace(about)), "     ") + " -->"
	return head + "\n\n" + strings.Trim(text, "\n"), nil
}

func indent(text, by string) string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		out = append(out, strings.TrimRight(by+l, " "))
	}
	return strings.Join(out, "\n")
}

var storyParts = []string{"prediction", "surprises", "numbers"}

// story fills a shape's beats with excerpts. One that has no place in it stands behind the last.
func (m *Material) story(beats string) string {
	parts := map[string]string{}
	for _, name := range storyParts {
		block := m.excerpts[name].block()
		if block != "" && !regexp.MustCompile(`(?m)^\s*\{\{`+name+`\}\}\s*$`).MatchString(beats) {
			beats += "\n\n{{" + name + "}}"
		}
		parts[name] = block
	}
	return scaffold.FillBlocks(beats, nil, parts)
}
