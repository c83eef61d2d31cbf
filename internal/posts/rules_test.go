package posts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/posts"

	"github.com/google/go-cmp/cmp"
)

const (
	hookLine = "# Turn 10 of my chat sent 517 tokens for a question of four words"
	setUp    = "sim-1, a simulator and no model, on 5 December 2026; max_tokens 2000; one run of ten turns."
	caveat   = "Not tested: a live model."
	postName = "posts/2026-12-05-x.md"
	cited    = "[Entry](../journal/2026-12-05-x.md)"
)

// sound is a post without a fault, a list of paragraphs.
func sound() []string { return []string{hookLine, setUp, "On turn 1 it had been 13.", caveat, cited} }

var surroundings = map[string]string{
	"README.md": "# Mine\n", "LICENSE": "MIT\n",
	"journal/2026-12-05-x.md": "# X\n\n- Date: 2026-12-05\n- Exercise: 1.2\n- Model: sim-1\n- Provider: sim-1\n\n## Numbers\n\n" +
		"Turn 1: 13, turn 10: 517; max_tokens 2000. 8 of 10 right; 1,214 out; $0.034716; 3412 ms.\n\n" +
		"| Run | Calls |\n|---|---|\n| a | 4 |\n| b | 4 |\n| c | 4 |\n",
}

