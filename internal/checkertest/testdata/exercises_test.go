// Package checkers_test holds the exercises of this chapter to their word. The file is the same in each chapter.
package checkers_test

import (
	"flag"
	"testing"

	"agentcourse/internal/checkertest"
)

var update = flag.Bool("update", false, "write the golden verdicts anew")

func TestMain(m *testing.M) { checkertest.Main(m) }

func TestExercises(t *testing.T) { checkertest.Exercises(t, *update) }
