// Package wire speaks the streaming form of the Messages API: text is shown as it arrives.
package wire

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
)

// A Turn is one message: who said it, and its blocks.
type Turn struct {
	Role    string           `json:"role"`
	Content []map[string]any `json:"content"`
}

// Say is a turn of one text.
func Say(role, text string) Turn {
	return Turn{role, []map[string]any{{"type": "text", "text": text}}}
}

// Reply is what a stream added up to.
type Reply struct {
	Text       string
	In, Out    int
	StopReason string
}

type event struct {
	Type    string
	Message struct{ Usage usage }
	Delta   struct {
		Type, Text string
		StopReason string `json:"stop_reason"`
	}
	Usage usage
	Error struct{ Message string }
}

type usage struct {
	In  int `json:"input_tokens"`
	Out int `json:"output_tokens"`
}

// Stream sends a conversation and writes the text of the reply to w as it arrives.
func Stream(w io.Writer, conversation ...Turn) (Reply, error) {
	body, err := json.Marshal(map[string]any{"model": "claude-opus-5-5", "max_tokens": 64000, "stream": true, "messages": conversation})
	if err != nil {
		return Reply{}, err
	}
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return Reply{}, err
	}
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return Reply{}, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		var e event
		err := json.NewDecoder(res.Body).Decode(&e)
		return Reply{}, errors.Join(err, fmt.Errorf("%s: %s", res.Status, e.Error.Message))
	}
	return follow(w, res.Body)
}

func follow(w io.Writer, stream io.Reader) (r Reply, err error) {
	lines := bufio.NewReader(stream)
	for {
		line, err := lines.ReadString('\n')
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var e event
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				return r, err
			}
			switch e.Type {
			case "error":
				return r, errors.New(e.Error.Message)
			case "message_start":
				r.In = e.Message.Usage.In
			case "content_block_delta":
				r.Text += e.Delta.Text
				fmt.Fprint(w, e.Delta.Text)
			case "message_delta":
				r.Out, r.StopReason = e.Usage.Out, e.Delta.StopReason
			}
		}
		if err == io.EOF && r.StopReason != "" {
			return r, nil
		}
		if err != nil {
			return r, fmt.Errorf("the stream was cut off: %w", err)
		}
	}
}
