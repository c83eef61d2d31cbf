package book_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	mediaRule = regexp.MustCompile(`@media ([^{]+?) *\{((?:[^{}]*\{[^{}]*\})*\s*)\}`)
	cssRule   = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	hexColour = regexp.MustCompile(`^#[0-9a-f]{6}$`)
)

// colours are the colours of a style sheet, by "SELECTOR PROPERTY", as in ".box fill".
func colours(css string) map[string]string {
	all := map[string]string{}
	for _, rule := range cssRule.FindAllStringSubmatch(css, -1) {
		for selector := range strings.SplitSeq(rule[1], ",") {
			for declaration := range strings.SplitSeq(rule[2], ";") {
				property, value, _ := strings.Cut(declaration, ":")
				if property == "fill" || property == "stroke" {
					all[strings.TrimSpace(selector)+" "+property] = value
				}
			}
		}
	}
	return all
}

// styleProblems reports what makes a figure hard to read: in the light, in the dark or on paper.
func styleProblems(css string) []string {
	var problems []string
	if strings.Contains(css, "@import") || strings.Contains(css, "url(") {
		problems = append(problems, "the style loads something")
	}
	media := map[string]string{}
	for _, m := range mediaRule.FindAllStringSubmatch(css, -1) {
		media[m[1]] = m[2]
	}
	light := colours(mediaRule.ReplaceAllString(css, ""))
	dark := maps.Clone(light)
	maps.Copy(dark, colours(media["(prefers-color-scheme: dark)"]))
	paper := maps.Clone(dark)
	maps.Copy(paper, colours(media["print"]))
	for _, name := range slices.Sorted(maps.Keys(light)) {
		if paper[name] != light[name] {
			problems = append(problems, fmt.Sprintf("in print %s is %s, want the light %s", name, paper[name], light[name]))
		}
		if dark[name] == light[name] && light[name] != "none" {
			problems = append(problems, fmt.Sprintf("%s is the same in the light and in the dark", name))
		}
	}
	problems = append(problems, contrastProblems("light", light)...)
	return append(problems, contrastProblems("dark", dark)...)
}

// contrastProblems holds text to 4.5:1 on every ground and lines to 3:1 on the panel, as WCAG 2.2 asks (1.4.3, 1.4.11).
func contrastProblems(mode string, colour map[string]string) []string {
	var problems []string
	compare := func(ink, ground string, least float64) {
		if got := contrast(colour[ink], colour[ground]); !(got >= least) {
			problems = append(problems, fmt.Sprintf("%s: %s on %s has a contrast of %.2f, want %.1f", mode, ink, ground, got, least))
		}
	}
	for _, ground := range []string{".panel fill", ".box fill", ".blue fill", ".warm fill"} {
		compare("text fill", ground, 4.5)
		compare(".line stroke", ground, 3)
		compare(".dash stroke", ground, 3)
	}
	for _, ink := range []string{".box stroke", ".blue stroke", ".warm stroke", ".tip fill"} {
		compare(ink, ".panel fill", 3)
	}
	return problems
}

// contrast is WCAG's ratio of two colours written as #rrggbb; it is not a number when one of them is none.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(colour string) float64 {
	if !hexColour.MatchString(colour) {
		return math.NaN()
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		value, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		share := float64(value) / 255
		if share <= 0.04045 {
			sum += weight * share / 12.92
		} else {
			sum += weight * math.Pow((share+0.055)/1.055, 2.4)
		}
	}
	return sum
}

const goodStyle = `text{fill:#000000}.line,.dash{fill:none;stroke:#333333}.tip{fill:#333333}
.panel{fill:#ffffff;stroke:#cccccc}.box,.blue,.warm{fill:#eeeeee;stroke:#444444}
@media (prefers-color-scheme: dark) {
text{fill:#ffffff}.line,.dash{stroke:#bbbbbb}.tip{fill:#bbbbbb}.panel{fill:#000000;stroke:#555555}.box,.blue,.warm{fill:#222222;stroke:#aaaaaa}
}
@media print {
text{fill:#000000}.line,.dash{stroke:#333333}.tip{fill:#333333}.panel{fill:#ffffff;stroke:#cccccc}.box,.blue,.warm{fill:#eeeeee;stroke:#444444}
}
`

func TestStyleProblems(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"no dark", "@media (prefers-color-scheme: dark)", "@media (prefers-color-scheme: none)", "text fill is the same in the light and in the dark"},
		{"no print", "@media print", "@media screen", "in print text fill is #ffffff, want the light #000000"},
		{"print left dark", "print {\ntext{fill:#000000}", "print {\n", "in print text fill is #ffffff, want the light #000000"},
		{"weak text", "text{fill:#000000}", "text{fill:#888888}", "light: text fill on .panel fill has a contrast of 3.54, want 4.5"},
		{"weak text in the dark", "{\ntext{fill:#ffffff}", "{\ntext{fill:#666666}", "dark: text fill on .panel fill has a contrast of 3.66, want 4.5"},
		{"weak ground", ".box,.blue,.warm{fill:#eeeeee", ".box,.blue,.warm{fill:#444444", "light: text fill on .warm fill has a contrast of 2.16, want 4.5"},
		{"weak line", "fill:none;stroke:#333333", "fill:none;stroke:#aaaaaa", "light: .line stroke on .panel fill has a contrast of 2.32, want 3.0"},
		{"weak border", "fill:#eeeeee;stroke:#444444", "fill:#eeeeee;stroke:#dddddd", "light: .box stroke on .panel fill has a contrast of 1.36, want 3.0"},
		{"no colour", "text{fill:#000000}", "", "light: text fill on .panel fill has a contrast of NaN, want 4.5"},
		{"named colour", "text{fill:#000000}", "text{fill:black}", "light: text fill on .panel fill has a contrast of NaN, want 4.5"},
		{"font from elsewhere", "text{", "@font-face{src:url(x)}text{", "the style loads something"},
	}
	for _, tt := range tests {
		got := strings.Join(styleProblems(strings.Replace(goodStyle, tt.old, tt.new, 1)), "\n")
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got\n%s\nwant %q", tt.name, got, tt.want)
		}
	}
	if got := contrast("#ffffff", "#000000"); math.Abs(got-21) > 1e-9 {
		t.Errorf("white on black has a contrast of %v, want 21", got)
	}
}
