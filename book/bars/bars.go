package main

var (
	forEPUBCheck = []string{"java", "epubcheck", "pandoc"}
	forPDF       = []string{"Chromium", "pdfinfo", "qpdf", "pdftotext", "pdftoppm"}
	forNode      = []string{"node", "playwright-core", "Chromium"}
)

// allBars are what the book has to hold.
func allBars() []bar {
	return []bar{
		{"pages: links, pictures, fragments", "all resolve", nil, pagesHold, nil},
		{"HTML: links, fragments, ids", "all resolve, ids unique", nil, htmlLinks, nil},
		{"HTML: loads from outside", "nothing", nil, loadsNothing, nil},
		{"HTML: size", "1.8 × Markdown + 200 KB", []string{"pandoc"}, htmlSize, pandocHTMLSize},
		{"HTML: vnu", "0 errors, 0 warnings", []string{"java", "vnu-jar", "pandoc"}, htmlValid, pandocHTMLValid},
		{"HTML: axe", "0 violations", append(forNode, "axe-core"), axe, nil},
		{"HTML: search", "in the first three results", forNode, suite("search.test.mjs"), nil},
		{"HTML: keyboard and ticks", "all tests", forNode, suite("keyboard.test.mjs", "kept.test.mjs"), nil},
		{"HTML: two builds", "identical", nil, sameHTML, nil},
		{"EPUB: EPUBCheck", "0 errors, 0 warnings", forEPUBCheck, ofOurs(epubcheck), ofPandocs(epubcheck)},
		{"EPUB: epubcheck-ts", "0 errors, 0 warnings", []string{"node", "epubcheck-ts", "pandoc"}, ofOurs(epubcheckTS), ofPandocs(epubcheckTS)},
		{"EPUB: links, fragments, ids", "all resolve, ids unique", []string{"pandoc"}, epubLinks, pandocEPUBLinks},
		{"EPUB: two builds", "identical", nil, sameEPUB, nil},
		{"PDF: tagged, language", "both", forPDF, pdfFacts, nil},
		{"PDF: outline", "the headings", forPDF, pdfOutline, nil},
		{"PDF: qpdf --check", "clean", forPDF, pdfWhole, nil},
		{"PDF: lines of code", "all whole", forPDF, pdfCode, nil},
		{"PDF: a line of 200 characters", "whole", forPDF, pdfLongLine, nil},
		{"PDF: paper", "white", forPDF, pdfPaper, nil},
		{"PDF: paper, dark theme", "white", forPDF, darkPaper, nil},
		{"PDF: two builds", "identical", forPDF, samePDF, nil},
		{"time: HTML and EPUB", "a third of pandoc's EPUB", []string{"pandoc"}, buildTime, pandocTime},
		{"time: one lesson changed", "150 ms", nil, rebuild, nil},
	}
}
