package journal

import (
	"strings"
	"testing"
	"time"

	"agentcourse/internal/document"
)

func TestAddPrediction(t *testing.T) {
	for name, tt := range map[string]struct{ src, line, want string }{
		"below its comment":  {"## Prediction\n\n<!-- c -->\n\n## Log\n", "12 in", "## Prediction\n\n<!-- c -->\n\n12 in\n\n## Log\n"},
		"below its heading":  {"- Exercise: 1.2, 1.3\n\n## Prediction\n\n### 1.2-predict x\n\n### 1.3-predict y\n", "12", "- Exercise: 1.2, 1.3\n\n## Prediction\n\n### 1.2-predict x\n\n12\n\n### 1.3-predict y\n"},
		"no blank lines":     {"## Prediction\n## Log\n", "12", "## Prediction\n\n12\n\n## Log\n"},
		"above the log":      {"# T\n\n## Log\n\nx\n", "12", "# T\n\n## Prediction\n\n12\n\n## Log\n\nx\n"},
		"at the end":         {"# T\n", "12", "# T\n\n## Prediction\n\n12\n"},
		"no heading":         {"## Prediction\n", "# 12", "## Prediction\n\n\\# 12\n"},
		"no fence":           {"## Prediction\n\n## Log\n", "``` 12", "## Prediction\n\n\\`\\`\\` 12\n\n## Log\n"},
		"no comment":         {"## Prediction\n\n## Log\n", "<!-- 12", "## Prediction\n\n&lt;!-- 12\n\n## Log\n"},
		"no heading by rule": {"## Prediction\n\n## Log\n", "---", "## Prediction\n\n\\---\n\n## Log\n"},
	} {
		got, err := AddPrediction([]byte(tt.src), "1.2", tt.line)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %v\n%q, want\n%q", name, err, got, tt.want)
		}
	}
}

func TestClose(t *testing.T) {
	at := time.Date(2026, 12, 1, 17, 30, 0, 0, time.FixedZone("", 9*3600))
	for src, want := range map[string]string{
		"# T\n\n- Date: x\n- Commit: \n\n## Goal\n":       "# T\n\n- Date: x\n- Commit: \n- Closed: 2026-12-01 17:30\n\n## Goal\n",
		"# T\n\n* Date: x\n\nNote: mine\n":                "# T\n\n* Date: x\n* Closed: 2026-12-01 17:30\n\nNote: mine\n",
		"# T\n\n- Closed:\n":                              "# T\n\n- Closed: 2026-12-01 17:30\n",
		"# T\n\n| Date | x |\n|---|---|\n| Model | y |\n": "# T\n\n| Date | x |\n|---|---|\n| Model | y |\n| Closed | 2026-12-01 17:30 |\n",
		"---\ndate: x\n---\n\n## Goal\n":                  "---\ndate: x\nclosed: \"2026-12-01 17:30\"\n---\n\n## Goal\n",
		"---\nclosed:\n---\n":                             "---\nclosed: \"2026-12-01 17:30\"\n---\n",
		"Title\n=====\n\nx\n":                             "Title\n=====\n\n- Closed: 2026-12-01 17:30\n\nx\n",
		"":                                                "- Closed: 2026-12-01 17:30\n",
	} {
		if got, err := Close([]byte(src), at); err != nil || string(got) != want {
			t.Errorf("%q: %v\n%q, want\n%q", src, err, got, want)
		}
	}
}

func TestPredictionOfSeveral(t *testing.T) {
	const both = "- Exercise: 1.2, 1.3\n\n## Prediction\n\nfor all\n\n### 1.3-predict x\n\n<!-- c -->\n\n3\n"
	for _, tt := range []struct {
		src, id, text string
		line          int
	}{
		{both, "1.3", "3", 11}, {both, "1.2", "for all", 5}, {strings.Replace(both, ", 1.3", "", 1), "1.2", "for all 3", 5},
		{"## Prediction\n\n<!-- c -->\n", "1.2", "", 1}, {"# T\n", "1.2", "", 0},
	} {
		text, line := Prediction(document.Parse([]byte(tt.src)), tt.id)
		if strings.Join(strings.Fields(text), " ") != tt.text || line != tt.line {
			t.Errorf("%q: %q in line %d, want %q in %d", tt.src, text, line, tt.text, tt.line)
		}
	}
	if PredictionHash(" a \n b") != PredictionHash("a b") || PredictionHash(" ") != "" || len(PredictionHash("a")) != 16 {
		t.Error("hashes")
	}
}
