package fakellm_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"agentcourse/internal/fakellm"
)

// The scenario of the package documentation, played to a plain HTTP client.
func Example() {
	scenario, err := fakellm.ParseScenario("bees.yaml", []byte(`
replies:
- content:                       # used first; the stop reason is tool_use
    - thinking: ""
    - text: Let me look.
    - tool_use: {name: read_file, input: {path: notes.txt}}
- status: 529                    # the next call fails, and its retry …
- text: You keep bees.           # … gets this
  usage: {output_tokens: 5}
- when: last_user | test("weather"; "i")
  times: any                     # answers each question about the weather
  text: It rains.
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	provider, err := fakellm.Start(fakellm.Options{Scenario: scenario})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer provider.Close()

	body := `{"model":"claude-opus-5-5","max_tokens":100,"messages":[{"role":"user","content":"How is the weather?"}]}`
	request, err := http.NewRequest("POST", provider.URL()+"/v1/messages", strings.NewReader(body))
	if err != nil {
		fmt.Println(err)
		return
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Anthropic-Version", "2026-10-21")
	request.Header.Set("Authorization", "Bearer "+fakellm.FakeKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)

	for _, r := range provider.Requests() {
		fmt.Println(r.Number, r.Kind, r.Status, "reply", r.Reply, r.Header.Get("Authorization"))
	}
	for _, left := range provider.LeftOver() {
		fmt.Println(left)
	}
	// Output:
	// 1 messages 200 reply 4 [REDACTED]
	// reply 1 (text "Let me look.")
	// reply 2 (status 529)
	// reply 3 (text "You keep bees.")
}
