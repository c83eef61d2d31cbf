package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

// splitFrontMatter decodes the YAML between the two `---` lines on top of src into v, strictly, and returns the rest
// with the line it starts on. Errors name the file and the line.
func splitFrontMatter(file string, src []byte, v any) (rest []byte, line int, err error) {
	src = plain(src)
	if !bytes.HasPrefix(src, []byte("---\n")) {
		return nil, 0, fmt.Errorf("%s:1: no front matter: the first line must be ---", file)
	}
	// The line end behind the opening --- stays, so that the decoder counts lines as the file does.
	body := src[len("---"):]
	head, rest, ok := bytes.Cut(body, []byte("\n---\n"))
	if !ok {
		head, ok = bytes.CutSuffix(body, []byte("\n---"))
		rest = nil
	}
	if !ok {
		return nil, 0, fmt.Errorf("%s:1: the front matter is not closed by a line ---", file)
	}
	if err := decode(head, v); err != nil {
		return nil, 0, yamlError(file, err)
	}
	return rest, bytes.Count(head, []byte("\n")) + 3, nil
}

// plain is a text without a byte order mark and with line ends of one byte.
func plain(src []byte) []byte {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	return bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
}

// decode decodes YAML strictly. The decoder panics on some broken input; that is an error like any other.
func decode(src []byte, v any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the front matter is not valid YAML: %v", r)
		}
	}()
	return yaml.UnmarshalWithOptions(src, v, yaml.Strict())
}

// yamlError words an error of the YAML decoder as "FILE:LINE: what".
func yamlError(file string, err error) error {
	var ye yaml.Error
	if errors.As(err, &ye) && ye.GetToken() != nil {
		return fmt.Errorf("%s:%d: %s", file, ye.GetToken().Position.Line, ye.GetMessage())
	}
	return fmt.Errorf("%s:1: %s", file, strings.ReplaceAll(err.Error(), "\n", " "))
}
