package sim

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// opNames are what schemas and descriptions call an operator, the sign first.
var opNames = map[byte][]string{
	'+': {"+", "add", "plus", "sum", "addition", "adds"},
	'-': {"-", "sub", "subtract", "minus", "subtraction", "difference", "subtracts"},
	'*': {"*", "mul", "multiply", "times", "multiplication", "mult", "product", "x", "×", "multiplies"},
	'/': {"/", "div", "divide", "division", "quotient", "÷", "divides"},
	'%': {"%", "mod", "modulo", "remainder", "rem"},
	'^': {"**", "pow", "power", "exp", "exponent", "exponentiate", "exponentiation", "^"},
}

// opTool is a calculator that takes two numbers, and perhaps an operator.
type opTool struct {
	name   string
	sign   string        // the parameter for the operator; empty: always the same one
	values map[byte]any  // what to write for each operator
	pair   []string      // the parameters for the numbers, or
	list   string        // the one for a list of them
	types  []string      // of the pair
	tool   *fakellm.Tool // itself
}

var reSignName = lazy(`(?i)^(?:op|operator|operation|function|func|action|method)$`)

// opToolOf says how a tool takes the operation and the numbers; nil if it does
// not take them apart.
func opToolOf(t *fakellm.Tool) *opTool {
	o := &opTool{name: t.Name, values: map[byte]any{}, tool: t}
	properties := propertiesOf(t.Schema)
	required := requiredOf(t.Schema)
	for _, name := range append(slices.Clone(required), sortedKeys(properties)...) {
		p, _ := properties[name].(map[string]any)
		options, _ := p["enum"].([]any)
		switch kind := typeOf(p); {
		case o.sign == name || o.list == name || slices.Contains(o.pair, name):
		case o.sign == "" && kind == "string" && (reSignName.MatchString(name) || isOperators(options)):
			o.sign = name
			o.readValues(options, t.Description+" "+describe(p))
		case kind == "number" || kind == "integer":
			o.pair, o.types = append(o.pair, name), append(o.types, kind)
		case kind == "array" && o.list == "":
			if items, _ := p["items"].(map[string]any); typeOf(items) == "number" || typeOf(items) == "integer" {
				o.list = name
			}
		case kind == "string" && slices.Contains(required, name):
			return nil // it wants something else
		}
	}
	if o.list == "" && len(o.pair) != 2 {
		return nil
	}
	if o.sign == "" {
		for _, op := range []byte("+-*/%^") {
			if slices.ContainsFunc(opNames[op], func(w string) bool { return slices.Contains(wordsOf(t.Name), w) }) {
				o.values[op] = ""
			}
		}
		if len(o.values) != 1 {
			return nil
		}
	}
	return o
}

// operatorOf is the operator that a value of an enum means; 0 if none.
func operatorOf(value any) byte {
	s, _ := value.(string)
	for op, names := range opNames {
		if slices.Contains(names, strings.ToLower(s)) {
			return op
		}
	}
	return 0
}

func isOperators(options []any) bool {
	return len(options) > 0 && !slices.ContainsFunc(options, func(o any) bool { return operatorOf(o) == 0 })
}

// readValues takes the operators from an enum; without one, the words that the
// description uses, or signs.
func (o *opTool) readValues(options []any, description string) {
	for _, option := range options {
		if op := operatorOf(option); op != 0 && o.values[op] == nil {
			o.values[op] = option
		}
	}
	if len(options) > 0 {
		return
	}
	words := wordsOf(description)
	for op, names := range opNames {
		o.values[op] = names[0]
		for _, name := range names[1:] {
			if slices.Contains(words, name) {
				o.values[op] = name
				break
			}
		}
	}
}

// call writes one operation.
func (o *opTool) call(op byte, a, b *big.Rat) call {
	left, right := json.Number(formatRat(a)), json.Number(formatRat(b))
	input := map[string]any{}
	if o.sign != "" {
		input[o.sign] = o.values[op]
	}
	if o.list != "" {
		input[o.list] = []any{left, right}
	} else {
		input[o.pair[0]], input[o.pair[1]] = left, right
	}
	return call{o.name, input}
}

// fits says whether the tool can do an operation with these numbers.
func (o *opTool) fits(op byte, a, b *big.Rat) bool {
	if slices.Contains(o.types, "integer") && !(a.IsInt() && b.IsInt()) {
		return false
	}
	_, can := o.values[op]
	return can
}

// opTools are the tools offered that take operation and numbers apart.
func (v *view) opTools() []*opTool {
	var found []*opTool
	for i := range v.p.Tools {
		if t := &v.p.Tools[i]; v.skill(*t) == calculates && v.allowed(t.Name) {
			if o := opToolOf(t); o != nil {
				found = append(found, o)
			}
		}
	}
	return found
}

// chain is how far a sum has come with tools that do one operation a call.
type chain struct {
	next   call
	tool   *fakellm.Tool // for next; nil: nothing to call
	result *big.Rat      // the whole sum's; nil: not there yet
}

// follow works through a sum, one operation after the other, with the results
// that the tools gave, believing them.
func (v *view) follow(e *expr, tries []step) chain {
	tools := v.opTools()
	done := map[string]*big.Rat{}
	for _, s := range tries {
		if n := resultNumber(s.text); n != nil && !s.failed {
			done[s.key()] = n
		}
	}
	var c chain
	var walk func(e *expr) *big.Rat
	walk = func(e *expr) *big.Rat {
		if e.op == 0 {
			return e.number
		}
		l := walk(e.left)
		if l == nil {
			return nil
		}
		r := walk(e.right)
		if r == nil {
			return nil
		}
		for _, o := range tools {
			if !o.fits(e.op, l, r) {
				continue
			}
			next := o.call(e.op, l, r)
			if n := done[callKey(next.tool, roundTrip(next.input))]; n != nil {
				return n
			}
			c.next, c.tool = next, o.tool
			return nil
		}
		return nil
	}
	c.result = walk(e)
	return c
}
