package trace

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func plot(t *testing.T, s *Steps, name string) string {
	t.Helper()
	var b strings.Builder
	if err := s.Plot(&b, name); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
	}
	return b.String()
}

func TestPlot(t *testing.T) {
	var s Steps
	for i, in := range []int{200, 300, 400} {
		s.add(i, Usage{In: in, Out: 30 - 10*i})
	}
	got := plot(t, &s, "tokens")
	for _, want := range []string{
		`viewBox="0 0 600 480" role="img" aria-labelledby="tokens-title tokens-desc"`,
		"over the steps 0 to 2 of a trace. Input goes from 200 to 400 tokens, at most 400; output from 30 to 10, at most 30. Each bar is a step.",
		`<path class="blue" d="M104 202v-75h125v75zM261 202v-113h125v113zM417 202v-150h125v150z"/>`,
		`>400</text>`, `>30</text>`, `>0</text>`, `>Input tokens by step</text>`, `>step</text>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it lacks %s:\n%s", want, got)
		}
	}
	for _, strange := range []string{"href", "url(", "script", "@import", "%!"} {
		if strings.Contains(got, strange) {
			t.Errorf("the picture holds %s", strange)
		}
	}
}

// The picture stays small, and its ids are ids, whatever the trace and the file's name.
func TestPlotBounds(t *testing.T) {
	var s Steps
	for i := range 5000 {
		s.add(i, Usage{In: 900_000_000 + i, Out: 800_000_000 - i})
	}
	for name, id := range map[string]string{"a": "a", "2026 ü<&\">": "trace-2026", "": "trace-", "ü": "trace-", "a--b_c": "a-b-c"} {
		got := plot(t, &s, name)
		if len(got) >= 10_000 || !strings.Contains(got, "Each bar is the mean of ") {
			t.Errorf("%s: %d bytes", name, len(got))
		}
		if m := regexp.MustCompile(`id="([^"]*)-title"`).FindStringSubmatch(got); m == nil || m[1] != id {
			t.Errorf("%s: id %q", name, m)
		}
	}
	if err := (&Steps{}).Plot(io.Discard, "a"); err == nil {
		t.Error("nothing can be drawn")
	}
	var one Steps
	one.add(7, Usage{In: 5})
	if got := plot(t, &one, "one"); strings.Count(got, ">7</text>") != 1 {
		t.Errorf("one step:\n%s", got)
	}
}

// The style is that of the lessons' figures, which are held to be readable in the light, in the dark and on paper.
func TestPlotStyle(t *testing.T) {
	files, err := filepath.Glob("../../lessons/figures/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatalf("no figures: %v", err)
	}
	src, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(string(src))
	if style == nil || cmp.Diff(style[1], plotStyle) != "" {
		t.Error("the style differs from that of the lessons' figures")
	}
}
