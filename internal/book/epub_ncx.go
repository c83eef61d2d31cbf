package book

import (
	"bytes"
	"fmt"
)

// ncx is the table of contents for readers made for EPUB 2, which do not know nav.xhtml: pages, and those below lessons.
// Its format: https://idpf.org/epub/20/spec/OPF_2.0_final_spec.html#Section2.4.1.
func (e *epub) ncx() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `<?xml version="1.0" encoding="utf-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="%s">
<head>
<meta name="dtb:uid" content="%s" />
<meta name="dtb:depth" content="2" />
<meta name="dtb:totalPageCount" content="0" />
<meta name="dtb:maxPageNumber" content="0" />
</head>
<docTitle><text>%s</text></docTitle>
<navMap>
`, language, identifier, escape(bookTitle))
	for i, c := range e.chapters {
		if i > 0 && c.doc.page.Kind == Lesson {
			out.WriteString("</navPoint>\n")
		}
		fmt.Fprintf(&out, "<navPoint id=\"point-%[1]d\" playOrder=\"%[1]d\">\n<navLabel><text>%[2]s</text></navLabel>\n<content src=\"%[3]s\" />\n",
			i+1, escape(numbered(c.doc.page)), c.doc.file())
		if i > 0 && c.doc.page.Kind != Lesson {
			out.WriteString("</navPoint>\n")
		}
	}
	out.WriteString("</navPoint>\n</navMap>\n</ncx>\n")
	return out.Bytes()
}
