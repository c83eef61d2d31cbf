package sim

import (
	"math/big"
	"path"
	"regexp"
	"slices"
	"strings"
)

// goal is one thing that a task asks for and that tools can help with.
type goal struct {
	kind  goalKind
	sum   *expr  // of sumGoal
	file  string // of readGoal and countGoal
	unit  string // of countGoal: "lines", "words" or "characters"
	about string // of searchGoal: the word looked for; of pickGoal: "shortest", …
	call  call   // of otherGoal
	tries []step // calls made for it so far
}

type goalKind int

const (
	sumGoal goalKind = iota
	readGoal
	countGoal
	listGoal
	searchGoal // which files mention something; with nothing to look for: read them all
	pickGoal   // read the one of the listed files that fits
	otherGoal
)

var (
	reFileName = regexp.MustCompile(`(?:^|[\s"'(\x60<>=,])((?:~?/|(?:\.\./)+|\./)?(?:[\w.-]+/)*[\w-]+\.(?:md|txt|csv|json|log|go|py|ya?ml|html|toml|ini|env)|(?:\.\./)+[\w./-]*\w|/[A-Za-z][\w./-]*\w)`)
	reCountAsk = regexp.MustCompile(`(?i)\b(?:how many|count(?: the)?|number of) (lines|words|characters)\b`)
	reListAsk  = regexp.MustCompile(`(?i)\b(?:list|show|name|see)\b[^.?!]{0,20}\b(?:notes|files|documents)\b|\bwhat (?:notes|files|documents)\b|\bwhich (?:notes|files|documents) (?:do i|are|have)\b`)
	reSearch   = regexp.MustCompile(`(?i)\b(?:which|what|any)(?: one)?(?: of)?(?: my| the| these)? (?:notes?|files?|documents?) (?:that )?(?:mentions?|talks? about|contains?|is about|are about|speaks? of|has|have|refers? to|discuss(?:es)?) (?:the |a |an |my )?["']?([\pL-]+)`)
	reFind     = regexp.MustCompile(`(?i)\b(?:anything|something) about (?:the |a )?([\pL-]+) in (?:my|the) (?:notes|files|documents)\b|\bfind (?:the|a|any|all) (?:notes?|files?|documents?) (?:about|on|with|that (?:mentions?|contains?)) (?:the |a )?([\pL-]+)`)
	reReadAll  = regexp.MustCompile(`(?i)\b(?:read|open|check|summari[sz]e|look (?:at|through)|what(?:'s| is) in) (?:all )?(?:of )?(?:my|the) (?:notes|files|documents)\b`)
	rePickOne  = regexp.MustCompile(`(?i)\b(shortest|longest|smallest|largest|biggest|first|last|newest|oldest) (?:one|note|file|document)\b`)
)

// filesIn are the file names in a text, each once.
func filesIn(text string) []string {
	var files []string
	for _, m := range reFileName.FindAllStringSubmatch(text, 20) {
		if !slices.Contains(files, m[1]) {
			files = append(files, m[1])
		}
	}
	return files
}

// plan reads the goals out of the task, and gives each the calls made for it.
func (v *view) plan() []*goal {
	var goals []*goal
	text := curly.Replace(v.task)
	count := strings.ToLower(group(reCountAsk, text))
	for _, f := range filesIn(text) {
		if count != "" {
			goals = append(goals, &goal{kind: countGoal, file: f, unit: count})
		} else {
			goals = append(goals, &goal{kind: readGoal, file: f})
		}
	}
	topic := strings.ToLower(group(reSearch, text))
	if topic == "" {
		topic = strings.ToLower(group(reFind, text))
	}
	if topic != "" || reReadAll.MatchString(text) {
		goals = append(goals, &goal{kind: listGoal}, &goal{kind: searchGoal, about: topic})
	} else if pick := strings.ToLower(group(rePickOne, text)); pick != "" && reFiles.MatchString(text) {
		goals = append(goals, &goal{kind: listGoal}, &goal{kind: pickGoal, about: pick})
	} else if reListAsk.MatchString(text) {
		goals = append(goals, &goal{kind: listGoal})
	}
	for _, e := range sumsIn(text) {
		goals = append(goals, &goal{kind: sumGoal, sum: e})
	}
	if c, ok := v.fitting(text); ok && !v.covers(goals) {
		goals = []*goal{{kind: otherGoal, call: c}}
	}
	for _, s := range v.steps {
		if g := v.owner(goals, s); g != nil {
			g.tries = append(g.tries, s)
		}
	}
	return goals
}

