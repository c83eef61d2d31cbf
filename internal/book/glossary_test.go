package book_test

import (
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

const glossaryText = `---
title: Glossary
---
# Glossary
## Words
### agent loop, loop

Around and around.

### context window

What fits.

### token, lexeme

A piece.

### window

A hole in a wall.
`

// all uses every term as it should be used.
const all = "[agent loop](glossary.md#agent-loop-loop) [context window](glossary.md#context-window) [token](glossary.md#token-lexeme) [window](glossary.md#window)\n"

// glossaryProblems checks a lesson against a glossary, beside another lesson that uses every term.
func glossaryProblems(t *testing.T, glossary, markdown string) string {
	t.Helper()
	files := map[string]string{"lessons/01-a.md": markdown, "lessons/02-b.md": all, "lessons/index.md": "token\n", "lessons/glossary.md": glossary,
		"exercises/01-a/1-x.md": "token\n",
		"lessons/token.svg":     `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>token</title></svg>`}
	o := book.Options{Root: repository(t, files), Pages: []book.Page{
		lesson("index", "lessons/index.md", files["lessons/index.md"]),
		lesson("01", "lessons/01-a.md", markdown),
		{ID: "1.1", Title: "X", Kind: book.Exercise, Source: "exercises/01-a/1-x.md", Markdown: []byte("token\n")},
		lesson("02", "lessons/02-b.md", all),
		lesson("glossary", "lessons/glossary.md", glossary),
	}}
	report, err := book.Check(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return relative(report.Problems)
}

func TestGlossaryLinks(t *testing.T) {
	const (
		token  = `"token" is used first here: link it to glossary.md#token-lexeme`
		window = `"window" is used first here: link it to glossary.md#window`
	)
	tests := []struct{ name, markdown, want string }{
		{"linked", all, ""},
		{"linked once", "a [token](glossary.md#token-lexeme), and a token", ""},
		{"by another path", "[token](../lessons/glossary.md#token-lexeme) [window](/lessons/glossary.md#window)", ""},
		{"by reference", "a [token][]\n\n[token]: glossary.md#token-lexeme", ""},
		{"part of the link's text", "[a token and more](glossary.md#token-lexeme)", ""},
		{"plural outside", "[token](glossary.md#token-lexeme)s", ""},
		{"stressed", "*[token](glossary.md#token-lexeme)* [**window**](glossary.md#window)", ""},
		{"not linked", "# A\n\ntext\na token", "4: " + token},
		{"linked too late", "a token\n\nb [token](glossary.md#token-lexeme)", "1: " + token},
		{"once for each term", "token\ntoken\nwindow", "1: " + token + "\n3: " + window},
		{"capitals", "TOKEN", "1: " + token},
		{"plural", "a\nTokens.", "2: " + token},
		{"another form", "a lexeme", "1: " + token},
		{"stressed in part", "a con*text window*", `1: "context window" is used first here: link it to glossary.md#context-window`},
		{"over a line's end", "a\ncontext\nwindow", `2: "context window" is used first here: link it to glossary.md#context-window`},
		{"over a line's end, with its link", "a [context\nwindow](glossary.md#context-window)", ""},
		{"two spaces", "a context  windows", `1: "context window" is used first here: link it to glossary.md#context-window`},
		{"half of it linked", "[context](glossary.md#context-window) window", `1: "context window" is used first here: link it to glossary.md#context-window`},
		{"the longer one wins", "[context window](glossary.md#context-window) [agent loop](glossary.md#agent-loop-loop)", ""},
		{"the shorter one after it", "[context window](glossary.md#context-window), window", "1: " + window},
		{"another word", "tokenizer subtoken tokenss token_id loops7 nothing", ""},
		{"with a hyphen", "a token-based thing", "1: " + token},
		{"with an apostrophe", "the token's end", "1: " + token},
		{"a letter of another script", "tokené étoken", ""},
		{"link to elsewhere", "[token](https://example.com)", `1: "token" is used first here: its link leads to "https://example.com", not to glossary.md#token-lexeme`},
		{"link to the wrong term", "[token](glossary.md#window)", `1: "token" is used first here: its link leads to "glossary.md#window", not to glossary.md#token-lexeme`},
		{"link to the glossary alone", "[token](glossary.md)", `1: "token" is used first here: its link leads to "glossary.md", not to glossary.md#token-lexeme`},
		{"same fragment, another page", "# A\n\n## window\n\n[window](#window)", `5: "window" is used first here: its link leads to "#window", not to glossary.md#window`},
		{"headings", "# Token\n\nWindow\n------\n\n### loops", ""},
		{"code", "`token`\n\n    token\n\n```\ntoken\n```\n", ""},
		{"a word with code in it", "to`x`ken", ""},
		{"link targets", "[x](01-a.md \"a token\") <https://example.com/token/window> ![token](token.svg)", ""},
		{"quotations", "> a token\n>\n> - window", ""},
		{"comments", "<!-- token -->\n\na <!-- window --> b", ""},
		{"front matter", "---\ntitle: token\n---\n\ntoken", "5: " + token},
		{"in a list", "- a\n  - b token", "2: " + token},
		{"in a table", "| a | token |\n|---|---|\n| window | x |", "1: " + token + "\n3: " + window},
		{"in a box", "> [!NOTE]\n> token", "2: " + token},
		{"in details", "<details><summary>x</summary>\n\na token\n\n</details>", "3: " + token},
		{"in a footnote", "a[^1]\n\n[^1]: token", "3: " + token},
		{"escapes", "\\token &amp; window", "1: " + token + "\n1: " + window},
		{"Windows line ends", "a\r\ncontext\r\nwindow\r\n", `2: "context window" is used first here: link it to glossary.md#context-window`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, glossaryProblems(t, glossaryText, tt.markdown)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGlossaryItself(t *testing.T) {
	add := func(text string) string { return glossaryText + text }
	const other = "lessons/02-b.md:1: "
	tests := []struct{ name, glossary, want string }{
		{"as it should be", glossaryText, ""},
		{"a term that no lesson uses", add("\n### zebra\n\nAn animal.\n"), `22: no numbered lesson uses "zebra"`},
		{"order", strings.Replace(glossaryText, "### agent loop, loop\n\nAround and around.\n\n", "", 1) + "\n### Agent loop, loop\n\nAround.\n",
			`18: "Agent loop" stands after "window"; terms stand in the order of the alphabet`},
		{"no text", strings.Replace(glossaryText, "What fits.", "", 1), `10: "context window" is not explained`},
		{"no text at the end", strings.Replace(glossaryText, "A hole in a wall.", "<!-- later -->", 1), `18: "window" is not explained`},
		{"twice", add("\n### window\n\nAgain.\n"), `22: "window" stands twice` + "\n" +
			`22: heading "window" stands on line 18 too, in the same part; the address of one of them would change with the other`},
		{"a form twice", strings.Replace(glossaryText, "### window", "### window, Token", 1),
			other + `"window" is used first here: its link leads to "glossary.md#window", not to glossary.md#window-token` + "\n" +
				other + `link "glossary.md#window": lessons/glossary.md has no heading #window` + "\n" + `18: "Token" stands twice`},
		{"an empty form", strings.Replace(glossaryText, "### window", "### window,", 1), "18: a term, or another form of it, is empty"},
		{"a phrase that means something else", strings.Replace(glossaryText, "### window\n", "### window\n\n<!-- not: shop window, window\nlength -->\n", 1), ""},
		{"a phrase of which another term is a part", add("\n### zebra\n\n<!-- not: zebra crossing -->\n\nAn animal.\n"), `22: no numbered lesson uses "zebra"`},
		{"headings of other levels", strings.Replace(add("\n#### agent\n\nx\n\n## zebra\n"), "### agent", "## A\n\n### agent", 1), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.ReplaceAll(glossaryProblems(t, tt.glossary, ""), "lessons/glossary.md:", "")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// Without a glossary there is nothing to link to.
func TestNoGlossary(t *testing.T) {
	if got := checked(t, "a token", nil); got != "" {
		t.Error(got)
	}
}
