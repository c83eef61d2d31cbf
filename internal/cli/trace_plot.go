package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"agentcourse/internal/term"
	"agentcourse/internal/trace"

	"github.com/spf13/cobra"
)

func (a *app) tracePlotCommand() *cobra.Command {
	out, force := "", false
	cmd := &cobra.Command{
		Use:   "plot [FILE]",
		Short: "Draw the tokens in and out by step",
		Long: `Draw the tokens in and out by step as bars with their numbers, and with -o also as an SVG picture. Where there are
many steps, a bar is the mean of several. The two scales differ: the longest bar of each has the number above it.`,
		Example: `  course trace plot
  course trace plot traces/20261130-201500.jsonl -o posts/tokens.svg`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: a.completeTrace,
		RunE: func(cmd *cobra.Command, args []string) error { return a.tracePlot(cmd.Context(), args, out, force) },
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write a picture to this `FILE.svg`")
	cmd.Flags().BoolVar(&force, "force", false, "write over the picture if it is there")
	return cmd
}

func (a *app) tracePlot(ctx context.Context, args []string, out string, force bool) error {
	if out != "" && filepath.Ext(out) != ".svg" {
		return &nextStepError{fmt.Errorf("the picture is an SVG file, and %q does not end in .svg", out), "-o tokens.svg"}
	}
	file, err := a.openTrace(ctx, args)
	if err != nil {
		return err
	}
	defer file.Close()
	var sum trace.Summary
	if err := a.eachLine(file, &sum, toldLines, func(trace.Line) error { return nil }); err != nil {
		return err
	}
	if sum.Steps.Empty() {
		return &nextStepError{fmt.Errorf("no step in %s has tokens to draw", file.path), `"course trace" shows what is in it`}
	}
	if err := a.printPlot(&sum); err != nil {
		return err
	}
	if out != "" {
		name := strings.TrimSuffix(filepath.Base(out), ".svg")
		err := writeNew(a.fromDir(out), out, "name another file, or write over it with --force", force, func(w io.Writer) error {
			return sum.Steps.Plot(w, name)
		})
		if err != nil {
			return err
		}
		a.term.Printf("wrote %s\n", out)
	}
	return brokenLines(&sum)
}

const plotRows = 40 // at most

// printPlot draws the bars.
func (a *app) printPlot(sum *trace.Summary) error {
	out := bufio.NewWriter(a.Out)
	bars := sum.Steps.Buckets(plotRows)
	var mostIn, mostOut float64
	label := 4
	for _, b := range bars {
		in, outTokens := b.Mean()
		mostIn, mostOut = max(mostIn, in), max(mostOut, outTokens)
		label = max(label, len(stepsLabel(b)))
	}
	digitsIn, digitsOut := len(tokensLabel(mostIn)), len(tokensLabel(mostOut))
	room := max(20, a.width()-label-digitsIn-digitsOut-7) // beside the numbers and the spaces
	wideIn := room * 2 / 3
	wideOut := room - wideIn
	blocks := a.Terminal && a.utf8Locale()
	half := func(tokens, most float64, wide, digits int) string {
		b := bar(tokens, most, wide, blocks)
		return pad(b+" "+tokensLabel(tokens), wide+1+digits)
	}
	fmt.Fprintf(out, "%*s  %s  %s\n", label, "step", pad("tokens in", wideIn+1+digitsIn), "tokens out")
	for _, b := range bars {
		line := fmt.Sprintf("%*s  ", label, stepsLabel(b))
		if b.Replies > 0 {
			in, outTokens := b.Mean()
			line += half(in, mostIn, wideIn, digitsIn) + "  " + half(outTokens, mostOut, wideOut, digitsOut)
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
	note := "The two scales differ: look at the numbers."
	if n := bars[0].To - bars[0].From + 1; n > 1 {
		note = fmt.Sprintf("A bar is the mean of %d steps. %s", n, note)
	}
	if sum.RepeatLine > 0 {
		note += " There is more than one run in the file; a bar is the mean of their replies."
	}
	if sum.Untold > 0 {
		note += fmt.Sprintf(" Not drawn: %s without tokens.", count(sum.Untold, "reply", "replies"))
	}
	fmt.Fprintf(out, "\n%s\n", term.Wrap(note, "", ""))
	return out.Flush()
}

func stepsLabel(b trace.Bucket) string {
	if b.From == b.To {
		return strconv.Itoa(b.From)
	}
	return fmt.Sprintf("%d-%d", b.From, b.To)
}

func tokensLabel(tokens float64) string { return strconv.Itoa(int(math.Round(tokens))) }

// bar is as long as a number's share of the largest one. With blocks it is exact to an eighth of a column. What is not 0
// can be seen.
func bar(value, most float64, wide int, blocks bool) string {
	if value <= 0 || most <= 0 {
		return ""
	}
	columns := value / most * float64(wide)
	if !blocks {
		return strings.Repeat("#", max(1, int(math.Round(columns))))
	}
	eighths := max(1, int(math.Round(columns*8)))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

// utf8Locale reports whether the environment says that the terminal shows UTF-8.
func (a *app) utf8Locale() bool {
	locale := strings.ToLower(cmp.Or(a.getenv("LC_ALL"), a.getenv("LC_CTYPE"), a.getenv("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}