// covers says whether a tool of a known skill serves one of the goals.
func (v *view) covers(goals []*goal) bool {
	for _, g := range goals {
		for _, t := range v.p.Tools {
			s := v.skill(t)
			if s == calculates && g.kind == sumGoal || s != calculates && s != otherSkill && g.kind != sumGoal {
				return true
			}
		}
	}
	return false
}

// owner finds the goal that a call was made for.
func (v *view) owner(goals []*goal, s step) *goal {
	skill := v.skillOfStep(s)
	file := v.fileOf(s)
	for _, g := range goals {
		switch {
		case g.kind == sumGoal && skill == calculates && v.isSumCall(g, s),
			(g.kind == readGoal || g.kind == countGoal) && file != "" && sameFile(g.file, file),
			g.kind == listGoal && skill == lists,
			g.kind == otherGoal && s.tool == g.call.tool:
			return g
		}
	}
	for _, g := range goals { // what was read for want of the file itself
		replaces := (g.kind == readGoal || g.kind == countGoal) && len(g.tries) > 0 && g.tries[len(g.tries)-1].failed
		if file != "" && (replaces || g.kind == searchGoal || g.kind == pickGoal) {
			return g
		}
	}
	return nil
}

func (v *view) skillOfStep(s step) skill {
	for _, t := range v.p.Tools {
		if t.Name == s.tool {
			return v.skill(t)
		}
	}
	return otherSkill
}

// fileOf is the file that a call of a reading or counting tool names.
func (v *view) fileOf(s step) string {
	for _, t := range v.p.Tools {
		if k := v.skill(t); t.Name == s.tool && (k == reads || k == counts) {
			name, _ := pathProperty(t)
			file, _ := s.input[name].(string)
			return file
		}
	}
	return ""
}

func sameFile(a, b string) bool { return a == b || path.Base(a) == path.Base(b) }

func (v *view) isSumCall(g *goal, s step) bool {
	want, err := g.sum.value()
	for _, t := range v.p.Tools {
		if t.Name != s.tool {
			continue
		}
		for _, variant := range []bool{false, true} {
			c := calcCall(t, g.sum, variant)
			if callKey(c.tool, roundTrip(c.input)) == s.key() {
				return true
			}
		}
	}
	for _, value := range s.input {
		text, _ := value.(string)
		e, bad := parseSum(tidySums(text))
		if bad != nil || err != nil {
			continue
		}
		if got, bad := e.value(); bad == nil && got.Cmp(want) == 0 {
			return true
		}
	}
	return false
}

// listing is what a listing tool, or an error that names files, said.
type listing struct {
	names []string
	sizes map[string]*big.Rat
}

func readListing(text string) listing {
	l := listing{sizes: map[string]*big.Rat{}}
	at := reListed.FindAllStringIndex(text, 50)
	for i, m := range at {
		name := text[m[0]:m[1]]
		if slices.Contains(l.names, name) {
			continue
		}
		l.names = append(l.names, name)
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		if n, ok := new(big.Rat).SetString(reWhole.FindString(text[m[1]:end])); ok {
			l.sizes[name] = n
		}
	}
	if len(at) > 0 {
		return l
	}
	for _, line := range firstN(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n,[]\"", r) }), 50) {
		if name := strings.Trim(line, " -*\t"); name != "" && wordCount(name) <= 3 {
			l.names = append(l.names, name)
		}
	}
	return l
}

var reListed = regexp.MustCompile(`[\w-]+\.(?:md|txt|csv|json|log|go|py|ya?ml|html)\b`)

// choose takes the file that a word such as "shortest" means; the first if
// the listing does not tell.
func (l listing) choose(which string) string {
	if len(l.names) == 0 {
		return ""
	}
	best := l.names[0]
	if which == "last" || which == "newest" {
		best = l.names[len(l.names)-1]
	}
	sign := map[string]int{"shortest": -1, "smallest": -1, "longest": 1, "largest": 1, "biggest": 1}[which]
	for _, name := range l.names {
		a, b := l.sizes[name], l.sizes[best]
		if a != nil && b != nil && sign != 0 && a.Cmp(b) == sign {
			best = name
		}
	}
	return best
}

// listed is what is known of the files there are.
func (v *view) listed(goals []*goal) (listing, bool) {
	for _, g := range goals {
		for _, s := range g.tries {
			if g.kind == listGoal && !s.failed {
				return readListing(s.text), true
			}
		}
	}
	for _, s := range v.steps {
		if l := readListing(s.text); s.failed && v.fileOf(s) != "" && len(l.names) > 0 {
			return l.without(v.fileOf(s)), true
		}
	}
	return listing{}, false
}

func (l listing) without(file string) listing {
	l.names = slices.DeleteFunc(slices.Clone(l.names), func(n string) bool { return n == path.Base(file) })
	return l
}
