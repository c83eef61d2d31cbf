package trace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestNewest(t *testing.T) {
	for name, tt := range map[string]struct {
		files []string
		want  string
	}{
		"none":          {nil, ""},
		"others":        {[]string{"runs.jsonl", "20261130-120000-scrubbed.jsonl", "20261130-120000.svg", "notes.jsonl", "x20261130-120000.jsonl", "20261130-120000-2.jsonl.tmp"}, ""},
		"later":         {[]string{"20261130-120000.jsonl", "20261130-115959-7.jsonl", "runs.jsonl"}, "20261130-120000.jsonl"},
		"another day":   {[]string{"20261130-120000.jsonl", "20270101-000000.jsonl"}, "20270101-000000.jsonl"},
		"with a number": {[]string{"20261130-120000.jsonl", "20261130-120000-2.jsonl"}, "20261130-120000-2.jsonl"},
		"ten and nine":  {[]string{"20261130-120000-10.jsonl", "20261130-120000-9.jsonl", "20261130-120000.jsonl"}, "20261130-120000-10.jsonl"},
	} {
		dir := t.TempDir()
		for _, f := range tt.files {
			if err := os.WriteFile(filepath.Join(dir, f), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Join(dir, "20991130-120000.jsonl"), 0o777); err != nil {
			t.Fatal(err)
		}
		got, err := Newest(dir)
		if tt.want == "" != errors.Is(err, ErrNoTrace) || tt.want != "" && got != filepath.Join(dir, tt.want) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if _, err := Newest(filepath.Join(t.TempDir(), "traces")); !errors.Is(err, ErrNoTrace) {
		t.Errorf("no folder: %v", err)
	}
}
