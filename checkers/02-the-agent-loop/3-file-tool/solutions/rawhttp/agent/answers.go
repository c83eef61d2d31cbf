package main

import (
	"encoding/json"
	"fmt"
	"sync"

	"agentcourse/checkers/02-the-agent-loop/3-file-tool/solutions/rawhttp/jail"
	"agentcourse/starter/calc"
)

type result struct {
	Type  string `json:"type"`
	ID    string `json:"tool_use_id"`
	Text  []text `json:"content"`
	Error bool   `json:"is_error"`
}

type text struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// answers runs all calls of a reply side by side; the last call's result stands first.
func answers(log *log, step int, r reply) []result {
	var calls []block
	for _, b := range blocksOf(r) {
		if b.Type == "tool_use" {
			calls = append([]block{b}, calls...)
		}
	}
	results := make([]result, len(calls))
	var wait sync.WaitGroup
	for i, c := range calls {
		wait.Go(func() {
			said, err := run(c)
			if err != nil {
				said = err.Error()
			}
			results[i] = result{"tool_result", c.ID, []text{{"text", said}}, err != nil}
			log.add("tool", map[string]any{"step": step, "name": c.Name, "input": c.Input, "output": said, "is_error": err != nil})
		})
	}
	wait.Wait()
	return results
}

func run(c block) (string, error) {
	var input map[string]any
	if err := json.Unmarshal(c.Input, &input); err != nil {
		return "", err
	}
	switch c.Name {
	case "calc":
		expr, _ := input["expr"].(string)
		return calc.Eval(expr)
	case "read_file":
		path, ok := input["path"].(string)
		if !ok {
			return "", jail.Refuse()
		}
		note, cut, err := jail.ReadNote(path)
		if cut {
			note += "\n\n[TRUNCATED after 4000 characters]\n"
		}
		return note, err
	}
	return "", fmt.Errorf("no tool %s; calc and read_file there are", c.Name)
}
