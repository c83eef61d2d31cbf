package fakellm

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ollamaGolden writes the parts of a line that are the same in all.
func ollamaGolden(lines string) string {
	return strings.NewReplacer(
		"HEAD", `{"model":"m","created_at":"2026-11-29T22:05:16.1Z","message":{"role":"assistant","content":`,
		"MORE", `},"done":false}`,
		"END", `},"done":true,"done_reason":`,
	).Replace(lines)
}

const (
	ollamaTimes1 = `,"total_duration":373000000,"load_duration":5000000,"prompt_eval_count":16,"prompt_eval_duration":32000000,"eval_count":21,"eval_duration":336000000}`
	ollamaTimes2 = `,"total_duration":47000000,"load_duration":5000000,"prompt_eval_count":5,"prompt_eval_duration":10000000,"eval_count":2,"eval_duration":32000000}`
	ollamaTimes3 = `,"total_duration":31000000,"load_duration":5000000,"prompt_eval_count":5,"prompt_eval_duration":10000000,"eval_count":1,"eval_duration":16000000}`
	ollamaTimes4 = `,"total_duration":143000000,"load_duration":5000000,"prompt_eval_count":5,"prompt_eval_duration":10000000,"eval_count":8,"eval_duration":128000000}`
)

// TestOllamaGolden fixes whole replies and streams to the byte.
func TestOllamaGolden(t *testing.T) {
	const weather = `{"id":"call_fake_0001","function":{"index":0,"name":"get_weather","arguments":{"city":"Orléans"}}}`
	const now = `{"id":"mine","function":{"index":1,"name":"now","arguments":{}}}`
	const third = `{"id":"call_fake_0003","function":{"index":0,"name":"f","arguments":{"a":1}}}`
	for _, test := range []struct {
		members, contentType string
		want                 []string
	}{
		{`"stream":false`, "application/json; charset=utf-8", []string{
			`HEAD"I'll look,\nthen \u003cb\u003etell\u003c/b\u003e you. ","thinking":"Look  first.","tool_calls":[` + weather + `,` + now + `]END"stop"` + ollamaTimes1,
			`HEAD"Hi"END"length"` + ollamaTimes2,
			`HEAD""END"stop"` + ollamaTimes3,
			`HEAD"","tool_calls":[` + third + `]END"stop"` + ollamaTimes4,
		}},
		{`"stream":null`, "application/x-ndjson", []string{
			`HEAD"","thinking":"Look  "MORE
HEAD"","thinking":"first."MORE
HEAD"I'll "MORE
HEAD"look,\n"MORE
HEAD"then "MORE
HEAD"\u003cb\u003etell\u003c/b\u003e "MORE
HEAD"you. "MORE
HEAD"","tool_calls":[` + weather + `]MORE
HEAD"","tool_calls":[` + now + `]MORE
HEAD""END"stop"` + ollamaTimes1 + "\n",
			"HEAD\"Hi\"MORE\nHEAD\"\"END\"length\"" + ollamaTimes2 + "\n",
			`HEAD""END"stop"` + ollamaTimes3 + "\n",
			`HEAD"","tool_calls":[` + third + "]MORE\nHEAD\"\"END\"stop\"" + ollamaTimes4 + "\n",
		}},
	} {
		p := start(t, chatScript)
		for i, want := range test.want {
			a := postOllama(t, p, chatWith(test.members))
			if diff := cmp.Diff(ollamaGolden(want), string(a.body)); diff != "" {
				t.Errorf("%s, %d (-want +got):\n%s", test.members, i+1, diff)
			}
			if got := a.header.Get("Content-Type"); got != test.contentType || a.status != 200 {
				t.Errorf("%s, %d: status %d, content type %q", test.members, i+1, a.status, got)
			}
			if whole := ollamaGolden(`HEAD`); !strings.HasPrefix(string(latest(p).Response), whole) {
				t.Errorf("%s, %d: recorded %s", test.members, i+1, latest(p).Response)
			}
		}
	}
}

// TestOllamaLoad: a call without messages takes no reply of the script.
func TestOllamaLoad(t *testing.T) {
	p := start(t, "- text: Hi")
	for _, test := range []struct{ body, reason string }{
		{`{"model":"m"}`, "load"},
		{`{"model":"m","messages":[],"stream":true,"keep_alive":"5m"}`, "load"},
		{`{"model":"m","messages":null,"keep_alive":-1}`, "load"},
		{`{"model":"m","keep_alive":0}`, "unload"},
		{`{"model":"m","keep_alive":"0s"}`, "unload"},
	} {
		a := postOllama(t, p, test.body)
		want := ollamaGolden(`HEAD""END"` + test.reason + `"}`)
		if diff := cmp.Diff(want, string(a.body)); diff != "" || a.status != 200 {
			t.Errorf("%s: status %d (-want +got):\n%s", test.body, a.status, diff)
		}
		if r := latest(p); r.Reply != 0 || r.Dry || r.Status != 200 || r.Kind != KindMessages {
			t.Errorf("%s: record %+v", test.body, r)
		}
	}
	if left := p.LeftOver(); len(left) != 1 {
		t.Errorf("left over: %v", left)
	}
	if pending := p.Pending(); pending != nil {
		t.Errorf("pending: %v", pending)
	}
}

