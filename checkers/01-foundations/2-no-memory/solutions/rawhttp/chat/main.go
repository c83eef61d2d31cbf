// Chat as two goroutines and a channel: one reads lines, the other owns the conversation. A line that failed stays in it.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type reply struct {
	Content []struct{ Type, Text string }
	Usage   struct {
		In  int `json:"input_tokens"`
		Out int `json:"output_tokens"`
	}
	Error *struct{ Message string }
}

func main() {
	lines, ready := make(chan string), make(chan bool)
	go read(lines, ready)
	history := []message{}
	for ready <- true; ; ready <- true {
		line, more := <-lines
		if !more {
			return
		}
		history = append(history, message{"user", line})
		r, err := send(history)
		if err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			continue
		}
		text := ""
		for _, b := range r.Content {
			text += b.Text
		}
		history = append(history, message{"assistant", text})
		fmt.Printf("%s\nout=%d in=%d\n", text, r.Usage.Out, r.Usage.In)
	}
}

// read passes on one line each time the other side is ready for one.
func read(lines chan<- string, ready <-chan bool) {
	defer close(lines)
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(nil, 4<<20)
	for <-ready; scanner.Scan(); {
		switch line := scanner.Text(); {
		case line == "quit":
			return
		case strings.TrimSpace(line) != "":
			lines <- line
			<-ready
		}
	}
}

func send(history []message) (*reply, error) {
	body, err := json.Marshal(map[string]any{
		"model": "claude-sonnet-5-5", "max_tokens": 1024, "messages": history, "system": "Answer briefly.",
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Add("authorization", "Bearer "+os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Add("anthropic-version", "2026-10-21")
	req.Header.Add("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	var r reply
	err = json.NewDecoder(res.Body).Decode(&r)
	if r.Error != nil {
		err = cmp.Or(err, fmt.Errorf("%s: %s", res.Status, r.Error.Message))
	}
	return &r, err
}
