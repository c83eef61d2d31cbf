package posts_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/posts"

	"github.com/google/go-cmp/cmp"
)

func TestCheckOfWhatIsNoPost(t *testing.T) {
	root := t.TempDir()
	if _, err := posts.Check(root, []string{"posts/none.md"}); err == nil || !strings.Contains(err.Error(), "none.md") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := posts.Check(root, []string{root}); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := posts.Check(root, []string{os.DevNull}); err == nil || !strings.Contains(err.Error(), "not an ordinary file") {
		t.Errorf("a device: %v", err)
	}
}

// What is no text is a finding and nothing else, but for keys, which are found in whatever can be searched.
func TestCheckOfBrokenText(t *testing.T) {
	for name, tt := range map[string]struct {
		post string
		want []string
	}{
		"empty":     {" ", []string{"date:0", "model:0", "not-verified:0", "parameters:0", "sample:0", "source:0"}},
		"binary":    {"# T\n\x00\x01", []string{"unreadable:2"}},
		"not UTF-8": {"# T\n\xff\xfe", []string{"unreadable:2"}},
		"enormous":  {strings.Repeat("word ", 60_000), []string{"unreadable:1"}},
		"with key":  {"# T\n\x00\n${KEY:anthropic}\n", []string{"unreadable:2", "secret:3"}},
	} {
		found, _, _ := check(t, tt.post, nil)
		if diff := cmp.Diff(tt.want, found); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A text in another language is asked where the rules go by English words.
func TestCheckOfOtherScripts(t *testing.T) {
	for _, text := range []string{
		"# 第十轮对话发送了517个词元\n\nsim-1,一个模拟器(simulator),不是模型。2026年12月5日,max_tokens 2000。\n\n第一轮是13个。" + strings.Repeat("没有测试真实的模型。", 8),
		"# Десятая реплика отправила 517 токенов\n\nsim-1, симулятор (simulator), не модель. 5 декабря 2026, max_tokens 2000.\n\nПервая отправила 13. " + strings.Repeat("Настоящая модель не проверялась. ", 8),
		"# Die zehnte Nachricht hat 517 Token geschickt\n\nsim-1, ein Simulator (simulator), kein Modell. 5. Dezember 2026, max_tokens 2000.\n\nDie erste schickte 13. " + strings.Repeat("Ein echtes Modell wurde nicht geprüft. ", 8),
	} {
		found, asked, _ := check(t, text+"\n\n"+cited+"\n", nil)
		if found != nil || !slices.Contains(asked, "not-verified:0") || !slices.Contains(asked, "sample:0") {
			t.Errorf("%.30s: found %v, asked %v", text, found, asked)
		}
	}
}

func TestTickedLinesAnswerQuestions(t *testing.T) {
	post := with("My agent read 13 lines.")
	if _, asked, _ := check(t, post, nil); !slices.Contains(asked, "toy:0") {
		t.Errorf("not ticked: asked %v", asked)
	}
	post += "\n## Before publishing\n\n- [x] Short cuts (no sandbox, no login, no tests) are\n      called short cuts.\n"
	if found, asked, _ := check(t, post, nil); slices.Contains(asked, "toy:0") || found != nil {
		t.Errorf("ticked: found %v, asked %v", found, asked)
	}
}

func TestRepositoryWithoutLicence(t *testing.T) {
	_, _, report := check(t, paragraphs(sound()...), map[string]string{"LICENSE": "", "README.md": ""})
	var got []string
	for _, f := range report.Findings {
		got = append(got, f.Where()+" "+f.Rule)
	}
	if diff := cmp.Diff([]string{"LICENSE licence", "README.md readme"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is private in a linked file is told with that file's line, one step far and no further.
func TestPrivateInLinkedFiles(t *testing.T) {
	_, _, report := check(t, with("[notes](../notes/a.md) and [itself](2026-12-05-x.md)"), map[string]string{
		"notes/a.md": "# A\n\n${MAIL}\n\n[b](b.md)\n", "notes/b.md": "${KEY:anthropic}\n\n[a](a.md)\n",
	})
	var got []string
	for _, f := range report.Findings {
		got = append(got, f.Where()+" "+f.Rule)
		if strings.Contains(f.What, "mara.lindqvist") {
			t.Errorf("the address is shown: %s", f.What)
		}
	}
	if diff := cmp.Diff([]string{"notes/a.md:3 personal"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
