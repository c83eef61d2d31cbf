package trace

import (
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strings"
)

const (
	plotBars   = 100 // at most
	plotLeft   = 104 // of the bars, in pixels
	plotWidth  = 470
	plotHeight = 150
	plotBottom = 480 // height of the figure
)

// plotStyle is the style of the lessons' figures.
const plotStyle = `
text{fill:#1f2328}.strong{font-weight:700}.mid{text-anchor:middle}.end{text-anchor:end}
.code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:16px}
.line{fill:none;stroke:#57606a;stroke-width:2}.dash{fill:none;stroke:#57606a;stroke-width:2;stroke-dasharray:6 5}.tip{fill:#57606a}
.panel{fill:#fdfdfb;stroke:#c8ccd0}.box{fill:#f0f0ec;stroke:#57606a}.blue{fill:#dcebf5;stroke:#0b5a8a}.warm{fill:#fbe6d9;stroke:#b4470f}
@media (prefers-color-scheme: dark) {
text{fill:#dfe2e5}.line,.dash{stroke:#a9b1ba}.tip{fill:#a9b1ba}
.panel{fill:#16191d;stroke:#434a52}.box{fill:#262b31;stroke:#a9b1ba}.blue{fill:#17324a;stroke:#79b8f0}.warm{fill:#45260f;stroke:#f0a070}
}
@media print {
text{fill:#1f2328}.line,.dash{stroke:#57606a}.tip{fill:#57606a}
.panel{fill:#fdfdfb;stroke:#c8ccd0}.box{fill:#f0f0ec;stroke:#57606a}.blue{fill:#dcebf5;stroke:#0b5a8a}.warm{fill:#fbe6d9;stroke:#b4470f}
}
`

// Plot draws the tokens in and out by step as an SVG picture that needs nothing else: below 10 kB, whatever the number
// of steps. name is the file's, without its ending: the picture's ids begin with it.
func (s *Steps) Plot(w io.Writer, name string) error {
	bars := s.Buckets(plotBars)
	if len(bars) == 0 {
		return fmt.Errorf("no step has tokens to draw")
	}
	id := strings.Trim(regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(name, "-"), "-")
	if id == "" || id[0] >= '0' && id[0] <= '9' {
		id = "trace-" + id // an id begins with a letter
	}
	id = html.EscapeString(id)
	most := Bucket{}
	mean := func(b Bucket) (int, int) {
		in, out := b.Mean()
		return int(math.Round(in)), int(math.Round(out))
	}
	for _, b := range bars {
		in, out := mean(b)
		most.In, most.Out = max(most.In, in), max(most.Out, out)
	}
	firstIn, firstOut := mean(bars[0])
	lastIn, lastOut := mean(bars[len(bars)-1])
	what, first, last := "Each bar is a step.", fmt.Sprint(bars[0].From), fmt.Sprint(bars[len(bars)-1].To)
	if width := bars[0].To - bars[0].From + 1; width > 1 {
		what = fmt.Sprintf("Each bar is the mean of %d steps.", width)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="%d" viewBox="0 0 600 %[1]d" role="img" aria-labelledby="%[2]s-title %[2]s-desc" font-family="system-ui, sans-serif" font-size="16">`+"\n", plotBottom, id)
	fmt.Fprintf(&b, `<title id="%s-title">Tokens by step</title>`+"\n", id)
	fmt.Fprintf(&b, `<desc id="%s-desc">Two bar charts over the steps %s to %s of a trace. Input goes from %d to %d tokens, at most %d; output from %d to %d, at most %d. %s</desc>`+"\n",
		id, first, last, firstIn, lastIn, most.In, firstOut, lastOut, most.Out, what)
	fmt.Fprintf(&b, "<style>%s</style>\n", plotStyle)
	fmt.Fprintf(&b, `<rect class="panel" x="1" y="1" width="598" height="%d" rx="10"/>`+"\n", plotBottom-2)
	drawBars(&b, bars, "Input tokens by step", "blue", 24, most.In, func(b Bucket) float64 { in, _ := b.Mean(); return in })
	drawBars(&b, bars, "Output tokens by step", "warm", 234, most.Out, func(b Bucket) float64 { _, out := b.Mean(); return out })
	fmt.Fprintf(&b, `<text x="%d" y="440">%s</text>`+"\n", plotLeft, first)
	if len(bars) > 1 {
		fmt.Fprintf(&b, `<text class="end" x="%d" y="440">%s</text>`+"\n", plotLeft+plotWidth, last)
	}
	fmt.Fprintf(&b, `<text class="mid" x="%d" y="440">step</text>`+"\n", plotLeft+plotWidth/2)
	fmt.Fprintf(&b, `<text x="24" y="464">%s The two scales differ.</text>`+"\n</svg>\n", what)
	_, err := io.WriteString(w, b.String())
	return err
}

// drawBars draws one chart, its heading at top. All bars are one path.
func drawBars(b *strings.Builder, bars []Bucket, heading, class string, top, most int, height func(Bucket) float64) {
	floor := top + 28 + plotHeight
	fmt.Fprintf(b, `<text class="strong" x="24" y="%d">%s</text>`+"\n", top+12, heading)
	scale := float64(max(most, 1))
	wide := float64(plotWidth) / float64(len(bars))
	b.WriteString(`<path class="` + class + `" d="`)
	for i, bar := range bars {
		if h := math.Round(height(bar) / scale * plotHeight); h > 0 {
			fmt.Fprintf(b, "M%.0f %dv-%.0fh%.0fv%.0[3]fz", plotLeft+float64(i)*wide, floor, h, math.Max(1, math.Floor(wide*0.8)))
		}
	}
	b.WriteString("\"/>\n")
	fmt.Fprintf(b, `<path class="line" d="M%d %dH%d"/>`+"\n", plotLeft-4, floor, plotLeft+plotWidth)
	fmt.Fprintf(b, `<path class="dash" d="M%d %dH%d"/>`+"\n", plotLeft-4, floor-plotHeight, plotLeft+plotWidth)
	fmt.Fprintf(b, `<text class="end" x="%d" y="%d">%d</text>`+"\n", plotLeft-10, floor-plotHeight+5, most)
	fmt.Fprintf(b, `<text class="end" x="%d" y="%d">0</text>`+"\n", plotLeft-10, floor+5)
}
