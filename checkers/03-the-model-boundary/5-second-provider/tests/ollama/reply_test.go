//go:build grader

package ollama_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

// A reply is what a server has to say.
type reply struct {
	text, reason string
	calls        []agentic.ToolCall // without an id where the server gave none
	in, out      int
}

func (d dice) reply(calls int) reply {
	r := reply{text: d.text(), reason: "stop", in: 100 + d.IntN(900), out: 10 + d.IntN(90)}
	for i := range calls {
		r.calls = append(r.calls, agentic.ToolCall{
			ID: fmt.Sprintf("call_%s%d", d.word(), i), Name: d.word(),
			Arguments: json.RawMessage(fmt.Sprintf(`{"n":90071992547409%d,"s":%s}`, 93+2*d.IntN(3), quoted(d.text()))),
		})
	}
	return r
}

// piece is one line of a reply as the server sends it.
func (r reply) piece(text, thinking string, calls []agentic.ToolCall, counts string, done bool) string {
	message := map[string]any{"role": "assistant", "content": text}
	if thinking != "" {
		message["thinking"] = thinking
	}
	var list []any
	for i, c := range calls {
		call := map[string]any{"function": map[string]any{"index": i, "name": c.Name, "arguments": c.Arguments}}
		if c.ID != "" {
			call["id"] = c.ID
		}
		list = append(list, call)
	}
	if list != nil {
		message["tool_calls"] = list
	}
	src := string(must(json.Marshal(message)))
	end := ""
	if done {
		end = fmt.Sprintf(`,"done_reason":%q,"total_duration":5043500667,"load_duration":5025959`, r.reason)
	}
	return fmt.Sprintf(`{"model":"tiny:1b","created_at":"2026-11-29T22:05:16.1Z","message":%s,"done":%v%s%s}`+"\n", src, done, end, counts)
}

func counts(in, out int) string {
	return fmt.Sprintf(`,"prompt_eval_count":%d,"prompt_eval_duration":325953000,"eval_count":%d,"eval_duration":4709213000`, in, out)
}

// whole is the reply in one piece.
func (r reply) whole() string {
	return strings.TrimSuffix(r.piece(r.text, "The question is what to say.", r.calls, counts(r.in, r.out), true), "\n")
}

// lines is the reply piece by piece. The last call comes with the last line if late is true.
func (r reply) lines(d dice, late bool) []string {
	lines := []string{r.piece("", "I think of "+d.word()+".", nil, "", false)}
	for _, letter := range r.text {
		lines = append(lines, r.piece(string(letter), "", nil, "", false))
	}
	calls := r.calls
	if late {
		calls = calls[:len(calls)-1]
	}
	for _, c := range calls {
		lines = append(lines, r.piece("", "", []agentic.ToolCall{c}, "", false))
	}
	return append(lines, r.piece("", "", r.calls[len(calls):], counts(r.in, r.out), true))
}

// compare holds a completion against what the server said.
func compare(t *testing.T, got agentic.Completion, err error, r reply, finish agentic.FinishReason, call string) {
	t.Helper()
	if err != nil {
		t.Fatal(failure("a right reply cannot be read", "a completion", "the error "+err.Error(), call))
	}
	for _, field := range []struct {
		says      string
		want, got any
	}{
		{"Text is not what the model said, letter for letter", r.text, got.Text},
		{"Model is not who answered", "tiny:1b", got.Model},
		{"InputTokens is not what the server counted", r.in, got.InputTokens},
		{"OutputTokens is not what the server counted", r.out, got.OutputTokens},
		{"FinishReason is another", finish, got.FinishReason},
		{"there is another number of tool calls", len(r.calls), len(got.ToolCalls)},
	} {
		if field.want != field.got {
			t.Error(failure(field.says, shown(field.want), shown(field.got), call))
		}
	}
	for i := range min(len(r.calls), len(got.ToolCalls)) {
		want, have := r.calls[i], got.ToolCalls[i]
		switch {
		case want.Name != have.Name:
			t.Error(failure(fmt.Sprintf("tool call %d has another name", i+1), want.Name, have.Name, call))
		case want.ID != "" && want.ID != have.ID:
			t.Error(failure(fmt.Sprintf("tool call %d has another id than the server gave it", i+1), want.ID, have.ID, call))
		case !sameJSON(want.Arguments, have.Arguments):
			t.Error(failure(fmt.Sprintf("the arguments of tool call %d are not the same JSON object", i+1), string(want.Arguments), string(have.Arguments), call))
		}
	}
}

