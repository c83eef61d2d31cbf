package fakellm

import (
	"encoding/json"
	"slices"
	"strings"
)

// chatMessage is one message of the formats in which tool results are
// messages of their own.
type chatMessage struct {
	role  string
	parts []Part
}

// chatTurns merges messages into turns and takes the system texts out. Id and
// name of a result come from the call it answers.
func chatTurns(messages []chatMessage) (turns []Turn, system string) {
	var texts []string
	var calls []Part // of the latest turn of the assistant, not answered yet
	for _, m := range messages {
		role := "user"
		switch m.role {
		case "system", "developer":
			for _, part := range m.parts {
				texts = append(texts, part.Text)
			}
			continue
		case "assistant":
			role = "assistant"
		}
		if len(turns) == 0 || turns[len(turns)-1].Role != role {
			turns = append(turns, Turn{Role: role})
			if role == "assistant" {
				calls = nil
			}
		}
		last := &turns[len(turns)-1]
		for _, part := range m.parts {
			switch part.Type {
			case BlockToolUse:
				calls = append(calls, part)
			case BlockToolResult:
				part, calls = answered(part, calls)
			}
			last.Parts = append(last.Parts, part)
		}
	}
	return turns, strings.Join(texts, "\n")
}

// answered finds the call of a result: the one of its id, else the first of
// its name, else the first.
func answered(result Part, calls []Part) (Part, []Part) {
	i := slices.IndexFunc(calls, func(c Part) bool {
		switch {
		case result.ID != "":
			return c.ID == result.ID
		case result.Name != "":
			return c.Name == result.Name
		}
		return true
	})
	if i < 0 {
		return result, calls
	}
	result.ID, result.Name = calls[i].ID, calls[i].Name
	return result, slices.Delete(calls, i, i+1)
}

// estimateTurns estimates what a prompt's input costs.
func estimateTurns(p *Prompt) int {
	total := EstimateTokens(p.System)
	for _, t := range p.Tools {
		total += EstimateTokens(t.Name) + EstimateTokens(t.Description) + estimateValue(t.Schema)
	}
	for _, t := range p.Turns {
		total += estimatePerMessage
		for _, part := range t.Parts {
			total += EstimateTokens(part.Text) + EstimateTokens(part.Name) + EstimateTokens(string(part.Input))
		}
	}
	return total
}

// chatTools reads the definitions of functions.
func chatTools(list any) []Tool {
	var functions []map[string]any
	for _, t := range objectsIn(list) {
		if f, ok := t["function"].(map[string]any); ok {
			functions = append(functions, f)
		}
	}
	return promptTools(functions, "parameters")
}

// intOf reads a whole number; ok is false for what is none.
func intOf(v any) (n int, ok bool) {
	number, isNumber := v.(json.Number)
	f, err := number.Float64()
	return int(f), isNumber && err == nil
}

func floatOf(v any) *float64 {
	number, _ := v.(json.Number)
	f, err := number.Float64()
	if err != nil {
		return nil
	}
	return &f
}
