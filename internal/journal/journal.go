// Package journal makes the entries of the learner's journal, finds them again, adds to them and judges them. What a
// person wrote in one is never changed: additions are whole lines, values of the header, and the template's empty row.
package journal

import (
	"fmt"
	"strings"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/scaffold"
)

// folder holds the template and the entries, below the repository's folder.
const folder = "journal"

// Options say what a new entry is about.
type Options struct {
	Root      string              // the repository's folder
	Topic     string              // in the learner's words; empty: the exercises, or else "Untitled"
	Exercises []string            // ids such as "1.2"
	Course    []*catalog.Exercise // what the course says of these, as far as it knows them: their questions and tables
	Now       time.Time           // the day of the entry, in the learner's time zone

	// Header holds further lines of the entry's header by name: Model, Provider, Course version, Go version, Commit.
	// One that is not given stays blank, for the learner to fill in.
	Header map[string]string
}

// New makes the entry journal/YYYY-MM-DD-topic.md from journal/TEMPLATE.md and returns its path, which starts with Root.
// It never writes over an entry: a second one of the same day and topic ends in -2, a third in -3. A missing template
// and a folder that cannot be written are errors.
func New(o Options) (string, error) {
	blank := map[string]string{"model": "", "provider": "", "course version": "", "go version": "", "commit": ""}
	exercise := map[string]string{"exercise": strings.Join(o.Exercises, ", ")}
	path, err := scaffold.Create(scaffold.File{
		Root: o.Root, Dir: folder, Topic: topic(o), Date: o.Now,
		Values: scaffold.Merge(blank, o.Header, exercise), Blocks: blocks(o.Course),
	})
	if err != nil {
		return "", fmt.Errorf("journal entry: %w", err)
	}
	return path, nil
}

func topic(o Options) string {
	switch {
	case strings.TrimSpace(o.Topic) != "":
		return o.Topic
	case len(o.Exercises) == 1:
		return "Exercise " + o.Exercises[0]
	case len(o.Exercises) > 1:
		return "Exercises " + strings.Join(o.Exercises, ", ")
	}
	return "Untitled"
}
