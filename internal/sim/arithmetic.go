package sim

import (
	"errors"
	"math/big"
	"strings"
)

// Bounds that keep a short text such as 9^9^9 from taking long.
const (
	maxSums     = 8
	maxSumText  = 400 // bytes of an expression
	maxNumber   = 60  // digits as written
	maxExponent = 2000
	maxBits     = 8192 // of a power
)

var (
	errNoSum    = errors.New("not an arithmetic expression")
	errTooLarge = errors.New("too large")
	errByZero   = errors.New("division by zero")
)

// expr is an arithmetic expression: a number, or an operation on two.
type expr struct {
	op          byte // + - * / % ^; 0 for a number
	left, right *expr
	number      *big.Rat
}

// value works an expression out exactly.
func (e *expr) value() (*big.Rat, error) {
	if e.op == 0 {
		return e.number, nil
	}
	l, err := e.left.value()
	if err != nil {
		return nil, err
	}
	r, err := e.right.value()
	if err != nil {
		return nil, err
	}
	result := new(big.Rat)
	switch e.op {
	case '+':
		return result.Add(l, r), nil
	case '-':
		return result.Sub(l, r), nil
	case '*':
		return result.Mul(l, r), nil
	case '^':
		return power(l, r)
	}
	if r.Sign() == 0 {
		return nil, errByZero
	}
	result.Quo(l, r)
	if e.op == '/' {
		return result, nil
	}
	whole := new(big.Int).Div(result.Num(), result.Denom()) // rounds down, as Python's % does for a positive divisor
	return result.Sub(l, new(big.Rat).Mul(r, new(big.Rat).SetInt(whole))), nil
}

func power(base, exponent *big.Rat) (*big.Rat, error) {
	if !exponent.IsInt() || !exponent.Num().IsInt64() {
		return nil, errTooLarge
	}
	n := exponent.Num().Int64()
	size := int64(base.Num().BitLen() + base.Denom().BitLen())
	if n > maxExponent || n < -maxExponent || size*max(n, -n) > maxBits {
		return nil, errTooLarge
	}
	if n < 0 {
		if base.Sign() == 0 {
			return nil, errByZero
		}
		base, n = new(big.Rat).Inv(base), -n
	}
	e := big.NewInt(n)
	return new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), e, nil), new(big.Int).Exp(base.Denom(), e, nil)), nil
}

func precedence(op byte) int {
	switch op {
	case '+', '-':
		return 1
	case '*', '/', '%':
		return 2
	case '^':
		return 3
	}
	return 4
}

// String writes the expression for a calculator, with ** for powers.
func (e *expr) String() string { return e.write("**") }

// write uses the given sign for powers; "pow" writes them as pow(a, b).
func (e *expr) write(sign string) string {
	if e.op == 0 {
		return formatRat(e.number)
	}
	if e.op == '^' && sign == "pow" {
		return "pow(" + e.left.write(sign) + ", " + e.right.write(sign) + ")"
	}
	own := precedence(e.op)
	l, r := e.left.write(sign), e.right.write(sign)
	if p := precedence(e.left.op); p < own || p == own && e.op == '^' || e.op == '^' && strings.HasPrefix(l, "-") {
		l = "(" + l + ")"
	}
	if p := precedence(e.right.op); p < own || p == own && e.op != '+' && e.op != '*' && e.op != '^' || strings.HasPrefix(r, "-") {
		r = "(" + r + ")"
	}
	if e.op == '^' {
		return l + sign + r
	}
	return l + " " + string(e.op) + " " + r
}

// formatRat writes a number with at most six decimals.
func formatRat(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimSuffix(strings.TrimRight(r.FloatString(6), "0"), ".")
}

// parser reads one expression: chain = sum { "|" op number }.
type parser struct {
	src   string
	depth int
}

func parseSum(src string) (*expr, error) {
	if len(src) > maxSumText {
		return nil, errTooLarge
	}
	p := &parser{src: src}
	e, err := p.binary(1)
	for err == nil && p.take("|") {
		op := p.src[0]
		p.src = p.src[1:]
		var n *expr
		if n, err = p.unary(); err == nil {
			e = &expr{op: op, left: e, right: n}
		}
	}
	if err == nil && p.skip() != "" {
		err = errNoSum
	}
	return e, err
}

func (p *parser) skip() string {
	p.src = strings.TrimLeft(p.src, " \t\n")
	return p.src
}

func (p *parser) take(s string) bool {
	found := strings.HasPrefix(p.skip(), s)
	if found {
		p.src = p.src[len(s):]
	}
	return found
}

func (p *parser) binary(level int) (*expr, error) {
	if level == 3 {
		return p.unary()
	}
	e, err := p.binary(level + 1)
	for err == nil && p.skip() != "" && strings.IndexByte("+-*/%", p.src[0]) >= 0 && precedence(p.src[0]) == level {
		op := p.src[0]
		p.src = p.src[1:]
		var r *expr
		if r, err = p.binary(level + 1); err == nil {
			e = &expr{op: op, left: e, right: r}
		}
	}
	return e, err
}

func (p *parser) unary() (*expr, error) {
	if p.depth++; p.depth > 200 {
		return nil, errTooLarge
	}
	if p.take("-") {
		e, err := p.unary()
		if err != nil {
			return nil, err
		}
		if e.op == 0 {
			return &expr{number: new(big.Rat).Neg(e.number)}, nil
		}
		return &expr{op: '-', left: &expr{number: new(big.Rat)}, right: e}, nil
	}
	e, err := p.atom()
	if err == nil && p.take("^") {
		var r *expr
		if r, err = p.unary(); err == nil {
			e = &expr{op: '^', left: e, right: r}
		}
	}
	return e, err
}

var reNumberAt = lazy(`^(?:\d+(?:\.\d+)?|\.\d+)`)

func (p *parser) atom() (*expr, error) {
	if p.take("(") {
		e, err := p.binary(1)
		if err == nil && !p.take(")") {
			err = errNoSum
		}
		return e, err
	}
	digits := reNumberAt.FindString(p.skip())
	if digits == "" || len(digits) > maxNumber {
		return nil, errNoSum
	}
	p.src = p.src[len(digits):]
	n, ok := new(big.Rat).SetString(digits)
	if !ok {
		return nil, errNoSum
	}
	return &expr{number: n}, nil
}
