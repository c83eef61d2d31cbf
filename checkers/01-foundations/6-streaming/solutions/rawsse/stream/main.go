// Stream without any package for the API: one HTTP request, and server-sent events read by hand.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// A thing is whatever comes: an event, a whole reply or an error. They have enough fields in common.
type thing struct {
	Type    string
	Message *thing
	Content []struct{ Type, Text string }
	Delta   struct {
		Type, Text string
		StopReason string `json:"stop_reason"`
	}
	StopReason string `json:"stop_reason"`
	Usage      usage
	Error      struct{ Message string }
}

type usage struct {
	In  int `json:"input_tokens"`
	Out int `json:"output_tokens"`
}

// A report is what the row says.
type report struct {
	usage
	begin  time.Time
	first  time.Duration // 0 before there is any text
	reason string
}

func main() {
	args, whole := os.Args[1:], false
	if len(args) > 0 && args[0] == "-whole" {
		args, whole = args[1:], true
	}
	args = append(args, "Write a 600-word story about a robot learning to cook.")
	r := report{begin: time.Now()}
	if err := r.call(args[0], !whole); err != nil {
		fmt.Fprintf(os.Stderr, "\n\x1b[31mINCOMPLETE\x1b[0m %v\n", err)
		os.Exit(3)
	}
	total := time.Since(r.begin)
	first := "none"
	if r.first > 0 {
		first = fmt.Sprint(r.first.Milliseconds())
	}
	if r.reason == "max_tokens" {
		fmt.Print("\r\n*** Cut off! ***")
	}
	fmt.Printf("\r\n[stop_reason=%s, out=%d, in=%d, total_ms=%d, first_ms=%s]", r.reason, r.Out, r.In, total.Milliseconds(), first)
}

func (r *report) call(prompt string, stream bool) error {
	body, err := json.Marshal(map[string]any{
		"model": "claude-opus-5-5", "max_tokens": 8192, "stream": stream,
		"messages": []any{map[string]any{"role": "user", "content": prompt}},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("authorization", "Bearer "+os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2026-10-21")
	req.Header.Set("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if stream && res.StatusCode == http.StatusOK {
		return r.follow(bufio.NewReader(res.Body))
	}
	all, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	return r.take(all)
}

// follow reads events up to the end of the stream, which is well only if the stop reason has come.
func (r *report) follow(lines *bufio.Reader) error {
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF && r.reason != "" {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the stream broke: %w", err)
		}
		if data, ok := strings.CutPrefix(line, "data:"); ok {
			if err := r.take([]byte(data)); err != nil {
				return err
			}
		}
	}
}

func (r *report) take(data []byte) error {
	t := thing{Usage: r.usage} // counts that are there replace the earlier ones, others stay
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	r.usage = t.Usage
	switch t.Type {
	case "error":
		return errors.New(t.Error.Message)
	case "message_start":
		r.usage = t.Message.Usage
	case "content_block_delta":
		if t.Delta.Type == "text_delta" {
			r.show(t.Delta.Text)
		}
	case "message_delta":
		r.reason = t.Delta.StopReason
	case "message":
		r.reason = t.StopReason
		for _, block := range t.Content {
			r.show(block.Text)
		}
	}
	return nil
}

func (r *report) show(text string) {
	if text != "" && r.first == 0 {
		r.first = time.Since(r.begin)
	}
	os.Stdout.WriteString(text)
}
