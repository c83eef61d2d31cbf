package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agentcourse/starter/agentic"
)

// fileTools are list, which names the files, and lookup, which brings the text
// of one, whole and as it is. A file goes by the last part of its path. The
// files are read here and not again.
func fileTools(paths []string) (*agentic.Registry, error) {
	texts := map[string]string{}
	var names []string
	for _, path := range paths {
		name := filepath.Base(path)
		if _, taken := texts[name]; taken {
			return nil, fmt.Errorf("%s: there is a file %s already", path, name)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		texts[name], names = string(data), append(names, name)
	}
	list, err := agentic.NewTool("list", "Names the files there are.", func(context.Context, struct{}) (string, error) {
		return strings.Join(names, "\n"), nil
	})
	if err != nil {
		return nil, err
	}
	type file struct {
		Name string `json:"name" description:"a name that list gives"`
	}
	lookup, err := agentic.NewTool("lookup", "Returns the text of a file.", func(_ context.Context, f file) (string, error) {
		text, ok := texts[f.Name]
		if !ok {
			return "", fmt.Errorf("there is no file %q; the files are %s", f.Name, strings.Join(names, ", "))
		}
		return text, nil
	})
	if err != nil {
		return nil, err
	}
	return agentic.NewRegistry(list, lookup)
}
