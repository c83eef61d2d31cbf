// Tracesummary in coloured columns, with a heading and with more than is asked
// for. It reads line by line and prints as it reads.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"agentcourse/starter/messages"
)

func main() {
	path, err := "", error(nil)
	if len(os.Args) > 1 {
		path = os.Args[1]
	} else {
		path, err = newestIn(os.Getenv("TRACE_DIR"))
	}
	if err == nil {
		err = summarise(path)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "cannot summarise: %s\n", err)
		os.Exit(3)
	}
}

type line struct {
	event string
	all   map[string]json.RawMessage
}

// get decodes a field; what is not there stays as it is.
func (l line) get(name string, into any) bool {
	return l.all[name] != nil && json.Unmarshal(l.all[name], into) == nil
}

func summarise(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return errors.Join(fmt.Errorf("%s is no file", path), err)
	}
	fmt.Printf("\x1b[1mSummary of %s\x1b[0m\n\n", path)
	in := bufio.NewReader(file)
	t := totals{first: -1, last: -1, highest: -1, priced: true, ending: "unfinished"}
	for number := 1; ; number++ {
		text, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", path, err)
		}
		show(&t, number, text)
		if err == io.EOF {
			break
		}
	}
	t.print()
	return nil
}

func show(t *totals, number int, text string) {
	l := line{}
	if strings.TrimSpace(text) == "" {
		return
	}
	if json.Unmarshal([]byte(text), &l.all) != nil || !l.get("event", &l.event) || l.event == "" {
		t.bad++
		fmt.Printf("\x1b[31m%-26s\x1b[0m\n", fmt.Sprintf("broken=%d", number))
		return
	}
	column := func(name string, value any) string { return fmt.Sprintf("%-24s ", fmt.Sprint(name, "=", value)) }
	row := column("event", l.event)
	var step, ms int
	switch l.event {
	case "task":
		l.get("model", &t.model)
	case "model":
		l.get("step", &step)
		l.get("ms", &ms)
		t.add(l, step)
		row += column("step", step) + t.row + column("ms", ms)
	case "tool":
		var name string
		failed := false
		l.get("step", &step)
		l.get("name", &name)
		l.get("is_error", &failed)
		t.tools++
		if failed {
			t.errors++
		}
		row += column("step", step) + column("name", name) + column("is_error", failed)
	case "stopped":
		l.get("reason", &t.stopped)
		row += column("reason", t.stopped)
	}
	fmt.Println(row)
}

type reply struct {
	model string
	usage messages.Usage
}
