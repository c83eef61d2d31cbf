package posts

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"agentcourse/internal/trace"
)

// values are the header lines that the material gives.
func (m *Material) values() map[string]string {
	return map[string]string{
		"entry": m.Entry, "model": strings.Join(m.models(), ", "), "provider": strings.Join(m.providers(), ", "),
		"versions": m.versions(), "parameters": m.clean(m.evidence.asked.words()), "commit": m.header["Commit"],
	}
}

// models are those that answered, or else the one that the entry's header names.
func (m *Material) models() []string { return orNamed(m.evidence.models, m.header["Model"]) }

func (m *Material) providers() []string { return orNamed(m.evidence.providers, m.header["Provider"]) }

func orNamed(seen []string, named string) []string {
	if len(seen) == 0 && named != "" {
		return []string{named}
	}
	return seen
}

func (m *Material) simulated() bool {
	return slices.Contains(m.providers(), trace.ProviderSim) || slices.Contains(m.models(), trace.ProviderSim)
}

func (m *Material) versions() string {
	return Versions(m.header["Go version"], m.header["Course version"])
}

// Versions are those of Go and the course in one line: "Go 1.26.8, course 0.6.0".
func Versions(goVersion, course string) string {
	var parts []string
	if v := strings.TrimSpace(strings.TrimPrefix(strings.ToLower(goVersion), "go")); v != "" {
		parts = append(parts, "Go "+v)
	}
	if course != "" {
		parts = append(parts, "course "+course)
	}
	return strings.Join(parts, ", ")
}

// blocks are the texts for the template's sections.
func (m *Material) blocks() map[string]string {
	return map[string]string{
		"hook": m.excerpts["hook"].block(), "context": m.context(), "snippet": cmp.Or(m.evidence.snippet.block(m), emptySnippet),
		"caveats": m.caveats(), "link": m.link(),
	}
}

// context is a first sentence, of facts alone.
func (m *Material) context() string {
	when := ""
	if !m.day.IsZero() {
		when = " on " + m.day.Format("2 January 2006")
	}
	var against []string
	for _, model := range m.models() {
		switch {
		case model == trace.ProviderSim:
			model += ", the course's simulator, which is not a language model"
		case slices.Equal(m.providers(), []string{trace.ProviderLocal}):
			model += " on a local server"
		}
		against = append(against, model)
	}
	first := "Run" + when
	if len(against) > 0 {
		first += " against " + list(against)
	}
	parts := []string{first}
	if asked := m.clean(m.evidence.asked.words()); asked != "" {
		parts = append(parts, asked)
	}
	if n := cmp.Or(m.rows, m.evidence.runs, len(m.evidence.traces)); n == 1 {
		parts = append(parts, "1 run")
	} else if n > 1 {
		parts = append(parts, fmt.Sprintf("%d runs in the journal entry, of all its programs", n))
	}
	if v := m.versions(); v != "" {
		parts = append(parts, v)
	}
	if len(parts) == 1 && first == "Run" {
		return ""
	}
	return m.from(m.Entry, "its runs and traces") + "\n\n" + wrapped(strings.Join(parts, "; ")+".")
}

const lineWidth = 120 // letters

// wrapped breaks a paragraph into lines.
func wrapped(text string) string {
	var out strings.Builder
	used := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case used+1+n > lineWidth:
			out.WriteByte('\n')
			used = 0
		default:
			out.WriteByte(' ')
			used++
		}
		out.WriteString(word)
		used += n
	}
	return out.String()
}

const simulatorCaveat = "`sim-1` is the course's simulator and no language model: its rates are its own, its token counts are estimates, " +
	"and nothing here measures a real model."

func (m *Material) caveats() string {
	var parts []string
	if m.simulated() {
		parts = append(parts, wrapped(simulatorCaveat))
	}
	if e := m.excerpts["caveats"]; e.text != "" {
		parts = append(parts, e.from+"\n\nNot tested:\n\n"+e.text)
	}
	return strings.Join(parts, "\n\n")
}

// link is where each claim can be looked up. Git ignores traces/, so a link to one there would lead nowhere.
func (m *Material) link() string {
	lines := []string{"- Journal entry: [" + m.Entry + "](../" + escapeTarget(m.Entry) + ")"}
	private := false
	for _, t := range m.evidence.traces {
		if strings.HasPrefix(t, "traces/") {
			private = true
			lines = append(lines, "- Trace: `"+t+"`")
		} else {
			lines = append(lines, "- Trace: ["+path.Base(t)+"](../"+escapeTarget(t)+")")
		}
	}
	if c := m.header["Commit"]; c != "" {
		lines = append(lines, "- Commit: `"+strings.ReplaceAll(c, "`", "")+"`")
	}
	if private {
		lines = append(lines, "", "<!-- Git ignores traces/. For a reader: course trace scrub traces/NAME.jsonl -o journal/assets/NAME.jsonl, read the copy,",
			"     and link that. -->")
	}
	return strings.Join(lines, "\n")
}

func escapeTarget(target string) string {
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29").Replace(target)
}
