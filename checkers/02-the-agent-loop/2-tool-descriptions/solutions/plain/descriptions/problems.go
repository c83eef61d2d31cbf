package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

type problem struct {
	text     string
	expected int64
}

// readProblems reads both files whole before anything is asked: a mistake in them must cost nothing.
func readProblems(textFile, expectedFile string) ([]problem, error) {
	texts, err := readLines(textFile)
	if err != nil {
		return nil, err
	}
	numbers, err := readLines(expectedFile)
	if err != nil {
		return nil, err
	}
	if len(texts) != len(numbers) {
		return nil, fmt.Errorf("%s has %d lines and %s has %d", textFile, len(texts), expectedFile, len(numbers))
	}
	var problems []problem
	for i, text := range texts {
		n, err := strconv.ParseInt(numbers[i], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %q is not a whole number", expectedFile, i+1, numbers[i])
		}
		problems = append(problems, problem{text, n})
	}
	return problems, nil
}

func readLines(file string) ([]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"), nil
}
