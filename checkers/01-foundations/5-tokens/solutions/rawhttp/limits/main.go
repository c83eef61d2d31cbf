// Limits without any package for the API: maps going out, maps coming in, and warnings all at the end.
package main

import (
	"bytes"
	"cmp"
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
	warnings, err := run(os.Args[1:])
	fmt.Fprint(os.Stderr, strings.Join(warnings, "\r\n"))
	if err != nil {
		fmt.Fprintf(os.Stderr, "\n\x1b[31mFAILED\x1b[0m %v\n", err)
		os.Exit(9)
	}
	if len(warnings) > 0 {
		os.Exit(3)
	}
}

func run(args []string) (warnings []string, err error) {
	limit, efforts := 2000, []string{"low"}
	for len(args) > 1 && (args[0] == "-max" || args[0] == "-effort") {
		if args[0] == "-effort" {
			efforts = strings.Split(args[1], ",")
		} else if limit, err = strconv.Atoi(args[1]); err != nil || limit < 1 {
			return nil, fmt.Errorf("-max %s makes no sense", args[1])
		}
		args = args[2:]
	}
	if len(args) != 1 || strings.HasPrefix(args[0], "-max") {
		return nil, errors.New("limits needs one prompt")
	}
	first, last := 0, 0
	for i, effort := range efforts {
		reply, err := call(object{
			"model": cmp.Or(os.Getenv("ANTHROPIC_MODEL"), "claude-opus-5-5"), "max_tokens": limit, "output_config": object{"effort": effort},
			"messages": []object{{"role": "user", "content": args[0]}},
		})
		if err != nil {
			return warnings, err
		}
		seen := false
		for _, block := range reply["content"].([]any) {
			if b := block.(object); b["type"] == "text" {
				seen = true
				fmt.Print(b["text"], "\r\n")
			}
		}
		usage := reply["usage"].(object)
		in, out := int(usage["input_tokens"].(float64)), int(usage["output_tokens"].(float64))
		micro := 4*in + 20*out
		fmt.Printf("  cost=$%d.%06d, stop_reason=%v, thinking=%v, out=%d, in=%d, max=%d, effort=%s\r\n", micro/1_000_000, micro%1_000_000,
			reply["stop_reason"], usage["output_tokens_details"].(object)["thinking_tokens"], out, in, limit, effort)
		if reply["stop_reason"] == "max_tokens" && seen {
			warnings = append(warnings, "CUT OFF: "+effort)
		} else if reply["stop_reason"] == "max_tokens" {
			warnings = append(warnings, "No text at all, it was CUT OFF: "+effort)
		}
		if last = out; i == 0 {
			first = out
		}
	}
	if len(efforts) > 1 {
		hundredths := (200*last + first) / (2 * first)
		fmt.Printf("ratio=%d.%02d (last by first)", hundredths/100, hundredths%100)
	}
	return warnings, nil
}

func call(request object) (object, error) {
	body, err := json.Marshal(request)
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
