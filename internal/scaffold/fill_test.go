package scaffold_test

import (
	"testing"

	"agentcourse/internal/scaffold"
)

func TestFill(t *testing.T) {
	tests := []struct {
		name, template string
		values         map[string]string
		want           string
	}{
		{"simple", "on {{date}}, {{date}}", map[string]string{"date": "2026-11-29"}, "on 2026-11-29, 2026-11-29"},
		{"names are compared loosely", "{{go-version}} {{Go_Version}}", map[string]string{"GoVersion": "go1.26"}, "go1.26 go1.26"},
		{"an unknown one stays", "{{dtae}} {{date}}", map[string]string{"date": "x"}, "{{dtae}} x"},
		{"an empty value", "[{{model}}]", map[string]string{"model": ""}, "[]"},
		{"a value becomes one line", "# {{topic}}", map[string]string{"topic": " a\r\n## b "}, "# a ## b"},
		{"a value is not filled", "{{topic}}", map[string]string{"topic": "{{date}}", "date": "x"}, "{{date}}"},
		{"no placeholder", "{{ }} {date} {{1}}", map[string]string{"date": "x"}, "{{ }} {date} {{1}}"},
	}
	for _, tt := range tests {
		if got := scaffold.Fill(tt.template, tt.values); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestFillBlocks(t *testing.T) {
	values := map[string]string{"date": "today", "block": "a value"}
	for _, tt := range []struct{ template, block, want string }{
		{"a\n\n{{block}}\n\nb\n", "1\n\n2", "a\n\n1\n\n2\n\nb\n"},
		{"a\r\n\r\n{{block}}\r\n\r\nb\r\n", "1", "a\r\n\r\n1\r\n\r\nb\r\n"},
		{"a\n\n {{ block}}\n{{Block}}\n\nb {{date}}", "{{date}}\n", "a\n\n {{ block}}\n{{date}}\n\nb today"},
		{"a\n\n{{block}}\n\nb\n", "", "a\n\nb\n"},
		{"a\n{{block}}\n\nb\n", "", "a\n\nb\n"},
		{"a\n\n{{block}}", "", "a\n\n"},
		{"{{block}}\nb", "", "b"},
		{"# {{block}} {{blocc}}\n{{blocc}}\n", "1", "# a value {{blocc}}\n{{blocc}}\n"},
	} {
		if got := scaffold.FillBlocks(tt.template, values, map[string]string{"Block": tt.block}); got != tt.want {
			t.Errorf("%q with %q: got %q, want %q", tt.template, tt.block, got, tt.want)
		}
	}
}
