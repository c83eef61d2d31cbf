// Package calc works out arithmetic that somebody else wrote, such as a model,
// without running any of it.
package calc

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// The model writes the expression, so nothing about it can be trusted: these
// bounds keep a short text such as pow(9, pow(9, 9)) from running for ever.
const (
	maxExpr     = 500  // bytes of an expression
	maxExponent = 1000 // of pow, and of a number like 1e30
	maxBits     = 4096 // of a numerator or denominator, about 1200 digits
)

// leadingZeros make a number octal to Go, and mean nothing to anybody else.
var leadingZeros = regexp.MustCompile(`(^|[^0-9.])0+([0-9])`)

var errTooLarge = errors.New("the number gets too large")

// Eval works out an expression of numbers, + - * / %, parentheses and
// pow(a, b). It counts in fractions, so that nothing is rounded on the way;
// only a result with more than 20 decimals is given to 17 significant digits.
//
// It borrows Go's own parser and then walks the tree: what the walk does not
// list cannot happen, which is safer than a list of what is forbidden.
func Eval(expr string) (string, error) {
	if len(expr) > maxExpr {
		return "", fmt.Errorf("the expression has %d bytes, at most %d are allowed", len(expr), maxExpr)
	}
	// To Go's parser these begin a comment, and the rest would count for nothing.
	if strings.Contains(expr, "//") || strings.Contains(expr, "/*") {
		return "", errors.New("// and /* are not allowed; / divides exactly, and % gives the remainder of whole numbers")
	}
	tree, err := parser.ParseExpr(leadingZeros.ReplaceAllString(expr, "$1$2"))
	if err != nil {
		return "", fmt.Errorf("not an arithmetic expression: %w; write one like (1234 * 5678) + 99, without thousands separators", err)
	}
	value, err := eval(tree)
	if err != nil {
		return "", err
	}
	return format(value), nil
}

func eval(node ast.Expr) (*big.Rat, error) {
	switch n := node.(type) {
	case *ast.BasicLit:
		return number(n)
	case *ast.ParenExpr:
		return eval(n.X)
	case *ast.UnaryExpr:
		x, err := eval(n.X)
		switch {
		case err != nil:
			return nil, err
		case n.Op == token.SUB:
			return x.Neg(x), nil
		case n.Op == token.ADD:
			return x, nil
		}
	case *ast.BinaryExpr:
		x, err := eval(n.X)
		if err != nil {
			return nil, err
		}
		y, err := eval(n.Y)
		if err != nil {
			return nil, err
		}
		return bounded(binary(n.Op, x, y))
	case *ast.CallExpr:
		if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "pow" && len(n.Args) == 2 {
			return pow(n.Args[0], n.Args[1])
		}
	}
	return nil, errors.New("only numbers, + - * / %, parentheses and pow(a, b) are allowed; write powers as pow(2, 10)")
}

// number reads a decimal number. Go's other notations are refused.
func number(lit *ast.BasicLit) (*big.Rat, error) {
	if strings.Trim(lit.Value, "0123456789.eE+-") != "" {
		return nil, fmt.Errorf("%s is not a decimal number", lit.Value)
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(lit.Value), "e")
	if exponent != "" {
		if e, err := strconv.Atoi(exponent); err != nil || e > maxExponent || e < -maxExponent {
			return nil, errTooLarge
		}
		exponent = "e" + exponent
	}
	x, ok := new(big.Rat).SetString("0" + mantissa + exponent)
	if !ok {
		return nil, fmt.Errorf("%s is not a decimal number", lit.Value)
	}
	return bounded(x, nil)
}

func binary(op token.Token, x, y *big.Rat) (*big.Rat, error) {
	switch op {
	case token.ADD:
		return x.Add(x, y), nil
	case token.SUB:
		return x.Sub(x, y), nil
	case token.MUL:
		return x.Mul(x, y), nil
	case token.QUO:
		if y.Sign() == 0 {
			return nil, errors.New("division by zero")
		}
		return x.Quo(x, y), nil
	case token.REM:
		if !x.IsInt() || !y.IsInt() {
			return nil, errors.New("% is the remainder of two whole numbers; for p percent of x write x * p / 100")
		}
		if y.Sign() == 0 {
			return nil, errors.New("division by zero")
		}
		return x.SetInt(new(big.Int).Rem(x.Num(), y.Num())), nil
	}
	return nil, fmt.Errorf("the operator %s is not allowed; write powers as pow(2, 10)", op)
}

func pow(baseExpr, exponentExpr ast.Expr) (*big.Rat, error) {
	base, err := eval(baseExpr)
	if err != nil {
		return nil, err
	}
	exponent, err := eval(exponentExpr)
	if err != nil {
		return nil, err
	}
	limit := big.NewRat(maxExponent, 1)
	if !exponent.IsInt() || new(big.Rat).Abs(exponent).Cmp(limit) > 0 {
		return nil, fmt.Errorf("the exponent of pow must be a whole number from -%d to %d", maxExponent, maxExponent)
	}
	if exponent.Sign() < 0 {
		if base.Sign() == 0 {
			return nil, errors.New("division by zero")
		}
		base.Inv(base)
		exponent.Neg(exponent)
	}
	// Bounded after every step, a product that grows too large is caught while
	// it is still cheap.
	result := big.NewRat(1, 1)
	for range exponent.Num().Int64() {
		if result, err = bounded(result.Mul(result, base), nil); err != nil {
			return nil, err
		}
	}
	return result, nil
}

func bounded(x *big.Rat, err error) (*big.Rat, error) {
	if err == nil && (x.Num().BitLen() > maxBits || x.Denom().BitLen() > maxBits) {
		return nil, errTooLarge
	}
	return x, err
}

func format(x *big.Rat) string {
	if decimals, exact := x.FloatPrec(); exact && decimals <= 20 {
		return x.FloatString(decimals)
	}
	return new(big.Float).SetPrec(64).SetRat(x).Text('g', 17)
}
