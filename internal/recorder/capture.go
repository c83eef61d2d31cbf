package recorder

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"agentcourse/internal/scrub"
)

const (
	maxKept = 4 << 20  // bytes of one body that stand in the trace
	margin  = 1 << 10  // more than a key: one that the bound cuts in two is still known
	maxRead = 32 << 20 // bytes of a model's reply that are read for what it cost
)

// A capture keeps the beginning of what is written to it, and counts the rest. It may be used by several goroutines.
type capture struct {
	mu    sync.Mutex
	data  []byte
	total int64
	limit int // of data, 0 means what the trace needs
}

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total += int64(len(p))
	c.data = append(c.data, p[:min(len(p), cmp.Or(c.limit, maxKept+margin)-len(c.data))]...)
	return len(p), nil
}

// bytes is what was kept, and how much there was.
func (c *capture) bytes() ([]byte, int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.data[:len(c.data):len(c.data)], c.total
}

// unzip unpacks what was captured, as far as it came; false if that cannot be done.
func (c *capture) unzip() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.total > int64(len(c.data)) {
		return false
	}
	reader, err := gzip.NewReader(bytes.NewReader(c.data))
	if err != nil {
		return false
	}
	plain, _ := io.ReadAll(io.LimitReader(reader, maxRead+1)) // the error is that it broke off
	if len(plain) > maxRead {
		return false
	}
	c.data, c.total = plain, int64(len(plain))
	return true
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
	text := r.clean(string(data[:min(len(data), maxKept+margin)]))
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
