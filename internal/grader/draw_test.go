package grader

import (
	"strings"
	"testing"
)

// A word that must not be printed stood in a text that had to be, for about one seed in two hundred: every right program
// failed then.
func TestNoDrawnValueStandsInAnother(t *testing.T) {
	for seed := range uint64(3000) {
		s := &script{rng: newRand(seed, "check"), drawn: map[string]string{}}
		for _, args := range [][]string{{"a", "text"}, {"b", "lines"}, {"c", "word"}, {"d", "first"}, {"e", "letters", "600"}, {"f", "word"}, {"g", "word"}} {
			if err := cmdDraw(s, false, args); err != nil {
				t.Fatal(err)
			}
		}
		for n, v := range s.drawn {
			for m, w := range s.drawn {
				if n != m && strings.Contains(v, w) {
					t.Fatalf("seed %d: %q stands in %q", seed, w, v)
				}
			}
		}
	}
}

func TestDrawUsage(t *testing.T) {
	for _, args := range [][]string{{"a"}, {"a", "colour"}, {"a", "int", "5"}, {"a", "int", "9", "5"}, {"a", "int", "x", "y"}, {"a", "pick"}, {"a", "letters"}, {"a", "letters", "0"}} {
		s := &script{rng: newRand(1, "check"), drawn: map[string]string{}}
		if err := cmdDraw(s, false, args); err == nil {
			t.Errorf("draw %v was accepted", args)
		}
	}
	s := &script{rng: newRand(1, "check"), drawn: map[string]string{"b": "1"}}
	if err := cmdDraw(s, false, []string{"a", "pick", "1"}); err == nil {
		t.Error("the only value was drawn twice")
	}
}
