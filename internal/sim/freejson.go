package sim

import (
	"slices"
	"strings"
)

var (
	reWantsJSON = lazy(`(?i)\b(?:as|in|into|only|return|output|answer|reply|respond|give|write|produce|with|valid)\b[^.?!\n]{0,40}\bjson\b|\bjson only\b`)
	reKeyList   = lazy(`(?i)\b(?:keys?|fields?|properties)\b:? ((?:["'\x60]?[a-z_]+["'\x60]?(?:, (?:and )?| and )?)+)`)
	reKeyQuoted = lazy(`"([a-zA-Z_]\w{0,30})"\s*:`)
	reKey       = lazy(`[a-z_]+`)
)

// wantsJSON says whether words alone ask for JSON.
func (v *view) wantsJSON() bool {
	return reWantsJSON.MatchString(v.task) || reWantsJSON.MatchString(v.p.System)
}

// looseJSON is a JSON object with the keys that the prompt names.
func (v *view) looseJSON() string {
	prompt := v.p.System + "\n" + v.task
	var keys []string
	for _, m := range reKeyQuoted.FindAllStringSubmatch(prompt, 20) {
		keys = append(keys, m[1])
	}
	if len(keys) == 0 {
		for _, k := range reKey.FindAllString(strings.ToLower(group(reKeyList, prompt)), 20) {
			if k != "and" {
				keys = append(keys, k)
			}
		}
	}
	if f := findIn(dataIn(v.task)); len(keys) == 0 && f.date+f.time != "" {
		keys = []string{"title", "date", "time", "place"}
	}
	if len(keys) == 0 {
		keys = []string{"topic", "answer"}
	}
	properties := map[string]any{}
	var required []any
	for _, k := range keys {
		properties[k] = map[string]any{"type": []any{"string", "null"}}
		if !slices.Contains(required, any(k)) {
			required = append(required, k)
		}
	}
	x := v.extractor()
	return x.json(map[string]any{"type": "object", "properties": properties, "required": required}, "", 0)
}

// spokenJSON is JSON as a model gives it that was only asked in words: often
// with a fence around it, or a sentence before.
func (v *view) spokenJSON() string {
	text := v.looseJSON()
	if v.chance(jsonFence, "") {
		text = "```json\n" + text + "\n```"
	}
	if v.chance(jsonChat, "") {
		text = "Here is the JSON you asked for:\n\n" + text
	}
	return text
}
