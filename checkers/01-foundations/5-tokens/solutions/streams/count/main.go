// Count keeps its rows and prints them as one table at the end, whatever happens before.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"

	"agentcourse/starter/messages"
)

type row struct {
	file                 string
	chars, words, tokens int
}

func (r row) perChar() float64 { return float64(r.tokens) / float64(r.chars) }

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(files []string) (exit int) {
	client, err := messages.FromEnv()
	if err != nil || len(files) == 0 {
		fmt.Fprintln(os.Stderr, "usage: count FILE…", err)
		return 2
	}
	var rows []row
	whole := false
	defer func() { show(rows, whole) }()
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			exit = 1
			fmt.Fprintf(os.Stderr, "%s: cannot be read: %v\n", f, err)
			continue
		}
		r := row{file: f, chars: pieces(data, bufio.ScanRunes), words: pieces(data, bufio.ScanWords)}
		if r.words == 0 {
			exit = 1
			fmt.Fprintf(os.Stderr, "%s: nothing but white space\n", f)
			continue
		}
		if r.tokens, err = client.CountTokens(context.Background(), messages.Request{
			Messages: []messages.Message{{Role: messages.RoleUser, Content: []messages.Block{messages.Text(string(data))}}},
		}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		rows = append(rows, r)
	}
	whole = true
	return exit
}

func pieces(data []byte, split bufio.SplitFunc) (n int) {
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, len(data)+1)
	for s.Split(split); s.Scan(); n++ {
	}
	return n
}

func show(rows []row, whole bool) {
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	defer w.Flush()
	for _, r := range rows {
		fmt.Fprintf(w, "file=%s\tchars=%d\twords=%d\ttokens=%d\tper_word=%.2f\tper_char=%.3f\n",
			r.file, r.chars, r.words, r.tokens, float64(r.tokens)/float64(r.words), r.perChar())
	}
	if whole && len(rows) > 0 {
		dear := slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(a.perChar(), b.perChar()) })
		fmt.Fprintln(w, "dearest="+dear.file)
	}
}
