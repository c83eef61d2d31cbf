package sim

import (
	"cmp"
	"errors"
	"math/big"
	"strings"
)

// headSums does sums without a tool, and says the results as if sure of them;
// as before, where an earlier reply holds one.
func (v *view) headSums(sums []*expr) string {
	var parts []string
	for _, e := range sums {
		parts = append(parts, cmp.Or(v.saidSum(e), v.headSum(e)))
	}
	return strings.Join(parts, " ")
}

func (v *view) headSum(e *expr) string {
	exact, err := e.value()
	switch {
	case errors.Is(err, errByZero):
		return "Division by zero has no result."
	case err != nil:
		return "That number is too large for me."
	}
	result := formatRat(exact)
	if v.uniform("head "+e.String()) >= headChance(v, e) {
		result = v.slightlyWrong(result)
	}
	return e.String() + " = " + result + "."
}

// headChance is the chance to get a sum right, by its hardest step.
func headChance(v *view, e *expr) float64 {
	if e.op == 0 {
		return 1
	}
	p := min(headChance(v, e.left), headChance(v, e.right))
	l, errLeft := e.left.value()
	r, errRight := e.right.value()
	if errLeft != nil || errRight != nil {
		return p
	}
	a, b := significantDigits(l), significantDigits(r)
	switch e.op {
	case '+', '-':
		if max(a, b) > 4 {
			p = min(p, v.rates[headAddition].Value)
		}
		return p
	case '^':
		if result, err := e.value(); err == nil {
			a, b = significantDigits(result), 2
		}
	}
	digits := max(a, b)
	if min(a, b) <= 1 && digits > 1 {
		digits--
	}
	switch {
	case digits <= 1:
		return p
	case digits >= 6:
		return min(p, v.rates[headDigits6].Value)
	}
	return min(p, v.rates[headDigits2+rate(digits-2)].Value)
}

// significantDigits counts digits without the zeros at either end.
func significantDigits(r *big.Rat) int {
	s := strings.ReplaceAll(strings.TrimPrefix(formatRat(r), "-"), ".", "")
	return max(1, len(strings.Trim(s, "0")))
}

// slightlyWrong changes digits in the middle: length, first and last stay.
func (v *view) slightlyWrong(number string) string {
	whole, rest, _ := strings.Cut(number, ".")
	digits := []byte(whole)
	first := 1
	if digits[0] == '-' {
		first = 2
	}
	middle := len(digits) - 1 - first
	if middle < 1 {
		return number
	}
	for i := range min(middle, 1+middle/3) {
		at := first + v.pick("wrong place "+number+string(rune('a'+i)), middle)
		digits[at] = '0' + (digits[at]-'0'+byte(v.between("wrong digit "+number+string(rune('a'+i)), 1, 9)))%10
	}
	if string(digits) == whole { // two changes that undid each other
		digits[first] = '0' + (digits[first]-'0'+1)%10
	}
	if rest != "" {
		return string(digits) + "." + rest
	}
	return string(digits)
}
