package main

import (
	"fmt"
	"io"
	"strconv"

	"agentcourse/starter/messages"
)

// printTable prints a row for each call, and one for all of them.
func printTable(w io.Writer, rows []Row, stop string) {
	var in, out, last, estimated, counted int
	for i, row := range rows {
		last = row.Reply.InputTokens
		in += last
		out += row.Reply.OutputTokens
		count := "?"
		if row.Counted >= 0 {
			count = strconv.Itoa(row.Counted)
			estimated += row.Estimate
			counted += row.Counted
		}
		fmt.Fprintf(w, "call=%d messages=%d estimate=%d counted=%s in=%d out=%d cost=%s\n", i+1, row.Messages, row.Estimate,
			count, last, row.Reply.OutputTokens, dollars(row.Reply.Model, last, row.Reply.OutputTokens))
	}
	cost, ratio, off := "$?", "?", "?"
	if len(rows) > 0 {
		cost = dollars(rows[0].Reply.Model, in, out)
	}
	if last > 0 {
		ratio = fmt.Sprintf("%.2f", float64(in)/float64(last))
	}
	if counted > 0 {
		off = fmt.Sprintf("%.1f", 100*float64(estimated-counted)/float64(counted))
	}
	fmt.Fprintf(w, "calls=%d in=%d out=%d cost=%s resent=%d ratio=%s off=%s stop=%s\n",
		len(rows), in, out, cost, in-last, ratio, off, stop)
}

func dollars(model string, in, out int) string {
	cost, known := messages.Cost(model, messages.Usage{InputTokens: in, OutputTokens: out})
	if !known {
		return "$?"
	}
	return fmt.Sprintf("$%.6f", cost)
}
