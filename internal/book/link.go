package book

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// prepareLink turns a link to a page into a link within the book, and a link to another file of the repository into the
// file's path. Links to the web stay.
func (b *Book) prepareLink(d *document, link *ast.Link) {
	line, dest := d.lineOf(link), string(link.Destination)
	u, err := url.Parse(dest)
	switch {
	case strings.Contains(dest, "\\"):
		d.report(line, "link %q has a backslash; write / between folders, on every system", dest)
	case err != nil:
		d.report(line, "link %q is not a valid address", dest)
	case dest == "":
		d.report(line, "the link %q leads nowhere", plainText(link, d.text))
	case u.Scheme != "":
		d.checkAddress(line, dest, u)
	case u.Host != "":
		d.report(line, "link %q has a host but no scheme; write https: before it", dest)
	default:
		b.prepareLocalLink(d, link, u)
	}
}

func (b *Book) prepareLocalLink(d *document, link *ast.Link, u *url.URL) {
	line := d.lineOf(link)
	target, inside := d.resolve(u.Path)
	if !inside {
		d.report(line, "link %q leaves the repository", link.Destination)
		return
	}
	if page := b.pageAt(target); page != nil {
		anchor, ok := page.fragment(u.Fragment)
		if !ok {
			d.report(line, "link %q: %s has no heading #%s%s", link.Destination, page.source, u.Fragment, page.meant(u.Fragment))
			return
		}
		replaceByLink(link, &pageLink{page: page, id: anchor})
		return
	}
	if within := b.listing(target); within != nil && u.Fragment == "" {
		replaceByLink(link, within)
		return
	}
	info, err := os.Stat(filepath.Join(b.root, filepath.FromSlash(target)))
	if err != nil {
		d.report(line, "link %q: there is no %s", link.Destination, target)
		return
	}
	if leadsOutside(b.root, target) {
		d.report(line, "link %q: %s leads out of the repository by a symbolic link", link.Destination, target)
		return
	}
	if u.Fragment != "" && path.Ext(target) == ".md" {
		if file := b.readHeadings(target); file.headings[u.Fragment] == "" {
			d.report(line, "link %q: %s has no heading #%s%s", link.Destination, target, u.Fragment, file.meant(u.Fragment))
			return
		}
	}
	replaceByPath(d, link, target, info)
}

// resolve follows a link's path from the page's folder, or from the repository's when it starts with a slash. An empty
// path is the page itself.
func (d *document) resolve(linkPath string) (target string, inside bool) {
	switch {
	case linkPath == "":
		return d.source, true
	case strings.HasPrefix(linkPath, "/"):
		target = path.Clean(strings.TrimLeft(linkPath, "/"))
	default:
		target = path.Join(path.Dir(d.source), linkPath)
	}
	return target, fs.ValidPath(target)
}

// pageAt is the page made of that file; a folder stands for the index.md in it.
func (b *Book) pageAt(target string) *document {
	if d := b.bySource[target]; d != nil {
		return d
	}
	return b.bySource[path.Join(target, "index.md")]
}

// listing leads to a file that a listing shows; it is nil for any other.
func (b *Book) listing(file string) *pageLink {
	id := b.listed[file]
	if id == "" {
		return nil
	}
	return &pageLink{page: b.bySource[path.Dir(file)], id: id}
}

// fragment is the id for a link's fragment; none leads to the page's beginning.
func (d *document) fragment(fragment string) (id string, ok bool) {
	if fragment == "" {
		return d.anchor, true
	}
	id, ok = d.headings[fragment]
	return id, ok
}

// meant words the fragment that differs from another in its capital letters alone, or nothing.
func (d *document) meant(fragment string) string {
	if lower := strings.ToLower(fragment); d.headings[lower] != "" {
		return "; #" + lower + " is there: fragments are in small letters"
	}
	return ""
}

// readHeadings looks into a Markdown file that is not a page of the book. One that cannot be read has no headings.
func (b *Book) readHeadings(target string) *document {
	src, _ := readInside(b.root, target)
	d := &document{}
	d.text, _, _ = frontMatter(src, 1)
	d.parse()
	d.nameHeadings()
	return d
}

// replaceByPath puts the link's text in the link's place, and the file's path after it unless the text names the file.
func replaceByPath(d *document, link *ast.Link, target string, info os.FileInfo) {
	ref := &fileRef{}
	if !names(plainText(link, d.text), target) {
		ref.path = target
		if info.IsDir() {
			ref.path += "/"
		}
	}
	moveChildren(link, link.FirstChild(), ref)
	link.Parent().ReplaceChild(link.Parent(), link, ref)
}

// replaceByLink puts a link within the book in the place of one between files.
func replaceByLink(link *ast.Link, within *pageLink) {
	within.title = titleOf(link.Title)
	moveChildren(link, link.FirstChild(), within)
	link.Parent().ReplaceChild(link.Parent(), link, within)
}

// names reports whether a link's text tells which file it means: a word such as "agent" does not, "agent.go" does.
func names(text, target string) bool {
	base := path.Base(target)
	return strings.Contains(text, target) ||
		path.Ext(base) != "" && strings.Contains(text, base) ||
		strings.Trim(text, "/") == base
}

// moveChildren moves a child and its later siblings to another parent.
func moveChildren(from ast.Node, first ast.Node, to ast.Node) {
	for child := first; child != nil; {
		next := child.NextSibling()
		from.RemoveChild(from, child)
		to.AppendChild(to, child)
		child = next
	}
}
