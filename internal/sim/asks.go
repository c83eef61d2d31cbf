package sim

import (
	"slices"
	"strings"
)

// What a task asks of files.

const fileNoun = `(?:notes?|files?|documents?)`

var (
	reFileName = lazy(`(?:^|[\s"'(\x60<>=,])((?:~?/|(?:\.\./)+|\./)?(?:[\w.-]+/)*[\w-]+\.(?:md|txt|csv|json|log|go|py|ya?ml|html|toml|ini|env)|(?:\.\./)+[\w./-]*\w|/[A-Za-z][\w./-]*\w)`)
	reCountAsk = lazy(`(?i)\b(?:how many|count(?: all)?(?: the)?|(?:number|amount) of|and|or|,) (lines|words|characters|letters)\b|\b(line|word|character) counts?\b`)
	reCountCue = lazy(`(?i)\b(?:how many|counts?|number of|amount of)\b`)
	reItemAsk  = lazy(`(?i)\bhow many ([a-z]+)\b`)
	reListAsk  = lazy(`(?i)\b(?:list|show|name|see)\b[^.?!]{0,20}\b(?:notes|files|documents)\b|\bwhat (?:notes|files|documents)\b|\bwhich (?:notes|files|documents) (?:do i|are|have)\b|\bhow many (?:notes|files|documents)\b`)
	reSearch   = lazy(`(?i)\b(?:which|what|any)(?: one)?(?: of)?(?: my| the| these)? ` + fileNoun + ` (?:that )?(?:mentions?|talks? about|contains?|is about|are about|speaks? of|has|have|refers? to|discuss(?:es)?) (?:the |a |an |my )?["']?([\pL-]+)`)
	reFind     = lazy(`(?i)\b(?:anything|something) about (?:the |a )?([\pL-]+) in (?:my|the) ` + fileNoun + `\b|\bfind (?:the|a|any|all) ` + fileNoun + ` (?:about|on|with|that (?:mentions?|contains?)) (?:the |a )?([\pL-]+)` +
		`|\b(?:search|go through|look (?:in|through)|check) (?:(?:all|through|in|of|my|the|your) ?)*` + fileNoun + ` for (?:the |a |an |any |anything about |mentions? of )*["']?([\pL-]+)` +
		`|\b(?:search|look) for ["']?([\pL-]+)["']? in (?:my|the|all)\b[^.?!]{0,10}\b` + fileNoun +
		`|\b(?:do|does|did) (?:any of |one of |some of )?(?:my|the) ` + fileNoun + ` (?:mention|contain|talk about|speak of|discuss|say (?:anything|something) about|have (?:anything|something) (?:on|about)) (?:the |a |an )?["']?([\pL-]+)` +
		`|\b(?:is|are|was) (?:the |a )?["']?([\pL-]+)["']? (?:mentioned )?(?:anywhere )?in (?:any of )?my ` + fileNoun)
	reReadAll = lazy(`(?i)\b(?:read|open|check|summari[sz]e|look (?:at|through)|what(?:'s| is) in|show me) (?:(?:all|of|my|the|each|every) ?)*(?:notes|files|documents)\b|\b(?:read|open|check|summari[sz]e) (?:each|every)(?: one)?(?: of)?(?: my| the)? ?(?:notes?|files?|documents?)\b`)
	rePickOne = lazy(`(?i)\b(shortest|longest|smallest|largest|biggest|first|last|newest|oldest) (?:one|note|file|document)\b`)
	// A file that is meant by what it is about: "my todo list".
	reMeant   = lazy(`(?i)\bmy (to do|[\pL-]+)(?: [\pL-]+)?? (?:list|file|notes?|document)\b|\b(?:read|open|check|show(?: me)?|summari[sz]e|what(?:'s| is) (?:on|in)|in|on) (?:the|my|our) (to do|[\pL-]+) (?:list|file|notes?|document)\b`)
	notTopics = []string{"other", "own", "whole", "same", "new", "old", "following", "note", "notes", "file", "linked", "all", "any", "only", "first", "last", "shortest", "longest", "smallest", "largest", "biggest", "newest", "oldest", "text", "attached", "long", "short"}
)

// filesIn are the file names in a text, each once.
func filesIn(text string) []string {
	var files []string
	for _, m := range reFileName.FindAllStringSubmatch(text, 20) {
		if !slices.Contains(files, m[1]) {
			files = append(files, m[1])
		}
	}
	return files
}

// unitsIn are what a text wants counted: lines, words, characters.
func unitsIn(text string) []string {
	var units []string
	if !reCountCue.MatchString(text) {
		return nil
	}
	for _, m := range reCountAsk.FindAllStringSubmatch(text, 10) {
		unit := strings.TrimSuffix(strings.ToLower(m[1]+m[2]), "s") + "s"
		if unit == "letters" {
			unit = "characters"
		}
		if !slices.Contains(units, unit) {
			units = append(units, unit)
		}
	}
	return units
}

// meantFile is what the file is about that a text means without its name.
func meantFile(text string) string {
	for _, m := range reMeant.FindAllStringSubmatch(text, 5) {
		topic := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(m[1]+m[2]), " ", ""), "-", "")
		if !slices.Contains(notTopics, topic) {
			return topic
		}
	}
	return ""
}

// fileGoals are what a text wants done with files.
func fileGoals(text string) []*goal {
	var goals []*goal
	units := unitsIn(text)
	for _, f := range filesIn(text) {
		if len(units) == 0 {
			goals = append(goals, &goal{kind: readGoal, file: f})
		}
		for _, unit := range units {
			goals = append(goals, &goal{kind: countGoal, file: f, unit: unit})
		}
	}
	topic := strings.ToLower(group(reSearch, text))
	if topic == "" {
		topic = strings.ToLower(group(reFind, text))
	}
	pick, meant := strings.ToLower(group(rePickOne, text)), meantFile(text)
	switch {
	case topic != "":
		return append(goals, &goal{kind: listGoal}, &goal{kind: searchGoal, about: topic})
	case pick != "" && reFiles.MatchString(text):
		return append(goals, &goal{kind: listGoal}, &goal{kind: pickGoal, about: pick})
	case meant != "" && len(goals) == 0:
		g := &goal{kind: meantGoal, about: meant}
		if len(units) > 0 {
			g.unit = units[0]
		} else if group(reItemAsk, text) != "" {
			g.unit = "items"
		}
		return append(goals, &goal{kind: listGoal}, g)
	case reReadAll.MatchString(text):
		return append(goals, &goal{kind: listGoal}, &goal{kind: searchGoal})
	case reListAsk.MatchString(text):
		return append(goals, &goal{kind: listGoal})
	}
	return goals
}
