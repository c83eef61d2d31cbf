package journal

import (
	"fmt"
	"strings"
	"testing"

	"agentcourse/internal/document"

	"github.com/google/go-cmp/cmp"
)

// The log is one that git has printed, shortened.
func TestParseLog(t *testing.T) {
	const newest, oldest = "fded1a4cd3b226c83b7d8c0f10ea0d25c6c12242", "732eeed990f6b21d907c37e514c2c1c8ac297d04"
	const blob, other = "422c2b7ab3b3c668038da977e4e93a5fc623169c", "78981922613b2afb6025042ff6bd878ac1994e85"
	none := strings.Repeat("0", 40)
	log := "\x01" + newest + " 2026-11-30\x00\n:000000 100644 " + none + " " + blob + " A\x00journal/c.md\x00:100644 000000 " + other + " " + none + " D\x00journal/ü b.md\x00" +
		":000000 120000 " + none + " " + blob + " A\x00journal/link.md\x00" +
		"\x01" + oldest + " 2026-11-29\x00\n:000000 100755 " + none + " " + other + " A\x00journal/ü b.md\x00"
	want := []Version{
		{File: "journal/c.md", Commit: newest[:10], Day: "2026-11-30", Blob: blob},
		{File: "journal/ü b.md", Commit: oldest[:10], Day: "2026-11-29", Blob: other},
	}
	if diff := cmp.Diff(want, ParseLog(log)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i := range log {
		ParseLog(log[:i])
	}
	if got := ParseLog("warning: something else\x00:\x00\x01\x00"); got != nil {
		t.Errorf("%+v", got)
	}
}

func TestReadBlobs(t *testing.T) {
	long := strings.Repeat("x", document.MaxSize+1)
	out := fmt.Sprintf("aa blob 3\na\nb\nbb missing\ncc blob %d\n%s\ndd blob 0\n\n", len(long), long)
	got, err := ReadBlobs(strings.NewReader(out))
	if diff := cmp.Diff(map[string]string{"aa": "a\nb", "dd": ""}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := ReadBlobs(strings.NewReader(out[:20])); err != nil {
		t.Errorf("a header that was cut off: %v", err)
	}
	if _, err := ReadBlobs(strings.NewReader(out[:12])); err == nil {
		t.Error("a file that was cut off: no error")
	}
}

func TestKeeps(t *testing.T) {
	const old = "14:20 in jumps by 90 in turn 3, and that is odd"
	for now, want := range map[string]bool{
		old: true, "- " + old: true, "★ " + old + " (see below)": true, "14:20 in jumps by 90 in turn 3, and that is very odd": true,
		"14:20 in jmups by 90 in turn 3, and taht is odd":         true,
		"14:20 in jumps\nby 90 in turn 3, and\nthat is odd":       true,
		"14:20 in jumps by [REDACTED] in turn 3, and that is odd": true,
		"14:20 in jumps by 91 in turn 3, and that is odd":         false,
		"14:20 in jumps by 90 in turn 3, and that is not odd":     false,
		"14:20 in jumps by 90 in turn 3, and that is fine":        false,
		"14:20 in falls by 90 in turn 3, and that is odd":         false,
		"by 90 in turn 3, and that is odd, 14:20 in jumps":        false,
		"[REDACTED] nothing of it":                                false,
		"":                                                        false,
	} {
		if got := newPresent(strings.Split(now, "\n")).keeps(writtenLine{section: "log", plain: plainLine(old)}); got != want {
			t.Errorf("%q: %v", now, got)
		}
	}
	for _, pair := range [][2]string{{"two calls", "ten calls"}, {"-5 more", "5 more"}, {"it can do that", "it can't do that"}, {"$0.03", "$0.30"}, {"larger than before, as I thought it would be", "smaller than before, as I thought it would be"}} {
		if newPresent([]string{pair[1]}).keeps(writtenLine{section: "log", plain: plainLine(pair[0])}) {
			t.Errorf("%q is kept by %q", pair[0], pair[1])
		}
	}
}

// What became of a prediction and a log between two commits: honest work keeps each line, and a rewriting does not.
func TestRewritten(t *testing.T) {
	entry := func(prediction, log string) string {
		return "# x\n\n## Prediction\n\n" + prediction + "\n\n## Log\n\n" + log + "\n"
	}
	for _, c := range []struct {
		before, after, log string
		gone               int
	}{
		// told in the log, or hidden
		{"about 12 tokens in", "about 15 tokens in", "14:20 I had said about 12 tokens in", 1},
		{"12 tokens", "15 tokens", "it was 12 tokens in", 1},
		{"about 12 tokens in", "<!-- about 12 tokens in -->\nabout 15 tokens in", "", 1},
		{"12 tokens <!-- how many? -->", "12 tokens", "", 0},
		{"12 tokens", "12 tokens\n\n<!-- not closed", "", 0},
		{"```\n<!-- 12 -->\n```", "```\n<!-- 12 -->\n```", "", 0},
		// turned round
		{"the tokens will increase from turn to turn", "the tokens will decrease from turn to turn", "", 1},
		{"my second guess is likely to be correct here", "my second guess is unlikely to be correct here", "", 1},
		{"my second guess is likely to be correct here", "my second guess is likely to be incorrect here", "", 1},
		{"the model will know the name in call 2", "the model will hardly know the name in call 2", "", 1},
		{"das Modell kennt den Namen im Aufruf", "das Modell kennt den Namen im Aufruf nicht", "", 1},
		{"about 12 tokens in, under 150 out", "about 12 000 tokens in, under 150 out", "", 1},
		{"about 12", "about 12 000", "", 1},
		{"入力は12トークンだと思う", "入力は15トークンだと思う", "", 1},
		{"入力は十二トークンだと思う", "入力は二十トークンだと思う", "", 1},
		// honest
		{"all of it differs, I think, by 12", "all of it differs, I think, by 12. Not so!", "", 0},
		{"about 12 tokens in", "about 12 (no: 15) tokens in", "", 1},
		{"about 12 tokens in", "about 12 (later 15) tokens in", "", 0},
		{"TODO", "12 tokens", "", 0},
		{"?", "12 tokens", "", 0},
		{"tokens in: ?", "tokens in: 12", "", 0},
		{"tokens in: TODO", "tokens in: 12", "", 0},
		{"| chat | ? | 3 |", "| chat | $0.02 | 3 |", "", 0},
		{"- [ ] about 12 tokens", "- [x] about 12 tokens", "", 0},
		{"入力は12トークンだと思う。", "入力は12トークン\nだと思う。", "", 0},
		{"入力は12トークン\nだと思う。", "入力は12トークンだと思う。訂正: 15だった。", "", 0},
		{"call 2: \"I can't\" -- odd ... => why", "call 2: “I can’t” – odd… → why", "", 0},
		{"hte model nad I will both know it", "the model and I will both know it", "", 0},
		{"er kennt den Namen\nnicht im Aufruf 2", "er kennt den Namen nicht im Aufruf 2", "", 0},
		{"about 12 tokens in, adn\n150 out, or less", "about 12 tokens in, and 150 out,\nor less. Update: wrong", "", 0},
		{"about 12 tokens in, adn\n150 out, or less", "about 12 tokens in, and 151 out,\nor less. Update: wrong", "", 1},
		{"the the model knows it", "the model knows it", "", 0},
		{"the cost is 1000 tokens", "the cost is 1,000 tokens", "", 0},
		{"see trace 20261203-101512", "see `traces/20261203-101512.jsonl`, the trace", "", 1},
		{"see trace 20261203-101512", "see trace `traces/20261203-101512.jsonl`", "", 0},
		{"see https://example.com/a", "see [it](https://example.com/a)", "", 0},
	} {
		after := entry(c.after, "14:10 began\n"+c.log)
		p := &page{file: "journal/x.md", doc: document.Parse([]byte(after)), lines: strings.Split(after, "\n")}
		if found := p.rewritten([]Version{{Text: entry(c.before, "14:10 began")}}, nil); len(found) != c.gone {
			t.Errorf("%q, then %q: %v", c.before, c.after, found)
		}
	}
}

// A text that is enormous, and was changed in every line, holds nothing up.
func TestRewrittenEnormous(t *testing.T) {
	lines := func(word string) string {
		var b strings.Builder
		for i := 0; b.Len() < 1_900_000; i++ {
			fmt.Fprintf(&b, "- %s line %d of what somebody pasted\n", word, i)
		}
		return "# T\n\n## Log\n\n" + b.String()
	}
	p := &page{file: "journal/x.md", doc: document.Parse(nil), lines: strings.Split(lines("new"), "\n")}
	if found := p.rewritten([]Version{{Text: lines("old"), Commit: "c", Day: "d"}}, nil); len(found) != maxGone {
		t.Errorf("%d findings", len(found))
	}
}

func FuzzRewritten(f *testing.F) {
	f.Add("## Log\n\n14:20 a\n\n```\nb\n", "## Log\n\n14:21 <!-- a\n")
	f.Add("## Prediction\r\n| 1 | 2 |\r\n", "---\na: b\n---\n## Prediction\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		p := &page{file: "journal/x.md", doc: document.Parse([]byte(after)), lines: strings.Split(plainText(after), "\n")}
		for _, found := range p.rewritten([]Version{{Text: before}}, nil) {
			if found.Line < 0 || found.Line > len(p.lines) {
				t.Errorf("line %d of %d", found.Line, len(p.lines))
			}
		}
		same := &page{file: "journal/x.md", doc: document.Parse([]byte(before)), lines: strings.Split(plainText(before), "\n")}
		if found := same.rewritten([]Version{{Text: before}}, nil); found != nil {
			t.Errorf("%q is gone from itself: %+v", before, found)
		}
	})
}
