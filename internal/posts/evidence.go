package posts

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/trace"
)

const maxTraces = 50 // of one entry that are read

// An evidence is what the runs that an entry cites tell of themselves.
type evidence struct {
	traces    []string // those that could be read, from the repository's folder
	models    []string // those that answered
	providers []string
	runs      int // records that belong to cited traces
	asked     parameters
	snippet   snippet
}

func (e *evidence) gather(ctx context.Context, m *Material, root string, d *document.Document) error {
	names, records := citations(d)
	if len(names) == 0 && len(d.Sections) > 0 {
		m.note("%s cites no trace: model, parameters and snippet are left for you", m.Entry)
	}
	if len(names) > maxTraces {
		m.note("%s cites %d traces; the first %d are read", m.Entry, len(names), maxTraces)
		names = names[:maxTraces]
	}
	for _, name := range names {
		found, ok := locate(root, name, path.Dir(m.Entry))
		if !ok {
			m.note("the trace %s is not there, and no copy of it in journal/assets/", m.clean(name))
			continue
		}
		if clean := m.clean(found); clean != found {
			m.note("%s is left out: its name holds something private", clean)
			continue
		}
		if err := e.trace(ctx, m, root, found); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			m.note("%s cannot be read: %s", found, m.clean(reason(err)))
		}
	}
	if len(names) > 0 {
		e.records(m, root, append(records, "traces/"+trace.RunsName, "journal/assets/"+trace.RunsName), names)
	}
	if len(e.models) == 0 {
		e.models = modelsOfRows(m, d)
	}
	return nil
}

// reason is an error without the path of this machine.
func reason(err error) string {
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrInvalid):
		return "it is no regular file"
	case errors.As(err, &at):
		return at.Err.Error()
	}
	return err.Error()
}

// A cancelled reader ends when the command is interrupted.
type cancelled struct {
	*os.File
	ctx context.Context
}

func (c cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.File.Read(p)
}

// trace reads one trace, in memory that does not grow with it.
func (e *evidence) trace(ctx context.Context, m *Material, root, name string) error {
	file, err := openRegular(root, name)
	if err != nil {
		return err
	}
	defer file.Close()
	broken, first, problem, events := 0, 0, "", 0
	var last snippet
	for line, err := range trace.Read(cancelled{file, ctx}) {
		if err != nil {
			return err
		}
		if line.Event == nil {
			if broken++; first == 0 {
				first, problem = line.Number, line.Problem
			}
			continue
		}
		events++
		switch event := line.Event.(type) {
		case trace.Task:
			e.providers = addNew(e.providers, m.clean(event.Provider))
		case trace.Model:
			e.models = addNew(e.models, m.clean(event.Model))
			last.take(name, line.Number, event)
		case trace.Call:
			e.asked.add(event)
		}
	}
	if broken > 0 {
		m.note("%s:%d: a broken line is left out: %s (%d in this trace)", name, first, m.clean(problem), broken)
	}
	if events == 0 {
		m.note("%s holds no event", name)
		return nil
	}
	e.traces = append(e.traces, name)
	if last.replies > 0 && last.replies >= e.snippet.replies {
		e.snippet = last
	}
	return nil
}

// records reads the records of the runs whose traces are cited.
func (e *evidence) records(m *Material, root string, files, traces []string) {
	seen := map[string]bool{}
	for _, t := range traces {
		seen[runName(t)] = false
	}
	var done []string
	for _, name := range files {
		found, ok := locate(root, name, path.Dir(m.Entry))
		if !ok || slices.Contains(done, found) {
			continue
		}
		done = append(done, found)
		file, err := openRegular(root, found)
		if err != nil {
			m.note("%s cannot be read: %s", found, reason(err))
			continue
		}
		for run, err := range trace.Records(file) {
			if err != nil {
				m.note("%s cannot be read: %s", found, reason(err))
				break
			}
			if counted, ours := seen[runName(run.Trace)]; ours && !counted && run.Trace != "" {
				seen[runName(run.Trace)] = true
				e.runs++
				e.models, e.providers = addNew(e.models, m.clean(run.Model)), addNew(e.providers, m.clean(run.Provider))
			}
		}
		file.Close()
	}
}

// modelsOfRows are the models that the table of numbers names: "1.2 chat, sim-1".
func modelsOfRows(m *Material, d *document.Document) []string {
	var models []string
	for _, row := range runRows(d) {
		if _, model, ok := strings.Cut(row.Cells[0], ", "); ok && !strings.ContainsAny(model, " ?") {
			models = addNew(models, m.clean(model))
		}
	}
	return models
}

const maxDistinct = 6 // values of one kind that are told apart

func addNew(items []string, item string) []string {
	if item == "" || slices.Contains(items, item) || len(items) > maxDistinct {
		return items
	}
	if len(items) == maxDistinct {
		item = "others"
	}
	return append(items, item)
}
