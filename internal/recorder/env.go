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
// name, and with the recorder in the place of the providers. more is added last, keys in it redacted.
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
	for _, kv := range more {
		set = append(set, r.clean(kv))
	}
	env := slices.DeleteFunc(without(own, r.known), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return slices.ContainsFunc(set, func(s string) bool { return strings.HasPrefix(s, name+"=") })
	})
	return append(env, set...)
}

// WithoutKeys is an environment without any variable that holds a key, whatever its name: for commands that need none.
func WithoutKeys(env []string) []string { return without(env, scrub.Forms(Secrets(env)...)) }

func without(env, known []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, value, _ := strings.Cut(kv, "=")
		return holdsKey(name) || scrub.Keys(value, known...) != value
	})
}
