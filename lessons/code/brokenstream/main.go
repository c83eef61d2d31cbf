// Brokenstream prints a reply as it arrives, and notices when it was not all.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := `{"model":"claude-opus-5-5","max_tokens":300,"stream":true,"messages":[{"role":"user","content":"How do I take it?"}]}`
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", strings.NewReader(body))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("content-type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer resp.Body.Close()
	whole := false
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var e struct {
			Type  string
			Delta struct{ Text string }
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			fmt.Fprintln(os.Stderr, "stream:", err)
			os.Exit(1)
		}
		fmt.Print(e.Delta.Text)
		// anchor: fix
		whole = whole || e.Type == "message_stop"
	}
	fmt.Println()
	if !whole && lines.Err() == nil {
		fmt.Fprintln(os.Stderr, "stream: the reply broke off")
		os.Exit(1)
	}
	// end: fix
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "stream:", err)
		os.Exit(1)
	}
}
