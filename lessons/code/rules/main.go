// Rules breaks the rules of tool use, one at a time, and prints what the API answers.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

// What a conversation with two tool calls consists of, and what goes wrong with it.
const (
	question = `{"role":"user","content":"What is 6 * 7, and what is 6 + 7?"}`
	calls    = `{"role":"assistant","content":[` + callA + `,` + callB + `]}`
	callA    = `{"type":"tool_use","id":"toolu_a","name":"calc","input":{"expr":"6 * 7"}}`
	callB    = `{"type":"tool_use","id":"toolu_b","name":"calc","input":{"expr":"6 + 7"}}`
	resultA  = `{"type":"tool_result","tool_use_id":"toolu_a","content":"42"}`
	resultB  = `{"type":"tool_result","tool_use_id":"toolu_b","content":"13"}`
	text     = `{"type":"text","text":"Here you are:"}`
)

func user(blocks ...string) string {
	return `{"role":"user","content":[` + strings.Join(blocks, ",") + `]}`
}

func main() {
	log.SetFlags(0)
	const forced = `,"tool_choice":{"type":"tool","name":"calc"}`
	try("all in order", "", question, calls, user(resultA, resultB))
	try("the second call is not answered", "", question, calls, user(resultA))
	try("the assistant's message is left out", "", question, user(resultA, resultB))
	try("a text before the results", "", question, calls, user(text, resultA, resultB))
	try("one message for each result, the model's between", "", question, calls, user(resultA), `{"role":"assistant","content":"Go on."}`, user(resultB))
	try("the id of another call", "", question, `{"role":"assistant","content":[`+callA+`]}`, user(resultB))
	try("the tool is forced", forced, question)
}

func try(name, more string, history ...string) {
	body := `{"model":"claude-opus-5-5","max_tokens":500,"tools":[{"name":"calc","description":"Works out an expression.",` +
		`"input_schema":{"type":"object","properties":{"expr":{"type":"string"}},"required":["expr"]}}],"messages":[` +
		strings.Join(history, ",") + `]` + more + `}`
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	var reply struct {
		StopReason string `json:"stop_reason"`
		Error      struct{ Message string }
	}
	if err := json.NewDecoder(res.Body).Decode(&reply); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d %s%s\n", name, res.StatusCode, reply.StopReason, reply.Error.Message)
}
