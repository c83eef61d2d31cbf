package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"agentcourse/starter/messages"
)

// scale weighs each request on its way out, and reads what the reply cost.
type scale struct {
	next               http.RoundTripper
	budget             int
	full               bool
	calls, last        int
	sum                usage
	estimated, counted int
	model              string
}

// sent is what the scale needs to know of a body.
type sent struct {
	System   []block `json:"system"`
	Messages []struct {
		Content content `json:"content"`
	} `json:"messages"`
}

type block struct{ Type, Text, Content string }

// content is a text or a list of blocks.
type content []block

func (c *content) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = content{{Type: "text", Text: text}}
		return nil
	}
	return json.Unmarshal(data, (*[]block)(c))
}

func (s *scale) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	counted, countErr := s.count(req, body)
	if s.budget > 0 {
		if countErr != nil {
			return nil, fmt.Errorf("the budget cannot be kept, for nothing counts the tokens: %w", countErr)
		}
		if s.full = s.sum.in()+counted > s.budget; s.full {
			return nil, errors.New("the budget is used up")
		}
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	resp, err := s.next.RoundTrip(req)
	if err != nil || resp.StatusCode != 200 {
		return resp, err
	}
	data, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp, s.weigh(body, data, counted, countErr == nil)
}

// count asks with the same body, without what is for the reply alone.
func (s *scale) count(req *http.Request, body []byte) (int, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return 0, err
	}
	delete(fields, "max_tokens")
	data, err := post(req.Context(), &http.Client{Transport: s.next}, "/v1/messages/count_tokens", fields)
	if err != nil {
		return 0, err
	}
	var answer struct {
		Tokens int `json:"input_tokens"`
	}
	err = json.Unmarshal(data, &answer)
	return answer.Tokens, err
}

func (s *scale) weigh(body, reply []byte, counted int, known bool) error {
	var out sent
	var back struct {
		Model string
		Usage usage
	}
	if err := errors.Join(json.Unmarshal(body, &out), json.Unmarshal(reply, &back)); err != nil {
		return err
	}
	number, chars := len(out.System), 0
	for _, b := range out.System {
		chars += len([]rune(b.Text))
	}
	for _, m := range out.Messages {
		number++
		for i, b := range m.Content {
			if b.Type == "tool_result" && i > 0 {
				number++
			}
			chars += len([]rune(b.Text)) + len([]rune(b.Content))
		}
	}
	s.calls++
	s.last = back.Usage.in()
	s.sum.Fresh += s.last
	s.sum.Out += back.Usage.Out
	s.model = back.Model
	told := "?"
	if known {
		told = fmt.Sprint(counted)
		s.estimated += chars / 4
		s.counted += counted
	}
	fmt.Printf("in=%d out=%d cost=$%.6f | call=%d messages=%d | estimate=%d counted=%s\n",
		s.last, back.Usage.Out, price(back.Model, back.Usage), s.calls, number, chars/4, told)
	return nil
}

func price(model string, u usage) float64 {
	dollars, _ := messages.Cost(model, messages.Usage{InputTokens: u.in(), OutputTokens: u.Out})
	return dollars
}

func (s *scale) print(stop string) {
	off := "?"
	if s.counted > 0 {
		off = fmt.Sprintf("%.1f", float64(s.estimated)/float64(s.counted)*100-100)
	}
	fmt.Printf("stop=%s calls=%d off=%s ratio=%.2f resent=%d", stop, s.calls, off, float64(s.sum.in())/float64(max(s.last, 1)), s.sum.in()-s.last)
	fmt.Printf(" in=%d out=%d cost=$%.6f\n", s.sum.in(), s.sum.Out, price(s.model, s.sum))
}
