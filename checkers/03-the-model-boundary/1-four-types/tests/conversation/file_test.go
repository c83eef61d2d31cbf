//go:build grader

package conversation_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"agentcourse/starter/agentic"
	"agentcourse/starter/conversation"
)

var errDisk = errors.New("the disk is full")

// disk takes so many bytes and no more.
type disk int

func (d *disk) Write(p []byte) (int, error) {
	if *d -= disk(len(p)); *d < 0 {
		return 0, errDisk
	}
	return len(p), nil
}

// withEverything has each kind of message, and a call that is open.
func withEverything(t *testing.T) *talk {
	k := begin(t, "Be \"brief\".\n")
	k.user(" line one\nline two \"<é>\" ")
	k.note("c.Assistant(calls a, with Opaque)")
	k.added(k.c.Assistant(agentic.Completion{Text: k.word(), ToolCalls: calls("a"),
		Opaque: agentic.Opaque{Provider: "messages", Content: json.RawMessage(`[{"type":"thinking","signature":"` + k.word() + `","n":12345678901234567890}]`)}}))
	k.note(`c.Tool("a", "no such page", true)`)
	k.added(k.c.Tool("a", "no such page", true))
	k.reply("")
	k.user(k.word())
	k.reply("", "a", "b", "c")
	k.tool("c", k.word())
	return k
}

func (k *talk) save() string {
	k.t.Helper()
	k.note("c.Save(w)")
	var file bytes.Buffer
	k.added(k.c.Save(&file))
	return file.String()
}

func TestSave(t *testing.T) {
	k := begin(t, "")
	if file := k.save(); file != "" {
		k.fail(`""`, short(file), "Save of a conversation without messages writes something")
	}
	k = withEverything(t)
	messages := k.c.Messages()
	if len(messages) != 8 {
		k.fail("8", fmt.Sprint(len(messages)), "the number of messages is not that of what was added")
	}
	file := k.save()
	lines := strings.SplitAfter(file, "\n")
	if lines[len(lines)-1] != "" || len(lines) != len(messages)+1 {
		k.fail(fmt.Sprintf("%d lines, each ended by a newline", len(messages)), short(file), "the file does not have one line for each message")
	}
	for i, m := range messages {
		var back agentic.Message
		if err := json.Unmarshal([]byte(lines[i]), &back); err != nil || !back.Equal(m) {
			want, _ := json.Marshal(m)
			k.fail(string(want), lines[i], "line %d is not message %d as agentic marshals it", i+1, i+1)
		}
	}
	for _, room := range []int{0, len(lines[0]) + 5, len(file) - 1} {
		k.note("c.Save(w), where w takes %d bytes and then gives an error", room)
		if d := disk(room); !errors.Is(k.c.Save(&d), errDisk) {
			k.fail("an error that wraps w's", "another error, or none", "Save does not say that the file was not written")
		}
	}
}

func TestSaveAtOnce(t *testing.T) {
	for range 20 {
		k := begin(t, "")
		k.user("Look.")
		k.reply("", "a", "b", "c", "d")
		var all sync.WaitGroup
		all.Go(func() {
			for _, id := range []string{"d", "c", "b", "a"} {
				_ = k.c.Tool(id, "of "+id, false)
			}
		})
		for range 3 {
			all.Go(func() { _ = k.c.Save(io.Discard) })
		}
		all.Wait()
	}
}

// restore reads a file that has to be taken.
func (k *talk) restore(file string) {
	k.t.Helper()
	k.steps = []string{"c, err := Restore(…), from the file\n" + abridged(file)}
	c, err := conversation.Restore(strings.NewReader(file))
	if err != nil {
		k.fail("no error", fmt.Sprintf("%q", err), "Restore refuses this file, and should take it")
	}
	if c == nil {
		k.fail("a conversation", "nil", "Restore gives neither a conversation nor an error")
	}
	k.c = c
}

func TestRestore(t *testing.T) {
	k := withEverything(t)
	messages, want := k.c.Messages(), show(k.c.Messages())
	k.restore(k.save())
	k.same("the messages that were restored are not those that were saved", want, show(k.c.Messages()))
	for i, m := range k.c.Messages() {
		k.opaque(k.c, i, messages[i].Opaque())
		if !m.Equal(messages[i]) {
			k.fail(show(messages[i : i+1])[0], show([]agentic.Message{m})[0], "message %d is not the one that was saved", i+1)
		}
	}
	k.open("a", "b")
	k.notOpen("this call has its result", "c")
	k.tool("b", "B")
	k.tool("a", "A")
	k.reply("done")

	k.restore("")
	k.has()
	k.user("first")

	const system, user, answer = `{"role":"system","text":"Be brief."}`, `{"role":"user","text":"hi"}`, `{"role":"assistant","text":"ho"}`
	blank := strings.Repeat(" ", 1<<21) // a cheap long line
	k.restore("\n" + system + "\n" + user + "\n\n \t \n" + blank + "\n" + answer)
	k.has(`system "Be brief."`, `user "hi"`, `assistant "ho"`)

	long := strings.Repeat("long ", 20_000+k.draw.IntN(1000))
	k = begin(t, "")
	k.user("hi")
	k.reply("", "a")
	k.tool("a", long)
	k.reply("ho")
	want = show(k.c.Messages())
	k.restore(k.save())
	k.same("the messages that were restored are not those that were saved", want, show(k.c.Messages()))
}

