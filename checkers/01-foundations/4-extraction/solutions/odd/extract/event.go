package main

import (
	"errors"
	"fmt"
	"strings"

	"agentcourse/starter/messages"
)

// fields are the fields of an event, in the order in which they are printed.
var fields = []string{"title", "date", "time", "place"}

// An event has a text for each field, nil where the message says nothing.
type event map[string]*string

const schema = `{
	"type": "object",
	"properties": {
		"title": {"type": ["string", "null"]},
		"date": {"type": ["string", "null"]},
		"time": {"type": ["string", "null"]},
		"place": {"type": ["string", "null"]}
	},
	"required": ["title", "date", "time", "place"],
	"additionalProperties": false
}`

// read takes the event out of a reply. The error says why there is none.
func read(reply *messages.Response) (event, error) {
	var e event
	if err := reply.Decode(&e); err != nil {
		return nil, err
	}
	if err := e.complete(); err != nil {
		return nil, err
	}
	if title := e["title"]; title == nil || strings.TrimSpace(*title) == "" {
		return nil, errors.New("the title is missing")
	}
	return e, nil
}

// complete reports whether the event has the four fields and no other.
func (e event) complete() error {
	for _, name := range fields {
		if _, ok := e[name]; !ok {
			return fmt.Errorf("there is no %s", name)
		}
	}
	if len(e) != len(fields) {
		return fmt.Errorf("there are %d fields, not %d", len(e), len(fields))
	}
	return nil
}

func same(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return strings.EqualFold(strings.TrimSpace(*a), strings.TrimSpace(*b))
}
