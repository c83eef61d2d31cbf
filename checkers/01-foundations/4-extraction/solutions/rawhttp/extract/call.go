package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func call(instructions, line string) (object, error) {
	nullable := object{"anyOf": []object{{"type": "string"}, {"type": "null"}}}
	body, err := json.Marshal(object{
		"model": "claude-opus-5-5", "max_tokens": 4096,
		"messages": []object{{"role": "user", "content": []object{{"type": "text", "text": instructions}, {"type": "text", "text": line}}}},
		"output_config": object{"format": object{"type": "json_schema", "schema": object{
			"type": "object", "additionalProperties": false, "required": names,
			"properties": object{"title": object{"type": "string"}, "date": nullable, "time": nullable, "place": nullable},
		}}},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest("POST", strings.TrimRight(os.Getenv("ANTHROPIC_BASE_URL"), "/")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{
		"X-Api-Key":         {os.Getenv("ANTHROPIC_API_KEY")},
		"Anthropic-Version": {"2023-06-01"},
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
