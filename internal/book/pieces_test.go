package book_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"agentcourse/internal/book"
)

// pieces are what pages are made of, and what goes wrong in them.
var pieces = []string{
	"# A\n", "## A\n", "###\n", "A\n===\n", "a", "b ", " ", "\n", "\n\n", "> ", "- ", "1. ", "   ", "    ", "* ", "- [ ] ", "- [x] ", "```\n", "```go\n", "~~~\n", "`", "``",
	"*", "**", "_", "~~", "[", "]", "(", ")", "![", "](02-b.md)", "](#a)", "](#fn:1)", "[x](02-b.md#part)", "![a](a.svg)", "![a](a.svg \"c\")", "<https://a.dev>", "www.a.dev",
	"http://a.dev/?a&b", "[^1]", "[^1]: a\n", "[^2]: b\n", "[^2]", "[r]", "[r]: 02-b.md 'x'\n", "|", "| a | b |\n", "|---|:-:|\n", "<details>", "</details>", "<summary>", "</summary>", "<kbd>", "</kbd>",
	"<sub>", "</sub>", "<mark>", "</mark>", "<br>", "<br/>", "<!-- a -->", "<!--", "-->", "<script>", "<a href=x>", "&amp;", "&lt;", "&#1;", "&#34;", "\"", "'", "<", ">", "\\", "\\\n", "  \n",
	"---\n", "***\n", "> [!NOTE]\n", "> [!TIP]\n> ", "שלום", "\u200f", "é", "<!-- output -->\n", "// from a.go\n", "{.a}", "a@b.dev", "$", "<?", "<![CDATA[", "<!A", "\t", "…", "&colon;", "javascript:a",
}

// TestBooksOfPieces puts pages together at random: there are mistakes, or a book without faults. With COURSE_PIECES=N it
// tries N pages.
func TestBooksOfPieces(t *testing.T) {
	count := 400
	if n, err := strconv.Atoi(os.Getenv("COURSE_PIECES")); err == nil {
		count = n
	}
	root := repository(t, map[string]string{"lessons/a.svg": emptySVG})
	random := rand.New(rand.NewPCG(1, uint64(count)))
	good, bad := 0, 0
	for range count {
		var page strings.Builder
		for range 1 + random.IntN(14) {
			page.WriteString(pieces[random.IntN(len(pieces))])
		}
		html, wrong, err := tried(root, page.String())
		var problems book.Problems
		switch {
		case err == nil:
			good++
		case !errors.As(err, &problems):
			t.Fatalf("%q: %v", page.String(), err)
		}
		if len(wrong) > 0 {
			if bad++; bad > 5 {
				t.FailNow()
			}
			t.Errorf("%q\n%q\n%s", page.String(), wrong, html)
		}
	}
	if good < count/20 {
		t.Errorf("only %d of %d pages were built", good, count)
	}
}
