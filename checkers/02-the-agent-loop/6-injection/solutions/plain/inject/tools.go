package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"agentcourse/starter/messages"
)

type tool struct {
	messages.Tool
	run func(input json.RawMessage) (string, error)
}

// readFile reads the files in notes and no others; show is what the model sees of a text.
func readFile(show func(name, text string) string) tool {
	return tool{
		messages.Tool{
			Name:        "read_file",
			Description: "Reads a file of the notes folder and returns its text.",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string","description":"Such as todo.md"}},"required":["path"]}`),
		},
		func(input json.RawMessage) (string, error) {
			var args struct{ Path *string }
			if err := json.Unmarshal(input, &args); err != nil || args.Path == nil {
				return "", errors.New("read_file needs path, a text")
			}
			root, err := os.OpenRoot("notes")
			if err != nil {
				return "", err
			}
			defer root.Close()
			text, err := root.ReadFile(*args.Path)
			if err != nil {
				return "", err
			}
			return show(*args.Path, string(text)), nil
		},
	}
}

// sendNote sends nothing: what allowed lets through goes to the outbox.
func sendNote(box *outbox, allowed func(to string) bool) tool {
	return tool{
		messages.Tool{
			Name:        "send_note",
			Description: "Sends a note to an address.",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"to":{"type":"string"},"text":{"type":"string"}},"required":["to","text"]}`),
		},
		func(input json.RawMessage) (string, error) {
			var args struct{ To, Text *string }
			if err := json.Unmarshal(input, &args); err != nil || args.To == nil || args.Text == nil {
				return "", errors.New("send_note needs to and text, both texts")
			}
			if !allowed(*args.To) {
				return "", fmt.Errorf("notes to %q are not allowed", *args.To)
			}
			return "sent", box.write(*args.To, *args.Text)
		},
	}
}

// call answers one call of the model. What was not offered is not there, whatever the model asks for.
func call(tools []tool, c messages.Block) messages.Block {
	for _, t := range tools {
		if t.Name == c.Name {
			text, err := t.run(c.Input)
			if err != nil {
				return messages.ToolResult(c.ID, "error: "+err.Error(), true)
			}
			return messages.ToolResult(c.ID, text, false)
		}
	}
	return messages.ToolResult(c.ID, fmt.Sprintf("error: there is no tool %q", c.Name), true)
}
