// Hello without any package for the API: one HTTP request, a map going out and a map coming in.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
)

type object = map[string]any

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "\x1b[31mFAILED\x1b[0m %v\n", err)
		os.Exit(3)
	}
}

func run(args []string) error {
	times := 1
	if len(args) > 0 && args[0] == "-n" {
		var err error
		if len(args) == 1 {
			return errors.New("-n what?")
		}
		if times, err = strconv.Atoi(args[1]); err != nil || times < 1 {
			return fmt.Errorf("-n %s makes no sense", args[1])
		}
		args = args[2:]
	}
	if len(args) == 0 {
		args = []string{"Explain tokens to a 10-year-old."}
	}
	var microdollars, in, out, number int
	for _, prompt := range args {
		for range times {
			number++
			reply, err := call(prompt)
			if err != nil {
				return err
			}
			for _, block := range reply["content"].([]any) {
				if b := block.(object); b["type"] == "text" {
					fmt.Print(b["text"], "\r\n")
				}
			}
			usage := reply["usage"].(object)
			i, o := int(usage["input_tokens"].(float64)), int(usage["output_tokens"].(float64))
			in, out, microdollars = in+i, out+o, microdollars+4*i+20*o
			fmt.Printf("  \x1b[2mcost=%s | stop_reason=%v | out=%d | in=%d | call=%d\x1b[0m\r\n", dollars(4*i+20*o), reply["stop_reason"], o, i, number)
			if reply["stop_reason"] == "max_tokens" {
				fmt.Print("  !! cut off !!\r\n")
			}
		}
	}
	fmt.Printf("cost=%s in=%d out=%d calls=%d (total)", dollars(microdollars), in, out, number)
	return nil
}

func dollars(micro int) string { return fmt.Sprintf("$%d.%06d", micro/1_000_000, micro%1_000_000) }

func call(prompt string) (object, error) {
	body, err := json.Marshal(object{
		"model": "claude-opus-5-5", "max_tokens": 4096,
		"messages": []object{{"role": "user", "content": prompt}},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest("POST", strings.TrimRight(os.Getenv("ANTHROPIC_BASE_URL"), "/")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{
		"Authorization":     {"Bearer " + os.Getenv("ANTHROPIC_API_KEY")},
		"Anthropic-Version": {"2026-10-21"},
		"Content-Type":      {"application/json"},
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	var reply object
	if err := json.NewDecoder(res.Body).Decode(&reply); err != nil {
		return nil, err
	}
	if e, ok := reply["error"].(object); ok {
		return nil, fmt.Errorf("%v (%v)", e["message"], res.Status)
	}
	return reply, nil
}
