// Package posts makes drafts of posts from the template, a shape and what a journal entry knows, and notes corrections.
package posts

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/scaffold"
	"agentcourse/internal/scrub"
)

// folder holds the template and the drafts, below the repository's folder.
const folder = "posts"

// Options say what a new draft is about.
type Options struct {
	Root      string    // the repository's folder
	Topic     string    // in the learner's words; empty: From's candidate, or else "Untitled"
	Exercises []string  // ids such as "1.2" that the post grew out of; none: those of From
	Shape     string    // a name of Shapes; empty: the template's three beats
	From      *Material // what a journal entry gives; nil for none
	Now       time.Time // the day of the draft, in the learner's time zone

	// Header holds further lines of the draft's header by name: Model, Entry (the journal entry it grew out of), Versions,
	// Commit. One that is not given stays blank, for the learner to fill in. What From knows comes first.
	Header map[string]string
}

// A Draft is a new file.
type Draft struct {
	Path  string   // it starts with the repository's folder
	Notes []string // what was not carried over, and why
}

const emptySnippet = "```text\n```"

// New makes the draft posts/YYYY-MM-DD-topic.md from posts/TEMPLATE.md. It never writes over a draft: a second one of the
// same day and topic ends in -2, a third in -3. An unknown shape, a missing template and a folder that cannot be written
// are errors, and nothing is made.
func New(o Options) (Draft, error) {
	values := map[string]string{"entry": "", "model": "", "provider": "", "versions": "", "parameters": "", "commit": ""}
	maps.Copy(values, scaffold.Merge(o.Header))
	blocks := map[string]string{"hook": "", "context": "", "story": noBeats, "snippet": emptySnippet, "caveats": "", "link": ""}
	story := plainBeats
	if o.Shape != "" {
		var err error
		if story, err = beats(o.Root, o.Shape); err != nil {
			return Draft{}, err
		}
		blocks["story"] = scaffold.FillBlocks(story, nil, map[string]string{"prediction": "", "surprises": "", "numbers": ""})
	}
	topic, exercises, notes := o.Topic, o.Exercises, []string(nil)
	if m := o.From; m != nil {
		for name, value := range m.values() {
			if value != "" {
				values[name] = value
			}
		}
		maps.Copy(blocks, m.blocks())
		blocks["story"] = m.story(story)
		if strings.TrimSpace(topic) == "" {
			topic = m.Candidate
		}
		if len(exercises) == 0 {
			exercises = m.Exercises
		}
		notes = slices.Clone(m.Notes)
		if m.redacted {
			notes = append(notes, scrub.Redacted+" stands where there was a key, a token, an address or a home folder")
		}
	}
	if o.From != nil || o.Shape != "" {
		notes = append(notes, noPlace(o.Root, blocks)...)
	}
	if strings.TrimSpace(topic) == "" {
		topic = "Untitled"
	}
	path, err := scaffold.Create(scaffold.File{
		Root: o.Root, Dir: folder, Topic: topic, Date: o.Now, Blocks: blocks,
		Values: scaffold.Merge(values, map[string]string{"exercise": strings.Join(exercises, ", "), "shape": o.Shape}),
	})
	if err != nil {
		return Draft{}, fmt.Errorf("draft of a post: %w", err)
	}
	return Draft{path, notes}, nil
}

// noPlace names the blocks for which a learner's own template has no placeholder.
func noPlace(root string, blocks map[string]string) []string {
	template, _ := os.ReadFile(filepath.Join(root, folder, "TEMPLATE.md")) // Create tells when it cannot be read
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(blocks)) {
		if b := blocks[name]; b != "" && b != emptySnippet && !regexp.MustCompile(`(?im)^\s*\{\{`+name+`\}\}\s*$`).Match(template) {
			notes = append(notes, fmt.Sprintf("posts/TEMPLATE.md has no line {{%s}}: what belongs there is left out", name))
		}
	}
	return notes
}
