package book

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path"
	"strings"
	"time"

	"github.com/yuin/goldmark/util"
)

// An epub is what goes into an EPUB 3: https://www.w3.org/TR/epub-33/.
type epub struct {
	book     *Book
	chapters []chapter
	pictures []*picture // each once
	names    map[string]string
}

// A chapter is a page's file.
type chapter struct {
	doc  *document
	body []byte
}

// EPUB is the book for e-readers, as an EPUB 3.
func (b *Book) EPUB() ([]byte, error) {
	e := &epub{book: b, names: map[string]string{}}
	for _, d := range b.docs {
		body, err := e.edition(d).render(d)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be rendered: %w", d.source, err)
		}
		e.chapters = append(e.chapters, chapter{d, body})
	}
	return e.pack()
}

// edition writes a page as a file of its own.
func (e *epub) edition(d *document) edition {
	return edition{
		xhtml: true,
		link: func(l *pageLink) string {
			switch {
			case l.page == d:
				return "#" + l.id
			case l.id == l.page.anchor:
				return l.page.file()
			}
			return l.page.file() + "#" + l.id
		},
		picture: func(p *picture) string { return "images/" + e.pictureName(p) },
	}
}

// file is the name of a page's file in an EPUB.
func (d *document) file() string { return d.anchor + ".xhtml" }

// pictureName takes a picture into the EPUB. Pictures of one name in two folders get two names, and so do those whose names
// differ in what an archive does not keep apart.
func (e *epub) pictureName(p *picture) string {
	if name := e.names[p.file]; name != "" {
		return name
	}
	base := archiveName(path.Base(p.file))
	name := base
	for n := 2; e.isTaken(name); n++ {
		name = fmt.Sprintf("%d-%s", n, base)
	}
	e.names[p.file] = name
	e.pictures = append(e.pictures, p)
	return name
}

func (e *epub) isTaken(name string) bool {
	for _, taken := range e.names {
		if taken == name {
			return true
		}
	}
	return false
}

// archiveName is a file's name in signs that an archive, an address and XML take as they are.
func archiveName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '-'
	}, strings.ToLower(name))
}

// pack writes the archive.
func (e *epub) pack() ([]byte, error) {
	style, err := e.book.readDesign("epub.css")
	if err != nil {
		return nil, err
	}
	cover, err := e.book.readDesign("cover.png")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	a := &archive{zip: zip.NewWriter(&out), modified: e.date()}
	a.add("mimetype", []byte("application/epub+zip")) // the first, and not compressed: a reader knows the file by it
	a.addXML("META-INF/container.xml", []byte(container))
	a.addXML("EPUB/package.opf", e.packageDocument())
	a.addXML("EPUB/nav.xhtml", e.navigation())
	a.addXML("EPUB/toc.ncx", e.ncx())
	a.addXML("EPUB/cover.xhtml", xhtml(bookTitle, "cover", fmt.Appendf(nil, `<img src="cover.png" alt="%s" />`+"\n", escape(bookTitle))))
	a.add("EPUB/cover.png", cover)
	a.add("EPUB/style.css", style)
	for _, c := range e.chapters {
		a.addXML("EPUB/"+c.doc.file(), c.xhtml())
	}
	for _, p := range e.pictures {
		a.add("EPUB/images/"+e.names[p.file], p.data)
	}
	if err := errors.Join(a.err, a.zip.Close()); err != nil {
		return nil, fmt.Errorf("the EPUB cannot be made: %w", err)
	}
	return out.Bytes(), nil
}

// date is that of the text: an archive that was made twice is the same.
func (e *epub) date() time.Time {
	first := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC) // that an archive can carry
	if e.book.modified.Before(first) {
		return first
	}
	return e.book.modified.UTC()
}

// An archive is an EPUB's file.
type archive struct {
	zip      *zip.Writer
	modified time.Time
	err      error // the first
}

func (a *archive) add(name string, data []byte) {
	if a.err != nil {
		return
	}
	header := &zip.FileHeader{Name: name, Method: zip.Deflate}
	if name == "mimetype" {
		header.Method = zip.Store
		header.CRC32, header.CompressedSize64, header.UncompressedSize64 = crc32.ChecksumIEEE(data), uint64(len(data)), uint64(len(data))
	} else {
		header.Modified = a.modified
	}
	w, err := a.create(header)
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		a.err = fmt.Errorf("%s: %w", name, err)
	}
}

// create begins a file. The first has its sizes before its data and nothing between its name and them, as the standard
// wants it.
func (a *archive) create(header *zip.FileHeader) (io.Writer, error) {
	if header.Method == zip.Store {
		return a.zip.CreateRaw(header)
	}
	return a.zip.CreateHeader(header)
}

// addXML adds a file that a reader refuses if it is not well formed.
func (a *archive) addXML(name string, data []byte) {
	if err := wellFormed(data); err != nil && a.err == nil {
		a.err = fmt.Errorf("%s: %w", name, err)
	}
	a.add(name, data)
}

func wellFormed(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// xhtml is a file of an EPUB with this body.
func xhtml(title, kind string, body []byte) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="%[1]s" xml:lang="%[1]s">
<head>
<meta charset="utf-8" />
<title>%[2]s</title>
<link rel="stylesheet" href="style.css" />
</head>
<body class="%[3]s">
`, language, escape(title), kind)
	out.Write(body)
	out.WriteString("</body>\n</html>\n")
	return out.Bytes()
}

// xhtml is the chapter's file.
func (c chapter) xhtml() []byte {
	p := c.doc.page
	heading := c.doc.title
	var body bytes.Buffer
	if heading == "" {
		heading = c.doc.anchor + "--title:"
	}
	fmt.Fprintf(&body, "<section id=\"%s\" aria-labelledby=\"%s\"%s>\n", c.doc.anchor, heading, semantics(c.doc))
	if c.doc.title == "" {
		fmt.Fprintf(&body, "<h1 id=\"%s\">%s</h1>\n%s", heading, escape(numbered(p)), c.doc.status())
	}
	body.Write(c.body)
	body.WriteString("</section>\n")
	return xhtml(p.Title, p.Kind, body.Bytes())
}

// semantics is what a page is to an e-reader.
func semantics(d *document) string {
	if d.source == glossaryFile {
		return ` epub:type="glossary" role="doc-glossary"`
	}
	return ` epub:type="chapter" role="doc-chapter"`
}

// numbered is a page's title behind its number, if it has one.
func numbered(p Page) string { return strings.TrimSpace(numberOf(p) + " " + p.Title) }

func escape(text string) string { return string(util.EscapeHTML([]byte(text))) }
