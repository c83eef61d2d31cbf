// Attack gives the file tool paths that it must not read, and shows what comes of it.
package main

import (
	"fmt"
	"os"
	"unicode/utf8"

	"agentcourse/checkers/02-the-agent-loop/3-file-tool/solutions/plain/filetool"
)

func main() {
	paths := os.Args[1:]
	if len(paths) == 0 {
		paths = []string{"todo.md", "../secret.txt", "../../etc/hosts", "/etc/hosts", "notes/../../secret.txt", "link.md"}
	}
	for _, path := range paths {
		text, _, err := filetool.Read(path)
		if err != nil {
			fmt.Printf("path=%s outcome=refused\n", path)
			continue
		}
		fmt.Printf("path=%s outcome=read chars=%d\n", path, utf8.RuneCountInString(text))
	}
}