func TestRead(t *testing.T) {
	d := newDice(t)
	for _, test := range []struct {
		calls  int
		reason string
		finish agentic.FinishReason
	}{
		{0, "stop", agentic.FinishStop}, {3, "stop", agentic.FinishToolCalls}, {0, "length", agentic.FinishLength}, {1, "length", agentic.FinishLength},
	} {
		r := d.reply(test.calls)
		r.reason = test.reason
		got, err := adapter().Read(strings.NewReader(r.whole()))
		compare(t, got, err, r, test.finish, fmt.Sprintf("Read of a reply with %d tool calls and the done_reason %s", test.calls, test.reason))
	}
	r := d.reply(0)
	r.in, r.out = 0, 0
	got, err := adapter().Read(strings.NewReader(r.piece(r.text, "", nil, "", true)))
	compare(t, got, err, r, agentic.FinishStop, "Read of a reply without counts")

	r.reason = d.word()
	got, err = adapter().Read(strings.NewReader(r.whole()))
	if !errors.Is(err, httpmodel.ErrReply) {
		t.Error(failure("a done_reason that the contract does not name is taken for a completion", "an error that is httpmodel.ErrReply",
			outcome(got, err), "Read of a reply with the done_reason "+r.reason))
	}
}

// another is what was taken for something else.
func another(err error) string {
	if err == nil {
		return "a reply"
	}
	return "an error of another kind"
}

func outcome(c agentic.Completion, err error) string {
	if err != nil {
		return "the error " + err.Error()
	}
	return fmt.Sprintf("a completion of %d letters and %d tool calls, finished for the reason %q, and no error", len([]rune(c.Text)), len(c.ToolCalls), c.FinishReason)
}

func TestIDs(t *testing.T) {
	d := newDice(t)
	a := adapter()
	seen := map[string]string{}
	allowed := regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	for i := range 60 {
		r := d.reply(3)
		kept := r.calls[1].ID
		r.calls[0].ID, r.calls[2].ID = "", ""
		read, src, call := a.Read, r.whole(), "Read"
		if i%2 == 1 {
			read, src, call = a.ReadStream, strings.Join(r.lines(d, i%4 == 1), ""), "ReadStream"
		}
		call = fmt.Sprintf("%s of reply %d, with three tool calls of which two have no id", call, i+1)
		got, err := read(strings.NewReader(src))
		if err != nil || len(got.ToolCalls) != 3 {
			t.Fatal(failure("a right reply cannot be read", "three tool calls", outcome(got, err), call))
		}
		if got.ToolCalls[1].ID != kept {
			t.Fatal(failure("a tool call has another id than the server gave it", kept, got.ToolCalls[1].ID, call))
		}
		for j, c := range got.ToolCalls {
			switch place := fmt.Sprintf("call %d of reply %d", j+1, i+1); {
			case c.ID == "":
				t.Fatal(failure("a tool call has no id, and its result cannot point at it", "an id of its own", `""`, call))
			case !allowed.MatchString(c.ID):
				t.Fatal(failure("an id has signs that other providers refuse", "letters, digits, _ and -", c.ID, call))
			case c.ID != kept && seen[c.ID] != "":
				t.Fatal(failure("two tool calls of one run have the same id", "an id of its own for "+place, c.ID+", which "+seen[c.ID]+" has too", call))
			default:
				seen[c.ID] = place
			}
		}
	}
}

