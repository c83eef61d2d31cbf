// Tracesummary with maps in place of structs, and from the last line of its
// input to the first.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

type object = map[string]any

func main() {
	log.SetFlags(0)
	dir := "traces"
	if d, _ := os.LookupEnv("TRACE_DIR"); d != "" {
		dir = d
	}
	var path string
	if len(os.Args) > 1 {
		path = os.Args[1]
	} else if path = latest(dir); path == "" {
		log.Fatalf("there is nothing to read in %s", dir)
	}
	f, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	all, err := io.ReadAll(f)
	if err != nil {
		log.Fatal(err)
	}

	var rows []string
	counts := map[string]int{}
	var models []object
	reason, taskModel := "", ""
	lines := strings.Split(string(all), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.TrimSpace(lines[i]) == "" {
			continue
		}
		var e object
		err := json.Unmarshal([]byte(lines[i]), &e)
		name, ok := e["event"].(string)
		if err != nil || !ok || name == "" {
			counts["bad"]++
			rows = append(rows, fmt.Sprintf("LINE IS BROKEN\tbroken=%d", i+1))
			continue
		}
		row := "event=" + name
		switch name {
		case "task":
			taskModel, _ = e["model"].(string)
		case "model":
			models = append(models, e)
			in, out := tokens(e)
			row = fmt.Sprintf("step=%v\tin=%s\tout=%s\tcalls=%d\tstop_reason=%s\t%s", e["step"], in, out, toolUses(e), stop(e), row)
		case "tool":
			counts["tools"]++
			failed := e["is_error"] == true
			if failed {
				counts["errors"]++
			}
			row = fmt.Sprintf("step=%v\tname=%v\tis_error=%v\t%s", e["step"], e["name"], failed, row)
		case "stopped":
			reason = e["reason"].(string)
			row += "\treason=" + reason
		}
		rows = append(rows, row)
	}
	slices.Reverse(rows)
	for _, row := range rows {
		fmt.Println(row)
	}
	totals(counts, models, reason, taskModel)
}

func totals(counts map[string]int, models []object, reason, taskModel string) {
	slices.SortFunc(models, func(a, b object) int { return int(a["step"].(float64) - b["step"].(float64)) })
	var ins []float64
	sumIn, sumOut, micro, known := 0.0, 0.0, 0.0, true
	end := "unfinished"
	for _, m := range models {
		end = "unfinished"
		if s := stop(m); s == "end_turn" || s == "stop_sequence" {
			end = "answer"
		}
		who, _ := m["model"].(string)
		if who == "" {
			who = taskModel
		}
		usage, ok := m["usage"].(object)
		if known = known && ok && (who == "claude-opus-5-5" || who == "sim-1"); !ok {
			continue
		}
		in, out := usage["in"].(float64), usage["out"].(float64)
		ins, sumIn, sumOut, micro = append(ins, in), sumIn+in, sumOut+out, micro+4*in+20*out
	}
	grew := 0.0
	if len(ins) > 1 {
		grew = ins[len(ins)-1] - ins[0]
	}
	if reason != "" {
		end = reason
	}
	cost := "$?"
	if known {
		cost = fmt.Sprintf("$%.6f", micro/1_000_000)
	}
	fmt.Printf("all in all\tend=%s\tcost=%s\tmodels=%d\ttools=%d\terrors=%d\tbad=%d\tin=%.0f\tout=%.0f\tgrew=%.0f\n",
		end, cost, len(models), counts["tools"], counts["errors"], counts["bad"], sumIn, sumOut, grew)
}

func tokens(e object) (in, out string) {
	usage, ok := e["usage"].(object)
	if !ok {
		return "?", "?"
	}
	return fmt.Sprintf("%.0f", usage["in"]), fmt.Sprintf("%.0f", usage["out"])
}

func stop(e object) string {
	if s, _ := e["stop_reason"].(string); s != "" {
		return s
	}
	return "?"
}

func toolUses(e object) (n int) {
	blocks, _ := e["content"].([]any)
	for _, b := range blocks {
		if b.(object)["type"] == "tool_use" {
			n++
		}
	}
	return n
}

// latest sorts names in which the number always has twelve digits.
func latest(dir string) string {
	names, _ := filepath.Glob(filepath.Join(dir, "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9][0-9][0-9]*.jsonl"))
	best, key := "", ""
	for _, n := range names {
		stamp := strings.TrimSuffix(filepath.Base(n), ".jsonl")
		rest := stamp[15:]
		number, ok := strings.CutPrefix(rest, "-")
		if ok != (number != "") || strings.Trim(number, "0123456789") != "" {
			continue
		}
		if k := stamp[:15] + fmt.Sprintf("%12s", number); k > key {
			best, key = n, k
		}
	}
	return best
}
