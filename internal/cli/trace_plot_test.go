package cli

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTracePlot(t *testing.T) {
	v := newTraces(t)
	var src strings.Builder
	for i, in := range []int{186, 420, 1300, 2100, 4250} {
		if i != 3 {
			src.WriteString(modelLine(i, in, 150-30*i))
		}
	}
	v.write("grows.jsonl", src.String())
	v.course(0, "trace plot grows.jsonl -o grows.svg")
	ascii := v.out
	terminal := v.onTerminal("trace plot grows.jsonl", "LC_ALL=de_DE.UTF-8")
	narrow := v.onTerminal("trace plot grows.jsonl", "COLUMNS=50")
	compareGolden(t, "testdata/trace/plot.golden", ascii+"\non a terminal:\n"+terminal+"\non a narrow one:\n"+narrow)
	compareGolden(t, "testdata/trace/plot.svg.golden", v.read("grows.svg"))
	if other := v.onTerminal("trace plot grows.jsonl", "LC_ALL=C"); strings.Contains(other, "█") {
		t.Errorf("blocks in a locale without them:\n%s", other)
	}
	for width, text := range map[int]string{80: ascii + terminal, 50: narrow} {
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width && strings.Contains(line, "  ") {
				t.Errorf("a line of %d columns: %s", n, line)
			}
		}
	}
}

func TestTracePlotFile(t *testing.T) {
	v := newTraces(t)
	v.write("a.jsonl", modelLine(0, 10, 5))
	v.write("mine.svg", "mine")
	v.course(2, "trace plot a.jsonl -o mine.svg")
	v.says("mine.svg is there already", "hint: name another file, or write over it with --force")
	if v.read("mine.svg") != "mine" {
		t.Error("a file was written over")
	}
	v.course(0, "trace plot a.jsonl -o mine.svg --force")
	v.says("wrote mine.svg")
	v.course(2, "trace plot a.jsonl -o a.jsonl --force") // the trace itself
	v.says(`the picture is an SVG file, and "a.jsonl" does not end in .svg`)
	if v.read("a.jsonl") != modelLine(0, 10, 5) || !strings.HasPrefix(v.read("mine.svg"), "<svg ") {
		t.Error("what should be there is not")
	}
}

// Many steps, runs side by side and broken lines.
func TestTracePlotOfMuch(t *testing.T) {
	v := newTraces(t)
	var src strings.Builder
	for i := range 10_000 {
		src.WriteString(modelLine(i, i, 1))
	}
	src.WriteString(modelLine(0, 1, 1) + "noise\n" + `{"event":"model","step":4}` + "\n")
	v.write("much.jsonl", src.String())
	v.course(1, "trace plot much.jsonl")
	v.says("much.jsonl:10002: not JSON", "A bar is the mean of 252 steps.", "more than one run", "Not drawn: 1 reply without tokens", "0-251")
	if n := strings.Count(v.out, "\n"); n > 50 {
		t.Errorf("%d lines", n)
	}
}

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		value, most float64
		blocks      bool
		want        string
	}{
		{0, 10, true, ""}, {0, 0, false, ""}, {10, 10, true, "██████████"}, {10, 10, false, "##########"},
		{5.5, 10, true, "█████▌"}, {5.5, 10, false, "######"}, {0.001, 10, true, "▏"}, {0.001, 10, false, "#"}, {9.99, 10, true, "██████████"},
	} {
		if got := bar(tt.value, tt.most, 10, tt.blocks); got != tt.want {
			t.Errorf("%s: %q, want %q", fmt.Sprint(tt), got, tt.want)
		}
	}
}
