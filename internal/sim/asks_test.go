package sim

import (
	"strings"
	"testing"

	"agentcourse/internal/fakellm"

	"github.com/google/go-cmp/cmp"
)

func TestNaturalWordings(t *testing.T) {
	t.Parallel()
	h := handlers()
	h["word_count"] = func(map[string]any) (string, bool) { return "14", false }
	h["line_count"] = func(map[string]any) (string, bool) { return "5", false }
	h["get_weather"] = func(map[string]any) (string, bool) { return "18 degrees", false }
	words := fakellm.Tool{Name: "word_count", Description: "Counts the words of a note.", Schema: schemaOf("path")}
	lines := fakellm.Tool{Name: "line_count", Description: "Counts the lines of a note.", Schema: schemaOf("path")}
	weather := fakellm.Tool{Name: "get_weather", Description: "The weather in a city.", Schema: schemaOf("city")}
	hinted := fakellm.Tool{Name: "read_file", Description: "Reads a note, such as todo.md or books.md.", Schema: schemaOf("path")}
	calc := calcTool(firmText)
	all := []string{"list_files", "read_file", "read_file", "read_file"}
	for _, c := range []struct {
		ask   string
		tools []fakellm.Tool
		calls []string
		last  string
	}{
		{"How many lines are in todo.md, and what is 365 * 24?", []fakellm.Tool{words, readTool, calc}, []string{"read_file", "calc"}, "4 lines"},
		{"Count the words in todo.md", []fakellm.Tool{lines, readTool}, []string{"read_file"}, "14 words"},
		{"Count the words in todo.md", []fakellm.Tool{lines}, nil, "no tool that counts the words"},
		{"How many lines and words are in todo.md?", []fakellm.Tool{lines, words}, []string{"line_count", "word_count"}, "5 lines. todo.md has 14 words"},
		{"How many words and lines are in todo.md?", []fakellm.Tool{readTool}, []string{"read_file"}, "14 words. todo.md has 4 lines"},
		{"List the notes I have, then read the shortest one.", []fakellm.Tool{readTool}, nil, "no tool that lists files"},
		{"Summarise todo.md", []fakellm.Tool{calc}, nil, "no tool that reads todo.md"},
		{"What's on my todo list?", []fakellm.Tool{readTool, listTool}, []string{"list_files", "read_file"}, "stamps"},
		{"What's on my to-do list?", []fakellm.Tool{hinted}, []string{"read_file"}, "stamps"},
		{"What's on my todo list?", []fakellm.Tool{readTool}, nil, "Which file do you mean?"},
		{"Read the todo file", []fakellm.Tool{readTool, listTool}, []string{"list_files", "read_file"}, "stamps"},
		{"How many books are on my reading list?", []fakellm.Tool{readTool, listTool}, []string{"list_files", "read_file"}, "books.md lists 3."},
		{"Summarize my ideas notes", []fakellm.Tool{readTool, listTool}, []string{"list_files", "read_file"}, "kettle"},
		{"Search my notes for stamps", []fakellm.Tool{readTool, listTool}, all, "todo.md mentions stamps"},
		{"Do my notes mention Dune?", []fakellm.Tool{readTool, listTool}, all, "None of the files"},
		{"How many notes do I have?", []fakellm.Tool{readTool, listTool}, []string{"list_files"}, "There are 3"},
		{"Open every file", []fakellm.Tool{readTool, listTool}, all, "stamps"},
		{"Will it rain in Lisbon today?", []fakellm.Tool{weather}, []string{"get_weather"}, "18 degrees"},
		{"what's the weather in paris", []fakellm.Tool{weather}, []string{"get_weather"}, "18 degrees"},
		{"temperature in Berlin and in Madrid", []fakellm.Tool{weather}, []string{"get_weather", "get_weather"}, "For Madrid"},
		{"Compare Paris and Rome", []fakellm.Tool{weather}, []string{"get_weather", "get_weather"}, "For Paris"},
		{"Will it rain today?", []fakellm.Tool{weather}, nil, "I need to know: city"},
	} {
		agreed := share(min(seeds, 20), func(seed uint64) bool {
			last, steps, ended := run(New(Options{Seed: seed}), task(c.ask, c.tools...), h, 8)
			if strings.Contains(last, "A language model would") {
				t.Errorf("%s: %q", c.ask, last)
			}
			return ended && strings.Contains(last, c.last) && cmp.Equal(c.calls, names(flat(steps)))
		})
		if agreed < 0.85 {
			last, steps, _ := run(New(Options{Seed: 1}), task(c.ask, c.tools...), h, 8)
			t.Errorf("%s: as expected in %.2f of the runs; %v %q", c.ask, agreed, steps, last)
		}
	}
}
