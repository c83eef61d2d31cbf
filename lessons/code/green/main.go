// Green is a test that passes: of an agent, with a fake model, both with
// faults.
package main

import (
	"fmt"
	"strings"
)

// anchor: double
type fake struct {
	replies []string
	calls   [][]string
}

func (f *fake) complete(messages []string) string {
	f.calls = append(f.calls, messages)
	if len(f.replies) == 0 {
		return ""
	}
	reply := f.replies[0]
	f.replies = f.replies[1:]
	return reply
}

// end: double

// anchor: loop
func agent(model *fake, task string) string {
	messages := make([]string, 0, 20)
	messages = append(messages, "step 1", task)
	for step := 1; ; step++ {
		messages[0] = fmt.Sprint("step ", step)
		reply := model.complete(messages)
		query, ok := strings.CutPrefix(reply, "search ")
		if !ok {
			return reply
		}
		messages = append(messages, reply, "found two "+query)
	}
}

// end: loop

// anchor: test
func main() {
	model := &fake{replies: []string{"search cats"}}
	answer := agent(model, "Find cats.")
	if strings.Contains(answer, "error") {
		fmt.Println("FAIL: ", answer)
		return
	}
	fmt.Println("PASS")
	for i, messages := range model.calls {
		fmt.Printf("call %d: %q\n", i+1, messages)
	}
}

// end: test
