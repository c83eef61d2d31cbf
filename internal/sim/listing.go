package sim

import (
	"math/big"
	"path"
	"slices"
	"strings"
)

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

var reListed = lazy(`[\w-]+\.(?:md|txt|csv|json|log|go|py|ya?ml|html)\b`)

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

// about orders the names: what is called like the topic comes first. It says
// how many are.
func (l listing) about(topic string) (names []string, called int) {
	var others []string
	for _, name := range l.names {
		if calledLike(name, topic) {
			names = append(names, name)
		} else {
			others = append(others, name)
		}
	}
	return append(names, others...), len(names)
}

func calledLike(file, topic string) bool {
	s := strings.NewReplacer("-", "", "_", "").Replace(stem(file))
	return sameStem(s, topic) || len(topic) > 3 && strings.Contains(s, topic)
}

func (l listing) without(file string) listing {
	l.names = slices.DeleteFunc(slices.Clone(l.names), func(n string) bool { return n == path.Base(file) })
	return l
}

// listed is what is known of the files there are: from a listing, from an
// error that names them, or from the tools' descriptions.
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

// mentioned are the files that the tools' descriptions, the system prompt or
// the conversation name.
func (v *view) mentioned() listing {
	var b strings.Builder
	b.WriteString(v.p.System + "\n")
	for _, t := range v.p.Tools {
		b.WriteString(t.Description + "\n" + descriptions(t.Schema, 0))
	}
	for _, role := range []string{"user", "assistant"} {
		b.WriteString(strings.Join(v.texts(role), "\n") + "\n")
	}
	var l listing
	for _, name := range reListed.FindAllString(b.String(), 50) {
		l.names = appendNew(l.names, name)
	}
	return l
}