// check judges a post in a repository and returns what was found, as "rule:line", and what was asked.
func check(t *testing.T, post string, more map[string]string) (found, asked []string, report posts.Report) {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{postName: post}
	for _, m := range []map[string]string{surroundings, more} {
		for name, text := range m {
			files[name] = text
		}
	}
	for name, text := range files {
		if text == "" {
			continue
		}
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(fillIn(text)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	report, err := posts.Check(root, []string{postName})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.Why == "" && f.Rule != "allow" || f.Mend == "" {
			t.Errorf("%s has no reason or no cure: %+v", f.Rule, f)
		}
		found = append(found, fmt.Sprintf("%s:%d", f.Rule, f.Line))
	}
	for _, q := range report.Questions {
		asked = append(asked, fmt.Sprintf("%s:%d", q.Rule, q.Line))
	}
	return found, asked, report
}

func paragraphs(p ...string) string { return strings.Join(p, "\n\n") + "\n" }

// with is the sound post with one paragraph more before its caveat, on line 7.
func with(paragraph string) string {
	p := sound()
	return paragraphs(slices.Insert(p, 3, paragraph)...)
}

// instead is the sound post with another first line.
func instead(i int, paragraph string) string {
	p := sound()
	p[i] = paragraph
	return paragraphs(slices.DeleteFunc(p, func(s string) bool { return s == "" })...)
}

func TestRules(t *testing.T) {
	none := []string(nil)
	tests := map[string]struct {
		post  string
		found []string // nil: nothing
	}{
		"sound":      {paragraphs(sound()...), none},
		"CRLF":       {strings.ReplaceAll(with("See {{x}}."), "\n", "\r\n"), []string{"template:7"}},
		"mark":       {"\ufeff" + with("See {{x}}."), []string{"template:7"}},
		"front":      {"---\ntitle: \"Turn 10 sent 517 tokens\"\nentry: journal/2026-12-05-x.md\n---\n" + paragraphs(setUp, caveat), none},
		"bad front":  {"---\ntitle: [\n---\n" + paragraphs(sound()...), []string{"unreadable:2"}},
		"open front": {"---\ntitle: x\n\n" + paragraphs(sound()[1:]...), []string{"unreadable:1", "hook:2"}},

		"how":           {instead(0, "# How streaming works in Go"), []string{"hook:1"}},
		"thoughts":      {instead(0, "# My thoughts on prompts, and on their names"), []string{"hook:1"}},
		"no verb":       {instead(0, "# Context windows"), []string{"hook:1"}},
		"announcement":  {instead(0, "# I just finished exercise 1.2"), []string{"hook:1"}},
		"question":      {instead(0, "# Why is a chat of ten turns so dear?"), []string{"hook:1"}},
		"shape":         {instead(0, "# Why is a chat of ten turns so dear?\n\n- Shape: question"), none},
		"this":          {instead(0, "# This cost me 517 tokens"), []string{"hook:1"}},
		"long":          {instead(0, "# Turn 10 sent 517 tokens "+strings.Repeat("and then it went on ", 12)), []string{"hook:1"}},
		"topic, claim":  {instead(0, "# Token counts\n\nThe tenth turn sent 517 tokens in."), none},
		"two claims":    {instead(0, "# The chat forgot the name and a bigger context cost 517 tokens"), []string{"one-idea:1"}},
		"one subject":   {instead(0, "# My program took 10 broken replies for whole ones, and each time it reported success"), none},
		"list in hook":  {instead(0, "# My prompt scored 8, 10 and 13 on the same texts"), none},
		"aside":         {with("By the way, file names matter too."), []string{"one-idea:7"}},
		"two takeaways": {with("Takeaway: count.\n\nSecond takeaway: log."), []string{"one-idea:9"}},

		"no model":       {instead(1, "With a simulator, no temperature set, on 5 December 2026; max_tokens 2000; one run of ten turns."), []string{"model:0", "simulated:0"}},
		"family":         {instead(1, "Claude and sim-one, 5 December 2026; max_tokens 2000; one run, simulated, by `the simulator`."), []string{"model:3"}},
		"no parameters":  {instead(1, "sim-1, a simulator and no model, on 5 December 2026; one run of ten turns."), []string{"parameters:0"}},
		"no day":         {instead(1, "sim-1, a simulator and no model; max_tokens 2000; one run of ten turns."), []string{"date:0"}},
		"header's day":   {"# Turn 10 sent 517\n\n- Date: 2026-12-05\n- Journal entry: journal/2026-12-05-x.md\n\nsim-1, a simulator and no model; max_tokens 2000; one run.\n\nNot tested: more.\n", []string{"date:0"}},
		"no source":      {paragraphs(sound()[:4]...), []string{"source:0"}},
		"missing source": {paragraphs(append(sound(), "Trace: traces/20261205-101500.jsonl")...), []string{"source:11"}},
		"itself":         {paragraphs(append(sound()[:4], "See posts/2026-12-05-x.md and journal/2026-12-05-y.md.")...), []string{"source:9"}},

		"not there":   {with("Turn 9 sent 571, not 517."), []string{"numbers:7"}},
		"three":       {with("It sent 571 first, 572 then, and 13."), []string{"numbers:7"}},
		"table":       {with("| turn | in |\n|---:|---:|\n| 1 | 13 |\n| 10 | 715 |"), []string{"numbers:10"}},
		"excerpt":     {with("```json\n{\"usage\":{\"in\":518,\"out\":1214}}\n```"), []string{"numbers:8"}},
		"code":        {with("```go\nx := 99\n```\n\nand `make([]int, 77)`"), none},
		"roundings":   {with("About 1,200 out, 1.2k, almost 520 in, over 500 in, $0.03, $0.0347, 3.5 cents, 3.4 s, 80% of 10."), none},
		"wrong about": {with("About 1,400 out."), []string{"numbers:7"}},
		"no about":    {with("1200 out."), []string{"numbers:7"}},
		"no numbers":  {with("Go 1.26.8, v2, section 8.4, exercise 1.2, at 14:20, `20261205-101500`-like names, x86, commit 12ab34f, #77, RFC 9110, 3rd."), []string{"source:7"}},
		"rows":        {with("All 3 runs made 4 calls, 12 together."), none},
		"per cent":    {with("It was right in 8 of 10, so 80%."), none},
		"wrong share": {with("It was right in 8 of 10, so 85%."), []string{"numbers:7"}},
		"mail, phone": {with("Write to ${MAIL} or ${PHONE}."), []string{"personal:7", "personal:7"}},

		"because":       {with("In 8 of 10 the reply was right because the model understood the question."), []string{"seen-believed:7"}},
		"explained":     {with("8 of 10 were right. This shows that the model knows arithmetic."), []string{"seen-believed:7"}},
		"saw it think":  {with("I saw that the model lost interest at turn 10."), []string{"seen-believed:7"}},
		"marked":        {with("In 8 of 10 the reply was right, I think because the model understood."), none},
		"under a mark":  {with("What I think, and did not test: it grows. In 8 of 10 it was right because the model understood."), none},
		"own code":      {with("Turn 10 sent 517 because the program sends the whole list."), none},
		"known why":     {with("Why: the scanner tells how the reading ended, and the reading was fine."), none},
		"rate":          {paragraphs("# My prompt is right 80% of the time", strings.ReplaceAll(setUp, "; one run of ten turns", ""), caveat, cited), []string{"sample:1"}},
		"no runs":       {paragraphs("# The last turn sent 517 tokens", strings.ReplaceAll(setUp, "; one run of ten turns", ""), caveat, cited), []string{"sample:0"}},
		"picked":        {with("Here are some of its replies:\n\n> Yes.\n\n> No."), []string{"sample:7"}},
		"told":          {with("Here are some of its replies, the first three of ten:\n\n> Yes."), none},
		"no caveat":     {paragraphs(append(sound()[:3], cited)...), []string{"not-verified:0"}},
		"always":        {with("So you should always count."), []string{"overclaim:7"}},
		"proves":        {with("The table proves it."), []string{"overclaim:7"}},
		"modest":        {with("This proves nothing, and is not always so; in 10 of 10 runs it never stopped, and I never looked at `always`."), none},
		"never a":       {with("I give the exact name, never the family; what must never happen belongs into the code."), none},
		"quoted always": {with("The prompt said \"always answer\".\n\n> Never give up.\n\n[x](../README.md#always)"), []string{"link:11"}},
		"empty":         {with("An amazing, mind-blowing game-changer!!"), []string{"empty:7", "empty:7", "empty:7", "empty:7"}},
		"magic number":  {with("A magic number, and not amazing."), none},
		"product":       {with("The agent is production-ready."), []string{"toy:7"}},
		"no product":    {with("The agent is a toy and not production-ready."), none},

		"secret":         {with("I used ${KEY:anthropic} for it."), []string{"secret:7"}},
		"secret comment": {with("<!-- ${KEY:anthropic} -->"), []string{"secret:7"}},
		"path":           {with("It lies in ${HOME}/course/x.go."), []string{"path:7"}},
		"dead":           {with("[x](../journal/nothing.txt)"), []string{"link:7"}},
		"case":           {with("[x](../readme.md)"), []string{"link:7"}},
		"fragment":       {with("[x](../README.md#mine) [y](../README.md#yours)"), []string{"link:7"}},
		"own fragment":   {with("[x](#nothing)"), []string{"link:7"}},
		"absolute":       {with("[x](/etc/x.md)"), []string{"link:7"}},
		"out":            {with("[x](../../x.md)"), []string{"link:7"}},
		"malformed":      {with("[a](https//x.org) [b](https://x) [c](htp://x.org/)"), []string{"link:7", "link:7", "link:7"}},
		"well formed":    {with("[a](https://x.org/a?b=c#d), https://example.com/x and http://localhost:8080/"), none},
		"placeholders":   {with("[a](link) [b](TODO) [c](https://example.com/x) [d]()"), []string{"link:7", "link:7", "link:7", "link:7"}},
		"link in words":  {with("Code: (link)."), []string{"link:7"}},
		"no alt":         {with("![](../README.md)"), []string{"link:7"}},
		"not told":       {strings.ReplaceAll(instead(1, "sim-1, 5 December 2026; max_tokens 2000; one run of ten turns."), caveat, "Not tested: a second run."), []string{"simulated:3"}},
		"other model":    {instead(1, "claude-opus-5-5, 5 December 2026; max_tokens 2000; one run of ten turns."), []string{"simulated:3"}},
		"placeholder":    {with("Commit {{commit}}, and [your text here]."), []string{"template:7", "template:7"}},
		"template": {"# T\n\n- Journal entry: journal/2026-12-05-x.md\n\n## Hook\n\nTurn 10 sent 517 tokens.\n\n## Context\n\n" + setUp +
			"\n\n## Story\n\n1.\n2.\n\n## Caveats\n\nOne run.\n\n## Before publishing\n\n- [x] A stranger\n- [ ] There is\n- [ ] The opening\n", []string{"template:13", "template:25"}},
		"two hooks": {"# T\n\n- Journal entry: journal/2026-12-05-x.md\n\n## Hook\n\nTurn 10 sent 517 tokens.\n\nTurn 1 sent 13.\n\n## Context\n\n" + setUp + "\n\n## Caveats\n\nOne run.\n", []string{"one-idea:9"}},
		"allowed":   {with("<!-- course: allow numbers because it is worked out -->\nIt was 571."), none},
		"idle":      {with("<!-- course: allow hook because so -->\nIt was 517."), []string{"allow:7"}},
		"broken":    {with("<!-- course: allow numbers -->\nIt was 517."), []string{"allow:7"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, _, report := check(t, tt.post, nil)
			if len(tt.found) == 0 {
				tt.found = nil
			}
			if diff := cmp.Diff(tt.found, found); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
				for _, f := range report.Findings {
					t.Logf("%s %s: %s", f.Where(), f.Rule, f.What)
				}
			}
		})
	}
}
