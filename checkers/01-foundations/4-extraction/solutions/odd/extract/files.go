package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// load reads the messages and the ground truth: as many events as there are messages.
func load(events, expected string) ([]string, []event, error) {
	src, err := os.ReadFile(events)
	if err != nil {
		return nil, nil, err
	}
	var texts []string
	for line := range strings.Lines(string(src)) {
		if text := strings.TrimSpace(line); text != "" {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return nil, nil, fmt.Errorf("%s: there is no message", events)
	}

	src, err = os.ReadFile(expected)
	if err != nil {
		return nil, nil, err
	}
	var truth []event
	if err := json.Unmarshal(src, &truth); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", expected, err)
	}
	for i, e := range truth {
		if err := e.complete(); err != nil {
			return nil, nil, fmt.Errorf("%s: object %d: %w", expected, i+1, err)
		}
	}
	if len(truth) != len(texts) {
		return nil, nil, fmt.Errorf("%s: %d objects for %d messages in %s", expected, len(truth), len(texts), events)
	}
	return texts, truth, nil
}
