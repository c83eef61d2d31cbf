package trace

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"
)

const (
	maxTokens = 1_000_000_000 // of one reply; a larger number is a mistake, and would spoil the sums
	maxMS     = 1e15
)

// A decoder reads one line that is an object in valid JSON, and keeps the first field of a wrong type.
type decoder struct {
	prefix  string // of the field that is read: "usage." inside usage
	field   string // that is read
	problem string
}

// fields are the fields that are not null.
func (d *decoder) fields(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for name, value := range fields(object) {
			d.field = d.prefix + name
			if value[0] != 'n' && !yield(name, value) {
				return
			}
		}
	}
}

func (d *decoder) wrong(value []byte, want string) {
	if d.problem == "" {
		d.problem = fmt.Sprintf("%q is %s, not %s", d.field, jsonKind(value), want)
	}
}

func (d *decoder) text(value []byte) string {
	if value[0] != '"' {
		d.wrong(value, "a text")
		return ""
	}
	return text(value)
}

func (d *decoder) flag(value []byte) bool {
	if value[0] != 't' && value[0] != 'f' {
		d.wrong(value, "a truth value")
	}
	return value[0] == 't'
}

func (d *decoder) number(value []byte) float64 {
	n, err := strconv.ParseFloat(string(value), 64)
	switch {
	case jsonKind(value) != "a number":
		d.wrong(value, "a number")
	case err != nil:
		d.wrong(value, "one that can be counted with")
	}
	return n
}

// whole is a number of steps or tokens.
func (d *decoder) whole(value []byte) int {
	n := d.number(value)
	if n != math.Trunc(n) || n < 0 || n > maxTokens {
		d.wrong(value, fmt.Sprintf("a whole one from 0 to %d", maxTokens))
		return 0
	}
	return int(n)
}

// ms is a time in milliseconds. Some clocks go back, and some programs write fractions.
func (d *decoder) ms(value []byte) int64 {
	n := d.number(value)
	if math.Abs(n) > maxMS {
		d.wrong(value, "one of milliseconds")
		return 0
	}
	return int64(math.Round(n))
}

// list is a value that must be a list, as it is.
func (d *decoder) list(value []byte) []byte {
	if value[0] != '[' {
		d.wrong(value, "a list")
	}
	return value
}

func (d *decoder) event(name string, object []byte) Event {
	switch name {
	case "task":
		return d.task(object)
	case "model":
		return d.model(object)
	case "tool":
		return d.tool(object)
	case "stopped":
		return d.stopped(object)
	case "call":
		return d.call(object)
	}
	return Unknown{name, object}
}

func (d *decoder) task(object []byte) Task {
	var e Task
	for name, value := range d.fields(object) {
		switch name {
		case "task":
			e.Task = d.text(value)
		case "model":
			e.Model = d.text(value)
		case "provider":
			e.Provider = d.text(value)
		}
	}
	return e
}

func (d *decoder) model(object []byte) Model {
	e := Model{Step: NoStep}
	for name, value := range d.fields(object) {
		switch name {
		case "step":
			e.Step = d.whole(value)
		case "stop_reason":
			e.StopReason = d.text(value)
		case "usage":
			e.Usage = d.usage(value)
		case "content":
			e.Content = d.list(value)
		case "model":
			e.Model = d.text(value)
		case "request_id":
			e.RequestID = d.text(value)
		case "ms":
			e.MS = d.ms(value)
		}
	}
	return e
}

func (d *decoder) usage(object []byte) *Usage {
	if object[0] != '{' {
		d.wrong(object, "an object")
		return nil
	}
	d.prefix = "usage."
	defer func() { d.prefix = "" }()
	var u Usage
	hasIn, hasOut := false, false
	for name, value := range d.fields(object) {
		switch name {
		case "in":
			u.In, hasIn = d.whole(value), true
		case "out":
			u.Out, hasOut = d.whole(value), true
		case "cache_read":
			u.CacheRead = d.whole(value)
		case "cache_write":
			u.CacheWrite = d.whole(value)
		case "thinking":
			u.Thinking = d.whole(value)
		}
	}
	if !hasIn || !hasOut {
		return nil
	}
	return &u
}

func (d *decoder) tool(object []byte) Tool {
	e := Tool{Step: NoStep}
	for name, value := range d.fields(object) {
		switch name {
		case "step":
			e.Step = d.whole(value)
		case "name":
			e.Name = d.text(value)
		case "input":
			e.Input = value
		case "output":
			e.Output = d.text(value)
		case "is_error":
			isError := d.flag(value)
			e.IsError = &isError
		case "ms":
			ms := d.ms(value)
			e.MS = &ms
		}
	}
	return e
}

func (d *decoder) stopped(object []byte) Stopped {
	var e Stopped
	for name, value := range d.fields(object) {
		switch name {
		case "reason":
			e.Reason = d.text(value)
		case "detail":
			e.Detail = d.text(value)
		}
	}
	return e
}

func (d *decoder) call(object []byte) Call {
	var e Call
	for name, value := range d.fields(object) {
		switch name {
		case "dialect":
			e.Dialect = d.text(value)
		case "method":
			e.Method = d.text(value)
		case "path":
			e.Path = d.text(value)
		case "status":
			e.Status = d.whole(value)
		case "request":
			e.Request = value
		case "response":
			e.Response = value
		case "error":
			e.Error = d.text(value)
		case "ms":
			e.MS = d.ms(value)
		case "streamed":
			e.Streamed = d.flag(value)
		}
	}
	return e
}

// A Block is a part of a reply, in the form of the Messages API.
type Block struct {
	Type  string          // text, tool_use, thinking, …
	Text  string          // of a text
	Name  string          // of the tool that is asked for
	Input json.RawMessage // of the tool, a part of the event's content
}

// Blocks are the parts of a reply that was read by [Read]. Fields of another type than a block's are passed over, and so
// is what is no object.
func (e Model) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		if len(e.Content) == 0 {
			return
		}
		for element := range elements(e.Content) {
			if element[0] == '{' && !yield(readBlock(element)) {
				return
			}
		}
	}
}

func readBlock(object []byte) Block {
	var b Block
	for name, value := range fields(object) {
		isText := value[0] == '"'
		switch {
		case name == "type" && isText:
			b.Type = text(value)
		case name == "text" && isText:
			b.Text = text(value)
		case name == "name" && isText:
			b.Name = text(value)
		case name == "input":
			b.Input = value
		}
	}
	return b
}
