package main

import (
	"regexp"
	"strings"
)

// add takes what a start tag says into the document.
func (d *document) add(t tag) {
	if id, ok := t.attr["id"]; ok {
		d.ids[id]++
	}
	if t.name == "html" {
		d.lang = t.attr["lang"]
	}
	for _, name := range []string{"aria-labelledby", "aria-describedby", "aria-controls", "for", "headers"} {
		d.idrefs = append(d.idrefs, strings.Fields(t.attr[name])...)
	}
	switch t.name {
	case "a", "area":
		d.addOne(&d.links, t, "href")
	case "link", "image", "use":
		d.addOne(&d.sources, t, "href")
		d.addOne(&d.sources, t, "xlink:href")
	case "object":
		d.addOne(&d.sources, t, "data")
	case "base":
		d.sources = append(d.sources, "base "+t.attr["href"]) // would change every link
	case "meta":
		switch strings.ToLower(t.attr["http-equiv"]) {
		case "content-security-policy":
			d.policy = t.attr["content"]
		case "refresh":
			d.sources = append(d.sources, "refresh "+t.attr["content"])
		}
	}
	for _, name := range []string{"src", "poster", "background"} {
		d.addOne(&d.sources, t, name)
	}
	for _, candidate := range strings.Split(t.attr["srcset"], ",") {
		if fields := strings.Fields(candidate); len(fields) > 0 && !strings.HasPrefix(t.attr["srcset"], "data:") {
			d.sources = append(d.sources, fields[0])
		}
	}
	d.sources = append(d.sources, styleSources(t.attr["style"])...)
}

func (d *document) addOne(to *[]string, t tag, name string) {
	if value, ok := t.attr[name]; ok {
		*to = append(*to, strings.TrimSpace(value))
	}
}

var styleSource = regexp.MustCompile(`(?i)url\(\s*["']?([^"')]*)|@import\s+["']([^"']*)`)

// styleSources are the addresses that a style sheet loads.
func styleSources(style string) []string {
	var found []string
	for _, m := range styleSource.FindAllStringSubmatch(style, -1) {
		found = append(found, m[1]+m[2])
	}
	return found
}
