package journal

import (
	"fmt"
	"strings"

	"agentcourse/internal/catalog"
)

// blocks are what the template gets for exercises: a place for each prediction, each answer and each table.
func blocks(exercises []*catalog.Exercise) map[string]string {
	var predictions, answers []string
	for _, ex := range exercises {
		predictions = append(predictions, fmt.Sprintf("### %s-predict %s", ex.ID, oneLine(ex.Title)))
		for _, q := range ex.Questions {
			answers = append(answers, fmt.Sprintf("### %s-q%d %s", ex.ID, q.Number, oneLine(q.Text)))
		}
		for _, t := range ex.Journal.Tables {
			answers = append(answers, fmt.Sprintf("### %s-%s %s\n\n%s", ex.ID, t.ID, oneLine(t.Title), emptyTable(t.Columns)))
		}
	}
	return map[string]string{"predictions": strings.Join(predictions, "\n\n"), "answers": strings.Join(answers, "\n\n")}
}

// emptyTable is a table's head with an empty row.
func emptyTable(columns []string) string {
	rule, row := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		rule[i] = strings.Repeat("-", max(3, len([]rune(c))))
		row[i] = strings.Repeat(" ", len(rule[i]))
	}
	return tableLine("", columns) + "\n" + tableLine("", rule) + "\n" + tableLine("", row)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
