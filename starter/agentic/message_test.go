package agentic

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// must unwraps what a test knows to be right.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestRoles(t *testing.T) {
	for _, name := range []string{"system", "user", "assistant", "tool"} {
		if role, err := ParseRole(name); err != nil || string(role) != name {
			t.Errorf("%s: %q, %v", name, role, err)
		}
	}
	for _, name := range []string{"", "User", "users", " user", "developer"} {
		if role, err := ParseRole(name); !errors.Is(err, ErrRole) || role != "" {
			t.Errorf("%q: %q, %v, want ErrRole", name, role, err)
		}
		if m, err := NewMessage(Role(name), "x"); !errors.Is(err, ErrRole) || m.Role() != "" {
			t.Errorf("NewMessage(%q): %v, %v, want ErrRole", name, m, err)
		}
	}
}

func TestMessagesThatCannotBe(t *testing.T) {
	object := json.RawMessage(`{"q":"x"}`)
	tests := []struct {
		name string
		err  func() error
		want string
	}{
		{"result without an id", func() error { _, err := ToolResult("", "x", false); return err }, "the id of the call"},
		{"tool role without an id", func() error { _, err := NewMessage(RoleTool, "x"); return err }, "the id of the call"},
		{"call without an id", func() error { _, err := Assistant("", ToolCall{Name: "n"}); return err }, `id ""`},
		{"call without a name", func() error { _, err := Assistant("", ToolCall{ID: "1"}); return err }, `name ""`},
		{"two calls of an id", func() error {
			_, err := Assistant("", ToolCall{"1", "n", object}, ToolCall{"1", "m", object})
			return err
		}, `the id "1"`},
		{"arguments that are a list", func() error { _, err := Assistant("", ToolCall{"1", "n", json.RawMessage(`[1]`)}); return err }, "[1]"},
		{"arguments that are cut off", func() error { _, err := Assistant("", ToolCall{"1", "n", json.RawMessage(`{"q":`)}); return err }, `{"q":`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := test.err(); !errors.Is(err, ErrMessage) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want ErrMessage with %q", err, test.want)
			}
		})
	}
}

func TestMessagesDoNotChange(t *testing.T) {
	arguments := json.RawMessage(`{"q":"x"}`)
	calls := []ToolCall{{"1", "n", arguments}}
	reply := Completion{ToolCalls: calls, Opaque: Opaque{"p", json.RawMessage(`[1]`)}}
	m := must(reply.Message())
	arguments[2], calls[0].Name, reply.Opaque.Content[1] = '?', "spoilt", '2'
	m.ToolCalls()[0].Arguments[2] = '?'
	m.Opaque().Content[1] = '3'
	want := Message{role: RoleAssistant, calls: []ToolCall{{"1", "n", json.RawMessage(`{"q":"x"}`)}}, opaque: Opaque{"p", json.RawMessage(`[1]`)}}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("the message changed (-want +got):\n%s", diff)
	}
}

func TestMessagesAsJSON(t *testing.T) {
	thinking := Completion{Text: "hm", ToolCalls: []ToolCall{{ID: "1", Name: "n"}}, Opaque: Opaque{"p", json.RawMessage(`[{"type":"thinking"}]`)}}
	tests := map[string]Message{
		`{"role":"system","text":"be kind"}`: System("be kind"),
		`{"role":"user","text":"hi"}`:        User("hi"),
		`{"role":"user"}`:                    User(""),
		`{"role":"assistant","text":"hm","tool_calls":[{"id":"1","name":"n","arguments":{}}],"opaque":{"provider":"p","content":[{"type":"thinking"}]}}`: must(thinking.Message()),
		`{"role":"tool","text":"no luck","tool_call_id":"1","failed":true}`:                                                                              must(ToolResult("1", "no luck", true)),
	}
	for text, m := range tests {
		if got := string(must(json.Marshal(m))); got != text {
			t.Errorf("written as %s\n       want %s", got, text)
		}
		var back Message
		if err := json.Unmarshal([]byte(text), &back); err != nil || !back.Equal(m) {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	for _, bad := range []string{`{}`, `{"role":"robot"}`, `{"role":"tool","text":"x"}`, `{"role":"assistant","tool_calls":[{"id":"1"}]}`, `7`, `{"role":7}`} {
		m := User("before")
		if err := json.Unmarshal([]byte(bad), &m); err == nil || !m.Equal(User("before")) {
			t.Errorf("%s is read as %+v, %v", bad, m, err)
		}
	}
}

func TestRequestCheck(t *testing.T) {
	tests := []struct {
		name string
		req  Request
		want string // "" for no error
	}{
		{"fine", Request{Messages: []Message{System("s"), User("u")}, MaxTokens: 1, Tools: []ToolSpec{{Name: "a"}, {Name: "b"}}}, ""},
		{"empty", Request{MaxTokens: 1}, "no message"},
		{"never made", Request{Messages: []Message{User("u"), {}}, MaxTokens: 1}, "message 2 is empty"},
		{"system second", Request{Messages: []Message{User("u"), System("s")}, MaxTokens: 1}, "message 2 is a system message"},
		{"system twice", Request{Messages: []Message{System("s"), System("s")}, MaxTokens: 1}, "once and first"},
		{"no room", Request{Messages: []Message{User("u")}}, "0 tokens"},
		{"tool without a name", Request{Messages: []Message{User("u")}, MaxTokens: 1, Tools: []ToolSpec{{}}}, `taken: ""`},
		{"two tools of a name", Request{Messages: []Message{User("u")}, MaxTokens: 1, Tools: []ToolSpec{{Name: "a"}, {Name: "a"}}}, `taken: "a"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.req.Check()
			if test.want == "" && err != nil || test.want != "" && (!errors.Is(err, ErrRequest) || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}
