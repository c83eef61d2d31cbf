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
