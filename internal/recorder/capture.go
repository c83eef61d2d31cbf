package recorder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"agentcourse/internal/scrub"
)

const (
	maxKept = 4 << 20 // bytes of one body that stand in the trace
	margin  = 1 << 10 // more than a key: one that the bound cuts in two is still known
)

// A capture keeps the beginning of what is written to it, and counts the rest. It may be used by several goroutines.
type capture struct {
	mu    sync.Mutex
	data  []byte
	total int64
}

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total += int64(len(p))
	c.data = append(c.data, p[:min(len(p), maxKept+margin-len(c.data))]...)
	return len(p), nil
}

// bytes is what was kept, and how much there was.
func (c *capture) bytes() ([]byte, int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.data[:len(c.data):len(c.data)], c.total
}

// body is a captured body for the trace, without keys: JSON as it is, all else as a string, nil for nothing.
func (r *Recorder) body(c *capture) json.RawMessage {
	data, total := c.bytes()
	switch {
	case total == 0:
		return nil
	case total <= maxKept && json.Valid(data):
		return r.json(data)
	}
	text := r.clean(string(data))
	if total > maxKept {
		text = strings.ToValidUTF8(text[:min(len(text), maxKept)], "") + fmt.Sprintf("… (cut: the first %d of %d bytes)", maxKept, total)
	}
	return encode(text)
}

// json is valid JSON without keys.
func (r *Recorder) json(data []byte) json.RawMessage {
	return scrub.JSON([]byte(strings.ToValidUTF8(string(data), "\uFFFD")), r.known...)
}

// encode is a value as JSON, with < and & as they are.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // callers pass strings, numbers and JSON that was read
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