// TestOllamaEndpoints: what a client asks a server before it calls a model.
func TestOllamaEndpoints(t *testing.T) {
	p := start(t, "", func(o *Options) { o.Local = []string{"llama3.2", "Org/q:7b"} })
	const details = `"modified_at":"2026-11-29T22:05:16.1Z","size":2019393189,"digest":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",` +
		`"details":{"parent_model":"","format":"gguf","family":"FAMILY","families":["FAMILY"],"parameter_size":"3.2B","quantization_level":"Q4_K_M"}}`
	entry := func(name, family string) string {
		return fmt.Sprintf(`{"name":%q,"model":%q,`, name, name) + strings.ReplaceAll(details, "FAMILY", family)
	}
	for _, test := range []struct{ method, path, kind, contentType, want string }{
		{"GET", "/", KindOther, "text/plain; charset=utf-8", "Ollama is running"},
		{"HEAD", "/", KindOther, "text/plain; charset=utf-8", ""},
		{"GET", "/api/version", KindOther, "application/json; charset=utf-8", `{"version":"0.17.4"}`},
		{"HEAD", "/api/version", KindOther, "application/json; charset=utf-8", ""},
		{"GET", "/api/tags", KindModels, "application/json; charset=utf-8",
			`{"models":[` + entry("llama3.2:latest", "llama3.2") + `,` + entry("Org/q:7b", "q") + `]}`},
	} {
		a := send(t, p, test.method, test.path, http.Header{}, "")
		if diff := cmp.Diff(test.want, string(a.body)); diff != "" || a.status != 200 {
			t.Errorf("%s %s: status %d (-want +got):\n%s", test.method, test.path, a.status, diff)
		}
		r := latest(p)
		if got := a.header.Get("Content-Type"); got != test.contentType || r.Kind != test.kind || r.Dialect != Ollama {
			t.Errorf("%s %s: content type %q, kind %s, dialect %s", test.method, test.path, got, r.Kind, r.Dialect)
		}
	}
	p = start(t, "")
	if a := send(t, p, "GET", "/api/tags", http.Header{}, ""); !strings.Contains(string(a.body), `"name":"llama3.2:latest"`) {
		t.Errorf("tags without models: %s", a.body)
	}
}

func TestOllamaShow(t *testing.T) {
	p := start(t, "", func(o *Options) { o.Local = []string{"llama3.2"} })
	show := func(body string) answer { return send(t, p, "POST", "/api/show", http.Header{}, body) }
	a := show(`{"model":"llama3.2:latest"}`)
	const want = `{"modelfile":"FROM llama3.2:latest\n","template":"{{ .Prompt }}","details":{"parent_model":"","format":"gguf","family":"llama3.2",` +
		`"families":["llama3.2"],"parameter_size":"3.2B","quantization_level":"Q4_K_M"},"model_info":{"general.architecture":"llama3.2","llama3.2.context_length":131072},` +
		`"capabilities":["completion","tools","thinking"],"modified_at":"2026-11-29T22:05:16.1Z"}`
	if a.status != 200 || string(a.body) != want {
		t.Errorf("%d %s", a.status, a.body)
	}
	for body, status := range map[string]int{`{"model":"x"}`: 404, `{}`: 400, `{`: 400, ``: 400} {
		if a := show(body); a.status != status {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
}

func TestOllamaNames(t *testing.T) {
	for _, test := range []struct {
		name, full string
		valid      bool
	}{
		{"llama3.2", "/library/llama3.2:latest", true},
		{"llama3.2:1b", "/library/llama3.2:1b", true},
		{"me/x", "/me/x:latest", true},
		{"example.com:5000/me/x:q4", "example.com:5000/me/x:q4", true},
		{"https://example.com/me/x", "example.com/me/x:latest", true},
		{"", "", false}, {"a b", "", false}, {":1b", "", false}, {"x:", "", false}, {"/x", "", false}, {"a/", "", false},
		{"-x", "", false}, {"my.org/x", "", false}, {"//x", "", false}, {strings.Repeat("x", 81), "", false},
	} {
		n := parseOllamaName(test.name)
		if n.valid() != test.valid || test.valid && n.String() != test.full {
			t.Errorf("%q: %q, valid %t", test.name, n, n.valid())
		}
	}
	if got := tagged("example.com:5000/x"); got != "example.com:5000/x:latest" {
		t.Errorf("tagged: %s", got)
	}
}
