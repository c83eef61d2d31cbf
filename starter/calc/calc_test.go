package calc

import (
	"strings"
	"testing"
)

func TestEval(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"1234 * 5678 + 99", "7006751"},
		{"7 * 8", "56"},
		{"48271 * 90613", "4373980123"},
		{"2+3*4", "14"},
		{"(2+3)*4", "20"},
		{"-(2+3)", "-5"},
		{"+5 - -5", "10"},
		{"2 - 3 - 4", "-5"},
		{"2340 * 15 / 100 + 99", "450"},
		{"0.1 + 0.2", "0.3"},
		{"1 / 4", "0.25"},
		{"6 / 3", "2"},
		{"1 / 3", "0.33333333333333333"},
		{"2 / 3", "0.66666666666666667"},
		{"1 / 3 * 3", "1"},
		{"(pow(2, 20) + 1) / 3", "349525.66666666667"},
		{"7 % 3", "1"},
		{"-7 % 3", "-1"},
		{"pow(2, 10)", "1024"},
		{"pow(2, 0)", "1"},
		{"pow(0, 0)", "1"},
		{"pow(2, -2)", "0.25"},
		{"pow(-2, 3)", "-8"},
		{"pow(1.5, 2)", "2.25"},
		{"pow(2, pow(2, 3))", "256"},
		{"pow(1, 1000)", "1"},
		{"pow(10, 30)", "1" + strings.Repeat("0", 30)},
		{"99999999999999999999 + 1", "100000000000000000000"},
		{"pow(2, -100)", "7.8886090522101181e-31"},
		{"1e3 + 1", "1001"},
		{"1E-3", "0.001"},
		{"1e+2", "100"},
		{".5 + 1.", "1.5"},
		{"007 + 017", "24"},           // decimal: Go's octal would make it 22
		{"08 + 09.5 - 1.05", "16.45"}, // once refused as octal
		{"(00 + 1e02) * 1.0", "100"},
		{"-0", "0"},
		{"0", "0"},
	}
	for _, test := range tests {
		if got, err := Eval(test.expr); err != nil || got != test.want {
			t.Errorf("Eval(%q) = %q, %v, want %q", test.expr, got, err, test.want)
		}
	}
}

func TestEvalRefuses(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"", "not an arithmetic expression"},
		{"1 +", "not an arithmetic expression"},
		{"(1", "not an arithmetic expression"},
		{"1,234 + 1", "without thousands separators"},
		{"1 / 0", "division by zero"},
		{"7 // 2", "// and /* are not allowed"}, // once it came to 7
		{"2 * 3 /* + 4 */", "// and /* are not allowed"},
		{"1 / (2 - 2)", "division by zero"},
		{"5 % 0", "division by zero"},
		{"pow(0, -1)", "division by zero"},
		{"15 % 2.5", "p percent"},
		{"2 ** 20", "pow(2, 10)"},
		{"2 ^ 20", "pow(2, 10)"},
		{"1 << 20", "not allowed"},
		{"1 < 2", "not allowed"},
		{"x + 1", "only numbers"},
		{"os.Exit(1)", "only numbers"},
		{"func() int { panic(1) }()", "only numbers"},
		{"sqrt(4)", "only numbers"},
		{"pow(2)", "only numbers"},
		{"pow(1, 2, 3)", "only numbers"},
		{"!1", "only numbers"},
		{`"1" + "2"`, "not a decimal number"},
		{"'a'", "not a decimal number"},
		{"2i", "not a decimal number"},
		{"0x10", "not a decimal number"},
		{"1_000", "not a decimal number"},
		{"pow(2, 0.5)", "whole number from -1000 to 1000"},
		{"pow(9, pow(9, 9))", "whole number from -1000 to 1000"},
		{"pow(2, -1001)", "whole number from -1000 to 1000"},
		{"pow(99, 1000)", "too large"},
		{"pow(1/99, 1000)", "too large"},
		{"pow(10, 999) * pow(10, 999)", "too large"},
		{"1e999999999", "too large"},
		{"1e-999999999", "too large"},
		{"1e99999999999999999999", "too large"},
		{strings.Repeat("1+", 300) + "1", "at most 500"},
		{strings.Repeat("(", 250) + strings.Repeat(")", 250), "not an arithmetic expression"},
	}
	for _, test := range tests {
		got, err := Eval(test.expr)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Eval(%q) = %q, %v, want an error with %q", test.expr, got, err, test.want)
		}
	}
}

func FuzzEval(f *testing.F) {
	for _, expr := range []string{"1+2*(3-4)/5%6", "pow(2,-10)", "1e30", ".5", "-0.1", "pow(1/3, 99)", "1,2", "f(x)", "2**3", "'a'"} {
		f.Add(expr)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		got, err := Eval(expr)
		if err == nil && (got == "" || len(got) > 1300) {
			t.Errorf("Eval(%q) is %d bytes long", expr, len(got))
		}
		if err == nil && strings.Trim(got, "0123456789.e+-") != "" {
			t.Errorf("Eval(%q) = %q, which is no number", expr, got)
		}
	})
}
