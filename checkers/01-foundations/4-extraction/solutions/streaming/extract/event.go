package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"agentcourse/starter/messages"
)

const schema = `{"$ref": "#/$defs/event", "$defs": {
	"text": {"type": ["null", "string"], "description": "null if the message does not say it"},
	"event": {"type": "object", "additionalProperties": false, "required": ["date", "time", "place", "title"], "properties":
		{"title": {"type": "string"}, "date": {"$ref": "#/$defs/text"}, "time": {"$ref": "#/$defs/text"}, "place": {"$ref": "#/$defs/text"}}}}}`

// A value knows whether it was there, and whether it was null.
type value struct {
	given, null bool
	text        string
}

func (v *value) UnmarshalJSON(src []byte) error {
	v.given, v.null = true, string(src) == "null"
	if v.null {
		return nil
	}
	return json.Unmarshal(src, &v.text)
}

func (v value) is(w value) bool {
	return v.null == w.null && strings.EqualFold(strings.TrimSpace(v.text), strings.TrimSpace(w.text))
}

type event struct{ Title, Date, Time, Place value }

// decode goes by way of a map, as a struct would take Title for title.
func decode(src []byte) (event, error) {
	var m map[string]value
	if err := json.Unmarshal(src, &m); err != nil {
		return event{}, err
	}
	e := event{m["title"], m["date"], m["time"], m["place"]}
	if !e.Title.given || !e.Date.given || !e.Time.given || !e.Place.given {
		return e, errors.New("a field is missing")
	}
	if len(m) > 4 {
		return e, errors.New("there is another field")
	}
	return e, nil
}

func parseReply(reply *messages.Response) (event, error) {
	if reply.StopReason != messages.StopEndTurn {
		return event{}, errors.New("stopped: " + reply.StopReason)
	}
	e, err := decode([]byte(reply.Text()))
	if err == nil && strings.TrimSpace(e.Title.text) == "" {
		err = errors.New("no title")
	}
	return e, err
}

func (e event) compare(w event) marks {
	return marks{e.Title.is(w.Title), e.Date.is(w.Date), e.Time.is(w.Time), e.Place.is(w.Place)}
}

type testCase struct {
	text string
	want event
}

func readCases(events, expected string) ([]testCase, error) {
	src, err := os.ReadFile(events)
	if err != nil {
		return nil, err
	}
	answers, err := os.ReadFile(expected)
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(answers, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", expected, err)
	}
	var cases []testCase
	for _, line := range strings.FieldsFunc(string(src), func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if len(cases) == len(list) {
			return nil, fmt.Errorf("%s ends before %q", expected, line)
		}
		want, err := decode(list[len(cases)])
		if err != nil {
			return nil, fmt.Errorf("%s: the answer to %q: %w", expected, line, err)
		}
		cases = append(cases, testCase{line, want})
	}
	if len(cases) < len(list) {
		return nil, fmt.Errorf("%s goes on behind the last of %d messages", expected, len(cases))
	}
	return cases, nil
}
