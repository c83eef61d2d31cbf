package recorder

import (
	"slices"
	"strings"

	"agentcourse/internal/scrub"
)

// keySuffixes end the names of variables that hold a key of a model provider: ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN,
// OPENAI_API_KEY and those of others.
var keySuffixes = []string{"_API_KEY", "_AUTH_TOKEN", "_OAUTH_TOKEN"}

func holdsKey(name string) bool {
	return slices.ContainsFunc(keySuffixes, func(s string) bool { return strings.HasSuffix(strings.ToUpper(name), s) })
}

// Secrets are the values in an environment that are keys by their variables' names.
func Secrets(env []string) []string {
	var secrets []string
	for _, kv := range env {
		if name, value, _ := strings.Cut(kv, "="); holdsKey(name) && value != "" {
			secrets = append(secrets, value)
		}
	}
	return secrets
}

// Environment is the environment for a program: the person's own without any variable that holds a key, whatever its
// name, and with the recorder in the place of the providers. more is added last.
func (r *Recorder) Environment(own []string, more ...string) []string {
	set := []string{
		"ANTHROPIC_BASE_URL=" + r.URL(), "ANTHROPIC_API_KEY=" + r.programKey,
		"OPENAI_BASE_URL=" + r.URL() + "/v1", "OPENAI_API_KEY=" + r.programKey,
		"OLLAMA_HOST=" + r.URL(), "OLLAMA_URL=" + r.URL(),
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} { // clients differ in which one they read
		value := "127.0.0.1,localhost"
		for _, kv := range own {
			if old, ok := strings.CutPrefix(kv, name+"="); ok && old != "" {
				value = old + ",127.0.0.1,localhost"
			}
		}
		set = append(set, name+"="+value)
	}
	set = append(set, more...)
	var env []string
	for _, kv := range own {
		name, value, _ := strings.Cut(kv, "=")
		replaced := slices.ContainsFunc(set, func(s string) bool { return strings.HasPrefix(s, name+"=") })
		if !replaced && !holdsKey(name) && scrub.Keys(value, r.known...) == value {
			env = append(env, kv)
		}
	}
	return append(env, set...)
}
