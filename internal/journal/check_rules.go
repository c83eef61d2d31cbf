package journal

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/document"
	"agentcourse/internal/trace"
)

// header are the rules on date, exercises and front matter.
func (k *checker) header(p *page, add adder) {
	const whyDate = "results age; a date in the header and one in the name that disagree leave nobody knowing the day"
	name := path.Base(p.file)[:len(time.DateOnly)]
	date, found := p.doc.Field("Date")
	switch day, ok := dayOf(date.Value); {
	case !found:
		add(1, "header", "there is no date", whyDate, "add the line - Date: "+name)
	case strings.TrimSpace(date.Value) == "":
		add(date.Line, "header", "the date is empty", whyDate, "write "+name)
	case strings.Contains(date.Value, "{{"): // a rule of its own
	case !ok:
		add(date.Line, "header", fmt.Sprintf("%q is no date", date.Value), whyDate, "write it as "+name)
	case day != name:
		add(date.Line, "header", fmt.Sprintf("the date %s differs from the day in the name, %s", day, name), whyDate, "correct the one that is wrong")
	}
	k.headerExercises(p, add)
	for _, f := range p.doc.Fields {
		if meant := slip(f.Name); f.Front && meant != "" {
			add(f.Line, "header", fmt.Sprintf("the front matter has a key %q that the course does not know", f.Name), "a key with a slip in it is not read",
				fmt.Sprintf("%q is perhaps meant", meant))
		}
	}
}

// exerciseHeading is the ID of a heading below which an exercise finds an answer or a prediction.
var exerciseHeading = regexp.MustCompile(`^([0-9]+\.[0-9]+)-(?:q[0-9]+|predict)$`)

func (k *checker) headerExercises(p *page, add adder) {
	f, _ := p.doc.Field("Exercise")
	var unnamed []string
	value := strings.ToLower(strings.Trim(f.Value, " .-–—_*()"))
	for _, id := range p.ids {
		if k.byID[id] == nil {
			add(f.Line, "header", "the course has no exercise "+id, "an entry is found by the exercises that it names", "\"course list\" shows all exercises")
		}
	}
	for _, s := range p.doc.Sections {
		m := exerciseHeading.FindStringSubmatch(s.ID())
		if m != nil && k.byID[m[1]] != nil && !p.names(m[1]) && !slices.Contains(unnamed, m[1]) {
			unnamed = append(unnamed, m[1])
			add(max(1, f.Line), "header", fmt.Sprintf("the header does not name exercise %s, which line %d is about", m[1], s.Line),
				"an entry is found by the exercises that it names", "write "+m[1]+" behind Exercise:")
		}
	}
	if len(p.ids) == 0 && len(unnamed) == 0 && value != "" && !slices.Contains([]string{"none", "no", "free", "n/a", "keine"}, value) && !strings.Contains(value, "{{") {
		add(f.Line, "header", fmt.Sprintf("%q names no exercise", f.Value), "an entry is found by the exercises that it names", "write its id, such as 1.2")
	}
}

// slip is the field of the header that a key was perhaps meant to be. Keys of other programs are none of the course's
// business.
func slip(key string) string {
	plain := document.PlainName(key)
	known := []string{"title", "topic", "date", "exercise", "model", "provider", "course version", "go version", "commit", "closed"}
	if slices.ContainsFunc(known, func(k string) bool { return plain == document.PlainName(k) }) {
		return ""
	}
	for _, k := range known {
		if distance(plain, document.PlainName(k)) <= len(k)/4 {
			return k
		}
	}
	return ""
}

var isoDay = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:$|[T ,(])`)

// dayOf is the day of a date as its author wrote it, whatever the time zone behind it.
func dayOf(value string) (string, bool) {
	value = strings.Trim(value, " *_\"'`")
	if isoDay.MatchString(value) {
		value = value[:len(time.DateOnly)]
	}
	for _, layout := range []string{time.DateOnly, "2006/01/02", "2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006", "2.1.2006"} {
		if day, err := time.Parse(layout, value); err == nil {
			return day.Format(time.DateOnly), true
		}
	}
	return "", false
}

var placeholder = regexp.MustCompile(`\{\{[\pL][\pL -]*\}\}`)

// placeholders are what the template left to be filled in.
func (k *checker) placeholders(p *page, add adder) {
	told := map[int]bool{}
	say := func(line int, what string) {
		if !told[line] {
			told[line] = true
			add(line, "template", what+" is left of the template", "it stands for something that nobody has written", "write what it stands for, or delete it")
		}
	}
	for _, f := range p.doc.Fields {
		if m := placeholder.FindString(f.Name + " " + f.Value); m != "" {
			say(f.Line, m)
		}
	}
	for _, b := range p.doc.Blocks {
		if b.Kind == document.Code {
			continue
		}
		for _, at := range placeholder.FindAllStringIndex(b.Text, -1) {
			say(b.LineAt(at[0]), b.Text[at[0]:at[1]])
		}
	}
}

var (
	jsonlPath = regexp.MustCompile(`[\pL\pN_./-]*[\pL\pN_-]\.jsonl\b`)
)

// evidence wants the traces to be there that Numbers and Evidence name.
func (k *checker) evidence(p *page, add adder) {
	told := map[string]bool{}
	for _, title := range []string{"Numbers", "Evidence"} {
		for _, s := range p.sections(title) {
			for line := s.Line; line < s.End && line < len(p.lines); line++ {
				for _, name := range tracesIn(p.lines[line]) {
					if !told[name] && !k.there(name) && !p.inComment(line+1) {
						told[name] = true
						what := name + " is neither in traces/ nor in journal/assets/, and no run record names it"
						if isCopy(name) {
							what = "there is no " + name
						}
						add(line+1, "evidence", what, "evidence that is gone shows nothing",
							"correct its name, or write down what became of it; what a post cites is kept in journal/assets/")
					}
				}
			}
		}
	}
}

func tracesIn(line string) []string {
	names := jsonlPath.FindAllString(line, -1)
	rest := jsonlPath.ReplaceAllString(line, " ")
	return append(names, trace.NamesIn(rest)...)
}

// isCopy reports whether a path leads to a copy of a trace: that a run record knows the trace is not enough for it.
func isCopy(name string) bool {
	return strings.Contains(name, "/") && !strings.HasPrefix(name, "traces/")
}

// there reports whether a trace is kept or recorded: by its name, by the name with a remark behind it, or where its path leads.
func (k *checker) there(name string) bool {
	if id := trace.NameIn(path.Base(name)); !isCopy(name) && (id != "" && k.traces[id] || k.traces[path.Base(name)]) {
		return true
	}
	for _, dir := range []string{k.Root, native(k.Root, folder)} {
		if info, err := os.Stat(native(dir, name)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

func (p *page) inComment(line int) bool {
	return slices.ContainsFunc(p.doc.Comments, func(c document.Comment) bool { return c.Line <= line && line <= c.End })
}
