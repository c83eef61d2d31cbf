// Package posts makes drafts of posts from the template.
package posts

import (
	"fmt"
	"strings"
	"time"

	"agentcourse/internal/scaffold"
)

// folder holds the template and the drafts, below the repository's folder.
const folder = "posts"

// Options say what a new draft is about.
type Options struct {
	Root      string    // the repository's folder
	Topic     string    // in the learner's words; empty: "Untitled"
	Exercises []string  // ids such as "1.2" that the post grew out of
	Now       time.Time // the day of the draft, in the learner's time zone

	// Header holds further lines of the draft's header by name: Model, Entry (the journal entry it grew out of), Commit.
	// One that is not given stays blank, for the learner to fill in.
	Header map[string]string
}

// New makes the draft posts/YYYY-MM-DD-topic.md from posts/TEMPLATE.md and returns its path, which starts with Root. It
// never writes over a draft: a second one of the same day and topic ends in -2, a third in -3. A missing template and a
// folder that cannot be written are errors.
func New(o Options) (string, error) {
	blank := map[string]string{"model": "", "entry": "", "commit": ""}
	exercise := map[string]string{"exercise": strings.Join(o.Exercises, ", ")}
	topic := o.Topic
	if strings.TrimSpace(topic) == "" {
		topic = "Untitled"
	}
	path, err := scaffold.Create(scaffold.File{
		Root: o.Root, Dir: folder, Topic: topic, Date: o.Now,
		Values: scaffold.Merge(blank, o.Header, exercise),
	})
	if err != nil {
		return "", fmt.Errorf("draft of a post: %w", err)
	}
	return path, nil
}
