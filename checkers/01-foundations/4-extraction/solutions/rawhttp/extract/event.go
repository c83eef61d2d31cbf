package main

import (
	"encoding/json"
	"strings"
)

// valid reads the event in a reply, if it is one.
func valid(reply object) (object, bool) {
	text := ""
	for _, block := range reply["content"].([]any) {
		if b := block.(object); b["type"] == "text" {
			text += b["text"].(string)
		}
	}
	var got object
	if reply["stop_reason"] != "end_turn" || json.Unmarshal([]byte(text), &got) != nil || !shaped(got) {
		return nil, false
	}
	title, _ := got["title"].(string)
	return got, len(strings.Fields(title)) > 0
}

func shaped(o object) bool {
	for _, name := range names {
		v, ok := o[name]
		if _, isText := v.(string); !ok || v != nil && !isText {
			return false
		}
	}
	return len(o) == len(names)
}

func equal(a, b any) bool {
	x, isText := a.(string)
	y, also := b.(string)
	if !isText || !also {
		return a == nil && b == nil
	}
	return strings.EqualFold(strings.TrimSpace(x), strings.TrimSpace(y))
}
