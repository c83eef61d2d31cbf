package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A bar is something that the book has to hold.
type bar struct {
	name    string
	limit   string
	needs   []string // names of tools
	measure func(context.Context, *subject) (value string, ok bool, err error)
	peer    func(context.Context, *subject) (value string, err error) // what pandoc has; nil where it has nothing
}

// A result is what was measured. The first line of value stands in the table, all others below it.
type result struct {
	bar
	value string
	peer  string
	ok    bool
	err   error
}

// widest are the columns' greatest widths; what is longer is told below the table.
const widest = 58

// printTable prints the results and returns how many of them failed.
func printTable(out io.Writer, results []result) (failed int) {
	rows := [][]string{{"bar", "limit", "ours", "pandoc", ""}}
	var below []string
	for _, r := range results {
		verdict := "ok"
		value, more, _ := strings.Cut(r.value, "\n")
		if r.err != nil {
			value, more = "not measured", r.err.Error()
		}
		if r.err != nil || !r.ok {
			verdict = "FAILED"
			failed++
		}
		peer, morePeer, _ := strings.Cut(r.peer, "\n")
		for _, told := range []string{more, morePeer, rest(value), rest(peer)} {
			if told != "" {
				below = append(below, r.name+": "+strings.ReplaceAll(told, "\n", "\n  "))
			}
		}
		rows = append(rows, []string{r.name, r.limit, short(value), short(peer), verdict})
	}
	align(out, rows)
	for _, text := range below {
		fmt.Fprintf(out, "\n%s\n", text)
	}
	fmt.Fprintf(out, "\n%s, %d failed\n", count(len(results), "bar"), failed)
	return failed
}

// short is a text as it stands in the table, and rest the whole text if that is not all of it.
func short(text string) string {
	if utf8.RuneCountInString(text) <= widest {
		return text
	}
	return string([]rune(text)[:widest-1]) + "…"
}

func rest(text string) string {
	if short(text) == text {
		return ""
	}
	return text
}

// align prints columns of equal width.
func align(out io.Writer, rows [][]string) {
	var widths [5]int
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}
