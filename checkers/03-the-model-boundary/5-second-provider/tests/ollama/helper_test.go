//go:build grader

package ollama_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
	"agentcourse/starter/ollama"
)

// adapter is what is tested: the zero value is ready for use.
func adapter() httpmodel.Adapter { return new(ollama.Adapter) }

// A dice draws values from the seed of the grading, others for each test.
type dice struct{ *rand.Rand }

func newDice(t *testing.T) dice {
	t.Helper()
	seed, err := strconv.ParseUint(os.Getenv("COURSE_SEED"), 10, 64)
	if err != nil {
		t.Fatalf("COURSE_SEED is no number: %v", err)
	}
	h := fnv.New64()
	h.Write([]byte(t.Name()))
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// word is a word that nobody can guess.
func (d dice) word() string {
	const syllables = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu ra re ri ro ru"
	list := strings.Fields(syllables)
	return list[d.IntN(len(list))] + list[d.IntN(len(list))] + list[d.IntN(len(list))] + list[d.IntN(len(list))]
}

// text is what careless code damages.
func (d dice) text() string {
	return fmt.Sprintf("  %s: \"%s\" <b> & \\n\n{\"done\":true,\"error\":\"%s\"}\té世🐝 ", d.word(), d.word(), d.word())
}

// failure writes a message as a verdict shows it.
func failure(says, want, got, call string) string {
	return fmt.Sprintf("%s\nwant: %s\ngot: %s\ncall: %s", says, want, got, call)
}

// decode reads JSON with every digit of its numbers.
func decode(t *testing.T, src []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(failure("this is no JSON: "+err.Error(), "a JSON object", brief(string(src)), "Body"))
	}
	return v
}

func sameJSON(a, b []byte) bool {
	read := func(src []byte) (v any) {
		dec := json.NewDecoder(bytes.NewReader(src))
		dec.UseNumber()
		if dec.Decode(&v) != nil {
			return errors.New("no JSON")
		}
		return v
	}
	return reflect.DeepEqual(read(a), read(b))
}

// bodyOf is the body of a request as the server sees it.
func bodyOf(t *testing.T, req agentic.Request, stream bool) map[string]any {
	t.Helper()
	src, err := adapter().Body("tiny", req, stream)
	if err != nil {
		t.Fatal(failure("Body refuses a right request", "a body", "the error "+err.Error(), describe(req, stream)))
	}
	body, ok := decode(t, src).(map[string]any)
	if !ok {
		t.Fatal(failure("the body is no JSON object", "a JSON object", brief(string(src)), describe(req, stream)))
	}
	return body
}

// at is the value at a path such as "messages.1.content"; absent is a value of its own.
func at(v any, path string) any {
	for _, step := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			inner, ok := x[step]
			if !ok {
				return absent{}
			}
			v = inner
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(x) {
				return absent{}
			}
			v = x[i]
		default:
			return absent{}
		}
	}
	return v
}

type absent struct{}

// shown writes a value as JSON, without making of < and & what nobody sent.
func shown(v any) string {
	if _, ok := v.(absent); ok {
		return "nothing"
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return brief(strings.TrimSpace(out.String()))
}

func brief(s string) string {
	if len(s) > 400 {
		return s[:200] + " … " + s[len(s)-200:]
	}
	return s
}

func describe(req agentic.Request, stream bool) string {
	return fmt.Sprintf("Body(\"tiny\", a request of %d messages and %d tools, stream %v)", len(req.Messages), len(req.Tools), stream)
}

// must is for messages that this file makes itself.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// equal compares the value at a path with JSON.
func equal(t *testing.T, body map[string]any, path, want, says, call string) {
	t.Helper()
	got := at(body, path)
	if !reflect.DeepEqual(got, decode(t, []byte(want))) {
		t.Error(failure(says, path+" = "+want, path+" = "+shown(got), call))
	}
}

func quoted(s string) string { return shown(s) }
