package book

import (
	"encoding/base64"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// prepareImage puts the picture itself in the place of its address, so that the book needs no other file.
func (b *book) prepareImage(d *document, image *ast.Image) {
	line, dest := d.lineOf(image), string(image.Destination)
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
		d.report(line, "image %q: the book shows svg, png, jpg, gif and webp", dest)
		return
	}
	data, err := os.ReadFile(filepath.Join(b.root, filepath.FromSlash(target)))
	if err != nil {
		d.report(line, "image %q: there is no %s", dest, target)
		return
	}
	address := "data:" + media + ";base64," + base64.StdEncoding.EncodeToString(data)
	picture := &picture{address: address, alt: plainText(image, d.text), title: string(image.Title)}
	image.Parent().ReplaceChild(image.Parent(), image, picture)
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
	case ".webp":
		return "image/webp"
	}
	return ""
}
