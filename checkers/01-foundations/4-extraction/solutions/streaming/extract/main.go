// Extract reads replies as they stream in, teaches by examples that are earlier turns, and prints a table at the end.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"agentcourse/starter/messages"
)

func main() {
	table, err := evaluate(context.Background(), os.Args[1:])
	fmt.Print(table)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// evaluate returns the table as far as it has come.
func evaluate(ctx context.Context, args []string) (string, error) {
	opt, err := parse(args)
	if err != nil {
		return "", err
	}
	cases, err := readCases(opt.events, opt.expected)
	if err != nil {
		return "", err
	}
	client, err := messages.FromEnv()
	if err != nil {
		return "", err
	}
	var table strings.Builder
	var total tally
	for i, c := range cases {
		reply, err := client.Stream(ctx, opt.request(c.text)).Reply()
		if err != nil {
			return table.String(), err
		}
		var hits marks
		got, err := parseReply(reply)
		if err == nil {
			hits = got.compare(c.want)
		}
		total.add(hits)
		fmt.Fprintf(&table, "| message=%d |%s", i+1, hits)
		if err != nil {
			fmt.Fprintf(&table, " invalid, %q |", err)
		}
		fmt.Fprintf(&table, "\n    %q\n", reply.Text())
	}
	return table.String() + total.lines(opt.version), nil
}

type options struct {
	version, events, expected string
	wrap                      bool
	prompt                    []messages.Message
}

func parse(args []string) (options, error) {
	opt := options{version: "v1", events: "events.txt", expected: "events_expected.json"}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch {
		case args[0] == "-wrap":
			opt.wrap = true
		case args[0] == "-prompt" && len(args) > 1:
			opt.version = args[1]
			args = args[1:]
		default:
			return opt, errors.New("what is " + args[0] + "?")
		}
		args = args[1:]
	}
	if len(args) == 2 {
		opt.events, opt.expected = args[0], args[1]
	}
	shots, known := examples[opt.version]
	if !known {
		return opt, fmt.Errorf("%q is no version", opt.version)
	}
	for _, s := range shots {
		opt.prompt = append(opt.prompt, messages.UserText(s.message),
			messages.Message{Role: messages.RoleAssistant, Content: []messages.Block{messages.Text(s.answer)}})
	}
	return opt, nil
}

func (o options) request(text string) messages.Request {
	req := messages.Request{MaxTokens: 3000, Messages: append([]messages.Message(nil), o.prompt...)}
	req.OutputConfig.Format = messages.JSONSchema(schema)
	if o.wrap {
		text = "<message>" + text + "</message>"
	}
	req.Messages = append(req.Messages, messages.UserText(text))
	return req
}
