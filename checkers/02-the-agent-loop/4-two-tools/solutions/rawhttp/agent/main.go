// Agent without any package for the API: one HTTP request, and replies that are kept as the JSON they came in.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"agentcourse/starter/calc"
)

type object = map[string]any

// A block has the fields that are read; what goes back is the reply's own JSON.
type block struct {
	Type, Text, ID, Name string
	Input                json.RawMessage
}

type reply struct {
	Model      string
	Content    json.RawMessage
	StopReason string `json:"stop_reason"`
	Usage      struct {
		In    int `json:"input_tokens"`
		Read  int `json:"cache_read_input_tokens"`
		Write int `json:"cache_creation_input_tokens"`
		Out   int `json:"output_tokens"`
	}
	Error struct{ Message string }
}

type agent struct {
	overlap        bool
	events         *os.File
	model          string
	steps, in, out int
}

func main() {
	a, args := agent{}, os.Args[1:]
	if len(args) > 0 && args[0] == "-overlap" {
		a.overlap, args = true, args[1:]
	}
	folder := os.Getenv("TRACE_DIR")
	if folder == "" {
		folder = "traces"
	}
	os.MkdirAll(folder, 0o755)
	var err error
	a.events, err = os.CreateTemp(folder, time.Now().Format("20060102-150405")+"-*.jsonl")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	reason, err := a.work(strings.Join(args, " "))
	if reason != "" {
		a.event("stopped", object{"reason": reason, "detail": fmt.Sprint(err)})
		fmt.Printf("\nstopped: %s\n", reason)
	}
	cost := "$?"
	if a.model == "claude-opus-5-5" || a.model == "sim-1" {
		cost = fmt.Sprintf("$%.6f", (float64(a.in)*4+float64(a.out)*20)/1e6)
	}
	fmt.Printf("\n(cost=%s, out=%d, in=%d, steps=%d)", cost, a.out, a.in, a.steps)
	if reason != "" {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

func (a *agent) work(task string) (reason string, err error) {
	a.event("task", object{"task": task})
	messages := []any{object{"role": "user", "content": task}}
	for a.steps < 10 {
		r, err := a.ask(messages)
		if err != nil {
			return "error", err
		}
		var blocks []block
		if err := json.Unmarshal(r.Content, &blocks); err != nil {
			return "error", err
		}
		if r.StopReason == "end_turn" || r.StopReason == "stop_sequence" {
			for _, b := range blocks {
				fmt.Print(b.Text)
			}
			return "", nil
		}
		if r.StopReason == "max_tokens" || r.StopReason == "refusal" {
			return r.StopReason, errors.New("no answer")
		}
		if r.StopReason != "tool_use" {
			return "error", errors.New(r.StopReason)
		}
		for _, b := range blocks {
			if b.Text != "" {
				fmt.Println("(" + b.Text + ")")
			}
		}
		if a.steps == 10 {
			break
		}
		messages = append(messages, object{"role": "assistant", "content": r.Content}, object{"role": "user", "content": a.carryOut(blocks)})
	}
	return "max_steps", errors.New("ten calls, no answer")
}

// carryOut runs the calls side by side. Results go from last to first, and a remark follows them.
func (a *agent) carryOut(blocks []block) []any {
	outputs, fine := make([]string, len(blocks)), make([]bool, len(blocks))
	var wait sync.WaitGroup
	for i, b := range blocks {
		if b.Type == "tool_use" {
			wait.Go(func() { outputs[i], fine[i] = a.tool(b) })
		}
	}
	wait.Wait()
	var results []any
	for i := len(blocks) - 1; i >= 0; i-- {
		if b := blocks[i]; b.Type == "tool_use" {
			a.event("tool", object{"step": a.steps - 1, "name": b.Name, "input": b.Input, "output": outputs[i], "is_error": !fine[i]})
			results = append(results, object{
				"type": "tool_result", "tool_use_id": b.ID, "is_error": !fine[i],
				"content": []any{object{"type": "text", "text": outputs[i]}},
			})
		}
	}
	return append(results, object{"type": "text", "text": fmt.Sprintf("%d calls are left.", 10-a.steps)})
}

func (a *agent) tool(b block) (string, bool) {
	var args struct{ Expr, Path *string }
	err := json.Unmarshal(b.Input, &args)
	switch {
	case b.Name == "list_files":
		paths, _ := filepath.Glob("notes/*")
		list := ""
		for _, path := range paths {
			if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
				list += fmt.Sprintf("- %s (%d bytes)\n", filepath.Base(path), info.Size())
			}
		}
		return "The notes:\n" + list, true
	case b.Name == "now":
		return time.Now().Format(time.RFC3339), true
	case b.Name == "calc" && err == nil && args.Expr != nil:
		value, err := calc.Eval(*args.Expr)
		return value + said(err), err == nil
	case (b.Name == "read_file" || b.Name == "open_note" && a.overlap) && err == nil && args.Path != nil:
		text, err := note(*args.Path)
		return text + said(err), err == nil
	case b.Name == "calc" || b.Name == "read_file" || b.Name == "open_note" && a.overlap:
		return "that does not fit the schema of " + b.Name, false
	}
	return "unknown; ask for one of calc, list_files, now, read_file" + strings.Repeat(", open_note", map[bool]int{true: 1}[a.overlap]), false
}

// note reads the beginning of a note.
func note(path string) (string, error) {
	root, err := os.OpenRoot("notes")
	if err != nil {
		return "", err
	}
	defer root.Close()
	if info, err := root.Stat(path); err != nil || !info.Mode().IsRegular() { // to open a pipe might take for ever
		return "", fmt.Errorf("there is no note %q", path)
	}
	file, err := root.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, 20_000))
	return string(data), err
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func (a *agent) ask(messages []any) (reply, error) {
	text := object{"type": "string"}
	tools := []any{
		object{"name": "list_files", "description": "What notes there are.", "input_schema": object{"type": "object"}},
		object{"name": "now", "description": "What time it is.", "input_schema": object{"type": "object"}},
		object{"name": "read_file", "description": "What is in a note.", "input_schema": object{"type": "object", "properties": object{"path": text}, "required": []string{"path"}}},
		object{"name": "calc", "description": "What an expression comes to.", "input_schema": object{"type": "object", "properties": object{"expr": text}, "required": []string{"expr"}}},
	}
	if a.overlap {
		tools = append(tools, object{"name": "open_note", "description": "A look into a note.", "input_schema": object{"type": "object", "properties": object{"path": text}, "required": []string{"path"}}})
	}
	var r reply
	body, err := json.Marshal(object{"model": "claude-opus-5-5", "max_tokens": 1234, "messages": messages, "tools": tools})
	if err != nil {
		return r, err
	}
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return r, err
	}
	req.Header = http.Header{"X-Api-Key": {os.Getenv("ANTHROPIC_API_KEY")}, "Anthropic-Version": {"2023-06-01"}, "Content-Type": {"application/json"}}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return r, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err == nil && res.StatusCode != http.StatusOK {
		err = errors.New(r.Error.Message)
	}
	if err != nil {
		return r, err
	}
	a.model, a.in, a.out = r.Model, a.in+r.Usage.In+r.Usage.Read+r.Usage.Write, a.out+r.Usage.Out
	a.event("model", object{"step": a.steps, "stop_reason": r.StopReason, "content": r.Content, "usage": object{
		"in": r.Usage.In + r.Usage.Read + r.Usage.Write, "out": r.Usage.Out,
	}})
	a.steps++
	return r, nil
}

func (a *agent) event(name string, fields object) {
	fields["event"], fields["t"] = name, float64(time.Now().UnixMilli())/1000
	json.NewEncoder(a.events).Encode(fields)
}
