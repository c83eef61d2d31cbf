package posts_test

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/document"
	"agentcourse/internal/posts"
)

// home is a home folder. No file of the repository holds one.
var home = path.Join("/", "home", "ines")

// drafted makes a draft of an entry.
func drafted(t *testing.T, root string, o posts.Options) (string, posts.Draft) {
	t.Helper()
	m, err := posts.Gather(t.Context(), root, entryName)
	if err != nil {
		t.Fatal(err)
	}
	o.Root, o.From, o.Now = root, m, now
	d, err := posts.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return get(t, d.Path), d
}

func TestDraftFromAnEntry(t *testing.T) {
	draft, d := drafted(t, repository(t), posts.Options{})
	if len(d.Notes) > 0 {
		t.Errorf("notes: %q", d.Notes)
	}
	if name := filepath.Base(d.Path); name != "2026-11-29-turn-10-of-my-chat-sent-forty-times-what-turn-1-had-sent.md" {
		t.Errorf("the draft is called %s", name)
	}
	head, _, _ := strings.Cut(draft, "## Takeaway")
	golden(t, "draft.golden", head)
	_, rest, _ := strings.Cut(draft, "## Caveats")
	link, _, _ := strings.Cut(rest, "## Before publishing")
	golden(t, "evidence.golden", link)
}

