package main

import (
	"regexp"
	"strconv"
	"strings"
)

// wholeNumber is one with commas between groups of three digits, or one without commas.
var wholeNumber = regexp.MustCompile(`-?(?:[0-9]{1,3}(?:,[0-9]{3})+\b|[0-9]+)`)

// correct reports whether the last whole number of a text is the expected one.
func correct(text string, expected int64) bool {
	all := wholeNumber.FindAllString(text, -1)
	if len(all) == 0 {
		return false
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(all[len(all)-1], ",", ""), 10, 64)
	return err == nil && n == expected // a number too large for 64 bits is not the expected one
}
