package sim

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// number writes the number for a field, within the schema's bounds.
func (x *extractor) number(s map[string]any, name string, nullable bool) string {
	text := x.numeral(x.kind(name, describe(s)), name)
	if text != "" && x.chance(x.slip, name) && !isAnswer(name) {
		text = ""
	}
	if text == "" {
		invents := x.chance(x.invent, name)
		if nullable && !invents {
			return "null"
		}
		if text = "0"; invents {
			text = "1"
		}
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(value, 0) {
		value = 0
	}
	if low, ok := s["minimum"].(float64); ok {
		value = max(value, low)
	}
	if low, ok := s["exclusiveMinimum"].(float64); ok && value <= low {
		value = math.Floor(low) + 1
	}
	if high, ok := s["maximum"].(float64); ok {
		value = min(value, high)
	}
	if high, ok := s["exclusiveMaximum"].(float64); ok && value >= high {
		value = math.Ceil(high) - 1
	}
	if typeOf(s) == "integer" {
		value = math.Round(value)
		if n, _ := new(big.Float).SetFloat64(value).Int(nil); n != nil {
			return n.String()
		}
	}
	return encode(value)
}

// numeral finds the number for a field, in plain digits; empty if there is
// none: the answer to a sum, what stands behind the field's own name, the money
// or the count, else the next number that is none of these.
func (x *extractor) numeral(kind, name string) string {
	if isAnswer(name) {
		if n := x.answerNumber(); n != "" {
			return n
		}
	}
	data := x.data
	for _, re := range []*pattern{reEmail, rePhone, reClock, reDay} {
		data = re.ReplaceAllString(data, " ; ")
	}
	if n := beside(data, name); n != "" {
		return plainNumber(n)
	}
	if kind == "money" {
		all := reMoney.FindAllStringSubmatch(data, 50)
		switch {
		case len(all) == 0:
			return ""
		case strings.Contains(strings.ToLower(name), "total") || strings.Contains(strings.ToLower(name), "sum"):
			return plainNumber(all[len(all)-1][1] + all[len(all)-1][2])
		}
		return plainNumber(all[0][1] + all[0][2])
	}
	numbers := reWritten.FindAllString(reMoney.ReplaceAllString(data, " ; "), -1)
	if x.numbers >= len(numbers) {
		return ""
	}
	x.numbers++
	return plainNumber(numbers[x.numbers-1])
}

var (
	reWritten = lazy(`-?\d+(?:[.,]\d+)*`)
	reYears   = lazy(`(?i)\b(\d{1,3})[ -]?(?:years?|yrs?|y/?o)\b|\baged?:? (\d{1,3})\b|\pL, (\d{1,3})\b`)
)

// beside is the number that stands next to a field's name in a text.
func beside(data, name string) string {
	if strings.EqualFold(name, "age") {
		return group(reYears, data)
	}
	for _, w := range firstN(wordsOf(name), 4) {
		if len(w) < 3 {
			continue
		}
		re := lazy(`(?i)\b` + regexp.QuoteMeta(w) + `s?\W{1,3}(?:is |of |was |are )?[$€£]?\s?(-?\d+(?:[.,]\d+)*)`)
		if n := group(re, data); n != "" {
			return n
		}
	}
	return ""
}

// plainNumber writes a number without separators of thousands, with a point
// for its decimals.
func plainNumber(written string) string { return reNumberIn.FindString(tidyNumbers(written)) }

// answerNumber is the number that answers the task: the result of its sum.
func (x *extractor) answerNumber() string {
	if len(sumsIn(x.v.task)) == 0 {
		if x.v.riddleAnswer(x.v.task) == "" {
			return ""
		}
		return reNumberIn.FindString(x.answer())
	}
	_, result, found := strings.Cut(x.answer(), " = ")
	if !found {
		return ""
	}
	return plainNumber(result)
}
