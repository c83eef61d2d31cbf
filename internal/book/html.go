package book

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
)

// A view is what book/page.html is filled with.
type view struct {
	Style template.CSS // book/style.css
	Nav   []*navItem
	Pages []section
}

// A navItem is a page in the navigation.
type navItem struct {
	Anchor    string
	Number    string // the page's id if it is a number that the title does not start with, else empty
	Title     string
	Exercises []*navItem
}

// A section is a page in the book.
type section struct {
	Anchor  string
	Kind    string
	Status  string
	Number  string // of an exercise
	Title   string // of a page that has no heading for it, else empty
	Heading string // id of the heading that names the page
	HTML    template.HTML
}

// html renders the whole book.
func (b *book) html() ([]byte, error) {
	style, err := b.readDesign("style.css")
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
	v := view{Style: template.CSS(style), Nav: b.nav()}
	for _, d := range b.docs {
		s, err := d.section()
		if err != nil {
			return nil, fmt.Errorf("%s cannot be rendered: %w", d.source, err)
		}
		v.Pages = append(v.Pages, s)
	}
	var out bytes.Buffer
	if err := page.Execute(&out, v); err != nil {
		return nil, fmt.Errorf("the book's template cannot be filled: %w", err)
	}
	return out.Bytes(), nil
}

func (b *book) readDesign(name string) ([]byte, error) {
	src, err := os.ReadFile(filepath.Join(b.root, "book", name))
	if err != nil {
		return nil, fmt.Errorf("the book's design cannot be read: %w; bring it back with: git checkout -- book/%s", err, name)
	}
	return src, nil
}

// nav puts each exercise below the lesson before it.
func (b *book) nav() []*navItem {
	var items []*navItem
	var lesson *navItem
	for _, d := range b.docs {
		item := &navItem{Anchor: d.anchor, Number: numberOf(d.page), Title: d.page.Title}
		switch {
		case d.page.Kind == Exercise && lesson != nil:
			lesson.Exercises = append(lesson.Exercises, item)
		default:
			items = append(items, item)
		}
		if d.page.Kind == Lesson {
			lesson = item
		}
	}
	return items
}

func numberOf(p Page) string {
	isNumber := strings.Trim(p.ID, "0123456789.") == ""
	if !isNumber || strings.HasPrefix(p.Title, p.ID) {
		return ""
	}
	return p.ID
}

func (d *document) section() (section, error) {
	var html bytes.Buffer
	if err := d.markdown.Renderer().Render(&html, d.text, d.tree); err != nil {
		return section{}, err
	}
	s := section{Anchor: d.anchor, Kind: d.page.Kind, Status: d.page.Status, Heading: d.title, HTML: template.HTML(html.String())}
	if s.Heading == "" {
		s.Title, s.Number, s.Heading = d.page.Title, numberOf(d.page), d.anchor+"--title:"
	}
	return s, nil
}
