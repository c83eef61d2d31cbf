package posts

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/trace"
)

// addEntry looks at what an entry states, and at how many rows its tables have.
func (s *sources) addEntry(d *document.Document, src string, look *lookup) {
	if len(src) > longestPost {
		look.seeBytes([]byte(src)) // telling dates from numbers would take seconds
		src = ""
	}
	for _, n := range sourceNumbers(src) {
		look.seeDigits(strings.Trim(n.shown, "$€£¥ "))
		for _, r := range n.within {
			look.see((r.low + r.high) / 2)
			if isPercent(n) {
				s.ratios = append(s.ratios, (r.low+r.high)/2)
			}
		}
	}
	s.ratios = append(s.ratios, ratiosIn(src)...)
	for _, b := range d.Blocks {
		if b.Kind == document.Table {
			s.count(len(b.Filled()), look)
			s.addColumns(b, look)
		}
	}
	for _, f := range d.Fields {
		switch {
		case strings.EqualFold(f.Name, "model"):
			if name := strings.Trim(strings.TrimSpace(f.Value), "`"); isName(name) {
				s.models[name] = true
			}
			for _, m := range exactModel().FindAllString(f.Value, -1) {
				s.models[m] = true
			}
		case strings.EqualFold(f.Name, "provider"):
			s.providers[strings.ToLower(strings.TrimSpace(f.Value))] = true
		}
	}
}

// isName reports whether a word is more likely the name of a model than "none" or "local".
func isName(word string) bool {
	return len(word) > 3 && !strings.ContainsAny(word, " \t") && (strings.ContainsAny(word, "-:._") || digits().MatchString(word))
}

// addColumns looks at the sums of a table's columns: whoever adds them up by program has them from there.
func (s *sources) addColumns(b document.Block, look *lookup) {
	sums := map[int]float64{}
	for _, row := range b.Filled() {
		for i, cell := range row.Cells {
			for _, n := range sourceNumbers(cell) {
				sums[i] += (n.within[0].low + n.within[0].high) / 2
				break
			}
		}
	}
	for _, sum := range sums {
		look.see(sum)
	}
}

func (s *sources) count(n int, look *lookup) {
	look.see(float64(n))
	s.largest = max(s.largest, n)
}

// addRuns takes the run records whose trace is named, or those of the post's exercises if no trace is.
func (s *sources) addRuns(p *post, files []string, named map[string]bool, look *lookup) {
	exercises := s.exercises(p)
	var all runTotals
	for _, file := range files {
		for _, run := range p.runsOf(file) {
			name := strings.TrimSuffix(path.Base(run.Trace), ".jsonl")
			wanted := named[name]
			if len(named) == 0 {
				wanted = slices.Contains(exercises, strings.TrimPrefix(run.Exercise, "ex"))
			}
			if !wanted || s.traceRuns[name] {
				continue
			}
			s.traceRuns[name] = true
			s.model(run.Model)
			s.provider(run.Provider)
			if len(named) > 0 {
				s.traces = append(s.traces, p.resolveTrace(name))
			}
			one := runTotals{}
			one.add(run)
			one.see(look)
			all.add(run)
			look.see(exitCode(run.Status))
			s.largest = max(s.largest, run.Calls, run.Steps)
		}
	}
	if all.runs > 0 {
		s.count(all.runs, look)
		all.see(look)
	}
	s.traces = unique(s.traces)
}

// runsOf are the records in a file, as far as it can be read.
func (p *post) runsOf(name string) []trace.Run {
	file, err := openRegular(p.root, name)
	if err != nil {
		return nil
	}
	defer file.Close()
	var runs []trace.Run
	for run, err := range trace.Records(file) {
		if err != nil {
			break
		}
		runs = append(runs, run)
	}
	return runs
}

// runTotals add up run records.
type runTotals struct {
	runs, calls, steps, in, out int
	ms                          int64
	cost                        float64
}

func (t *runTotals) add(r trace.Run) {
	t.runs, t.calls, t.steps = t.runs+1, t.calls+r.Calls, t.steps+r.Steps
	t.in, t.out, t.ms = t.in+r.In, t.out+r.Out, t.ms+r.MS
	if r.CostUSD != nil {
		t.cost += *r.CostUSD
	}
}

