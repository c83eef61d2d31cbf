package posts_test

import (
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/findings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// A draft that came out of an entry, with a takeaway written and all lines ticked, once had nothing found in it.
func TestLeftovers(t *testing.T) {
	tests := map[string]struct {
		story string
		want  []string // lines of the post, from the story's first, and what is said
	}{
		"carried over": {"<!-- from journal/2026-12-01-x.md:18, prediction: edit it, then take this line out -->\n\n90 tokens\n",
			[]string{"3 what stands below is still as it was carried over"}},
		"an empty beat":            {"1. I saw 3 replies.\n2. <!-- The cause,\n   and the test. -->\n3.\n", []string{"4 the item \"2.\" has nothing behind it", "6 the item \"3.\" has nothing behind it"}},
		"an item further in":       {"1.\n\n   I saw 3 replies.\n2. I saw 4.\n", nil},
		"an item in code":          {"```text\n1.\n2.\n```\n", nil},
		"a comment of one's own":   {"<!-- from memory: edit it later -->\n\n90 tokens\n", nil},
		"a comment behind an item": {"1. I saw 3 replies. <!-- more -->\n", nil},
	}
	for name, tt := range tests {
		post := "# 90 tokens went in\n\n" + tt.story
		report := checkArchive(t, &txtar.Archive{Files: []txtar.File{{Name: "posts/2026-12-01-x.md", Data: []byte(post)}}})
		var got []string
		for _, f := range report.Findings {
			if f.Rule == "template" {
				got = append(got, strings.TrimPrefix(f.Where(), "posts/2026-12-01-x.md:")+" "+f.What)
			}
		}
		for i := range min(len(got), len(tt.want)) {
			if strings.HasPrefix(got[i], tt.want[i]) {
				got[i] = tt.want[i]
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A link to a trace works for its author alone.
func TestLinkToWhatGitIgnores(t *testing.T) {
	report := checkArchive(t, &txtar.Archive{Files: []txtar.File{
		{Name: "posts/2026-12-01-x.md", Data: []byte("# 90 tokens went in\n\nSee [the trace](../traces/20261201-101500.jsonl).\n")},
		{Name: "traces/20261201-101500.jsonl", Data: []byte("{}\n")},
	}})
	for _, f := range report.Findings {
		if f.Rule == "link" && f.Line == 3 && strings.Contains(f.What, "git ignores") {
			return
		}
	}
	t.Errorf("%+v", report.Findings)
}

// "45% more" was quiet because the log said "about 45 words".
func TestAShareIsBorneOutByAShare(t *testing.T) {
	for source, want := range map[string]bool{"about 45 words, in=45, $0.45": true, "45% more": false, "9 of 20": false, "45 per cent": false} {
		report := checkArchive(t, &txtar.Archive{Files: []txtar.File{
			{Name: "posts/2026-12-01-x.md", Data: []byte("# The dearest cost 45% more\n\n[entry](../journal/2026-12-01-x.md)\n")},
			{Name: "journal/2026-12-01-x.md", Data: []byte("# X\n\n## Log\n\n" + source + "\n")},
		}})
		found := slices.ContainsFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == "numbers" })
		if found != want {
			t.Errorf("%s: found %v, want %v: %+v", source, found, want, report.Findings)
		}
	}
}