// Each shape has a file, says what it contains and what to watch out for, and its prompts are no text of the post.
func TestDraftsOfAllShapes(t *testing.T) {
	names := posts.Shapes("../..")
	shipped := []string{"before-after", "broke", "misconception", "numbers", "postmortem", "question", "recap", "walkthrough"}
	names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(shipped, n) })
	if !slices.Equal(names, shipped) {
		t.Errorf("shapes %v, want %v", names, shipped)
	}
	var all strings.Builder
	for _, name := range names {
		draft, _ := drafted(t, repository(t), posts.Options{Shape: name, Topic: "x"})
		if !strings.Contains(draft, "\n- Shape: "+name+"\n") {
			t.Errorf("%s: no header line", name)
		}
		story := section(t, draft, "Story")
		_, story, _ = strings.Cut(story, "Shape "+name)
		all.WriteString("Shape " + name + story + "\n\n")
		for _, want := range []string{"Contains:", "Watch out:", "Turn 10 sends 120 tokens.", "- Turn 10 sent 517.", "| 1.2 chat, sim-1 | 10 | 2600 | |"} {
			if strings.Count(story, want) != 1 {
				t.Errorf("%s: %q stands there %d times", name, want, strings.Count(story, want))
			}
		}
		if posts.ShapeTitle("../..", name) == "" {
			t.Errorf("%s has no title", name)
		}

		plain, err := posts.New(posts.Options{Root: repository(t), Topic: "x", Shape: name, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		text := get(t, plain.Path)
		if s := document.Parse([]byte(text)).Section("Story"); strings.Contains(text, "{{") || !document.Empty(s.Blocks) {
			t.Errorf("%s without an entry:\n%s", name, text)
		}
	}
	golden(t, "shapes.golden", all.String())
}

func TestCandidates(t *testing.T) {
	for text, want := range map[string]string{
		"none today": "", "None.": "", "- none": "", "Nothing yet.": "", "No post this time.": "", "": "", "<!-- x -->": "",
		"No model remembers.":                  "No model remembers",
		"- **One** `x_y` is _two_! And three.": "One x_y is two!",
		"Turn 10 cost $0.02. It did.":          "Turn 10 cost $0.02",
		"> a line\n> and more\n\nother":        "a line and more",
		"四は二より大きい。":                            "四は二より大きい。",
		strings.Repeat("word ", 40):            strings.TrimSpace(strings.Repeat("word ", 20)) + " …",
		strings.Repeat("語", 200):               strings.Repeat("語", 100) + " …",
	} {
		root := repository(t)
		put(t, root, entryName, "## Post candidate\n\n"+text+"\n")
		m, err := posts.Gather(t.Context(), root, entryName)
		if err != nil || m.Candidate != want {
			t.Errorf("%q: got %q, %v; want %q", text, m.Candidate, err, want)
		}
	}
}

func TestUnknownShape(t *testing.T) {
	root := repository(t)
	for _, name := range []string{"nmbers", "../TEMPLATE", "numbers.md"} {
		_, err := posts.New(posts.Options{Root: root, Topic: "x", Shape: name, Now: now})
		var unknown *posts.ShapeError
		if !errors.As(err, &unknown) || len(unknown.Known) < 8 {
			t.Errorf("%s: %v", name, err)
		}
	}
	put(t, root, "posts/shapes/mine.md", "# Mine\n\ntext\n")
	if _, err := posts.New(posts.Options{Root: root, Topic: "x", Shape: "mine", Now: now}); err == nil || !strings.Contains(err.Error(), "posts/shapes/mine.md has no section ## Beats") {
		t.Errorf("no beats: %v", err)
	}
	if files, _ := filepath.Glob(filepath.Join(root, "posts", "20*")); len(files) > 0 {
		t.Errorf("made %v", files)
	}
}

// What an entry lacks is told, and the rest is carried over.
func TestDraftsFromBadEntries(t *testing.T) {
	tests := map[string]struct {
		entry string
		want  []string // in the draft
		not   []string
		notes []string
	}{
		"no header": {"Only a line.\n\n## Surprises\n\nIt was 3.\n", []string{"It was 3.", "- Model: \n", "Run on 1 December 2026."}, nil,
			[]string{"cites no trace", "has no prediction, no row of numbers, no line under Not verified to carry over"}},
		"CRLF and BOM": {"\ufeff" + strings.ReplaceAll(goodEntry, "\n", "\r\n"), []string{"- Thinking was most of it.\n", "- Model: sim-1\n", "memory.md:19,"}, []string{"\r"}, nil},
		"front matter": {"---\ntitle: x\nmodel: llama3.2:3b\nprovider: local\ngo_version: go1.26\ndate: 2026-11-30\n---\n\n## Prediction\n\n4\n",
			[]string{"Run on 30 November 2026 against llama3.2:3b on a local server; Go 1.26.", "- Provider: local\n", "memory.md:11, prediction"}, []string{"simulator"}, nil},
		"broken front matter": {"---\na: [\n---\n\n## Prediction\n\n4\n", []string{"memory.md:7, prediction: edit it, then take this line out -->\n\n4\n"}, nil, []string{"memory.md:2: the front matter is not valid YAML"}},
		"open front matter":   {"---\nmodel: x\n\n## Prediction\n\n4\n", []string{"\n\n4\n"}, nil, []string{"memory.md:1: the front matter is not closed"}},
		"binary":              {"## Prediction\n\n\x00\n", []string{"- Journal entry: " + entryName, "1.\n\n2.\n\n3."}, nil, []string{"memory.md:3: it holds a byte 0"}},
		"not UTF-8":           {"## Prediction\n\n\xff\n", nil, []string{"\xff"}, []string{"memory.md:3: it is not valid UTF-8"}},
		"huge":                {strings.Repeat("x", document.MaxSize+1), nil, []string{"xxxx"}, []string{"more than 2097152 are not read"}},
		"empty":               {"", nil, nil, []string{"no prediction"}},
		"template":            {"# {{topic}}\n\n- Model: {{model}}\n\n## Prediction\n\n<!-- Before. -->\n", []string{"- Model: \n"}, []string{"{{", "Before. "}, []string{"no prediction"}},
		"placeholder":         {"## Prediction\n\nuse {{date}} and\n\n{{story}}\n", []string{"use {{date}} and\n\n{{story}}\n"}, nil, nil},
		"open fence":          {"## Prediction\n\n```go\nx ``` y\n\n## Numbers\n\nz\n", []string{"````go\nx ``` y\n\n## Numbers\n\nz\n````\n", "\n## Snippet\n"}, nil, nil},
		"open comment":        {"## Prediction\n\nfour <!-- never\nclosed\n\n## Numbers\n", []string{"\n\nfour\n"}, []string{"never\n", "closed\n"}, nil},
		"headings and HTML":   {"## Post candidate\n\nNone today.\n\n## Prediction\n\n### 1.2-predict The API\n\n### Turns *what*\n\n<script>\n5\n", []string{"**Turns what**\n\n```html\n<script>"}, []string{"None today", "1.2-predict"}, nil},
		"comment in a table":  {"## Numbers\n\n| a | b |\n|---|---|\n| 1 <!-- x --> | 2 |\n", []string{"| a | b |\n|---|---|\n| 1  | 2 |\n"}, []string{"<!-- x"}, nil},
		"comment in a list":   {"## Surprises\n\n- one <!-- x -->\n- two\n\n> three <!-- x\n", []string{"- one\n- two\n\n> three\n"}, nil, nil},
		"scripts":             {"## Prediction\n\n予想は四。\n\n## Surprises\n\nمفاجأة\n", []string{"予想は四。", "مفاجأة"}, nil, nil},
		"models of rows":      {"## Numbers\n\n| Run | Calls |\n|---|---|\n| 1.2 chat, claude-opus-5-5 | 3 |\n", []string{"against claude-opus-5-5; 1 run."}, []string{"simulator"}, nil},
		"missing traces": {"## Evidence\n\ntraces/20260101-000000.jsonl, `20260101-000001`, " + home + "/x/20260101-000002.jsonl, ../../20260101-000003.jsonl, notes.jsonl,\nhttps://example.com/a.jsonl\n",
			nil, []string{"home/ines", "example.com"}, []string{"the trace traces/20260101-000000.jsonl is not there", "20260101-000001.jsonl is not", path.Dir(home) + "/[REDACTED]/x/20260101-000002.jsonl is not", "20260101-000003.jsonl is not", "notes.jsonl is not"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			root := repository(t)
			put(t, root, entryName, tt.entry)
			draft, d := drafted(t, root, posts.Options{Topic: "mine"})
			for _, want := range append(tt.want, "\n## Before publishing\n", "\n## Takeaway\n") {
				if !strings.Contains(draft, want) {
					t.Errorf("the draft lacks %q:\n%s", want, draft)
				}
			}
			for _, not := range tt.not {
				if strings.Contains(draft, not) {
					t.Errorf("the draft holds %q:\n%s", not, draft)
				}
			}
			notes := strings.Join(d.Notes, "\n")
			if strings.Contains(notes, "example.com") {
				t.Errorf("an address is taken for a trace: %s", notes)
			}
			for _, want := range tt.notes {
				if !strings.Contains(notes, want) {
					t.Errorf("the notes lack %q:\n%s", want, notes)
				}
			}
			if s := document.Parse([]byte(draft)).Section("Before publishing"); s == nil || len(s.Blocks) < 13 {
				t.Errorf("the checklist is swallowed:\n%s", draft)
			}
			if get(t, filepath.Join(root, entryName)) != tt.entry {
				t.Error("the entry has changed")
			}
		})
	}
}

func TestDraftsFromBadTraces(t *testing.T) {
	key := "sk-ant-" + "api03-0a1b2c3d4e5f6g7h8i9j"
	reply := func(text string) string {
		return `{"event":"model","step":1,"usage":{"in":5,"out":6},"content":[{"type":"text","text":"` + text + `"}],"model":"m","ms":1}` + "\n"
	}
	tests := map[string]struct {
		trace     string
		want, not []string
		notes     []string
	}{
		"broken lines":       {"{x\n" + reply("hello") + "[]\n{\"event\":", []string{`"text":"hello"`, "- Model: m\n"}, nil, []string{"20261201-101500.jsonl:1: a broken line is left out: not JSON", "(3 in this trace)"}},
		"empty":              {"", []string{"```text\n```\n"}, nil, []string{"20261201-101500.jsonl holds no event"}},
		"binary":             {"\x00\x01\xff\n", []string{"```text\n```\n"}, nil, []string{"a broken line is left out"}},
		"no usage":           {`{"event":"model","step":0,"content":[]}`, []string{"```text\n```\n"}, nil, nil},
		"a long reply":       {reply(strings.Repeat("word ", 40000)), []string{`word word …"`}, []string{strings.Repeat("word ", 100)}, nil},
		"a fence in a reply": {reply("a\\n```\\nb"), []string{"\"text\":\"a\\n```\\nb\"\n````\n"}, nil, nil},
		"a tool call":        {`{"event":"model","step":0,"usage":{"in":1,"out":2},"content":[{"type":"tool_use","name":"calculator","input":{"x":1}}]}`, []string{`"text":"calculator {\"x\":1}"`}, nil, nil},
		"private": {reply("write to ines@tea-house.net, key "+key+", in "+home+"/x") + `{"event":"task","task":"t","provider":"` + key + `"}` + "\n",
			[]string{`"text":"write to [REDACTED], key [REDACTED], in ` + path.Dir(home) + `/[REDACTED]/x"`}, []string{key, "tea-house", "/ines"}, []string{"[REDACTED] stands where"}},
		"known secret": {reply("correct-horse"), []string{`"text":"[REDACTED]"`}, []string{"correct-horse"}, nil},
		"of other formats": {`{"event":"call","dialect":"ollama","method":"POST","path":"/api/chat","request":{"messages":[{"role":"system"},{"role":"user"}],"options":{"num_predict":99,"temperature":0.5},"tools":[{"function":{"name":"add"}}]}}` + "\n" +
			`{"event":"call","dialect":"openai","method":"POST","path":"/v1/chat/completions","request":{"messages":[{"role":"user"}],"max_completion_tokens":77,"reasoning_effort":"low","response_format":{"type":"json_object"}}}` + "\n" +
			`{"event":"call","dialect":"anthropic","method":"POST","path":"/v1/messages","request":{"messages":[{"role":"user"}],"max_tokens":"many","output_config":{"effort":"high"},"system":null}}` + "\n" +
			`{"event":"call","dialect":"anthropic","method":"POST","path":"/v1/messages/count_tokens","request":{"messages":[{"role":"user"}],"max_tokens":5}}`,
			[]string{"- Parameters: max_tokens 99, 77 and none, effort default, low and high, temperature 0.5 and default, system prompt in 1 of 3 calls, tools add, JSON by a schema in 1 of 3 calls\n"}, nil, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			root := repository(t)
			put(t, root, "traces/20261201-101500.jsonl", tt.trace)
			put(t, root, "traces/runs.jsonl", "")
			m, err := posts.Gather(t.Context(), root, entryName, "correct-horse")
			if err != nil {
				t.Fatal(err)
			}
			d, err := posts.New(posts.Options{Root: root, From: m, Now: now})
			if err != nil {
				t.Fatal(err)
			}
			draft, notes := get(t, d.Path), strings.Join(d.Notes, "\n")
			for _, want := range tt.want {
				if !strings.Contains(draft, want) {
					t.Errorf("the draft lacks %q:\n%s", want, draft)
				}
			}
			for _, not := range tt.not {
				if strings.Contains(draft+notes, not) {
					t.Errorf("draft or notes hold %q:\n%s\n%s", not, draft, notes)
				}
			}
			for _, want := range tt.notes {
				if !strings.Contains(notes, want) {
					t.Errorf("the notes lack %q:\n%s", want, notes)
				}
			}
			if s := document.Parse([]byte(draft)).Section("Before publishing"); s == nil {
				t.Errorf("the checklist is swallowed:\n%s", draft)
			}
		})
	}
}

