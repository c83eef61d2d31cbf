package main

import (
	"html"
	"os"
	"strings"
)

// A tag is a start tag with its attributes, names in lower case, values with their entities resolved.
type tag struct {
	name string
	attr map[string]string
}

// scan goes through HTML or XHTML and calls open for each start tag, closed for each end tag and text for what stands
// between them. It is made for files that a program wrote and a validator has seen: it mends nothing.
func scan(src string, open func(tag), closed func(name string), text func(string)) {
	for len(src) > 0 {
		at := strings.IndexByte(src, '<')
		if at < 0 {
			text(html.UnescapeString(src))
			return
		}
		if at > 0 {
			text(html.UnescapeString(src[:at]))
			src = src[at:]
		}
		switch {
		case strings.HasPrefix(src, "<!--"):
			src = after(src, "-->")
		case strings.HasPrefix(src, "<![CDATA["):
			inner, _, _ := strings.Cut(src[len("<![CDATA["):], "]]>")
			text(inner)
			src = after(src, "]]>")
		case strings.HasPrefix(src, "<!"), strings.HasPrefix(src, "<?"):
			src = after(src, ">")
		case strings.HasPrefix(src, "</"):
			name, _, _ := strings.Cut(src[2:], ">")
			closed(strings.ToLower(strings.TrimSpace(name)))
			src = after(src, ">")
		default:
			t, rest, empty := startTag(src[1:])
			open(t)
			src = rest
			if empty {
				closed(t.name)
			} else if t.name == "script" || t.name == "style" { // their text is no markup
				end := strings.Index(strings.ToLower(src), "</"+t.name)
				if end < 0 {
					end = len(src)
				}
				text(src[:end])
				src = src[end:]
			}
		}
	}
}

// after is what follows the first mark, nothing if there is none.
func after(src, mark string) string {
	_, rest, _ := strings.Cut(src, mark)
	return rest
}

const space = " \t\r\n\f"

// startTag reads a tag after its "<". It is empty if it ends in "/>", as elements of XML may.
func startTag(src string) (t tag, rest string, empty bool) {
	end := strings.IndexAny(src, space+"/>")
	if end < 0 {
		return tag{name: strings.ToLower(src)}, "", false
	}
	t = tag{name: strings.ToLower(src[:end]), attr: map[string]string{}}
	src = src[end:]
	for {
		src = strings.TrimLeft(src, space)
		switch {
		case src == "":
			return t, "", false
		case src[0] == '>':
			return t, src[1:], false
		case src[0] == '/':
			if strings.HasPrefix(src, "/>") {
				return t, src[2:], true
			}
			src = src[1:]
		default:
			var name, value string
			name, value, src = attribute(src)
			if _, taken := t.attr[name]; !taken {
				t.attr[name] = html.UnescapeString(value)
			}
		}
	}
}

// attribute reads a name and its value, which may be missing, bare or quoted.
func attribute(src string) (name, value, rest string) {
	end := strings.IndexAny(src[1:], space+"=/>") + 1
	if end == 0 {
		return strings.ToLower(src), "", ""
	}
	name, src = strings.ToLower(src[:end]), strings.TrimLeft(src[end:], space)
	if !strings.HasPrefix(src, "=") {
		return name, "", src
	}
	src = strings.TrimLeft(src[1:], space)
	if src == "" {
		return name, "", ""
	}
	if quote := src[:1]; quote == `"` || quote == "'" {
		value, rest, _ = strings.Cut(src[1:], quote)
		return name, value, rest
	}
	if end = strings.IndexAny(src, space+">"); end < 0 {
		end = len(src)
	}
	return name, src[:end], src[end:]
}

// A document is what the bars look at in a file of HTML or XHTML.
type document struct {
	lang     string
	ids      map[string]int // how often each is given
	links    []string       // where a reader can go: href of a and area
	sources  []string       // what a browser would load
	idrefs   []string       // ids that labels and descriptions name
	headings []string       // in their order, of all levels
	code     []string       // the lines of code blocks, without those that are only white space
	policy   string         // the content security policy
}

func scanFile(path string) (*document, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return scanDocument(string(src)), nil
}

func scanDocument(src string) *document {
	d := &document{ids: map[string]int{}}
	var heading, code, style *strings.Builder
	begin := func(name string) {
		switch name {
		case "h1", "h2", "h3", "h4", "h5", "h6":
			heading = &strings.Builder{}
		case "pre":
			code = &strings.Builder{}
		case "style":
			style = &strings.Builder{}
		}
	}
	closed := func(name string) {
		switch {
		case heading != nil && len(name) == 2 && name[0] == 'h':
			d.headings = append(d.headings, strings.Join(strings.Fields(heading.String()), " "))
			heading = nil
		case name == "pre" && code != nil:
			for line := range strings.Lines(code.String()) {
				if strings.TrimSpace(line) != "" {
					d.code = append(d.code, strings.TrimRight(line, "\n"))
				}
			}
			code = nil
		case name == "style" && style != nil:
			d.sources = append(d.sources, styleSources(style.String())...)
			style = nil
		}
	}
	text := func(s string) {
		for _, b := range []*strings.Builder{heading, code, style} {
			if b != nil {
				b.WriteString(s)
			}
		}
	}
	scan(src, func(t tag) { begin(t.name); d.add(t) }, closed, text)
	return d
}
