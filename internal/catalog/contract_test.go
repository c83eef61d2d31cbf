package catalog

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestContract(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Sentence // lines counted from the text's first, which is line 1
	}{
		{"none", "## Goal\n\n- **C1** not here\n", nil},
		{"empty", "## Contract\n", nil},
		{"text around it", "## Contract\n\nHeld to these:\n\n- **C1** A `b` c.\n- other item\n- **C2** D.\n\nAfter.\n", []Sentence{
			{"C1", "A `b` c.", 5}, {"C2", "D.", 7}}},
		{"goes on", "### Contract\n- **C1** One\n  two\n    three.\n- **C12**  Next.\n", []Sentence{
			{"C1", "One two three.", 2}, {"C12", "Next.", 5}}},
		{"text without indent is not the sentence's", "## Contract\n- **C1** One.\nMore.\n", []Sentence{{"C1", "One.", 2}}},
		{"next heading", "## Contract\n- **C1** One.\n\n## Run\n\n- **C2** no\n  C1 neither\n", []Sentence{{"C1", "One.", 2}}},
		{"deeper heading", "## Contract\n- **C1** One.\n### Notes\n- **C2** no\n", []Sentence{{"C1", "One.", 2}}},
		{"twice, and in capitals", "## CONTRACT\n- **C1** One.\n## Run\n## Contract\n- **C2** Two.\n", []Sentence{
			{"C1", "One.", 2}, {"C2", "Two.", 5}}},
		{"heading that only begins so", "## Contracts\n- **C1** no\n", nil},
		{"sentence without text", "## Contract\n- **C1**\n- **C2** \n", nil},
		{"other marks", "## Contract\n* **C1** no\n- C2 no\n- **c3** no\n- **D4** no\n", nil},

		// A comment in a fence, or a number sign in the text, once ended the contract.
		{"comment in a fence", "## Contract\n- **C1** One.\n\n```\n# note\n- **C9** no\n```\n\n- **C2** Two.\n", []Sentence{
			{"C1", "One.", 2}, {"C2", "Two.", 9}}},
		{"number sign", "## Contract\n- **C1** One.\n#hashtag\n- **C2** Two.\n", []Sentence{{"C1", "One.", 2}, {"C2", "Two.", 4}}},
		{"contract in a fence", "```\n## Contract\n```\n- **C1** no\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseContract("x.md", 1, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHints(t *testing.T) {
	tests := []struct {
		name, file string
		want       []string
	}{
		{"two", "# Hints\n\n## First\n\nLook at\nthe list.\n\nTwice.\n\n## Second\nAppend.\n", []string{"Look at\nthe list.\n\nTwice.", "Append."}},
		{"heading on line 1", "## First\nA.\n", []string{"A."}},
		{"deeper heading stays", "## First\n### Code\nA.\n", []string{"### Code\nA."}},
		{"none", "# Hints\n", nil},
		// The first hint was once lost behind a byte order mark, and paragraphs ran together in a CRLF file.
		{"byte order mark and CRLF", "\xef\xbb\xbf## First\r\nA.\r\n\r\nB.\r\n## Second\r\nC.\r\n", []string{"A.\n\nB.", "C."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := load(t, map[string]string{"exercises/01-a/1-a.md": exercise("1.1"), "checkers/01-a/1-a/hints.md": tt.file})
			got, err := c.Hints(c.Exercises()[0])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHintMistakes(t *testing.T) {
	tests := []struct {
		name, file, text, want string
	}{
		{"no file", "checkers/README.md", "text", "<nil>"},
		{"empty hint", "checkers/01-a/1-a/hints.md", "## First\nA.\n## Second\n\n## Third\nB.\n", "checkers/01-a/1-a/hints.md: hint 2 is empty"},
		{"a folder", "checkers/01-a/1-a/hints.md/x", "", "hints of exercise 1.1: read ROOT/checkers/01-a/1-a/hints.md: is a directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := load(t, map[string]string{"exercises/01-a/1-a.md": exercise("1.1"), tt.file: tt.text})
			hints, err := c.Hints(c.Exercises()[0])
			if got := withoutRoot(c, fmt.Sprint(err)); got != tt.want || hints != nil {
				t.Errorf("got %q and error %s\nwant error %s", hints, got, tt.want)
			}
		})
	}
}
