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
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	body, ok := bytes.CutPrefix(src, []byte("---\n"))
	if !ok {
		return nil, 0, fmt.Errorf("%s:1: no front matter: the first line must be ---", file)
	}
	head, rest, ok := bytes.Cut(body, []byte("\n---\n"))
	if !ok {
		return nil, 0, fmt.Errorf("%s:1: the front matter is not closed by a line ---", file)
	}
	if err := yaml.UnmarshalWithOptions(head, v, yaml.Strict()); err != nil {
		return nil, 0, yamlError(file, 1, err)
	}
	return rest, bytes.Count(head, []byte("\n")) + 4, nil
}

// yamlError words an error of the YAML decoder as "FILE:LINE: what", with the lines before the YAML counted in.
func yamlError(file string, before int, err error) error {
	var ye yaml.Error
	if errors.As(err, &ye) && ye.GetToken() != nil {
		return fmt.Errorf("%s:%d: %s", file, ye.GetToken().Position.Line+before, ye.GetMessage())
	}
	return fmt.Errorf("%s:%d: %s", file, before+1, strings.ReplaceAll(err.Error(), "\n", " "))
}
