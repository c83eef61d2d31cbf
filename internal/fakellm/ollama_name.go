package fakellm

import (
	"cmp"
	"regexp"
	"strings"
)

// ollamaName is a model's name in full: host/namespace/model:tag. The host is
// empty for the server's own default.
type ollamaName struct{ host, namespace, model, tag string }

// missingPart stands for a part that a separator promises; it is valid nowhere.
const missingPart = "!"

// parseOllamaName reads a name and fills in what it leaves out (Ollama source,
// package types/model).
func parseOllamaName(s string) ollamaName {
	n := ollamaName{namespace: "library", tag: "latest"}
	if i := strings.LastIndex(s, ":"); i > strings.LastIndex(s, "/") {
		n.tag = cmp.Or(s[i+1:], missingPart)
		s = cmp.Or(s[:i], missingPart)
	}
	parts := strings.Split(s, "/")
	last := len(parts) - 1
	n.model = parts[last]
	if last == 0 {
		return n
	}
	n.model = cmp.Or(n.model, missingPart)
	n.namespace = cmp.Or(parts[last-1], missingPart)
	if last > 1 {
		n.host = strings.Join(parts[:last-1], "/")
		if _, host, ok := strings.Cut(n.host, "://"); ok {
			n.host = host
		}
		n.host = cmp.Or(n.host, missingPart)
	}
	return n
}

var (
	ollamaHostPattern      = regexp.MustCompile(`^\w[\w.:-]{0,349}$`)
	ollamaNamespacePattern = regexp.MustCompile(`^\w[\w-]{0,79}$`)
	ollamaPartPattern      = regexp.MustCompile(`^\w[\w.-]{0,79}$`)
)

func (n ollamaName) valid() bool {
	return (n.host == "" || ollamaHostPattern.MatchString(n.host)) && ollamaNamespacePattern.MatchString(n.namespace) &&
		ollamaPartPattern.MatchString(n.model) && ollamaPartPattern.MatchString(n.tag)
}

func (n ollamaName) String() string { return n.host + "/" + n.namespace + "/" + n.model + ":" + n.tag }

// same ignores case, as the server does when it looks for a model.
func (n ollamaName) same(other ollamaName) bool {
	return strings.EqualFold(n.String(), other.String())
}

// tagged gives a name its tag.
func tagged(name string) string {
	if strings.LastIndex(name, ":") > strings.LastIndex(name, "/") {
		return name
	}
	return name + ":latest"
}
