package book

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// checkSVG reads a drawing as a browser does, to its end.
func checkSVG(data []byte) error {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	decoder := xml.NewDecoder(bytes.NewReader(data))
	depth, roots := 0, 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("is not valid XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			if depth == 0 && t.Name.Local != "svg" {
				return fmt.Errorf("is no drawing: its first element is %s", t.Name.Local)
			}
			if depth == 0 && t.Name.Space != svgSpace {
				return fmt.Errorf("is no drawing to a browser: its first element lacks xmlns=%q", svgSpace)
			}
			depth++
			if err := errors.Join(checkNames(t), checkElement(t)); err != nil {
				return err
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && len(bytes.TrimSpace(t)) > 0 {
				return errors.New("is not valid XML: text stands beside its element")
			}
			if reason := loads(string(t)); reason != "" {
				return errors.New(reason)
			}
		case xml.ProcInst:
			if t.Target != "xml" {
				return fmt.Errorf("holds <?%s>", t.Target)
			}
			if !bytes.HasPrefix(data, []byte("<?xml")) {
				return errors.New("is not valid XML: something stands before <?xml")
			}
		case xml.Directive:
			if reason := declares(t); reason != "" {
				return errors.New(reason)
			}
		}
	}
	if roots != 1 {
		return fmt.Errorf("is not valid XML: it has %d elements at its top, want 1", roots)
	}
	return nil
}

// svgSpace is the name space without which a browser shows no drawing.
const svgSpace = "http://www.w3.org/2000/svg"

// declares says what a declaration does that e-readers refuse, or is empty.
func declares(d xml.Directive) string {
	upper := bytes.ToUpper(d)
	switch {
	case bytes.Contains(upper, []byte("ENTITY")):
		return "declares entities"
	case bytes.Contains(upper, []byte("PUBLIC")), bytes.Contains(upper, []byte("SYSTEM")):
		return "names a document type that is elsewhere; take <!DOCTYPE …> away"
	}
	return ""
}

// checkNames reports names that a browser refuses and encoding/xml does not: with a prefix that stands for nothing, and
// attributes that stand twice.
func checkNames(e xml.StartElement) error {
	names := []xml.Name{e.Name}
	for _, a := range e.Attr {
		if slices.Contains(names[1:], a.Name) {
			return fmt.Errorf("is not valid XML: <%s> has the attribute %s twice", e.Name.Local, a.Name.Local)
		}
		names = append(names, a.Name)
	}
	for _, n := range names {
		if n.Space != "" && n.Space != "xmlns" && !strings.ContainsAny(n.Space, ":/") { // encoding/xml leaves the prefix there
			return fmt.Errorf("is not valid XML: nothing says what %s: in %[1]s:%s stands for", n.Space, n.Local)
		}
	}
	return nil
}

// checkElement reports an element that runs something or needs another file.
func checkElement(e xml.StartElement) error {
	switch name := strings.ToLower(e.Name.Local); name {
	case "script", "foreignobject", "iframe", "embed", "object", "audio", "video", "handler", "listener":
		return fmt.Errorf("holds <%s>; a drawing runs and loads nothing", e.Name.Local)
	}
	for _, a := range e.Attr {
		name, value := strings.ToLower(a.Name.Local), strings.TrimSpace(a.Value)
		switch {
		case strings.HasPrefix(name, "on"):
			return fmt.Errorf("has the attribute %s; a drawing runs nothing", a.Name.Local)
		case (name == "href" || name == "src") && value != "" && !strings.HasPrefix(value, "#"):
			return fmt.Errorf("refers to %q; a drawing needs nothing but itself", value)
		case a.Name.Space == "xmlns" || name == "xmlns": // names, not places
		case loads(value) != "":
			return errors.New(loads(value))
		}
	}
	return nil
}

// loads says which part of a style makes the drawing ask for another file, or is empty.
func loads(style string) string {
	lower := strings.ToLower(style)
	if strings.Contains(lower, "@import") {
		return "imports a style; a drawing needs nothing but itself"
	}
	for rest := lower; ; {
		_, after, found := strings.Cut(rest, "url(")
		if !found {
			return ""
		}
		if target := strings.TrimLeft(after, ` "'`); !strings.HasPrefix(target, "#") {
			return "refers to something by url(…); a drawing needs nothing but itself"
		}
		rest = after
	}
}
