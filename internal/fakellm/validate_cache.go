package fakellm

import "fmt"

// maxCacheControl is the number of breakpoints a request may set.
const maxCacheControl = 4

// cacheMark is a cache_control in a request.
type cacheMark struct {
	path string // of the block
	hour bool   // ttl is 1h
}

// checkCacheControl counts the marks, and refuses one for an hour behind one
// for five minutes.
func (c *call) checkCacheControl() {
	marks := cacheMarksIn(c.body, c.messages)
	c.cacheMarks = len(marks)
	if len(marks) > maxCacheControl {
		c.invalid(ThirdParty, "A maximum of %d blocks with cache_control may be provided. Found %d.", maxCacheControl, len(marks))
	}
	short := false
	for _, m := range marks {
		if short && m.hour {
			evidence := Transcript
			if m.path == "" {
				evidence = Uncertain // the mark of the whole request
			}
			c.invalid(evidence, "%s: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. "+
				"Note that blocks are processed in the following order: `tools`, `system`, `messages`.", join(m.path, "cache_control.ttl"))
		}
		short = short || !m.hour
	}
}

// cacheMarksIn lists the marks in the order in which the API reads them; that
// of the whole request counts as one behind everything.
func cacheMarksIn(body map[string]any, messages []sent) []cacheMark {
	var marks []cacheMark
	add := func(path string, mark any) {
		control, _ := mark.(map[string]any)
		marks = append(marks, cacheMark{path, control["ttl"] == "1h"})
	}
	for i, t := range objectsIn(body["tools"]) {
		if mark := t["cache_control"]; mark != nil {
			add(fmt.Sprintf("tools.%d", i), mark)
		}
	}
	for i, b := range objectsIn(body["system"]) {
		if mark := b["cache_control"]; mark != nil {
			add(fmt.Sprintf("system.%d", i), mark)
		}
	}
	for _, m := range messages {
		for i, b := range m.blocks {
			for k, inner := range objectsIn(b["content"]) {
				if mark := inner["cache_control"]; mark != nil {
					add(fmt.Sprintf("messages.%d.content.%d.content.%d", m.index, i, k), mark)
				}
			}
			if mark := b["cache_control"]; mark != nil {
				add(fmt.Sprintf("messages.%d.content.%d", m.index, i), mark)
			}
		}
	}
	if mark := body["cache_control"]; mark != nil {
		add("", mark)
	}
	return marks
}
