package posts_test

import (
	"errors"
	"os"
	"testing"

	"agentcourse/internal/document"
	"agentcourse/internal/posts"
)

// Whatever stands in an entry, the draft has all its sections, and nothing carried over swallows what is below it.
func FuzzDraft(f *testing.F) {
	f.Add(goodEntry)
	for _, part := range []string{"```\nx", "<!-- x", "- ```\n  x", "> <script>\n> x", "| a |\n|---|\n| <!-- | b |", "1. a\n\n   <pre>\n", "`a\nb", "<div\nx", "a\n===", "    code <!--", "-->", "{{story}}",
		"~~~\n```\n", "<![CDATA[", "[a]: b\n", "<?php", "\\<!-- a", "- <!-- a\n- b"} {
		f.Add("# T\n\n## Prediction\n\n" + part + "\n\n## Surprises\n\n" + part + "\n\n## Post candidate\n\n" + part + "\n\n## Not verified\n\n" + part)
	}
	f.Add("## Prediction\n\n````<!-- x\n\n## Surprises\n\n-->\n\né<script>-->\\<pre\n") // a fence that was none, without its comment
	root := repository(f)
	f.Fuzz(func(t *testing.T, entry string) {
		put(t, root, entryName, entry)
		m, err := posts.Gather(t.Context(), root, entryName)
		if err != nil {
			t.Fatal(err)
		}
		d, err := posts.New(posts.Options{Root: root, From: m, Shape: "numbers", Topic: "x", Now: now})
		if err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(d.Path)
		if err := errors.Join(err, os.Remove(d.Path)); err != nil {
			t.Fatal(err)
		}
		doc := document.Parse(src)
		for _, title := range []string{"Hook", "Context", "Story", "Snippet", "Takeaway", "Caveats", "Link", "Before publishing"} {
			if s := doc.Section(title); s == nil || s.Level != 2 {
				t.Errorf("the section %s is swallowed or doubled:\n%s", title, src)
			}
		}
		if s := doc.Section("Before publishing"); s != nil && len(s.Blocks) != 13 {
			t.Errorf("the checklist has %d blocks:\n%s", len(s.Blocks), src)
		}
	})
}
