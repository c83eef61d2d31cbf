// Agent works on a task with a calculator and the notes, without the package messages.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
)

const tools = `[
{"name":"read_file","description":"Gives you a note's text. Notes are the user's own files.",
 "input_schema":{"type":"object","additionalProperties":false,"required":["path"],"properties":{"path":{"type":"string"}}}},
{"name":"calc","description":"Works out arithmetic exactly. Use it for every calculation.",
 "input_schema":{"type":"object","required":["expr"],"properties":{"expr":{"type":"string"}}}}]`

type message struct {
	Role    string `json:"role"`
	Content any    `json:"content"`
}

type block struct {
	Type, Text, ID, Name string
	Input                json.RawMessage
}

type usage struct {
	Input  int `json:"input_tokens"`
	Write  int `json:"cache_creation_input_tokens"`
	Read   int `json:"cache_read_input_tokens"`
	Output int `json:"output_tokens"`
}

func (u usage) in() int { return u.Input + u.Write + u.Read }

type reply struct {
	Content    []json.RawMessage
	StopReason string `json:"stop_reason"`
	Usage      usage
	Error      struct{ Message string }
}

func main() {
	task := strings.Join(os.Args[1:], " ")
	log, err := openLog()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	log.add("task", map[string]any{"task": task})
	steps, in, out := 0, 0, 0
	err = func() error {
		history := []message{{"user", task}}
		for steps < 10 {
			r, err := ask(history)
			if err != nil {
				return err
			}
			log.add("model", map[string]any{"step": steps, "stop_reason": r.StopReason, "content": r.Content,
				"usage": map[string]int{"in": r.Usage.in(), "out": r.Usage.Output}})
			steps, in, out = steps+1, in+r.Usage.in(), out+r.Usage.Output
			if r.StopReason == "end_turn" {
				return printText(r)
			}
			if r.StopReason != "tool_use" {
				return errors.New("the model stopped early: " + r.StopReason)
			}
			history = append(history, message{"assistant", r.Content}, message{"user", answers(log, steps-1, r)})
		}
		log.add("stopped", map[string]any{"reason": "max_steps", "detail": "ten steps"})
		return errors.New("ten steps and no answer")
	}()
	fmt.Printf("cost=$%.6f in=%d out=%d steps=%d\n", float64(4*in+20*out)/1e6, in, out, steps)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func ask(history []message) (r reply, err error) {
	body, err := json.Marshal(map[string]any{
		"model": "claude-opus-5-5", "max_tokens": 1500, "tools": json.RawMessage(tools), "messages": history,
	})
	if err != nil {
		return r, err
	}
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return r, err
	}
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return r, err
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&r); err != nil {
		return r, err
	}
	if res.StatusCode != 200 {
		return r, errors.New(r.Error.Message)
	}
	return r, nil
}

func blocksOf(r reply) []block {
	blocks := make([]block, len(r.Content))
	for i, raw := range r.Content {
		_ = json.Unmarshal(raw, &blocks[i]) // a kind it does not know stays empty
	}
	return blocks
}

func printText(r reply) error {
	for _, b := range blocksOf(r) {
		fmt.Print(b.Text)
	}
	fmt.Println()
	return nil
}
