package book

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var spans = regexp.MustCompile(`<span class="[kscnf]">|</span>`)

func TestHighlight(t *testing.T) {
	for _, tt := range []struct{ language, code, want string }{
		{"go", "func run() { return }", `<span class="k">func</span> <span class="f">run</span>() { <span class="k">return</span> }`},
		{"go", "x := 'a' + 1.5 // why", `x := <span class="s">&apos;a&apos;</span> + <span class="n">1.5</span> <span class="c">// why</span>`},
		{"go", "/* two\nlines */ a.B(\"<b>\")", "<span class=\"c\">/* two\nlines */</span> a.<span class=\"f\">B</span>(<span class=\"s\">&quot;&lt;b&gt;&quot;</span>)"},
		{"go", "\"no end", "<span class=\"s\">&quot;no end</span>"},
		{"go", "a # b ü(", "a # b <span class=\"f\">ü</span>("},
		{"json", `{"a": ["b", -1.5e3, true, null]}`,
			`{<span class="f">&quot;a&quot;</span>: [<span class="s">&quot;b&quot;</span>, <span class="n">-1.5e3</span>, <span class="k">true</span>, <span class="k">null</span>]}`},
		{"text", "func <a>", "func &lt;a&gt;"},
		{"", "", ""},
	} {
		got := string(highlight(tt.language, []byte(tt.code)))
		if html.UnescapeString(got) != html.UnescapeString(tt.want) {
			t.Errorf("%s %q: got %s; want %s", tt.language, tt.code, got, tt.want)
		}
	}
}

// Nothing of the code is lost, whatever it is.
func FuzzHighlight(f *testing.F) {
	for _, pattern := range []string{"../../starter/*/*.go", "*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add("go", string(src))
		}
	}
	for _, code := range []string{"`a\r\nb`", "// a\r\n", "/*\r*/x", "'", "\"\\", "\xff(", "0x", "…(", "#!/bin/sh", "//line a.go:7\nfunc f("} {
		f.Add("go", code)
		f.Add("json", code)
	}
	f.Fuzz(func(t *testing.T, language, code string) {
		got := html.UnescapeString(spans.ReplaceAllString(string(highlight(language, []byte(code))), ""))
		if want := html.UnescapeString(html.EscapeString(code)); got != want && !spans.MatchString(code) {
			t.Errorf("%q became %q", want, got)
		}
	})
}
