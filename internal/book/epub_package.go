package book

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
)

const container = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml" />
</rootfiles>
</container>
`

// identifier names the book in all its editions.
const identifier = "urn:uuid:6f0b3f7e-5a0c-4f55-9d0a-6c9a1f5f2b10"

// accessibility says what a reader can rely on: https://www.w3.org/TR/epub-a11y-11/.
const accessibility = `<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">readingOrder</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">displayTransformability</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">All figures have alternative text that says what they show, and no meaning rests on colour alone. Headings, lists, tables and code are marked as such.</meta>
`

// packageDocument lists what the EPUB holds, and in which order it is read.
func (e *epub) packageDocument() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="%[1]s">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">%[2]s</dc:identifier>
<dc:title>%[3]s</dc:title>
<dc:language>%[1]s</dc:language>
<dc:creator>The authors of the course</dc:creator>
<dc:description>%[4]s</dc:description>
<meta property="dcterms:modified">%[5]s</meta>
<meta name="cover" content="cover-image" />
%[6]s</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav" />
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml" />
<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml" />
<item id="cover-image" href="cover.png" media-type="image/png" properties="cover-image" />
<item id="style" href="style.css" media-type="text/css" />
`, language, identifier, escape(bookTitle), escape(description), e.date().Format("2006-01-02T15:04:05Z"), accessibility)
	for i, c := range e.chapters {
		fmt.Fprintf(&out, "<item id=\"page-%d\" href=\"%s\" media-type=\"application/xhtml+xml\" />\n", i+1, c.doc.file())
	}
	for i, p := range e.pictures {
		fmt.Fprintf(&out, "<item id=\"picture-%d\" href=\"images/%s\" media-type=\"%s\" />\n", i+1, e.names[p.file], p.media)
	}
	out.WriteString("</manifest>\n<spine toc=\"ncx\">\n<itemref idref=\"cover\" />\n<itemref idref=\"nav\" />\n")
	for i := range e.chapters {
		fmt.Fprintf(&out, "<itemref idref=\"page-%d\" />\n", i+1)
	}
	out.WriteString("</spine>\n</package>\n")
	return out.Bytes()
}

// navigation is the table of contents, and the landmarks.
func (e *epub) navigation() []byte {
	var out bytes.Buffer
	out.WriteString("<nav epub:type=\"toc\" role=\"doc-toc\" aria-labelledby=\"contents\">\n<h1 id=\"contents\">Contents</h1>\n<ol>\n")
	first := e.chapters[0].doc.file()
	glossary := ""
	for i := 0; i < len(e.chapters); {
		d := e.chapters[i].doc
		if d.source == glossaryFile {
			glossary = d.file()
		}
		var below bytes.Buffer
		below.WriteString(d.sections())
		for i++; i < len(e.chapters) && e.chapters[i].doc.page.Kind != Lesson; i++ {
			entry(&below, e.chapters[i].doc, "")
		}
		entry(&out, d, below.String())
	}
	out.WriteString("</ol>\n</nav>\n<nav epub:type=\"landmarks\" aria-labelledby=\"landmarks\" hidden=\"hidden\">\n<h2 id=\"landmarks\">Landmarks</h2>\n<ol>\n")
	landmark := func(kind, file, title string) {
		fmt.Fprintf(&out, "<li><a epub:type=\"%s\" href=\"%s\">%s</a></li>\n", kind, file, title)
	}
	landmark("cover", "cover.xhtml", "Cover")
	landmark("toc", "nav.xhtml", "Contents")
	landmark("bodymatter", first, "Start of the text")
	if glossary != "" {
		landmark("glossary", glossary, "Glossary")
	}
	out.WriteString("</ol>\n</nav>\n")
	return xhtml("Contents", "contents", out.Bytes())
}

func entry(out *bytes.Buffer, d *document, below string) {
	fmt.Fprintf(out, "<li><a href=\"%s\">%s</a>", d.file(), escape(numbered(d.page)))
	if below != "" {
		fmt.Fprintf(out, "\n<ol>\n%s</ol>\n", below)
	}
	out.WriteString("</li>\n")
}

// sections are the contents of a lesson: its headings of level two.
func (d *document) sections() string {
	var out strings.Builder
	for _, h := range nodes[*ast.Heading](d) {
		if h.Level == 2 && d.page.Kind == Lesson {
			fmt.Fprintf(&out, "<li><a href=\"%s#%s\">%s</a></li>\n", d.file(), attribute(h, "id"), escape(plainText(h, d.text)))
		}
	}
	return out.String()
}
