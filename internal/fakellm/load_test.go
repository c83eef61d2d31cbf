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
)

// client makes connections of its own, which closeAll ends.
func client(t *testing.T) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// TestLoad: thousands of calls in three dialects, streaming and not, with
// faults among them, leave no goroutine behind.
func TestLoad(t *testing.T) {
	before := runtime.NumGoroutine()
	p, err := Start(Options{Forget: true, Scenario: parse(t, `
- {when: last_user == "fine", times: any, text: "one two é"}
- {when: last_user == "broken", times: any, text: "one two é", fault: {kind: any, every: 1us}}
`)})
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	c := &http.Client{Transport: transport}
	paths := []string{messagesPath, "/api/chat", "/v1/chat/completions"}
	const workers, each = 60, 50
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := range each {
				text := "fine"
				if i%5 == 0 {
					text = "broken"
				}
				body := fmt.Sprintf(`{"model":"claude-opus-5-5","max_tokens":10,"stream":%v,"messages":[{"role":"user","content":%q}]}`, i%2 == 0, text)
				status, err := fire(c, p.URL()+paths[(worker+i)%3], body)
				if text == "fine" && (status != 200 || err != nil) {
					t.Errorf("status %d, %v", status, err)
				}
			}
		})
	}
	group.Wait()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	transport.CloseIdleConnections()
	eventually(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
}

// fire makes a call that may break, and reads the answer.
func fire(c *http.Client, url, body string) (int, error) {
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header = headers()
	r.Header.Set("Authorization", "Bearer "+FakeKey)
	resp, err := c.Do(r)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, err
}

// TestClientsVanish: a client that goes in the middle of a stream is noticed,
// although nothing more is to be sent before a hold that is never released.
func TestClientsVanish(t *testing.T) {
	p := start(t, "- {text: [a, {text: b, hold: never}], times: any}")
	c := client(t)
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL()+messagesPath, strings.NewReader(with(streamed)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = headers()
		resp, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil || line != "event: message_start\n" {
			t.Fatalf("%q %v", line, err)
		}
		cancel()
		resp.Body.Close()
	}
	eventually(t, "all are given up", func() bool { return p.Pending() == nil })
}

// TestSlowReaders: clients that read nothing hold up neither others nor Close.
func TestSlowReaders(t *testing.T) {
	p, err := Start(Options{Scenario: parse(t, "- {when: last_user == \"much\", times: any, text: \""+strings.Repeat("word ", 60000)+"\"}\n- {text: ok}")})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		conn, err := net.Dial("tcp", p.address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		body := strings.Replace(with(streamed), "Hello", "much", 1)
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Api-Key: k\r\nAnthropic-Version: %s\r\nContent-Length: %d\r\n\r\n%s", messagesPath, versionOld, len(body), body)
	}
	eventually(t, "all are being answered", func() bool {
		all := p.Requests()
		return len(all) == 5 && all[4].Status == 200
	})
	if got := replyText(t, post(t, p, hello)); got != "ok" {
		t.Errorf("text %q", got)
	}
	began := time.Now()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("close took %v", took)
	}
}
