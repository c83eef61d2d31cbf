//go:build grader

package httpmodel_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"agentcourse/starter/httpmodel"
)

func TestKey(t *testing.T) {
	d := newDraws(t)
	key := d.key()
	long := strings.Repeat("x", d.between(20, 180)) + key + strings.Repeat("y", 2000)
	var events bytes.Buffer
	writeEvent(&events, "error", apiError("authentication_error", "bad key "+key))
	for _, c := range []struct {
		says   string
		stream bool
		g      given
	}{
		{"answers 401 and repeats the key", false, given{status: 401, body: apiError("authentication_error", "invalid x-api-key: "+key)}},
		{"always answers 500 and repeats the key", false, given{status: 500, body: apiError(key, key)}},
		{"answers 403 with a page that repeats the key", false, given{status: 403, body: []byte("<html>" + long)}},
		{"answers 200 with a page that repeats the key", false, given{status: 200, body: []byte("<html>" + key)}},
		{"answers with a stop reason that is the key", false, given{status: 200, body: bytes.ReplaceAll(answer("").whole(), []byte("end_turn"), []byte(key))}},
		{"breaks the connection and repeats the key", false, given{then: errors.New("proxy: x-api-key " + key + " is not for us")}},
		{"streams an error and repeats the key", true, given{status: 200, body: events.Bytes()}},
	} {
		p := &provider{answer: always(c.g)}
		_, err := newModel(t, httpmodel.Config{Client: p.client(), Key: key, Stream: c.stream, Base: time.Millisecond}).Complete(t.Context(), ask("hi"))
		call := "Complete, when the provider " + c.says
		if err == nil {
			fail(t, call, "Complete says nothing of the failure", "an error", "no error")
			continue
		}
		text := err.Error()
		if api, ok := errors.AsType[*httpmodel.APIError](err); ok {
			text += " " + api.Type + " " + api.Message
		}
		if strings.Contains(text, key) {
			fail(t, call, "the key stands in the text of an error, which ends up in a terminal, a log or a post", "an error without "+key, errorText(err))
		}
	}
}
