package fakellm

import (
	"encoding/json"
	"strings"
)

// chatMessage is one message of the formats in which tool results are
// messages of their own.
type chatMessage struct {
	role  string
	parts []Part
}

// chatTurns merges messages into turns and takes the system texts out. The
// name of a result's tool comes from the call it answers.
func chatTurns(messages []chatMessage) (turns []Turn, system string) {
	var texts []string
	names := map[string]string{}
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
		}
		last := &turns[len(turns)-1]
		for _, part := range m.parts {
			switch {
			case part.Type == BlockToolUse:
				names[part.ID] = part.Name
			case part.Type == BlockToolResult && part.Name == "":
				part.Name = names[part.ID]
			}
			last.Parts = append(last.Parts, part)
		}
	}
	return turns, strings.Join(texts, "\n")
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
