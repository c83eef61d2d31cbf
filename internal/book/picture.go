package book

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// pictureMarks are what files of each kind start with.
var pictureMarks = map[string]string{"image/png": "\x89PNG", "image/jpeg": "\xff\xd8\xff", "image/gif": "GIF8", "image/webp": "RIFF"}

// checkPicture reports what would not be shown, or what would load or run something.
func checkPicture(media string, data []byte) error {
	if media == "image/svg+xml" {
		return checkSVG(data)
	}
	isIt := bytes.HasPrefix(data, []byte(pictureMarks[media]))
	if media == "image/webp" {
		isIt = isIt && len(data) >= 12 && string(data[8:12]) == "WEBP"
	}
	if !isIt {
		return fmt.Errorf("does not hold what its name says, %s", media)
	}
	return nil
}

// checkSVG reads a drawing as a browser does, to its end.
func checkSVG(data []byte) error {
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
			depth++
			if err := checkElement(t); err != nil {
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
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				return errors.New("declares entities")
			}
		}
	}
	if roots != 1 {
		return fmt.Errorf("is not valid XML: it has %d elements at its top, want 1", roots)
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
