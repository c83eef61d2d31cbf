package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"
)

// HTMLOptions say what a page to read in a browser has beside the book.
type HTMLOptions struct {
	Live     bool              // it follows changes: it holds book/live.js
	Progress map[string]string // an exercise's id → what is shown beside it
}

// A view is what book/page.html is filled with.
type view struct {
	Title       string
	Description string
	Language    string
	CSP         string       // what the page may load: nothing but the scripts in it
	Style       template.CSS // book/style.css, and book/live.css if it follows changes
	Script      template.JS  // book/search.js and book/reader.js
	Live        template.JS  // book/live.js, or empty
	Print       bool         // for paper: without a script
	Nav         []*navItem
	Pages       []section
}

// A navItem is a page in the navigation.
type navItem struct {
	Anchor    string
	Kind      string
	Number    string // the page's id if it is a number that the title does not start with, else empty
	Title     string
	State     string // of an exercise
	Exercises []*navItem
}

// A section is a page in the book.
type section struct {
	Anchor     string
	Kind       string
	Number     string // of an exercise
	Title      string // of a page that has no heading for it, else empty
	Heading    string // id of the heading that names the page
	State      string // of an exercise
	Prev, Next *navItem
	HTML       template.HTML
}

// HTML is the book as one page for a browser, with all that it needs inside.
func (b *Book) HTML(o HTMLOptions) ([]byte, error) {
	search, err := b.readPart("search.js", "</script")
	if err != nil {
		return nil, err
	}
	reader, err := b.readPart("reader.js", "</script")
	if err != nil {
		return nil, err
	}
	v := view{Script: template.JS(slices.Concat(search, reader))}
	if o.Live {
		live, err := b.readPart("live.js", "</script")
		if err != nil {
			return nil, err
		}
		style, err := b.readPart("live.css", "</style")
		if err != nil {
			return nil, err
		}
		v.Live, v.Style = template.JS(live), template.CSS(style)
	}
	return b.html(v, o.Progress)
}

// Print is the page from which a browser makes the PDF.
func (b *Book) Print() ([]byte, error) { return b.html(view{Print: true}, nil) }

func (b *Book) html(v view, progress map[string]string) ([]byte, error) {
	style, err := b.readPart("style.css", "</style")
	if err != nil {
		return nil, err
	}
	source, err := b.readDesign("page.html")
	if err != nil {
		return nil, err
	}
	page, err := template.New("book/page.html").Parse(string(source))
	if err != nil {
		return nil, fmt.Errorf("the book's template is wrong: %w", err)
	}
	v.Title, v.Description, v.Language, v.Style = bookTitle, description, language, template.CSS(style)+v.Style
	v.CSP = policy(v.Script, v.Live)
	v.Nav = b.nav(progress)
	single := edition{
		link: func(l *pageLink) string { return "#" + l.id },
		picture: func(p *picture) string {
			return "data:" + p.media + ";base64," + base64.StdEncoding.EncodeToString(p.data)
		},
	}
	for i, d := range b.docs {
		s, err := d.section(single)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be rendered: %w", d.source, err)
		}
		s.State = progress[stateOf(d)]
		if i > 0 {
			s.Prev = b.docs[i-1].navItem()
		}
		if i+1 < len(b.docs) {
			s.Next = b.docs[i+1].navItem()
		}
		v.Pages = append(v.Pages, s)
	}
	var out bytes.Buffer
	if err := page.Execute(&out, v); err != nil {
		return nil, fmt.Errorf("the book's template cannot be filled: %w", err)
	}
	return out.Bytes(), checkLive(out.Bytes(), v.Live)
}

// checkLive wants in a page that follows changes the script by which it does, and the place where the server says which
// page it is. A template that is saved half would otherwise leave open pages behind for good.
func checkLive(page []byte, live template.JS) error {
	switch {
	case live == "":
		return nil
	case !bytes.Contains(page, []byte(live)):
		return errors.New("book/page.html:1: without {{.Live}} an open page does not follow changes")
	case !bytes.Contains(page, []byte("</head>")):
		return errors.New("book/page.html:1: without </head> an open page does not follow changes")
	}
	return nil
}

// policy is the content security policy of a page with these scripts.
func policy(scripts ...template.JS) string {
	var allowed []string
	connect := "'none'"
	for i, s := range scripts {
		if s == "" {
			continue
		}
		sum := sha256.Sum256([]byte(s))
		allowed = append(allowed, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		if i > 0 {
			connect = "'self'"
		}
	}
	if len(allowed) == 0 {
		allowed = []string{"'none'"}
	}
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; script-src " +
		strings.Join(allowed, " ") + "; connect-src " + connect
}

// nav puts each exercise and each listing below the lesson before it.
func (b *Book) nav(progress map[string]string) []*navItem {
	var items []*navItem
	var lesson *navItem
	for _, d := range b.docs {
		item := d.navItem()
		item.State = progress[stateOf(d)]
		if d.page.Kind == Lesson || lesson == nil {
			items = append(items, item)
		} else {
			lesson.Exercises = append(lesson.Exercises, item)
		}
		if d.page.Kind == Lesson {
			lesson = item
		}
	}
	return items
}

func (d *document) navItem() *navItem {
	return &navItem{Anchor: d.anchor, Kind: d.page.Kind, Number: numberOf(d.page), Title: d.page.Title}
}

// stateOf is the id under which a page's progress is given; only exercises have any.
func stateOf(d *document) string {
	if d.page.Kind != Exercise {
		return ""
	}
	return d.page.ID
}

func numberOf(p Page) string {
	isNumber := strings.Trim(p.ID, "0123456789.") == ""
	if !isNumber || strings.HasPrefix(p.Title, p.ID) {
		return ""
	}
	return p.ID
}

func (d *document) section(e edition) (section, error) {
	html, err := e.render(d)
	if err != nil {
		return section{}, err
	}
	s := section{Anchor: d.anchor, Kind: d.page.Kind, Heading: d.title, HTML: template.HTML(html)}
	if s.Heading == "" {
		s.Title, s.Number, s.Heading = d.page.Title, numberOf(d.page), d.anchor+"--title:"
		s.HTML = template.HTML(d.status()) + s.HTML
	}
	return s, nil
}
