//go:build grader

package httpmodel_test

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"agentcourse/starter/httpmodel"
)

// TestRequest looks at what arrives at a server, over a real connection.
func TestRequest(t *testing.T) {
	d := newDraws(t)
	prefix := "/" + d.word()
	for _, end := range []string{"", "/", prefix, prefix + "/"} {
		var mu sync.Mutex
		var got []sent
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			got = append(got, sent{method: r.Method, url: r.URL.Path, header: r.Header.Clone()})
			mu.Unlock()
			w.Header().Set("Content-Type", "application/json")
			w.Write(answer("hello").whole())
		}))
		key := d.key()
		config := httpmodel.Config{BaseURL: server.URL + end, Key: key, Client: server.Client(), Tries: 1}
		if end == "" {
			config.Client = nil // any client reaches a server
		}
		call := fmt.Sprintf("Complete, with BaseURL %q", "http://127.0.0.1:…"+end)
		if _, err := newModel(t, config).Complete(context.Background(), ask(d.word())); err != nil {
			fail(t, call, "Complete fails although the server answers", "no error", errorText(err))
		}
		server.Close()
		if len(got) != 1 {
			fail(t, call, "a call that goes well is one request", "1 request", fmt.Sprintf("%d requests", len(got)))
			continue
		}
		r := got[0]
		want := strings.TrimSuffix(end, "/") + "/v1/messages"
		if r.method != "POST" || r.url != want {
			fail(t, call, "the request goes elsewhere", "POST "+want, r.method+" "+r.url)
		}
		if kind, _, _ := mime.ParseMediaType(r.header.Get("Content-Type")); kind != "application/json" {
			fail(t, call, "the header does not say that the body is JSON", "content-type: application/json", "content-type: "+r.header.Get("Content-Type"))
		}
		if v := r.header.Get("Anthropic-Version"); v != "2023-06-01" && v != "2026-10-21" {
			fail(t, call, "the header does not have the version of the API", "anthropic-version: 2023-06-01, or 2026-10-21", "anthropic-version: "+v)
		}
		if r.header.Get("X-Api-Key") != key && r.header.Get("Authorization") != "Bearer "+key {
			fail(t, call, "the header does not have the key", "x-api-key: "+key, fmt.Sprintf("x-api-key: %s, authorization: %s",
				r.header.Get("X-Api-Key"), r.header.Get("Authorization")))
		}
	}
}
