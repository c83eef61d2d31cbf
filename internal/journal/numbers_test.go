package journal

import (
	"errors"
	"strings"
	"testing"

	"agentcourse/internal/document"
)

func TestAddRow(t *testing.T) {
	row := Row{Run: "1.2 chat, a|b", Calls: "10", In: "27", Out: "11", Cost: "?", Stop: "end_turn 10", Request: "req_1…", Trace: "traces/1.jsonl"}
	const (
		head = "| Run | Calls | Tokens in | Tokens out | Cost | Stop reason | Request id | Trace |\n"
		rule = "|-----|------:|----------:|-----------:|-----:|-------------|------------|-------|\n"
		line = `| 1.2 chat, a\|b | 10 | 27 | 11 | ? | end_turn 10 | req_1… | traces/1.jsonl |` + "\n"
	)
	for name, tt := range map[string]struct{ src, want string }{
		"the template's row":  {"# T\n\n## Numbers\n\n" + head + rule + "|  | |\n\n## Log\n", "# T\n\n## Numbers\n\n" + head + rule + line + "\n## Log\n"},
		"behind another":      {"## Numbers\n\n" + head + rule + "| x |\n\nmy words\n", "## Numbers\n\n" + head + rule + "| x |\n" + line + "\nmy words\n"},
		"behind an empty one": {"## Numbers\n" + head + rule + "| x |\n| |\n", "## Numbers\n" + head + rule + "| x |\n| |\n" + line},
		"beside other numbers": {
			"## Prediction\n\n### Numbers that I expect\n\n| Run | Calls |\n|--|--|\n| a | 1 |\n\n## Numbers\n\n" + head + rule, "## Prediction\n\n### Numbers that I expect\n\n| Run | Calls |\n|--|--|\n| a | 1 |\n\n## Numbers\n\n" + head + rule + line,
		},
		"no row":          {"## Numbers\n\n" + head + rule, "## Numbers\n\n" + head + rule + line},
		"no last newline": {"## Numbers\n\n" + head + rule + "| x |", "## Numbers\n\n" + head + rule + "| x |\n" + strings.TrimSuffix(line, "\n")},
		"columns of their own": {
			"## numbers\n\n| Note | TRACE | cost | Runs |\n|---|---|---|---|\n| a | b | c | d |\n", "## numbers\n\n| Note | TRACE | cost | Runs |\n|---|---|---|---|\n| a | b | c | d |\n|  | traces/1.jsonl | ? | 1.2 chat, a\\|b |\n",
		},
		"without outer lines": {"## Numbers\n\nRun | Calls\n--- | ---\na | 1\n", "## Numbers\n\nRun | Calls\n--- | ---\na | 1\n| 1.2 chat, a\\|b | 10 |\n"},
		"in a list":           {"## Numbers\n\n- runs\n\n  | Run | Calls |\n  |---|---|\n  | a | 1 |\n", "## Numbers\n\n- runs\n\n  | Run | Calls |\n  |---|---|\n  | a | 1 |\n  | 1.2 chat, a\\|b | 10 |\n"},
		"another table first": {"## Numbers\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n" + head + rule, "## Numbers\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n" + head + rule + line},
		"no table":            {"## Numbers\n\nmine\n\n\n## Log\n", "## Numbers\n\nmine\n\n" + head + rule + line + "\n\n## Log\n"},
		"an empty section":    {"## Numbers\n## Log\n", "## Numbers\n\n" + head + rule + line + "\n## Log\n"},
		"no section":          {"# T\n\nmine\n\n", "# T\n\nmine\n\n## Numbers\n\n" + head + rule + line + "\n"},
		"nothing":             {"", "## Numbers\n\n" + head + rule + line},
		"CRLF":                {"\ufeff## Numbers\r\n\r\n| Run | Calls |\r\n|---|---|\r\n| | |\r\n", "\ufeff## Numbers\r\n\r\n| Run | Calls |\r\n|---|---|\r\n| 1.2 chat, a\\|b | 10 |\r\n"},
		"a comment in a row":  {"## Numbers\n\n| Run | Calls |\n|---|---|\n| <!-- mine --> | |\n", "## Numbers\n\n| Run | Calls |\n|---|---|\n| <!-- mine --> | |\n| 1.2 chat, a\\|b | 10 |\n"},
	} {
		got, err := AddRow([]byte(tt.src), row)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", name, err, got, tt.want)
		}
	}
	for _, src := range []string{"## Log\n\n```\nx\n", "<!-- x\n\n## Numbers\n"} {
		if got, err := AddRow([]byte(src), row); !errors.Is(err, errNoPlace) {
			t.Errorf("%q became %q, %v", src, got, err)
		}
	}
	odd := Row{Run: "a\nb\x1b[31m <!-- `c` \\|", Trace: strings.Repeat("ü", 300)}.String()
	if strings.ContainsAny(odd, "\n\x1b`") || strings.Contains(odd, "<") || strings.Count(odd, "ü") != 200 {
		t.Errorf("%q", odd)
	}
}

// A run in the same second as another has a row of its own.
func TestAddRowTwice(t *testing.T) {
	src := []byte("## Numbers\n")
	for range 2 {
		var err error
		if src, err = AddRow(src, Row{Run: "1.1 hello"}); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Count(string(src), "| 1.1 hello |") != 2 {
		t.Errorf("%s", src)
	}
}

// A second table below the numbers, with what was worked out from them, is no row of runs.
func TestRowsOfTheTableOfNumbersAlone(t *testing.T) {
	d := document.Parse([]byte("## Numbers\n\n| Run | Calls | Trace |\n|---|---|---|\n| 1.2 chat | 3 | x |\n| | | |\n\n| seed | share |\n|---|---|\n| 1 | 23% |\n| 2 | 23% |\n"))
	if n := Rows(d); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}
