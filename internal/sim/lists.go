package sim

import (
	"strings"
)

var (
	reSeparator = lazy(`\s*(?:,|;|\band\b|\n)\s*`)
	reMessages  = lazy(`\s*(?:\n+|·|•)\s*(?:[-*]\s+|\d{1,2}[.)]\s+)?`)
	reItemMark  = lazy(`^(?:[-*•·]\s+|\d{1,2}[.)]\s+)`)
)

// messages are the parts of data that holds several: one a line.
func messages(data string) []string {
	var found []string
	for _, m := range reMessages.Split(reItemMark.ReplaceAllString(data, ""), 50) {
		if m = tidyData(m); wordCount(m) > 1 {
			found = append(found, m)
		}
	}
	return found
}

// array writes an object for each message of the data, or the persons or the
// parts of one.
func (x *extractor) array(s map[string]any, name string, depth int) string {
	items, _ := s["items"].(map[string]any)
	low, high := countOr(s["minItems"], 0), countOr(s["maxItems"], 50)
	var values []string
	switch r := resolved(x.root, items); {
	case typeOf(r) == "object" && depth < 6 && x.part == "" && len(messages(x.data)) > 1:
		for i, m := range messages(x.data) {
			values = append(values, x.of(m, i).json(items, name, depth+1))
		}
	case typeOf(r) == "object" && depth < 6 || r["enum"] != nil:
		values = append(values, x.json(items, name, depth+1))
	case typeOf(r) == "string" && kindOf(name, describe(s)) == "person":
		for _, who := range x.found.people() {
			values = append(values, encode(who))
		}
	case typeOf(r) == "string" && r["format"] == nil && r["anyOf"] == nil && r["const"] == nil && x.data != "":
		for _, part := range reSeparator.Split(x.data, 6) {
			if part = strings.TrimRight(part, ".!?"); part != "" && len(part) < 200 {
				values = append(values, encode(part))
			}
		}
	}
	for len(values) < min(low, 100) {
		values = append(values, x.json(items, name, depth+1))
	}
	return "[" + strings.Join(firstN(values, max(high, 0)), ",") + "]"
}
