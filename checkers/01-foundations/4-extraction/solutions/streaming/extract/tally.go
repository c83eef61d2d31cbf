package main

import "fmt"

// marks tell for each field, in the order of fields, whether it is right.
type marks [4]bool

var fields = [4]string{"title", "date", "time", "place"}

func (m marks) String() string {
	row := ""
	for i, name := range fields {
		row += " " + name + "=" + pick(m[i], "right", "wrong") + " |"
	}
	return row + " pass=" + pick(m == marks{true, true, true, true}, "yes", "no") + " |"
}

func pick(ok bool, yes, no string) string {
	if ok {
		return yes
	}
	return no
}

type tally struct {
	right          [4]int
	passed, number int
}

func (t *tally) add(m marks) {
	t.number++
	all := true
	for i, ok := range m {
		if ok {
			t.right[i]++
		}
		all = all && ok
	}
	if all {
		t.passed++
	}
}

func (t *tally) lines(version string) string {
	text := "\n"
	for i, name := range fields {
		text += fmt.Sprintf("field=%s %s %d%%\n", name, t.share("right", t.right[i]), 100*t.right[i]/t.number)
	}
	return text + fmt.Sprintf("%s version=%s\n", t.share("passed", t.passed), version)
}

func (t *tally) share(name string, n int) string {
	return fmt.Sprintf("%s=%d of=%d rate=%.2f", name, n, t.number, float64(n)/float64(t.number))
}
