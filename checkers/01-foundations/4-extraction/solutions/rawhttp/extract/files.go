package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

func readLines(name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []string
	for r := bufio.NewReader(f); ; {
		line, err := r.ReadString('\n')
		if len(strings.Fields(line)) > 0 {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func readTruth(name string, n int) ([]object, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var truth []object
	if err := json.Unmarshal(src, &truth); err != nil {
		return nil, fmt.Errorf("%s is no list of objects: %v", name, err)
	}
	for i, t := range truth {
		if !shaped(t) {
			return nil, fmt.Errorf("%s: entry %d has not the four fields", name, i)
		}
	}
	if len(truth) != n {
		return nil, fmt.Errorf("%s does not fit: %d entries, %d lines", name, len(truth), n)
	}
	return truth, nil
}
