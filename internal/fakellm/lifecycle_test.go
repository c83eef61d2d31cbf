package fakellm

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// eventually polls a condition without sleeping, within a generous limit.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	limit := time.Now().Add(10 * time.Second)
	for !ok() {
		if time.Now().After(limit) {
			t.Fatalf("never: %s", what)
		}
		runtime.Gosched()
	}
}

// background posts in a goroutine; the channel gets the status, 0 for an error.
func background(ctx context.Context, p *Provider, body string) <-chan int {
	done := make(chan int, 1)
	go func() {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL()+messagesPath, strings.NewReader(body))
		if err != nil {
			done <- 0
			return
		}
		r.Header = headers()
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			done <- 0
			return
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		done <- resp.StatusCode
	}()
	return done
}

func TestHold(t *testing.T) {
	p := start(t, "- {text: a, hold: gate}\n- {text: b}\n- {text: c, hold: gate}\n- {text: d, hold: open}")
	held := background(t.Context(), p, hello)
	eventually(t, "reply 1 taken", func() bool {
		all := p.Requests()
		return len(all) == 1 && all[0].Reply == 1
	})
	if got := replyText(t, post(t, p, hello)); got != "b" {
		t.Errorf("second: %q", got)
	}
	if diff := cmp.Diff([]int{1}, p.Pending()); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
	select {
	case <-held:
		t.Error("the hold did not hold")
	default:
	}
	p.Release("gate")
	p.Release("gate")
	if status := <-held; status != 200 {
		t.Errorf("status %d", status)
	}
	p.Release("open") // before its request
	for _, want := range []string{"c", "d"} {
		if got := replyText(t, post(t, p, hello)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if pending := p.Pending(); pending != nil {
		t.Errorf("pending %v", pending)
	}
}

// TestHoldAfterLoad: a hold that was released holds again.
func TestHoldAfterLoad(t *testing.T) {
	p := start(t, "- {text: a, hold: gate}")
	p.Release("gate")
	post(t, p, hello)
	p.Load(parse(t, "- {text: b, hold: gate}"))
	held := background(t.Context(), p, hello)
	eventually(t, "reply taken", func() bool { return len(p.Requests()) == 2 && p.Requests()[1].Reply == 1 })
	if diff := cmp.Diff([]int{2}, p.Pending()); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
	p.Release("gate")
	if status := <-held; status != 200 {
		t.Errorf("status %d", status)
	}
}

func TestClientGoneWhileHeld(t *testing.T) {
	p := start(t, "- {text: a, hold: gate}")
	ctx, cancel := context.WithCancel(t.Context())
	held := background(ctx, p, hello)
	eventually(t, "reply taken", func() bool { return len(p.Requests()) == 1 && p.Requests()[0].Reply == 1 })
	cancel()
	<-held
	eventually(t, "request given up", func() bool { return p.Pending() == nil })
	if status := p.Requests()[0].Status; status != statusClientGone {
		t.Errorf("status %d", status)
	}
}

// TestCloseLeavesNothing: held, idle, half-sent and plain requests all end
// with Close, and so do the provider's goroutines.
func TestCloseLeavesNothing(t *testing.T) {
	p, err := Start(Options{Scenario: parse(t, "- {text: a, hold: gate, times: any}")})
	if err != nil {
		t.Fatal(err)
	}
	var held []<-chan int
	for range 5 {
		held = append(held, background(t.Context(), p, hello))
	}
	half, err := net.Dial("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	defer half.Close()
	if _, err := fmt.Fprintf(half, "POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	idle, err := net.Dial("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	eventually(t, "all arrived", func() bool { return len(p.Requests()) == 6 })
	began := time.Now()
	for range 2 {
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("close took %v", took)
	}
	for _, h := range held {
		if status := <-h; status != 0 {
			t.Errorf("a held request got status %d", status)
		}
	}
	if pending := p.Pending(); pending != nil {
		t.Errorf("pending %v", pending)
	}
	eventually(t, "no goroutine left", func() bool { return !strings.Contains(stacks(), "fakellm.(*Provider)") })
	if _, err := net.Dial("tcp", p.address); err == nil {
		t.Error("the port is still open")
	}
}

func stacks() string {
	buf := make([]byte, 1<<20)
	return string(buf[:runtime.Stack(buf, true)])
}

func TestCloseAtOnce(t *testing.T) {
	for range 50 {
		p, err := Start(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestConcurrent: every request is numbered and answered once, whatever else
// goes on.
func TestConcurrent(t *testing.T) {
	const n = 40
	p := start(t, fmt.Sprintf("- {text: a, times: %d}\n- {when: last_user == \"x\", times: %d, content: [{tool_use: {name: f}}, {thinking: \"\"}]}", n, n))
	var group sync.WaitGroup
	for i := range 2 * n {
		body := hello
		if i%2 == 0 {
			body = strings.Replace(ask("x"), `"messages"`, `"stream":true,"messages"`, 1)
		}
		group.Go(func() {
			if status := <-background(t.Context(), p, body); status != 200 {
				t.Errorf("status %d", status)
			}
			p.Requests()
			p.Pending()
			p.LeftOver()
			p.Release("nothing")
		})
	}
	group.Wait()
	numbers := map[int]bool{}
	for _, r := range p.Requests() {
		numbers[r.Number] = true
	}
	if len(numbers) != 2*n || p.LeftOver() != nil {
		t.Errorf("%d numbers, left over %v", len(numbers), p.LeftOver())
	}
}

func TestRoutes(t *testing.T) {
	p := start(t, "- text: ok")
	for i, test := range []struct {
		method, path string
		status       int
		kind, typ    string
		message      string
	}{
		{"GET", "/v1/messages", 405, KindMessages, "invalid_request_error", "Method Not Allowed"},
		{"PUT", "/v1/messages", 405, KindMessages, "invalid_request_error", "Method Not Allowed"},
		{"POST", "/v1/v1/messages", 404, KindOther, "not_found_error", "Not found"},
		{"POST", "/v1/messages/", 404, KindOther, "not_found_error", "Not found"},
		{"POST", "/v2", 404, KindOther, "not_found_error", "Not found"},
	} {
		a := send(t, p, test.method, test.path, headers(), `{"a": 1}`)
		e := readError(t, a)
		r := p.Requests()[i]
		if a.status != test.status || e.Error != (errorDetail{test.typ, test.message}) {
			t.Errorf("%s %s: status %d, %+v", test.method, test.path, a.status, e)
		}
		if r.Kind != test.kind || r.Method != test.method || r.Path != test.path || string(r.Body) != `{"a": 1}` || r.Refusal == nil {
			t.Errorf("%s %s: record %+v", test.method, test.path, r)
		}
	}
	if a := send(t, p, "POST", "/v1/messages?beta=true", headers(), hello); replyText(t, a) != "ok" {
		t.Errorf("body %s", a.body)
	}
}

// raw sends bytes and returns the whole answer.
func raw(t *testing.T, p *Provider, request string) (int, string) {
	t.Helper()
	conn, err := net.Dial("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestProxy(t *testing.T) {
	p := start(t, "- text: ok")
	for i, test := range []struct{ request, kind, method, path, host string }{
		{"CONNECT api.anthropic.com:443 HTTP/1.1\r\nHost: api.anthropic.com:443\r\nProxy-Authorization: Basic c2VjcmV0\r\n\r\n",
			KindConnect, "CONNECT", "", "api.anthropic.com:443"},
		{"POST http://api.example.com/v1/messages HTTP/1.1\r\nHost: api.example.com\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
			KindProxied, "POST", "/v1/messages", "api.example.com"},
	} {
		status, body := raw(t, p, test.request)
		want := "the program tried to reach " + test.host + ": it ignores ANTHROPIC_BASE_URL; send requests to the address in that variable\n"
		if status != 502 || body != want {
			t.Errorf("status %d, body %q", status, body)
		}
		r := p.Requests()[i]
		got := []string{r.Kind, r.Method, r.Path, r.Host}
		if diff := cmp.Diff([]string{test.kind, test.method, test.path, test.host}, got); diff != "" {
			t.Errorf("record (-want +got):\n%s", diff)
		}
		if r.Status != 502 || r.Refusal == nil || strings.Contains(fmt.Sprint(r.Header), "c2VjcmV0") {
			t.Errorf("record %+v", r)
		}
	}
	// A client that uses us as its proxy to reach us has the right address.
	status, body := raw(t, p, "POST http://"+p.address+"/v1/messages HTTP/1.1\r\nHost: "+p.address+"\r\nX-Api-Key: k\r\n"+
		"Anthropic-Version: 2023-06-01\r\nContent-Type: application/json\r\nConnection: close\r\n"+
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(hello), hello))
	if status != 200 {
		t.Errorf("own address: %d %s", status, body)
	}
}

func TestRedaction(t *testing.T) {
	p := start(t, "- {text: ok, times: any}")
	h := headers()
	h.Set("Authorization", "Bearer sk-ant-fake-secret")
	h.Set("X-Api-Key", "sk-ant-fake-secret")
	h.Set("Cookie", "session=sk-ant-fake-secret")
	h.Set("X-Other", "kept")
	send(t, p, "POST", messagesPath, h, hello)
	send(t, p, "POST", "/elsewhere", h, hello)
	for _, r := range p.Requests() {
		if strings.Contains(fmt.Sprintf("%+v", r), "secret") {
			t.Errorf("a secret in %+v", r)
		}
		if r.Header.Get("X-Api-Key") != redacted || r.Header.Get("Authorization") != redacted || r.Header.Get("X-Other") != "kept" {
			t.Errorf("headers %v", r.Header)
		}
	}
}

// TestCopies: a caller may do with a Request what it likes.
func TestCopies(t *testing.T) {
	p := start(t, "- text: ok")
	post(t, p, hello)
	post(t, p, `{}`)
	for range 2 {
		all := p.Requests()
		if all[0].Header.Get("Content-Type") != "application/json" || all[0].Body[0] != '{' || all[1].Refusal.Status != 400 {
			t.Fatalf("%+v", all)
		}
		all[0].Header.Set("Content-Type", "x")
		all[0].Body[0] = 'x'
		all[0].Response[0] = 'x'
		all[1].Refusal.Status = 0
	}
}
