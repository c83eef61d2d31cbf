// Descriptions runs the same problems under several descriptions of one tool. It speaks to the API by itself.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"strings"

	"agentcourse/starter/calc"
)

type object = map[string]any

type usage struct {
	In      int `json:"input_tokens"`
	Written int `json:"cache_creation_input_tokens"`
	Read    int `json:"cache_read_input_tokens"`
	Out     int `json:"output_tokens"`
}

type reply struct {
	Content    json.RawMessage
	StopReason string `json:"stop_reason"`
	Usage      usage
}

type block struct {
	Type, Text, ID, Name string
	Input                json.RawMessage
}

// A score is a row in the making.
type score struct{ called, correct, steps, in, out int }

func (s *score) add(t score) {
	s.called, s.correct, s.steps, s.in, s.out = s.called+t.called, s.correct+t.correct, s.steps+t.steps, s.in+t.in, s.out+t.out
}

func (s score) cost() string { return fmt.Sprintf("cost=$%.6f", float64(4*s.in+20*s.out)/1e6) }

func main() {
	var rows []string
	total, err := run(os.Args[1:], &rows)
	for _, row := range rows {
		fmt.Println(row)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("in=%d out=%d steps=%d %s\n", total.in, total.out, total.steps, total.cost())
}

func run(names []string, rows *[]string) (total score, err error) {
	for _, name := range names {
		if _, known := find(name); !known {
			return total, errors.New("unknown version " + name + ": try A, B or C")
		}
	}
	if len(names) == 0 {
		names = []string{"A", "B", "C"}
	}
	problems, answers, err := load()
	if err != nil {
		return total, err
	}
	for _, name := range names {
		description, _ := find(name)
		var sum score
		for i, p := range problems {
			fmt.Printf("%s: %s\n", name, p)
			one, err := converse(p, answers[i], description)
			if err != nil {
				return total, err
			}
			sum.add(one)
		}
		total.add(sum)
		*rows = append(*rows, fmt.Sprintf("%s in=%d out=%d correct=%d called=%d problems=%d version=%s steps=%d", sum.cost(), sum.in, sum.out,
			sum.correct, sum.called, len(problems), name, sum.steps))
	}
	return total, nil
}

func find(version string) (description string, known bool) {
	switch version {
	case "A":
		return "This tool evaluates one arithmetic expression such as (12 + 30) * 4 and returns the exact result. " +
			"Call it whenever there is anything to calculate. Do not do arithmetic yourself, not even when it is easy.", true
	case "B":
		return "Calculator", true
	case "C":
		return "Convert a currency amount.", true
	}
	return "", false
}

func load() (problems []string, answers []*big.Int, err error) {
	for _, name := range []string{"hard_math.txt", "hard_math_expected.txt"} {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if name == "hard_math.txt" {
				problems = append(problems, lines.Text())
				continue
			}
			n, ok := new(big.Int).SetString(lines.Text(), 10)
			if !ok {
				return nil, nil, fmt.Errorf("%s: no number in line %d", name, len(answers)+1)
			}
			answers = append(answers, n)
		}
	}
	if len(problems) != len(answers) {
		return nil, nil, errors.New("hard_math.txt and hard_math_expected.txt are not of the same length")
	}
	return problems, answers, nil
}

func converse(problem string, answer *big.Int, description string) (s score, err error) {
	talk := []object{{"role": "user", "content": "What is " + problem + "?"}}
	for s.steps < 10 {
		r, err := post(object{
			"model": cmp.Or(os.Getenv("ANTHROPIC_MODEL"), "claude-opus-5-5"), "max_tokens": 4000, "messages": talk,
			"system": "Answer with a whole number.",
			"tools": []object{{"name": "calc", "description": description, "input_schema": object{"type": "object",
				"required":             []string{"expr"},
				"properties":           object{"expr": object{"type": "string", "description": "for example 2 * (3 + 4)"}},
				"additionalProperties": false}}},
		})
		if err != nil {
			return s, err
		}
		s.steps, s.in, s.out = s.steps+1, s.in+r.Usage.In+r.Usage.Written+r.Usage.Read, s.out+r.Usage.Out
		var blocks []block
		if err := json.Unmarshal(r.Content, &blocks); err != nil {
			return s, err
		}
		if r.StopReason != "tool_use" {
			text := ""
			for _, b := range blocks {
				text += b.Text // empty in blocks of other kinds
			}
			if n := lastNumber(text); r.StopReason == "end_turn" && n != nil && n.Cmp(answer) == 0 {
				s.correct = 1
			}
			return s, nil
		}
		results := []object{}
		for _, b := range blocks {
			if b.Type == "tool_use" {
				results = append(results, result(b, &s))
			}
		}
		talk = append(talk, object{"role": "assistant", "content": r.Content}, object{"role": "user", "content": results})
	}
	return s, nil
}

// result works a call out, whoever asked for it.
func result(b block, s *score) object {
	var args struct{ Expr string }
	text, failed := "unknown tool", true
	if b.Name == "calc" {
		s.called = 1
		err := json.Unmarshal(b.Input, &args)
		if err == nil {
			text, err = calc.Eval(args.Expr)
		}
		if failed = err != nil; failed {
			text = err.Error()
		}
	}
	return object{"type": "tool_result", "tool_use_id": b.ID, "is_error": failed, "content": []object{{"type": "text", "text": text}}}
}

// lastNumber walks back from the last digit, over as many groups as have a comma and just three digits behind them.
func lastNumber(s string) *big.Int {
	digitsBefore := func(end int) int { return end - len(strings.TrimRight(s[:end], "0123456789")) }
	end := strings.LastIndexAny(s, "0123456789") + 1
	group := digitsBefore(end)
	start := end - group
	for group == 3 && start > 0 && s[start-1] == ',' {
		if group = digitsBefore(start - 1); group == 0 || group > 3 {
			break
		}
		start -= 1 + group
	}
	if start > 0 && s[start-1] == '-' {
		start--
	}
	n, ok := new(big.Int).SetString(strings.ReplaceAll(s[start:end], ",", ""), 10)
	if !ok {
		return nil
	}
	return n
}

func post(body object) (*reply, error) {
	src, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest("POST", cmp.Or(os.Getenv("ANTHROPIC_BASE_URL"), "https://api.anthropic.com")+"/v1/messages", bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "Anthropic-Version": {"2023-06-01"}, "X-Api-Key": {os.Getenv("ANTHROPIC_API_KEY")}}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != 200 {
		var fault struct{ Error struct{ Message string } }
		_ = json.Unmarshal(data, &fault)
		return nil, fmt.Errorf("the API answered %s: %s", res.Status, cmp.Or(fault.Error.Message, string(data)))
	}
	r := new(reply)
	return r, json.Unmarshal(data, r)
}
