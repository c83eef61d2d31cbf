package book

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// brokenLink is what a link looks like that Markdown does not take for one, because its address has a space in it.
var brokenLink = regexp.MustCompile(`\]\(([^()<>\n"']+)(?:"[^"\n]*"|'[^'\n]*')?\)`)

// vague are texts that say nothing of where a link leads, to somebody who has all links of a page read out.
var vague = []string{"here", "click here", "see here", "link", "this link", "read more"}

// checkTexts reports links that a reader could not use: without text, with a text that says nothing, and those that were
// meant to be links and are shown as they were written.
func (d *document) checkTexts() {
	for _, link := range nodes[*ast.Link](d) {
		text := strings.TrimSpace(plainText(link, d.text))
		for _, image := range imagesIn(link) {
			text += strings.TrimSpace(plainText(image, d.text))
		}
		switch {
		case text == "":
			d.report(d.lineOf(link), "link %q has no text", link.Destination)
		case slices.Contains(vague, strings.ToLower(strings.Trim(text, ".,:!"))):
			d.report(d.lineOf(link), "link %q: the text %q does not say where it leads", link.Destination, text)
		}
	}
	for _, image := range nodes[*ast.Image](d) {
		if p := image.Parent(); p.Kind() == ast.KindParagraph && p.ChildCount() == 1 && titleOf(image.Title) == "" {
			d.report(d.lineOf(image), "image %q stands alone and has no caption: put one in quotation marks behind the address", image.Destination)
		}
	}
	for _, run := range d.textRuns() {
		d.checkBrokenLinks(run)
	}
}

func imagesIn(root ast.Node) (images []*ast.Image) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if image, ok := n.(*ast.Image); ok && entering {
			images = append(images, image)
		}
		return ast.WalkContinue, nil
	})
	return images
}

// checkBrokenLinks looks for links in a text that is shown as it was written.
func (d *document) checkBrokenLinks(run textRun) {
	for _, m := range brokenLink.FindAllStringSubmatchIndex(run.text, -1) {
		isEscaped := m[0] > 0 && run.text[m[0]-1] == '\\'
		if address := strings.TrimSpace(run.text[m[2]:m[3]]); !isEscaped && strings.ContainsAny(address, " \t") {
			d.report(run.line, "%q is no address of a link, because of its spaces; write <%s>", address, address)
		}
	}
}