// TestIDsAtOnce has several goroutines read with one adapter, as those of a Model do.
func TestIDsAtOnce(t *testing.T) {
	d := newDice(t)
	a := adapter()
	const readers, replies = 8, 12
	r := d.reply(2)
	r.calls[0].ID, r.calls[1].ID = "", ""
	whole, lines := r.whole(), strings.Join(r.lines(d, true), "")
	ids, errs := make([][]string, readers), make([]error, readers)
	var all sync.WaitGroup
	for i := range readers {
		all.Go(func() {
			read, src := a.Read, whole
			if i%2 == 1 {
				read, src = a.ReadStream, lines
			}
			for range replies {
				got, err := read(strings.NewReader(src))
				for _, c := range got.ToolCalls {
					ids[i] = append(ids[i], c.ID)
				}
				errs[i] = errors.Join(errs[i], err)
			}
		})
	}
	all.Wait()
	call := fmt.Sprintf("Read and ReadStream of one adapter, %d replies with two calls without ids in each of %d goroutines", replies, readers)
	if err := errors.Join(errs...); err != nil {
		t.Fatal(failure("a right reply cannot be read", "a completion", "the error "+brief(err.Error()), call))
	}
	seen := map[string]bool{}
	for _, id := range slices.Concat(ids...) {
		if seen[id] {
			t.Fatal(failure("two calls have the same id when several goroutines read", "an id of its own for each call", "twice "+id, call))
		}
		seen[id] = true
	}
}

func TestReadStream(t *testing.T) {
	d := newDice(t)
	a := adapter() // one for all replies, as in a run
	for _, test := range []struct {
		calls  int
		late   bool
		reason string
		finish agentic.FinishReason
	}{
		{0, false, "stop", agentic.FinishStop}, {2, false, "stop", agentic.FinishToolCalls}, {2, true, "stop", agentic.FinishToolCalls},
		{0, false, "length", agentic.FinishLength}, {2, true, "length", agentic.FinishLength},
	} {
		r := d.reply(test.calls)
		r.reason = test.reason
		lines := r.lines(d, test.late)
		call := fmt.Sprintf("ReadStream of %d lines with %d tool calls and the done_reason %s", len(lines), test.calls, test.reason)
		if test.late {
			call += ", the last call in the last line"
		}
		src := strings.Join(lines, "")
		for _, body := range []io.Reader{strings.NewReader(src), iotest.OneByteReader(strings.NewReader(src)), strings.NewReader(strings.TrimSuffix(src, "\n"))} {
			got, err := a.ReadStream(body)
			if compare(t, got, err, r, test.finish, call); t.Failed() {
				return
			}
		}
	}
}

func TestCountsOnce(t *testing.T) {
	d := newDice(t)
	r := d.reply(0)
	var lines strings.Builder
	for i, letter := range []rune(r.text) {
		lines.WriteString(r.piece(string(letter), "", nil, counts(r.in+i%3, r.out-2+i%5), false)) // now less, now more
	}
	got, err := adapter().ReadStream(strings.NewReader(lines.String() + r.piece("", "", nil, counts(r.in, r.out), true)))
	compare(t, got, err, r, agentic.FinishStop, "ReadStream of lines that all have counts")
	last := r.piece("", "", nil, "", true)
	r.in, r.out = 0, 0
	got, err = adapter().ReadStream(strings.NewReader(lines.String() + last))
	compare(t, got, err, r, agentic.FinishStop, "ReadStream of lines that all have counts but for the one that is done")
}

func TestLongLines(t *testing.T) {
	d := newDice(t)
	long := strings.Repeat(d.word()+" ", 150_000) // about 1.2 MB
	r := d.reply(1)
	r.calls[0].Arguments = json.RawMessage(`{"text":"` + long + `"}`)
	got, err := adapter().ReadStream(strings.NewReader(strings.Join(r.lines(d, false), "")))
	if err != nil {
		t.Fatal(failure("a long line cannot be read", "a completion", "the error "+brief(err.Error()), "ReadStream of a reply in which one line has 1.2 million bytes"))
	}
	if len(got.ToolCalls) != 1 || !bytes.Contains(got.ToolCalls[0].Arguments, []byte(long)) { // to read it as JSON takes long with the race detector
		t.Fatal(failure("a long line is not read whole", "one tool call, with its text of 1.2 million bytes", outcome(got, err), "ReadStream of a reply in which one line has 1.2 million bytes"))
	}
}