func (t *runTotals) see(look *lookup) {
	for _, v := range []int{t.calls, t.steps, t.in, t.out, t.in + t.out} {
		look.see(float64(v))
	}
	look.see(float64(t.ms))
	look.see(t.cost)
}

// exitCode is the exit code that a run's status tells: 0 but for "exit N".
func exitCode(status string) float64 {
	code, _ := strconv.Atoi(strings.TrimPrefix(status, "exit "))
	return float64(code)
}

// exercises are those that the header of the post or of an entry names.
func (s *sources) exercises(p *post) []string {
	var ids []string
	for _, d := range append([]*document.Document{p.doc}, s.entries...) {
		if f, ok := d.Field("exercise"); ok {
			ids = append(ids, exerciseID().FindAllString(f.Value, -1)...)
		}
	}
	return ids
}

// addTrace reads a trace line by line.
func (s *sources) addTrace(p *post, name string, look *lookup) {
	f, err := openRegular(p.root, name)
	if err != nil {
		return
	}
	defer f.Close()
	var sum trace.Summary
	ms := int64(0)
	for line, err := range trace.Read(f) {
		if err != nil {
			break
		}
		sum.Add(line)
		switch e := line.Event.(type) {
		case trace.Task:
			s.provider(e.Provider)
			look.seeBytes([]byte(e.Task))
		case trace.Model:
			s.model(e.Model)
			s.seeModel(e, look)
			ms += e.MS
		case trace.Tool:
			look.seeBytes(e.Input)
			look.seeBytes([]byte(e.Output))
			if e.MS != nil {
				look.see(float64(*e.MS))
			}
		case trace.Call:
			look.see(float64(e.Status))
			look.see(float64(e.MS))
			look.seeBytes(e.Request)
			look.seeBytes(e.Response)
		case trace.Stopped:
			look.seeBytes([]byte(e.Detail))
		case trace.Unknown:
			look.seeBytes(e.Raw)
		}
	}
	for _, n := range sum.Counts {
		s.count(n, look)
	}
	for _, v := range []int{sum.Usage.In, sum.Usage.Out, sum.Usage.Thinking, sum.Usage.CacheRead, sum.Usage.CacheWrite, sum.Usage.In + sum.Usage.Out, sum.ToolErrors, sum.FailedCalls} {
		look.see(float64(v))
	}
	for _, n := range sum.StopReasons {
		s.count(n, look)
	}
	look.see(sum.Bill().Dollars)
	look.see(float64(ms))
	look.see(1000 * (sum.Ended - sum.Began))
}

func (s *sources) seeModel(e trace.Model, look *lookup) {
	look.see(float64(e.Step))
	look.see(float64(e.Step + 1))
	look.see(float64(e.MS))
	look.seeBytes(e.Content)
	if u := e.Usage; u != nil {
		for _, v := range []int{u.In, u.Out, u.CacheRead, u.CacheWrite, u.Thinking, u.In + u.Out} {
			look.see(float64(v))
		}
		if c, known := trace.Cost(e.Model, *u); known {
			look.see(c)
		}
	}
}

const maxModels = 100 // that are told apart; a trace may name a million

func (s *sources) model(name string) {
	if len(s.models) < maxModels && name != "" {
		s.models[name] = true
	}
}

func (s *sources) provider(name string) {
	if len(s.providers) < maxModels && name != "" {
		s.providers[name] = true
	}
}

// settle marks what follows from what was read: shares, and labels no higher than the largest count.
func (s *sources) settle() {
	for _, w := range s.wanted {
		switch {
		case w.found:
		case isPercent(w.number):
			w.found = slices.ContainsFunc(s.ratios, func(r float64) bool { return near(w.number, r) })
		case w.labels:
			w.found = slices.ContainsFunc(w.within, func(r span) bool { return r.high >= 1 && r.low <= float64(s.largest) })
		}
	}
	var names []string
	for _, c := range s.cites {
		if c.path != "" {
			names = append(names, c.path)
		}
	}
	if len(s.traces) > 0 {
		names = append(names, several(len(s.traces), "trace"))
	}
	if len(s.traceRuns) > 0 {
		names = append(names, several(len(s.traceRuns), "run record"))
	}
	s.shown = strings.Join(names, ", ")
}

func several(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
