// Count without any package for the API: reads all files first, then asks, then prints.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
)

type text struct {
	name   string
	body   []rune
	tokens int
}

func main() {
	var texts []*text
	var problems []error
	for _, name := range os.Args[1:] {
		raw, err := os.ReadFile(name)
		switch {
		case err != nil:
			problems = append(problems, err)
		case len(bytes.TrimSpace(raw)) == 0:
			problems = append(problems, errors.New("nothing to count in "+name))
		default:
			texts = append(texts, &text{name: name, body: []rune(string(raw))})
		}
	}
	var failed error
	var dearest *text
	for _, t := range texts {
		if t.tokens, failed = count(string(t.body)); failed != nil {
			problems = append(problems, failed)
			break
		}
		words := len(strings.Fields(string(t.body)))
		fmt.Printf("per_char=%s per_word=%s | tokens=%d words=%d chars=%d | file=%s\r\n",
			quotient(t.tokens, len(t.body), 1000), quotient(t.tokens, words, 100), t.tokens, words, len(t.body), t.name)
		// t > d by fractions: a/b > c/d is ad > cb, without a single rounding
		if dearest == nil || t.tokens*len(dearest.body) > dearest.tokens*len(t.body) {
			dearest = t
		}
	}
	if failed == nil && dearest != nil {
		fmt.Printf("The most for a character: \x1b[1mdearest=%s\x1b[0m", dearest.name)
	}
	if err := errors.Join(problems...); err != nil || len(os.Args) == 1 {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(4)
	}
}

// quotient writes a/b rounded half up, in whole numbers all the way: with scale 100 to two decimals.
func quotient(a, b, scale int) string {
	n := (2*a*scale + b) / (2 * b)
	return fmt.Sprintf("%d.%0*d", n/scale, len(fmt.Sprint(scale))-1, n%scale)
}

func count(prompt string) (int, error) {
	body, err := json.Marshal(map[string]any{
		"model":    cmp.Or(os.Getenv("ANTHROPIC_MODEL"), "claude-opus-5-5"),
		"messages": []any{map[string]string{"role": "user", "content": prompt}},
	})
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages/count_tokens", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("Anthropic-Version", "2026-10-21")
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	var answer struct {
		Tokens int `json:"input_tokens"`
		Error  *struct{ Message string }
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return 0, err
	}
	if answer.Error != nil {
		return 0, errors.New(answer.Error.Message)
	}
	return answer.Tokens, nil
}
