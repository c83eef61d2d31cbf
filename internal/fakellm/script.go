package fakellm

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// script is a scenario being played.
type script struct {
	replies []Reply
	broken  map[int]error // `when` expressions that do not compile, by index

	mu     sync.Mutex
	used   []int
	counts []Count // those left
}

// newScript prepares a scenario. One that was put together in Go, not
// parsed, has its `when` expressions compiled here.
func newScript(s *Scenario) *script {
	if s == nil {
		return &script{}
	}
	sc := &script{
		replies: append([]Reply(nil), s.Replies...),
		used:    make([]int, len(s.Replies)),
		broken:  map[int]error{},
		counts:  s.Counts,
	}
	for i := range sc.replies {
		r := &sc.replies[i]
		if r.When == "" || r.when != nil && r.when.expr == r.When {
			continue
		}
		q, err := Compile(r.When)
		if err != nil {
			sc.broken[i] = err
		}
		r.when = q
	}
	return sc
}

// choose takes the reply for a request: of those with `when` and uses left
// the first that matches, else the next without `when`. The index is from 1;
// 0 means that the script ran dry, and notes then say which `when` failed.
func (s *script) choose(ctx context.Context, body any) (reply *Reply, index int, notes []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.replies {
		if s.replies[i].When == "" || !s.left(i) {
			continue
		}
		match, err := s.matches(ctx, i, body)
		if err != nil {
			notes = append(notes, fmt.Sprintf("reply %d: when: %v", i+1, err))
		}
		if match {
			return s.take(i), i + 1, nil
		}
	}
	for i := range s.replies {
		if s.replies[i].When == "" && s.left(i) {
			return s.take(i), i + 1, nil
		}
	}
	return nil, 0, notes
}

// nextCount takes the next scripted answer to a request that counts tokens, nil when none is left.
func (s *script) nextCount() *Count {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.counts) == 0 {
		return nil
	}
	next := &s.counts[0]
	s.counts = s.counts[1:]
	return next
}

func (s *script) left(i int) bool {
	uses := s.replies[i].uses()
	return uses == Any || s.used[i] < uses
}

func (s *script) take(i int) *Reply {
	s.used[i]++
	return &s.replies[i]
}

// matches evaluates a `when`. An expression that fails on a body, say because
// a message is not there, does not match.
func (s *script) matches(ctx context.Context, i int, body any) (bool, error) {
	if err := s.broken[i]; err != nil {
		return false, err
	}
	results, err := s.replies[i].when.run(ctx, body)
	return err == nil && truthy(results), err
}

func (s *script) leftOver() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []string
	for i := range s.replies {
		uses := s.replies[i].uses()
		if uses == Any || s.used[i] >= uses {
			continue
		}
		line := s.replies[i].describe(i + 1)
		if uses > 1 {
			line += fmt.Sprintf(", used %d of %d times", s.used[i], uses)
		}
		list = append(list, line)
	}
	return list
}

// dryMessage says what the request was that found no reply.
func dryMessage(number int, body any, notes []string) string {
	count, results, last := 0, 0, ""
	for _, m := range messagesOf(body) {
		count++
		results = 0
		for _, b := range m.blocks {
			if b["type"] == "tool_result" {
				results++
			}
		}
		if text := m.plainText(); m.role == "user" && text != "" {
			last = text
		}
	}
	message := fmt.Sprintf("the script ran dry: request %d has no reply left; it held %s, last user text %s",
		number, counted(count, "message"), quoteShort(last))
	if results > 0 {
		message += ", then " + counted(results, "tool result")
	}
	if len(notes) > 0 {
		message += " (" + strings.Join(notes, "; ") + ")"
	}
	return message
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
