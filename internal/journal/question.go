package journal

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"agentcourse/internal/catalog"
	"agentcourse/internal/document"
)

// answer wants text below the question's heading, or elsewhere among the answers behind the question's ID.
func (r reading) answer(q catalog.Question) state {
	id := fmt.Sprintf("%s-q%d", r.ex.ID, q.Number)
	skipped := []func(string) bool{putsOffAnswer.MatchString, r.isTemplate, func(text string) bool { return isCopied(text, id, q.Text) }}
	line := 0
	for _, s := range r.doc.Sections {
		if !r.heads(s, q) {
			continue
		}
		if says(s.Blocks, skipped...) {
			return state{done: true, line: s.Line}
		}
		if line == 0 {
			line = s.Line
		}
	}
	if blocks := r.marked(q.Number); says(blocks, skipped...) {
		return state{done: true, line: blocks[0].Line}
	}
	if line == 0 {
		return state{false, r.answersLine(), "it has no heading " + id, "add the line ### " + id + " " + q.Text}
	}
	return state{false, line, "it has no answer" + r.hidden(line, r.endOf(line)), "write below the heading what you saw, and why"}
}

// putsOffAnswer is a paragraph that stands where an answer shall stand, and is none.
var putsOffAnswer = regexp.MustCompile(`(?i)^[\s\pP\pS]*(?:` +
	`(?:see|cf|same as|as|like|siehe|wie|vgl)[.:]? (?:the )?(?:above|below|before|oben|unten|(?:next|previous|last) (?:answer|question|one)|(?:answer|question|frage|(?:[0-9]+\.[0-9]+-)?q) ?[0-9]*)` +
	`|ditto|idem|s\.? ?[ou]\.|n ?/ ?a|na|(?:my |your |the )?answer(?: (?:goes )?here| follows| to come| comes later)?` +
	`|(?:to be|will be) (?:answered|filled in)|coming soon|not yet|noch offen|pending|(?:i will|i'll|will) (?:do|answer|write)(?: (?:it|this|that))?(?: later| soon| tomorrow)?` +
	`|後で|あとで|[a-z])?[\s\pP\pS]*$`)

// isCopied reports whether a text is the question, or most of it.
func isCopied(text, id, question string) bool {
	plain := func(s string) string {
		return strings.ToLower(strings.Map(func(r rune) rune {
			if isWritten(r) {
				return r
			}
			return -1
		}, s))
	}
	own, asked := plain(text), plain(question)
	own = strings.TrimPrefix(own, plain(id))
	return own == "" || strings.Contains(asked, own) && len(own)*2 >= len(asked)
}

// heads reports whether a section's heading is a question's: by its ID, which may stand there with those of others, or by the
// question's own words.
func (r reading) heads(s document.Section, q catalog.Question) bool {
	numbers, rest, _ := r.questions(s.Title)
	if len(numbers) > 0 {
		return slices.Contains(numbers, q.Number)
	}
	return document.PlainName(rest) != "" && document.PlainName(rest) == document.PlainName(q.Text)
}

var (
	questionID = regexp.MustCompile(`(?i)^(?:(?:ex)?([0-9]+\.[0-9]+)[ -]*)?(?:q|questions? |fragen? )0*([0-9]+)\b`)
	oneMore    = regexp.MustCompile(`(?i)^(?:and|und|&|\+) *0*([0-9]+)\b`)
	connects   = regexp.MustCompile(`(?i)^(?:and|und) `)
	aroundAnID = " \t*_`~[](){}#:.,;|+&/-"
	behindAnID = ":.)]*_|-,"
)

// questions are the numbers of those that a text names first, and what stands behind them. It is sure of that when a sign
// stands between, or the exercise's id before. An entry that names one exercise may leave out that id.
func (r reading) questions(text string) (numbers []int, rest string, sure bool) {
	if start := strings.TrimLeft(text, aroundAnID); start == "" || !strings.ContainsRune("0123456789qQfFeE<", rune(start[0])) {
		return nil, start, false // the quick way
	}
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Pd, r) || r == '\u2212' {
			return '-'
		}
		return r
	}, tag.ReplaceAllString(text, ""))
	known := len(r.ids) == 1
	for {
		next := strings.TrimLeft(text, aroundAnID)
		if len(numbers) > 0 {
			if m := oneMore.FindStringSubmatch(strings.TrimLeft(text, " ")); m != nil {
				n, _ := strconv.Atoi(m[1])
				numbers, text = append(numbers, n), strings.TrimLeft(text, " ")[len(m[0]):]
				continue
			}
			next = next[len(connects.FindString(next)):]
		}
		m := questionID.FindStringSubmatch(next)
		if m == nil || m[1] != "" && m[1] != r.ex.ID || m[1] == "" && !known {
			break
		}
		known, sure = true, sure || m[1] != ""
		n, _ := strconv.Atoi(m[2])
		numbers, text = append(numbers, n), next[len(m[0]):]
	}
	sure = sure || text == "" || strings.ContainsAny(text[:1], behindAnID)
	return numbers, strings.TrimLeft(text, aroundAnID), sure && len(numbers) > 0
}

// marked are the parts of the answers that begin with a question's ID: lines with all that follows up to the next ID or
// heading, and rows of tables.
func (r reading) marked(number int) []document.Block {
	var found []document.Block
	current := []int(nil)
	take := func(b document.Block) {
		if slices.Contains(current, number) {
			found = append(found, b)
		}
	}
	for _, b := range r.doc.Blocks {
		switch {
		case b.Kind == document.Heading || !r.isAnswers(b.Line):
			current = nil
		case b.Kind == document.Table:
			for _, row := range b.Rows {
				if numbers, rest, _ := r.questions(row.Cells[0]); rest == "" && slices.Contains(numbers, number) {
					found = append(found, document.Block{Kind: document.Table, Line: row.Line, Rows: []document.Row{row}})
				}
			}
			take(b)
		case b.Kind == document.Paragraph:
			for i, line := range strings.Split(b.Text, "\n") {
				if numbers, rest, sure := r.questions(line); sure {
					current, line = numbers, rest
				}
				take(document.Block{Kind: b.Kind, Line: b.At[min(i, len(b.At)-1)], Text: line})
			}
		default:
			take(b)
		}
	}
	return found
}

// isAnswers reports whether a line stands in the section Answers, or below a heading of one of the exercise's questions.
func (r reading) isAnswers(line int) bool {
	return slices.ContainsFunc(r.doc.Sections, func(s document.Section) bool {
		return s.Line < line && line <= s.End && (s.ID() == "answers" || strings.HasPrefix(s.ID(), r.ex.ID+"-q"))
	})
}
