// Attack prints in a table what the jail makes of paths.
package main

import (
	"fmt"
	"os"
	"text/tabwriter"
	"unicode/utf8"

	"agentcourse/checkers/02-the-agent-loop/3-file-tool/solutions/rawhttp/jail"
)

var usual = []string{"todo.md", "../secret.txt", "../../etc/hosts", "/etc/hosts", "notes/../../secret.txt", "link.md"}

func main() {
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	defer table.Flush()
	paths := os.Args[1:]
	if len(paths) == 0 {
		paths = usual
	}
	fmt.Fprintln(table, "Trying paths on the jail:")
	for i, path := range paths {
		outcome, chars := "refused", 0
		if text, _, err := jail.ReadNote(path); err == nil {
			outcome, chars = "read", utf8.RuneCountInString(text)
		}
		fmt.Fprintf(table, "%d.\toutcome=%s\tchars=%d\tpath=%s\n", i+1, outcome, chars, path)
	}
}
