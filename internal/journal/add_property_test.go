package journal

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/document"
)

// pieces are what entries are made of, whole and broken, in some scripts.
var pieces = []string{
	"# Erinnerung ü", "# 記憶のない API", "- Date: 2026-12-01", "- Exercise: 1.2, 1.3", "- Exercise: 1.2", "- Model:", "- **Model:** `a`", "| Model | b |",
	"- Provider: ", "- Closed:", "- Closed: 2026-12-01 17:00", "Notes: mine", "## Goal", "## Prediction", "### 1.2-predict x", "### 1.3-predict", "## Log", "## Numbers",
	"### Numbers", "Numbers\n-------", "## Surprises", "## Next action", "## Post candidate ", "> ## Numbers", "<!-- a comment -->", "<!-- a comment\nof two lines -->",
	"<!-- never closed", "-->", "```", "```text", "~~~", "    code", "\ttab", "text  ", "- item", "  - deeper", "1. one", "> quoted", "★ star", "[*] star", "",
	"", "", "| Run | Calls | Tokens in | Tokens out | Cost | Stop reason | Request id | Trace |\n|-----|------:|----------:|-----------:|-----:|-------------|------------|-------|",
	"| Run | Calls |\n|---|---|", "| Trace | note | RUN |\n|---|---|---|", "Run | Calls\n--- | ---", "|     |       |           |            |      |             |            |       |",
	"| | |", "| a | b |", "|", "|---|", "  | Run | Cost |\n  |---|---|\n  | x | y |", "---", "===", "мир", "שלום", "नमस्ते", "\u200b", "<div>", "</div>", "<script>",
	"[link](x.md)", "![](y.png)", "\\", "&lt;", "***", "* * *", "#", "##", "####### no", "- [ ] task", "- [x] task", "a|b", "`|`", "\x0b", "\ufeff",
}

func randomEntry(r *rand.Rand) []byte {
	var b strings.Builder
	if r.IntN(6) == 0 {
		b.WriteString("\ufeff")
	}
	ends := []string{"\n", "\r\n", "\r"}
	end := ends[r.IntN(2)]
	if r.IntN(5) == 0 {
		b.WriteString([]string{"---\nmodel:\nexercise: 1.2\n---\n", "---\nmodel: [a, b]\nclosed:\n---\n", "---\nmodel: \"x\" # y\n", "---\n"}[r.IntN(4)])
	}
	n := r.IntN(40)
	for i := range n {
		if r.IntN(10) == 0 {
			end = ends[r.IntN(3)]
		}
		b.WriteString(strings.ReplaceAll(pieces[r.IntN(len(pieces))], "\n", end))
		if i < n-1 || r.IntN(3) > 0 {
			b.WriteString(end)
		}
	}
	return []byte(b.String())
}

// onlyAdded reports whether the lines of a text are among the new one's in their order, each as it was or, if may says so,
// changed.
func onlyAdded(old, now []byte, may func(old, now string) bool) bool {
	before, after := split(old).lines, split(now).lines
	for i, line := range before {
		found := slices.IndexFunc(after, func(l string) bool {
			return l == line || i == len(before)-1 && strings.TrimRight(l, "\r\n") == line || may != nil && may(line, l)
		})
		if found < 0 {
			return false
		}
		after = after[found+1:]
	}
	return true
}

// grown reports whether a line is another one with something put into it.
func grown(old, now string) bool {
	n := 0
	for n < len(old) && n < len(now) && old[n] == now[n] {
		n++
	}
	return strings.HasSuffix(now, old[n:]) && len(now) > len(old)
}

// Whatever an entry holds, what its author wrote stays as it is, and what was added is read as what it is.
func TestOnlyAdditions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 12))
	template, err := os.ReadFile("../../journal/TEMPLATE.md")
	if err != nil {
		t.Fatal(err)
	}
	row := Row{Run: "1.2 chat|x, sim-1", Calls: "10", In: "2704", Out: "1195", Cost: "$0.034716", Stop: "end_turn 10", Request: "req_1…", Trace: "traces/1.jsonl"}
	lines := []string{"About 12 in.", "# 12", "```", "<!-- 12", "- 12", "12. x", "| 12 | x |", "---", "===", "> 12", "    12", "<div>", "[*] 12", "**12**", "１２個", "\\12", "~~~", "Model: x", "`12"}
	empty := func(old, now string) bool {
		return strings.Trim(old, "| \t\r\n") == "" && strings.ContainsAny(now, "1")
	}
	done := map[string]int{}
	for range 800 {
		src := randomEntry(r)
		if r.IntN(3) == 0 {
			at := r.IntN(len(template))
			src = slices.Concat(template[:at], src, template[at:])
		}
		line := lines[r.IntN(len(lines))]
		for name, op := range map[string]struct {
			do  func() ([]byte, error)
			may func(old, now string) bool
		}{
			"row":        {func() ([]byte, error) { return AddRow(src, row) }, empty},
			"prediction": {func() ([]byte, error) { return AddPrediction(src, "1.2", line) }, nil},
			"surprise":   {func() ([]byte, error) { return AddTo(src, "Surprises", line) }, nil},
			"field":      {func() ([]byte, error) { return AddToField(src, "Model", "sim-1", "claude-opus-5-5"), nil }, grown},
			"closed":     {func() ([]byte, error) { return Close(src, time.Date(2026, 12, 1, 17, 30, 0, 0, time.UTC)) }, grown},
		} {
			now, err := op.do()
			switch {
			case errors.Is(err, errNoPlace):
				done["no place for "+name]++
				continue
			case err != nil:
				t.Fatalf("%s: %v", name, err)
			}
			done[name]++
			if !onlyAdded(src, now, op.may) {
				t.Fatalf("%s: %q became %q", name, src, now)
			}
			if endsWithLine(src) != endsWithLine(now) {
				t.Fatalf("%s: the end of %q became that of %q", name, src, now)
			}
			if bytes.HasPrefix(src, []byte("\ufeff")) != bytes.HasPrefix(now, []byte("\ufeff")) {
				t.Fatalf("%s: the mark of %q is gone", name, src)
			}
			if name == "prediction" {
				if got, _ := predictionText(document.Parse(now), "1.2"); !gained("", got, line) {
					t.Fatalf("%q in %q is read as %q", line, now, got)
				}
			}
		}
	}
	t.Log(done)
}

func endsWithLine(src []byte) bool {
	src = bytes.TrimPrefix(src, []byte(byteOrderMark))
	return len(src) == 0 || src[len(src)-1] == '\n' || src[len(src)-1] == '\r'
}