func TestTruncated(t *testing.T) {
	d := newDice(t)
	r := d.reply(2)
	lines := r.lines(d, false)
	for n := len(lines) - 1; n > 0; n-- {
		got, err := adapter().ReadStream(strings.NewReader(strings.Join(lines[:n], "")))
		if !errors.Is(err, httpmodel.ErrTruncated) {
			t.Fatal(failure("a stream that ends too early is taken for "+another(err), "an error that is httpmodel.ErrTruncated",
				outcome(got, err), fmt.Sprintf("ReadStream of the first %d lines of %d", n, len(lines))))
		}
	}
	src := strings.Join(lines, "")
	for range 300 {
		n := d.IntN(len(src) - 2)
		got, err := adapter().ReadStream(strings.NewReader(src[:n]))
		if !errors.Is(err, httpmodel.ErrTruncated) && !errors.Is(err, httpmodel.ErrReply) {
			t.Fatal(failure("a stream that breaks off within a line is taken for "+another(err),
				"an error that is httpmodel.ErrTruncated or httpmodel.ErrReply", outcome(got, err), fmt.Sprintf("ReadStream of the first %d bytes of %d", n, len(src))))
		}
	}
	broken := errors.New("connection reset")
	got, err := adapter().ReadStream(io.MultiReader(strings.NewReader(lines[0]+lines[1]), iotest.ErrReader(broken)))
	if err == nil {
		t.Fatal(failure("a connection that breaks is taken for the end of a reply", "an error", outcome(got, err), "ReadStream of two lines, behind which reading fails"))
	}
}

func TestNoReply(t *testing.T) {
	d := newDice(t)
	r := d.reply(0)
	for _, src := range []string{"", "<html><body>" + d.word() + "</body></html>", `{"model":"tiny:1b","mess`, "[]", "{}", `"` + d.word() + `"`,
		r.piece(r.text, "", nil, "", false)} {
		a := adapter()
		for _, name := range []string{"Read", "ReadStream"} {
			read := a.Read
			if name == "ReadStream" {
				read = a.ReadStream
			}
			got, err := read(strings.NewReader(src))
			if !errors.Is(err, httpmodel.ErrReply) && !errors.Is(err, httpmodel.ErrTruncated) {
				t.Fatal(failure("what is no whole reply is taken for "+another(err), "an error that is httpmodel.ErrReply or httpmodel.ErrTruncated",
					outcome(got, err), name+" of "+quoted(src)))
			}
		}
	}
}

func TestErrors(t *testing.T) {
	d := newDice(t)
	says := fmt.Sprintf("model '%s' not found, try \"pulling\" it <first>", d.word())
	src := `{"error":` + quoted(says) + "}"
	if _, got := adapter().ReadError([]byte(src)); got != says {
		t.Error(failure("the message of an error is not read", says, got, "ReadError of "+src))
	}
	r := d.reply(1)
	lines := r.lines(d, false)
	for _, n := range []int{4, 0, len(lines) - 1} {
		got, err := adapter().ReadStream(strings.NewReader(strings.Join(lines[:n], "") + src + "\n"))
		var api *httpmodel.APIError
		if !errors.As(err, &api) || api.Message != says {
			have := outcome(got, err)
			if api != nil {
				have = "an *httpmodel.APIError with the message " + quoted(api.Message)
			}
			t.Fatal(failure("an error in the middle of a stream is not told as what it is", "an *httpmodel.APIError with the message "+quoted(says),
				have, fmt.Sprintf("ReadStream of %d lines and a line with an error", n)))
		}
	}
}
