package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
)

// What a learner reads of an exercise that has nearly all that one may have.
func TestShowGolden(t *testing.T) {
	v := newVisit(t)
	v.course(0, "show 1.4")
	compareGoldenText(t, filepath.Join("testdata", "show-1.4.txt"), v.out)
}

func TestShowWidthAndColour(t *testing.T) {
	v := newVisit(t)
	for columns, limit := range map[string]int{"60": 60, "80": 80, "120": readableWidth} {
		widest := 0
		for line := range strings.Lines(v.onTerminal("show 1.2 --no-color", "COLUMNS="+columns)) {
			widest = max(widest, runewidth.StringWidth(strings.TrimSuffix(line, "\n")))
		}
		if widest > limit || widest < limit-8 {
			t.Errorf("with %s columns the widest line has %d", columns, widest)
		}
	}
	coloured := v.onTerminal("show 1.2", "COLUMNS=60")
	for _, want := range []string{"\x1b[1mGoal\x1b[", "\x1b[36m`stateless`\x1b[", "\x1b[3mcall\x1b[", "\x1b[4msimulator\x1b["} {
		if !strings.Contains(coloured, want) {
			t.Errorf("not stressed: %q", want)
		}
	}
	plain := v.onTerminal("show 1.2 --no-color", "COLUMNS=60")
	if v.onTerminal("show 1.2", "NO_COLOR=1") != v.onTerminal("show 1.2 --no-color", "X=") || strings.Contains(plain, "\x1b") {
		t.Error("coloured against the person's wish")
	}
}

// Answers that an exercise folds away are not given away.
func TestShowKeepsAnswersFolded(t *testing.T) {
	v := newVisit(t)
	v.course(0, "show 1.6")
	v.says("▸ What the simulator does here: open it after your own runs (folded; in exercises/01-foundations/6-streaming.md from line ")
	folded := v.out
	v.course(0, "show 1.6 --unfold")
	if len(v.out) < len(folded)+300 || strings.Contains(v.out, "(folded;") {
		t.Errorf("unfolded it is %d bytes, folded %d", len(v.out), len(folded))
	}
}

func TestShowPages(t *testing.T) {
	v := newVisit(t)
	for page, want := range map[string]string{
		"01": "lessons/01-foundations.md Status: draft.", "glossary": "lessons/glossary.md", "simulator": "The simulator",
		"index": "The course and its map", "01-foundations": "exercises/01-foundations/index.md Exercises of chapter 01: foundations",
		"1.1": "Exercise 1.1: ", "ex1": "Exercise 1.1: ", "no-memory": "Exercise 1.2: ", "01-foundations/2-no-memory": "read first: lessons/01-foundations.md#4-messages-and-memory",
	} {
		v.course(0, "show "+page)
		v.says(want)
	}
	v.course(2, "show 09")
	v.says(`no exercise is called "09"`)
}
