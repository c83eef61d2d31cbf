package posts

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/trace"
)

// Sources are the entries, traces and run records that a post cites.
type sources struct {
	cites   []cite
	entries []*document.Document
	traces  []string  // paths from root, with slashes
	named   []string  // traces that the entries name
	shown   string    // all sources, for a person
	wanted  []*stated // the post's numbers, each marked when a source bears it out

	ratios    []float64       // shares that the entries tell, in per cent
	largest   int             // the largest count of rows, replies or calls
	models    map[string]bool // that answered
	providers map[string]bool
	traceRuns map[string]bool // the traces of the run records that count
}

// A cite is a source that the post names.
type cite struct {
	name   string // as it stands there
	path   string // from root, with slashes; "" if no such file is there
	line   int
	linked bool // by a link, which another rule follows
}

var (
	sourcePath = pattern(`(?:\.\./)*(?:journal/[^\s)"'<>|,;\x60*]+?\.(?:md|jsonl)|(?:traces|assets)/[^\s)"'<>|,;\x60*]+?\.jsonl|\bruns\.jsonl)`)
	exerciseID = pattern(`\b\d{1,2}\.\d{1,2}\b`)
)

var (
	entryField = []string{"journal entry", "entry", "journal", "journal_entry"}
	traceField = []string{"trace", "run record", "evidence", "source"}
)

func (s *sources) any() bool { return len(s.entries)+len(s.traces)+len(s.traceRuns) > 0 }

// sources reads what the post cites, once.
func (p *post) sources() *sources {
	if p.cited != nil {
		return p.cited
	}
	s := &sources{models: map[string]bool{}, providers: map[string]bool{}, traceRuns: map[string]bool{}, wanted: p.statedNumbers()}
	p.cited = s
	p.findCites()
	look := newLookup(s.wanted)
	runs := []string{"traces/" + trace.RunsName}
	for _, c := range s.cites {
		switch {
		case c.path == "" || c.path == p.file:
		case strings.HasSuffix(c.path, ".md"):
			runs = append(runs, s.readEntry(p, c.path, look)...)
		case path.Base(c.path) == trace.RunsName:
			runs = append(runs, c.path)
		default:
			s.traces = append(s.traces, c.path)
		}
	}
	if len(s.cites) > 0 {
		s.addRuns(p, unique(runs), s.namedTraces(), look)
	}
	s.traces = unique(s.traces)
	for _, t := range s.traces {
		s.addTrace(p, t, look)
	}
	s.settle()
	return s
}

// readEntry looks at an entry, and adds the traces that it names. It returns the files of run records that it names.
func (s *sources) readEntry(p *post, name string, look *lookup) (runs []string) {
	src, err := p.readSource(name)
	if err != nil {
		return nil
	}
	d := document.Parse([]byte(src))
	s.entries = append(s.entries, d)
	s.addEntry(d, src, look)
	for _, m := range append(trace.NamesIn(src), sourcePath().FindAllString(src, -1)...) {
		switch {
		case path.Base(m) == trace.RunsName:
			runs = append(runs, p.resolve(m, path.Dir(name)))
		case strings.HasSuffix(m, ".md"):
		default:
			s.traces = append(s.traces, p.resolveTrace(m))
			s.named = append(s.named, trace.NameIn(m))
		}
	}
	return runs
}

// namedTraces are the traces that the post or an entry names, whether they are there or not, without folder and ending.
func (s *sources) namedTraces() map[string]bool {
	named := map[string]bool{}
	for _, c := range s.cites {
		s.named = append(s.named, trace.NameIn(c.name))
	}
	for _, name := range s.named {
		if name != "" {
			named[name] = true
		}
	}
	return named
}

func unique(list []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	slices.Sort(list)
	return slices.Compact(list)
}