func TestRestoreRefuses(t *testing.T) {
	const (
		system = `{"role":"system","text":"Be brief."}`
		user   = `{"role":"user","text":"hi"}`
		answer = `{"role":"assistant","text":"ho"}`
		ask    = `{"role":"assistant","tool_calls":[{"id":"a","name":"look","arguments":{}},{"id":"b","name":"look","arguments":{}}]}`
		a      = `{"role":"tool","text":"A","tool_call_id":"a"}`
		b      = `{"role":"tool","text":"B","tool_call_id":"b"}`
	)
	order := conversation.ErrOrder
	for _, c := range []struct {
		why      string
		sentinel error
		good     []string
		bad      string
	}{
		{"there is no such role", agentic.ErrRole, []string{system, user}, `{"role":"asistant","text":"ho"}`},
		{"this is no JSON", nil, []string{user}, `hi`},
		{"this line is cut off", nil, []string{user, ask, a}, b[:len(b)-7]},
		{"these are two values", nil, []string{system}, user + user},
		{"this message is on two lines", nil, []string{system}, `{"role":"user",` + "\n" + `"text":"hi"}`},
		{"this is no message", nil, []string{user}, `null`},
		{"this is no message", nil, []string{user}, `{}`},
		{"a system message is the first or none", order, []string{system}, system},
		{"a system message is the first or none", order, []string{user}, system},
		{"a reply needs a user message before it", order, []string{system}, answer},
		{"a reply needs a user message before it", order, nil, ask},
		{"a reply cannot follow an answer", order, []string{user, answer}, answer},
		{"two calls are open", order, []string{user, ask}, user},
		{"a call is open", order, []string{user, ask, a}, answer},
		{"nobody asked for this result", order, []string{user}, a},
		{"its reply was dropped", order, []string{system}, a},
		{"this call has its result", order, []string{user, ask, a}, a},
		{"the newest reply asks for nothing", order, []string{user, ask, a, b, answer}, b},
		{"a call without an id cannot be", agentic.ErrMessage, []string{user}, `{"role":"assistant","tool_calls":[{"id":"","name":"look"}]}`},
		{"a user message needs a text", nil, []string{user}, `{"role":"user","text":" "}`},
	} {
		k := begin(t, "")
		var file strings.Builder
		number := 1
		for _, line := range append(c.good, c.bad) {
			for k.draw.IntN(2) == 0 {
				file.WriteString([]string{"\n", "  \n"}[k.draw.IntN(2)])
				number++
			}
			file.WriteString(line + "\n")
			number++
		}
		number-- // that of the last line; of a bad one that goes on in a second line, the first
		if c.bad != b[:len(b)-7] {
			file.WriteString(user + "\n")
		}
		k.refusesFile(file.String(), c.why, number, c.sentinel)
	}

	k := begin(t, "")
	for where, read := range map[string]string{"after the first line": user + "\n", "in the middle of the second line": user + "\n" + answer[:9]} {
		k.steps = []string{"Restore(r), where r gives an error " + where}
		r := io.MultiReader(strings.NewReader(read), iotest.ErrReader(errDisk))
		if _, err := conversation.Restore(r); !errors.Is(err, errDisk) {
			k.fail(fmt.Sprintf("an error that wraps %q", errDisk), fmt.Sprint(err), "the file could not be read to its end, and Restore does not say so")
		}
	}
}

func (k *talk) refusesFile(file, why string, number int, sentinel error) {
	k.t.Helper()
	k.steps = []string{"Restore(…), from the file\n" + abridged(file)}
	_, err := conversation.Restore(strings.NewReader(file))
	switch {
	case err == nil:
		k.fail(fmt.Sprintf("an error for line %d", number), "nil", "%s, and Restore takes it", why)
	case !regexp.MustCompile(fmt.Sprintf(`\bline %d\b`, number)).MatchString(err.Error()):
		k.fail(fmt.Sprintf("an error with \"line %d\"", number), fmt.Sprintf("%q", err), "%s, and the error does not name the line", why)
	case sentinel != nil && !errors.Is(err, sentinel):
		k.fail(fmt.Sprintf("an error that wraps %q", sentinel), fmt.Sprintf("%q", err), "%s, and the error cannot be told by errors.Is", why)
	}
}

// abridged is a file with the numbers of its lines.
func abridged(file string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(file, "\n"), "\n") {
		if len(line) > 300 {
			line = fmt.Sprintf("%s… (%d bytes)", line[:60], len(line))
		}
		fmt.Fprintf(&b, "%d: %s\n", i+1, line)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