// What is private in an entry stays there, wherever it stands.
func TestNothingPrivateIsCarriedOver(t *testing.T) {
	root := repository(t)
	key, mail := "sk-ant-"+"api03-0a1b2c3d4e5f6g7h8i9j", "ines@"+"tea-house.net"
	entry := strings.NewReplacer("Turn 10 sends", mail+" "+key, "Turn 10 sent", key, "2600 |", mail+" |", "A live model", home+"/a.txt",
		"Turn 10 of my chat", "My key "+key+" of "+mail, "- Model: sim-1", "- Model: "+key, "- Commit: abc", "- Commit: "+mail, "go1.26.8", key).Replace(goodEntry)
	put(t, root, entryName, entry+"\n## Evidence\n\ntraces/"+key+".jsonl\n")
	put(t, root, "journal/assets/"+key+".jsonl", goodTrace)
	for _, shape := range append(posts.Shapes(root), "") {
		draft, d := drafted(t, root, posts.Options{Shape: shape})
		for _, text := range append(d.Notes, draft, d.Path) {
			for _, secret := range []string{key, key[:20], mail, "0a1b2c", "tea-house", "tea house", "home/ines"} {
				if strings.Contains(strings.TrimPrefix(text, root), secret) {
					t.Errorf("%q is told: %s", secret, text)
				}
			}
		}
	}
}

func TestGatherIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := posts.Gather(ctx, repository(t), entryName); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A scrubbed copy serves where git ignores the trace itself, and beside an entry in a folder of its own.
func TestTraceInAssets(t *testing.T) {
	for _, place := range []string{"journal/assets/20261201-101500.jsonl", "journal/assets/20261201-101500-scrubbed.jsonl"} {
		root := repository(t)
		if err := os.RemoveAll(filepath.Join(root, "traces")); err != nil {
			t.Fatal(err)
		}
		put(t, root, place, goodTrace)
		put(t, root, entryName, goodEntry+"\n[copy]("+strings.TrimPrefix(place, "journal/")+")\n")
		draft, d := drafted(t, root, posts.Options{})
		if !strings.Contains(draft, "- Trace: ["+filepath.Base(place)+"](../"+place+")\n") || !strings.Contains(draft, `"in":517`) {
			t.Errorf("%s: notes %q\n%s", place, d.Notes, draft)
		}
	}
}

// A template without places gets what it has places for, and the rest is told.
func TestDraftFromAnOldTemplate(t *testing.T) {
	root := repository(t)
	put(t, root, "posts/TEMPLATE.md", "# {{topic}}\n\n## Hook\n\n{{HOOK}}\n\n## Story\n\n1.\n")
	draft, d := drafted(t, root, posts.Options{})
	if !strings.Contains(draft, "**forty times**") || len(d.Notes) != 5 || !strings.Contains(d.Notes[4], "has no line {{story}}") {
		t.Errorf("notes %q\n%s", d.Notes, draft)
	}
	shaped, err := posts.New(posts.Options{Root: root, Topic: "x", Shape: "broke", Now: now})
	if err != nil || len(shaped.Notes) != 1 {
		t.Errorf("with a shape: %q %v", shaped.Notes, err)
	}
}