// findCites collects what the post names, in its header, its links and its text.
func (p *post) findCites() {
	add := func(c cite) {
		if c.path == p.file && c.path != "" {
			c.path = ""
		}
		if !slices.ContainsFunc(p.cited.cites, func(o cite) bool { return o.path == c.path && (o.path != "" || o.name == c.name) }) {
			p.cited.cites = append(p.cited.cites, c)
		}
	}
	for _, f := range p.doc.Fields {
		p.citesOfField(f, add)
	}
	checklist := p.checklist()
	for _, b := range p.doc.Blocks {
		if checklist > 0 && b.Line >= checklist {
			break
		}
		for _, l := range b.Links {
			if to, _, _ := strings.Cut(l.To, "#"); sourcePath().MatchString(to) && !strings.Contains(to, "://") {
				add(cite{name: to, path: p.resolve(to, path.Dir(p.file)), line: l.Line, linked: true})
			}
		}
		text := mask(b.Text, linkTarget)
		for _, m := range sourcePath().FindAllStringIndex(text, -1) {
			name := text[m[0]:m[1]]
			at := p.resolve(name, path.Dir(p.file))
			if at == "" {
				at = p.resolveTrace(name)
			}
			add(cite{name: name, path: at, line: b.LineAt(m[0])})
		}
		for _, m := range trace.NamePlaces(mask(text, sourcePath)) {
			name := text[m[0]:m[1]]
			add(cite{name: name, path: p.resolveTrace(name), line: b.LineAt(m[0])})
		}
	}
}

var linkTarget = pattern(`\]\([^)]*\)|<?\bhttps?://[^\s>)]+>?`)

func (p *post) citesOfField(f document.Field, add func(cite)) {
	isEntry := slices.ContainsFunc(entryField, func(n string) bool { return strings.EqualFold(n, f.Name) })
	isTrace := slices.ContainsFunc(traceField, func(n string) bool { return strings.EqualFold(strings.TrimSuffix(f.Name, "s"), n) })
	if !isEntry && !isTrace {
		return
	}
	value := strings.Trim(strings.TrimSpace(f.Value), "`\"'<>")
	found := false
	for _, name := range append(sourcePath().FindAllString(value, -1), trace.NamesIn(mask(value, sourcePath))...) {
		at := p.resolve(name, path.Dir(p.file))
		if at == "" {
			at = p.resolveTrace(name)
		}
		add(cite{name: name, path: at, line: f.Line})
		found = true
	}
	if found || !isEntry || value == "" || value == "-" || strings.EqualFold(value, "none") || strings.Contains(value, "://") {
		return
	}
	at := p.resolve(value, "journal")
	if at == "" {
		at = p.resolve(value+".md", "journal")
	}
	add(cite{name: value, path: at, line: f.Line})
}

// resolve is the path from root of a file that is named from root or from a folder; "" if there is none.
func (p *post) resolve(name, folder string) string {
	name = strings.TrimPrefix(filepath.ToSlash(name), "./")
	for _, candidate := range []string{name, path.Join(folder, name)} {
		candidate = path.Clean(candidate)
		if filepath.IsLocal(filepath.FromSlash(candidate)) && isFile(filepath.Join(p.root, filepath.FromSlash(candidate))) {
			return candidate
		}
	}
	return ""
}

// resolveTrace finds a trace by its name or path; "" if there is none.
func (p *post) resolveTrace(name string) string {
	if !strings.HasSuffix(name, ".jsonl") {
		name += ".jsonl"
	}
	at, _ := locate(p.root, name, "journal")
	return at
}

// readSource reads an entry, which is no longer than a text may be.
func (p *post) readSource(name string) (string, error) {
	file := filepath.Join(p.root, filepath.FromSlash(name))
	info, err := os.Stat(file)
	if err != nil {
		return "", fmt.Errorf("read a source: %w", err)
	}
	if info.Size() > document.MaxSize {
		return "", errors.New("the entry is too long")
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("read a source: %w", err)
	}
	return string(src), nil
}

// judgeSource wants something in which the numbers can be looked up.
func judgeSource(p *post) {
	src := p.sources()
	usable := src.any()
	for _, c := range src.cites {
		switch {
		case c.path != "" || c.linked:
		case strings.HasSuffix(p.file, "/"+path.Base(c.name)) && strings.HasSuffix(c.name, ".md"):
			p.find("source", c.line, "the post cites itself", "A number is not borne out by standing there twice.", "Cite the entry, the trace or the run record that it comes from.")
		case src.traceRuns[trace.NameIn(c.name)] && trace.NameIn(c.name) != "":
		default:
			p.find("source", c.line, fmt.Sprintf("the source %s is not there", quoted(c.name)),
				"Nobody can look up what the post says, and neither can this check.",
				"Mend the name, or put the file back: what a post cites is kept, scrubbed, in journal/assets/.")
		}
	}
	if !usable && len(src.cites) == 0 {
		p.find("source", 0, "the post cites no journal entry, trace or run record",
			"Without one, no number in it can be looked up, by you or by anybody.",
			"Name the entry in the header (“- Journal entry: journal/2026-12-01-memory.md”, or entry: in a front matter), or link the trace.")
	}
}
