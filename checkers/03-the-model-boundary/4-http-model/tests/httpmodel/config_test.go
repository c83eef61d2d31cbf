//go:build grader

package httpmodel_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

func TestRefuses(t *testing.T) {
	d := newDraws(t)
	p := &provider{answer: always(given{status: 200, body: answer("hello").whole()})}
	good := httpmodel.Config{BaseURL: baseURL, Key: d.key(), Model: d.word(), Adapter: httpmodel.Messages{}, Client: p.client()}
	for _, c := range []struct {
		field  string
		change func(*httpmodel.Config)
	}{
		{"BaseURL", func(c *httpmodel.Config) { c.BaseURL = "" }},
		{"BaseURL", func(c *httpmodel.Config) { c.BaseURL = "localhost:11434" }},
		{"BaseURL", func(c *httpmodel.Config) { c.BaseURL = "api." + d.word() + ".test" }},
		{"BaseURL", func(c *httpmodel.Config) { c.BaseURL = "ftp://" + d.word() + ".test" }},
		{"Key", func(c *httpmodel.Config) { c.Key = "" }},
		{"Model", func(c *httpmodel.Config) { c.Model = "" }},
		{"Adapter", func(c *httpmodel.Config) { c.Adapter = nil }},
	} {
		config := good
		c.change(&config)
		call := "New(" + describe(config) + ")"
		_, err := httpmodel.New(config)
		if !errors.Is(err, httpmodel.ErrConfig) {
			fail(t, call, "New accepts a configuration that cannot work: look at "+c.field, "an error that errors.Is finds to be ErrConfig", errorText(err))
		} else if !strings.Contains(err.Error(), c.field) {
			fail(t, call, "the error of New does not name the field", "an error with the word "+c.field, errorText(err))
		}
	}
	m := newModel(t, good)
	zero, high := 0.0, 0.7
	for _, c := range []struct {
		says string
		want error
		req  agentic.Request
	}{
		{"a request without a message", agentic.ErrRequest, agentic.Request{MaxTokens: 10}},
		{"a request with MaxTokens 0", agentic.ErrRequest, agentic.Request{Messages: []agentic.Message{agentic.User("hi")}}},
		{"a request with a system message in its middle", agentic.ErrRequest,
			agentic.Request{Messages: []agentic.Message{agentic.User("hi"), agentic.System("be brief")}, MaxTokens: 10}},
		{"a request with Temperature 0.7", httpmodel.ErrSetting,
			agentic.Request{Messages: []agentic.Message{agentic.User("hi")}, MaxTokens: 10, Temperature: &high}},
		{"a request with Temperature 0, which is not nil", httpmodel.ErrSetting,
			agentic.Request{Messages: []agentic.Message{agentic.User("hi")}, MaxTokens: 10, Temperature: &zero}},
	} {
		_, err := m.Complete(context.Background(), c.req)
		if !errors.Is(err, c.want) {
			fail(t, "Complete, with "+c.says, "Complete does not refuse "+c.says, fmt.Sprintf("an error that errors.Is finds to be %q", c.want), errorText(err))
		}
	}
	req := agentic.Request{Messages: []agentic.Message{agentic.User("hi")}, MaxTokens: 10, Temperature: &zero}
	if _, err := (httpmodel.Messages{}).Body("m", req, false); !errors.Is(err, httpmodel.ErrSetting) {
		fail(t, "Messages{}.Body, of a request with Temperature 0", "Body takes a temperature, which is a matter of this format and of no other",
			fmt.Sprintf("an error that errors.Is finds to be %q", httpmodel.ErrSetting), errorText(err))
	}
	if n := p.count(); n != 0 {
		fail(t, "New, and Complete with requests that no provider takes", "something was sent although it could not work", "nothing sent", fmt.Sprintf("%d requests", n))
	}
}
