// Descriptions measures what the description of a tool does: the same problems, the same tool, other words about it.
package main

import (
	"context"
	"fmt"
	"os"

	"agentcourse/starter/messages"
)

// descriptions are the versions under test. The tool behind them is the same.
var descriptions = map[string]string{
	"A": "Evaluates an arithmetic expression exactly: numbers, + - * / and parentheses. Use this for every " +
		"calculation, also for those that look easy; do not do arithmetic yourself. Returns the number as text, or " +
		"an error message that says what is wrong with the expression.",
	"B": "Calculator",
	"C": "Convert a currency amount.",
}

func main() {
	versions := os.Args[1:]
	if len(versions) == 0 {
		versions = []string{"A", "B", "C"}
	}
	for _, version := range versions {
		if descriptions[version] == "" {
			fail(fmt.Errorf("there is no version %q; there are A, B and C", version))
		}
	}
	problems, err := readProblems("hard_math.txt", "hard_math_expected.txt")
	if err != nil {
		fail(err)
	}
	client, err := messages.FromEnv()
	if err != nil {
		fail(err)
	}
	var total tally
	for _, version := range versions {
		sum, err := measure(client, descriptions[version], problems)
		if err != nil {
			fail(err)
		}
		fmt.Printf("version=%s problems=%d called=%d correct=%d %s\n", version, len(problems), sum.called, sum.correct, sum.spent())
		total = total.plus(sum)
	}
	fmt.Printf("\nsteps=%d %s\n", total.steps, total.spent())
}

// measure works on every problem under one description.
func measure(client *messages.Client, description string, problems []problem) (tally, error) {
	var sum tally
	for _, p := range problems {
		run, err := solve(context.Background(), client, calcTool(description), p)
		if err != nil {
			return sum, err
		}
		sum = sum.plus(run)
	}
	return sum, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "descriptions:", err)
	os.Exit(1)
}
