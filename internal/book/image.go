package book

import (
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// prepareImage puts the picture itself in the place of its address. An image alone
// in its paragraph becomes a figure, and its title the caption.
func (b *Book) prepareImage(d *document, image *ast.Image) {
	line, dest := d.lineOf(image), string(image.Destination)
	alt := strings.TrimSpace(plainText(image, d.text))
	if alt == "" {
		d.report(line, "image %q has no alternative text; say between the brackets what it shows", dest)
	}
	u, err := url.Parse(dest)
	if err != nil || dest == "" {
		d.report(line, "image %q is not a valid address", dest)
		return
	}
	if u.Scheme != "" || u.Host != "" {
		d.report(line, "image %q is not in the repository; the book loads nothing from outside", dest)
		return
	}
	target, inside := d.resolve(u.Path)
	if !inside {
		d.report(line, "image %q leaves the repository", dest)
		return
	}
	media := mediaType(target)
	if media == "" {
		d.report(line, "image %q: the book shows svg, png, jpg and gif", dest)
		return
	}
	data, err := readInside(b.root, target)
	if err != nil {
		d.report(line, "image %q: %v", dest, err)
		return
	}
	if err := checkPicture(media, data); err != nil {
		d.report(line, "image %q: %s %v", dest, target, err)
		return
	}
	putPicture(image, &picture{file: target, media: media, data: data, alt: alt, title: titleOf(image.Title)})
}

// putPicture puts the picture where the image was.
func putPicture(image *ast.Image, p *picture) {
	parent := image.Parent()
	if parent.Kind() != ast.KindParagraph || parent.ChildCount() > 1 {
		parent.ReplaceChild(parent, image, p)
		return
	}
	f := &figure{caption: p.title}
	p.title = ""
	f.AppendChild(f, p)
	parent.Parent().ReplaceChild(parent.Parent(), parent, f)
}

// titleOf is a title as a reader sees it: without the backslashes, and with signs for their names.
func titleOf(title []byte) string {
	title = util.UnescapePunctuations(title)
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(title)))
}

func mediaType(file string) string {
	switch strings.ToLower(path.Ext(file)) {
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	}
	return ""
}
