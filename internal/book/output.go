package book

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An Output is what a command printed, standard output and standard error as they came.
type Output struct {
	Text    string
	Exit    int    // exit code
	Problem string // why there is no output: the command is not one that is run, or could not be
}

// A Runner runs the commands of one fence, each the words of its line, one after another in one fresh place, and returns
// the output of each. An error says that no command can be run at all.
type Runner func(ctx context.Context, commands [][]string) ([]Output, error)

// prompt begins the line of a command.
const prompt = "$ "

// A command is one of a fence's, with what stands below it.
type command struct {
	at     int // of the fence's lines
	line   string
	words  []string
	prints []string
}

// commands reads a fence of output.
func (f *fence) commands() ([]command, []finding) {
	var all []command
	var wrong []finding
	for i, line := range f.lines {
		text, ok := strings.CutPrefix(line, prompt)
		if !ok {
			if len(all) == 0 {
				return nil, []finding{{f.line + min(i+1, len(f.lines)), "output starts with the command that prints it, as in: $ course list"}}
			}
			last := &all[len(all)-1]
			last.prints = append(last.prints, line)
			continue
		}
		words, err := splitWords(text)
		if err != nil {
			wrong = append(wrong, finding{f.line + i + 1, fmt.Sprintf("the command %q cannot be read: %v", text, err)})
		}
		all = append(all, command{at: i, line: text, words: words})
	}
	if len(all) == 0 {
		return nil, []finding{{f.line, "the fence has no output"}}
	}
	return all, wrong
}

// lines are the output as it stands in a fence.
func (o Output) lines() []string {
	text := strings.ReplaceAll(o.Text, "\r\n", "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if o.Exit != 0 {
		text += fmt.Sprintf("(exit code %d)\n", o.Exit)
	}
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// checkOutput runs a fence's commands and compares.
func (f *fence) checkOutput(ctx context.Context, run Runner) (verdict, error) {
	commands, wrong := f.commands()
	if len(wrong) > 0 || run == nil {
		return verdict{wrong: wrong}, nil
	}
	lines := make([][]string, len(commands))
	for i, c := range commands {
		lines[i] = c.words
	}
	outputs, err := run(ctx, lines)
	if err != nil {
		return verdict{}, err
	}
	if len(outputs) != len(commands) {
		return verdict{}, errors.New("not every command has an output")
	}
	return f.compare(commands, outputs), nil
}

// compare compares what stands in the fence with what its commands print.
func (f *fence) compare(commands []command, outputs []Output) verdict {
	var v verdict
	var fixed []string
	byHand := false
	for i, c := range commands {
		fixed = append(fixed, prompt+c.line)
		if problem := outputs[i].Problem; problem != "" {
			v.wrong = append(v.wrong, finding{f.line + c.at + 1, fmt.Sprintf("%q: %s", c.line, problem)})
			byHand = true
			continue
		}
		printed := outputs[i].lines()
		d := compareOutput(printed, c.prints)
		if d == nil {
			fixed = append(fixed, c.prints...)
			continue
		}
		fixed = append(fixed, printed...)
		message := fmt.Sprintf("%q prints otherwise: %s", c.line, d)
		switch {
		case hasWildcard(c.prints):
			byHand = true
			message += byHandOnly
		case slices.ContainsFunc(printed, func(line string) bool { return strings.HasPrefix(line, prompt) }):
			byHand = true
			message += "; it prints a line that looks like a command: write … in its place"
		}
		v.wrong = append(v.wrong, finding{f.lineOf(c.at + 1 + d.at), message})
	}
	if len(v.wrong) > 0 && !byHand {
		v.fixed = fixed
	}
	return v
}
