package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Event is a line of a trace, with the fields of all kinds of event that count here.
type Event struct {
	Event      string `json:"event"`
	Model      string `json:"model"` // of a task, or the one that answered
	Step       int    `json:"step"`
	StopReason string `json:"stop_reason"`
	Usage      *struct {
		In  int `json:"in"`
		Out int `json:"out"`
	} `json:"usage"`
	Content []struct {
		Type string `json:"type"`
	} `json:"content"`
	Name    string `json:"name"`
	IsError bool   `json:"is_error"`
	Reason  string `json:"reason"`
}

// parse reads the name first: only of an event that it knows does it know the types of the fields.
func parse(line []byte) (Event, error) {
	var head struct {
		Event string `json:"event"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return Event{}, err
	}
	event := Event{Event: head.Event}
	switch head.Event {
	case "":
		return event, errors.New("no event")
	case "task", "model", "tool", "stopped":
		return event, json.Unmarshal(line, &event)
	}
	return event, nil
}

func (e Event) row() string {
	switch e.Event {
	case "model":
		calls := 0
		for _, block := range e.Content {
			if block.Type == "tool_use" {
				calls++
			}
		}
		in, out, stop := "?", "?", e.StopReason
		if e.Usage != nil {
			in, out = fmt.Sprint(e.Usage.In), fmt.Sprint(e.Usage.Out)
		}
		if stop == "" {
			stop = "?"
		}
		return fmt.Sprintf("event=model step=%d stop_reason=%s in=%s out=%s calls=%d", e.Step, stop, in, out, calls)
	case "tool":
		return fmt.Sprintf("event=tool step=%d name=%s is_error=%t", e.Step, e.Name, e.IsError)
	case "stopped":
		return "event=stopped reason=" + e.Reason
	}
	return "event=" + e.Event
}
