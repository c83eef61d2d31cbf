package sim

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"agentcourse/internal/fakellm"

	"github.com/google/go-cmp/cmp"
)

func toolOf(t *testing.T, name, description, properties string, required ...any) fakellm.Tool {
	t.Helper()
	var p map[string]any
	if err := json.Unmarshal([]byte(properties), &p); err != nil {
		t.Fatal(err)
	}
	return fakellm.Tool{Name: name, Description: description, Schema: map[string]any{"type": "object", "properties": p, "required": required}}
}

func TestOperators(t *testing.T) {
	t.Parallel()
	const two = `{"a":{"type":"number"},"b":{"type":"number"}}`
	enum := toolOf(t, "compute", firmText, `{"op":{"type":"string","enum":["add","sub","mul","div"]},"a":{"type":"number"},"b":{"type":"number"}}`, "op", "a", "b")
	sides := toolOf(t, "calculator", firmText, `{"left":{"type":"number"},"operator":{"type":"string"},"right":{"type":"number"}}`, "left", "operator", "right")
	list := toolOf(t, "calculator", firmText, `{"numbers":{"type":"array","items":{"type":"number"}},"operation":{"enum":["sum","product"]}}`, "numbers", "operation")
	add, multiply := toolOf(t, "add", "Adds two numbers.", two, "a", "b"), toolOf(t, "multiply", "Multiplies two numbers.", two, "a", "b")
	fraction := toolOf(t, "divide", "Divides. Use it for every calculation; do not do arithmetic yourself.", `{"numerator":{"type":"number"},"denominator":{"type":"number"}}`, "numerator", "denominator")
	for _, c := range []struct {
		ask    string
		tools  []fakellm.Tool
		inputs []string
		last   string
	}{
		{"What is 1234 * 5678?", []fakellm.Tool{enum}, []string{`{"a":1234,"b":5678,"op":"mul"}`}, "= 7006652."},
		{"What is 15 + 17 * 12?", []fakellm.Tool{enum}, []string{`{"a":17,"b":12,"op":"mul"}`, `{"a":15,"b":204,"op":"add"}`}, "= 219."},
		{"What is 15 + 17 * 12?", []fakellm.Tool{sides}, []string{`{"left":17,"operator":"*","right":12}`, `{"left":15,"operator":"+","right":204}`}, "= 219."},
		{"What is 15 + 17 * 12?", []fakellm.Tool{list}, []string{`{"numbers":[17,12],"operation":"product"}`, `{"numbers":[15,204],"operation":"sum"}`}, "= 219."},
		{"What is 15 + 17 * 12?", []fakellm.Tool{add, multiply}, []string{`{"a":17,"b":12}`, `{"a":15,"b":204}`}, "= 219."},
		{"What is 1200 / 48?", []fakellm.Tool{fraction}, []string{`{"denominator":48,"numerator":1200}`}, "= 25."},
		{"What is 2**10 + 1?", []fakellm.Tool{enum}, nil, "2**10 + 1 ="},
	} {
		h := map[string]handler{}
		for _, tool := range c.tools {
			h[tool.Name] = func(input map[string]any) (string, bool) { return operate(tool.Name, input) }
		}
		agreed := share(min(seeds, 30), func(seed uint64) bool {
			last, steps, ended := run(New(Options{Seed: seed}), task(c.ask, c.tools...), h, 9)
			var inputs []string
			for _, call := range flat(steps) {
				inputs = append(inputs, encode(call.input))
			}
			if strings.Contains(last, "cannot be right") {
				t.Errorf("%s: blames the tool: %s", c.ask, last)
			}
			return ended && strings.Contains(last, c.last) && cmp.Equal(inputs, c.inputs)
		})
		if agreed < 0.6 {
			t.Errorf("%s with %s: as expected in %.2f of the runs", c.ask, c.tools[0].Name, agreed)
		}
	}
}

// operate plays a calculator that takes one operation.
func operate(name string, input map[string]any) (string, bool) {
	var numbers []float64
	op := operatorOf(name)
	for _, key := range []string{"a", "left", "numerator", "b", "right", "denominator", "numbers"} {
		switch x := input[key].(type) {
		case float64:
			numbers = append(numbers, x)
		case []any:
			numbers = append(numbers, x[0].(float64), x[1].(float64))
		}
	}
	for _, key := range []string{"op", "operator", "operation"} {
		if input[key] != nil {
			op = operatorOf(input[key])
		}
	}
	switch op {
	case '+':
		return fmt.Sprint(numbers[0] + numbers[1]), false
	case '*':
		return fmt.Sprint(numbers[0] * numbers[1]), false
	case '/':
		return fmt.Sprint(numbers[0] / numbers[1]), false
	}
	return "error: no such operation", true
}

func TestResultsInWords(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"7006652": "7006652", "7,006,652": "7,006,652", `{"result": 7006652}`: "7006652", "The result is 7006652.": "7006652", "1234 * 5678 = 7006652": "7006652",
		`{"expression":"1234 * 5678","value":7006652}`: "7006652", "Result: 42 (exact)": "42", "ok": "", "3 of 4 worked": "", "-1.5": "-1.5",
	} {
		if got := resultText(said); got != want {
			t.Errorf("%q: the number is %q", said, got)
		}
	}
	h := handlers()
	h["calc"] = func(map[string]any) (string, bool) { return "The result is 7006652.", false }
	last, _, _ := run(New(Options{Seed: 1}), task("What is 1234 * 5678?", calcTool(firmText)), h, 3)
	if last != "1234 * 5678 = 7006652." {
		t.Errorf("%q", last)
	}
}

func TestAdviceInDescriptions(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]rate{
		"Use only when the numbers are large.":        toolPlain,
		"Taschenrechner für alle Rechnungen":          toolPlain,
		"Evaluates arithmetic, only as a last resort": toolDiscouraged,
		"Rarely needed":                              toolDiscouraged,
		"Broken calculator, don't use":               toolDiscouraged,
		"Evaluates arithmetic. Avoid it if you can.": toolDiscouraged,
		"Only for small numbers.":                    toolDiscouraged,
		"Calculator":                                 toolMinimal,
		"Convert a currency amount.":                 toolMisleading,
		firmText:                                     toolFirm,
	} {
		if r, ever := calcRate(calcTool(description), false); r != want || !ever {
			t.Errorf("%q: %s", description, table()[r].Name)
		}
	}
	if _, ever := calcRate(calcTool("Use only when the numbers are large."), true); ever {
		t.Error("a calculator for large numbers is used for small ones")
	}
	for _, ask := range []string{"use the calculator tool to add 5 and 7", "What is 3 * 3? Please use calc", "What is 48271 * 90613? Use your tools."} {
		p := task(ask, calcTool("Calculator"))
		near(t, ask, share(min(seeds, 100), func(seed uint64) bool { return len(callsOf(respond(seed, p))) == 1 }), value(toolAsked))
	}
	later := task("", calcTool("Calculator"))
	later.Turns = said("What is 1234 * 5678?", "1234 * 5678 = 7112652.", "Please use calc.")
	if calls := callsOf(respond(1, later)); len(calls) != 1 || calls[0].input["expr"] != "1234 * 5678" {
		t.Errorf("asked later: %v", calls)
	}
	for seed := range uint64(20) {
		if calls := callsOf(respond(seed, task("What is 48271 * 90613? Don't use the calculator.", calcTool(firmText)))); len(calls) > 0 {
			t.Errorf("seed %d: %v", seed, calls)
		}
	}
}
