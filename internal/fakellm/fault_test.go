package fakellm

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// exchangeOf posts a body and reads the answer as it comes: pieces is what
// each read brought, err what ended it.
func exchangeOf(t *testing.T, p *Provider, path string, h http.Header, body string) (status int, header http.Header, pieces []string, err error) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, p.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = h
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := resp.Body.Read(buf)
		if n > 0 {
			pieces = append(pieces, string(buf[:n]))
		}
		if err == io.EOF {
			return resp.StatusCode, resp.Header, pieces, nil
		}
		if err != nil {
			return resp.StatusCode, resp.Header, pieces, err
		}
	}
}

func lastRequest(p *Provider) Request {
	all := p.Requests()
	return all[len(all)-1]
}

const streamed = `"stream":true`

// TestFaults shows each fault on a whole message and on a stream.
func TestFaults(t *testing.T) {
	const reply = "- {text: \"one zwei drei é\", "
	t.Run("cut whole", func(t *testing.T) {
		p := start(t, reply+"fault: {kind: cut, after: 40}}")
		status, h, pieces, err := exchangeOf(t, p, messagesPath, headers(), hello)
		if whole := strings.Join(pieces, ""); status != 200 || err != nil || len(whole) != 40 || h.Get("Content-Length") != "40" {
			t.Errorf("%d %q %v", status, whole, err)
		}
		if got := lastRequest(p).Fault; !strings.HasPrefix(got, "cut after byte 40 of ") {
			t.Errorf("recorded %q", got)
		}
	})
	t.Run("cut stream", func(t *testing.T) {
		p := start(t, reply+"fault: {kind: cut, after: 4}}")
		status, _, pieces, err := exchangeOf(t, p, messagesPath, headers(), with(streamed))
		whole := strings.Join(pieces, "")
		if status != 200 || err != nil || strings.Count(whole, "\n\n") != 4 || !strings.HasSuffix(whole, "\n\n") || strings.Contains(whole, "end_turn") {
			t.Errorf("%d %q %v", status, whole, err)
		}
	})
	t.Run("abort whole", func(t *testing.T) {
		p := start(t, reply+"fault: {kind: abort, after: 40}}")
		_, _, pieces, err := exchangeOf(t, p, messagesPath, headers(), hello)
		if len(strings.Join(pieces, "")) != 40 || err == nil {
			t.Errorf("%q %v", pieces, err)
		}
	})
	t.Run("abort stream", func(t *testing.T) {
		p := start(t, reply+"fault: {kind: abort, after: 4}}")
		_, _, pieces, err := exchangeOf(t, p, messagesPath, headers(), with(streamed))
		if whole := strings.Join(pieces, ""); err == nil || strings.HasSuffix(whole, "\n\n") || strings.Count(whole, "\n\n") != 4 {
			t.Errorf("%q %v", whole, err)
		}
	})
	t.Run("close", func(t *testing.T) {
		p := start(t, "- fault: close")
		if _, _, _, err := exchangeOf(t, p, messagesPath, headers(), hello); err == nil {
			t.Error("an answer came")
		}
		eventually(t, "the request is recorded", func() bool { return lastRequest(p).Status == statusNoAnswer })
	})
	t.Run("split", func(t *testing.T) {
		p := start(t, "- {text: [\"é\", {text: \"x\", hold: h}], fault: split}")
		r, err := http.NewRequest(http.MethodPost, p.URL()+messagesPath, strings.NewReader(with(streamed)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = headers()
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		p.Release("h")
		whole, err := io.ReadAll(resp.Body)
		if err != nil || !bytes.Contains(whole, []byte("é")) {
			t.Errorf("%q %v", whole, err)
		}
	})
	t.Run("json whole", func(t *testing.T) {
		p := start(t, reply+"fault: json}")
		_, _, pieces, err := exchangeOf(t, p, messagesPath, headers(), hello)
		if whole := strings.Join(pieces, ""); err != nil || json.Valid([]byte(whole)) || !strings.HasPrefix(whole, `{"model";"claude`) {
			t.Errorf("%q %v", whole, err)
		}
	})
	t.Run("json stream", func(t *testing.T) {
		p := start(t, reply+"fault: {kind: json, after: 3}}")
		_, _, pieces, err := exchangeOf(t, p, messagesPath, headers(), with(streamed))
		if whole := strings.Join(pieces, ""); err != nil || strings.Count(whole, `{"type";`) != 1 || !strings.Contains(whole, `{"type";"content_block_delta"`) || !strings.Contains(whole, "message_stop") {
			t.Errorf("%q %v", whole, err)
		}
	})
	t.Run("html", func(t *testing.T) {
		for _, body := range []string{hello, with(streamed)} {
			p := start(t, "- fault: html")
			status, h, pieces, err := exchangeOf(t, p, messagesPath, headers(), body)
			if status != 502 || err != nil || h.Get("Content-Type") != "text/html; charset=utf-8" || !strings.HasPrefix(strings.Join(pieces, ""), "<!DOCTYPE html>") {
				t.Errorf("%d %q %v", status, pieces, err)
			}
		}
	})
	t.Run("error whole", func(t *testing.T) {
		p := start(t, reply+"fault: error}")
		a := post(t, p, hello)
		if e := readError(t, a); a.status != 529 || e.Error != (errorDetail{"overloaded_error", "Overloaded"}) {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
	t.Run("error stream", func(t *testing.T) {
		p := start(t, reply+"fault: {kind: error, after: 3}, error: {type: api_error, message: oh}}")
		a := post(t, p, with(streamed))
		const end = "\n\nevent: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"oh\"}}\n\n"
		if !strings.HasSuffix(string(a.body), end) || strings.Count(string(a.body), "\n\n") != 4 {
			t.Errorf("%s", a.body)
		}
	})
	t.Run("slow", func(t *testing.T) {
		p := start(t, "- {text: ok, fault: {kind: slow, every: 1us}}")
		if a := post(t, p, hello); replyText(t, a) != "ok" {
			t.Errorf("%s", a.body)
		}
	})
}

// TestFaultsOfEmptyAnswers: nothing of an answer without text arrives, in any
// format, and a body without bytes can be cut too.
func TestFaultsOfEmptyAnswers(t *testing.T) {
	ollamaHello := `{"model":"m","messages":[{"role":"user","content":"Hello"}]}`
	for _, script := range []string{"- fault: error", "- {status: 503, fault: error}", "- {content: [], fault: error}"} {
		p := start(t, script)
		_, _, pieces, err := exchangeOf(t, p, "/api/chat", http.Header{}, ollamaHello)
		if whole := strings.Join(pieces, ""); err != nil || !strings.HasPrefix(whole, `{"error":`) || strings.Count(whole, "\n") != 1 {
			t.Errorf("%s: %q %v", script, whole, err)
		}
	}
	p := start(t, "- {content: [], fault: cut}")
	if _, _, pieces, err := exchangeOf(t, p, "/api/chat", http.Header{}, ollamaHello); err != nil || pieces != nil {
		t.Errorf("cut: %q %v", pieces, err)
	}
	for _, kind := range []string{"cut", "abort", "any", "json", "slow", "split"} {
		p := start(t, "- {body: '', fault: "+kind+"}")
		_, _, _, _ = exchangeOf(t, p, messagesPath, headers(), hello) // any outcome but a panic, which would leave no fault
		eventually(t, "the fault is recorded", func() bool { return lastRequest(p).Fault != "" && len(p.Pending()) == 0 })
	}
	p = start(t, "- fault: error")
	if post(t, p, hello); lastRequest(p).Fault != "error (seed 0)" {
		t.Errorf("recorded %q", lastRequest(p).Fault)
	}
}

// TestJSONFaultIsSeen: the piece that is damaged is one that clients read.
func TestJSONFaultIsSeen(t *testing.T) {
	for seed := range uint64(40) {
		p := start(t, "- {text: one two, fault: json}", func(o *Options) { o.Seed = seed })
		if a := post(t, p, with(streamed)); strings.Contains(string(a.body), `{"type";"ping"}`) {
			t.Errorf("seed %d damages a ping", seed)
		}
	}
}

// TestSplitFrames: a character never arrives in one piece, and nothing is lost.
func TestSplitFrames(t *testing.T) {
	whole := "a é 日本 🙂 b"
	parts := splitFrame(frame{data: []byte(whole), before: []wait{{hold: "h"}}, last: true})
	var all []byte
	for i, f := range parts {
		if want := (wait{delay: splitPause}); i == 0 && f.before[0].hold != "h" || i > 0 && f.before[0] != want || (i == len(parts)-1) != f.last {
			t.Errorf("part %d: %+v", i, f)
		}
		all = append(all, f.data...)
	}
	if string(all) != whole || len(parts) != 1+1+2+2+3 {
		t.Errorf("%d parts, %q", len(parts), all)
	}
}

// TestFaultSeed: what is drawn depends on seed and request alone, and is told.
func TestFaultSeed(t *testing.T) {
	run := func(seed uint64) []string {
		p := start(t, "- {text: \"one two three four five six seven eight nine é\", times: any, fault: {kind: any, every: 1us}}", func(o *Options) { o.Seed = seed })
		var seen []string
		for range 12 {
			_, _, pieces, err := exchangeOf(t, p, messagesPath, headers(), with(streamed))
			seen = append(seen, strings.Join(pieces, ""))
			if err != nil {
				seen = append(seen, "broken")
			}
		}
		eventually(t, "all are recorded", func() bool { return len(p.Pending()) == 0 })
		for _, r := range p.Requests() {
			seen = append(seen, r.Fault)
		}
		return seen
	}
	first, again, other := run(7), run(7), run(8)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("the same seed (-first +again):\n%s", diff)
	}
	if cmp.Equal(first, other) {
		t.Error("another seed gives the same faults")
	}
	kinds := map[string]bool{}
	for _, s := range append(first, other...) {
		if kind, _, ok := strings.Cut(s, " "); ok && strings.Contains(s, "(seed ") {
			kinds[kind] = true
		}
	}
	if len(kinds) < 4 {
		t.Errorf("only %v in 24 draws", kinds)
	}
}

// TestPieces: a text is streamed in the pieces that the scenario names, and a
// whole reply waits for their holds too.
func TestPieces(t *testing.T) {
	const script = "- text: [Hel, {text: lo, hold: h}]\n- {text: abcdefg, chunk: 3}\n- {text: [a, b], times: any}"
	p := start(t, script)
	done := background(t.Context(), p, with(streamed))
	eventually(t, "the request is there", func() bool { return len(p.Pending()) == 1 })
	if r := lastRequest(p); len(p.Pending()) != 1 {
		t.Errorf("%+v", r)
	}
	p.Release("h")
	if status := <-done; status != 200 {
		t.Fatalf("status %d", status)
	}
	a := post(t, p, with(streamed))
	for _, want := range []string{`"abc"`, `"def"`, `"g"`} {
		if !strings.Contains(string(a.body), `"text":`+want) {
			t.Errorf("no %s in %s", want, a.body)
		}
	}
	if got := replyText(t, post(t, p, hello)); got != "ab" {
		t.Errorf("text %q", got)
	}
}

// TestPace: pieces wait, and a whole reply waits as long as all of them.
func TestPace(t *testing.T) {
	reply := &Reply{Text: "one two three", Pace: 7 * time.Millisecond}
	p := start(t, "- text: a")
	prompt := &Prompt{Model: "m"}
	m := p.buildMessage(1, reply, prompt)
	for _, d := range []dialect{anthropic, ollama, openAI} {
		total := time.Duration(0)
		for _, w := range waitsOf(d.frames(m, reply, prompt)) {
			total += w.delay
		}
		if total != 3*reply.Pace {
			t.Errorf("%s: %v", d.name(), total)
		}
	}
}
