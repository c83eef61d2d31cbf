package recorder

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"

	"agentcourse/internal/trace"
)

// A refusal is the recorder's own answer to a request that it does not forward.
type refusal struct {
	status  int
	kind    string // of the error, in the names of the Messages API
	message string
}

// refuses says why a request is not forwarded, whatever the limits; nil if it may be. Such a request is nothing that the
// program's limits are for: another program on this machine may have sent it.
func (r *Recorder) refuses(req *http.Request) *refusal {
	key := keyOf(req.Header)
	switch {
	case req.URL.IsAbs(), req.Method == http.MethodConnect, req.Host != r.address:
		r.refused("for another host")
		return &refusal{http.StatusForbidden, "permission_error", "course run records calls to one address and is no proxy for others"}
	case key == r.programKey:
	case !r.opt.Live: // a local server takes any key or none, and a program may have one of its own for it
	default:
		r.refused("without the program's key")
		message := "invalid x-api-key"
		if key == "" {
			message = "x-api-key header is required"
		}
		return &refusal{http.StatusUnauthorized, "authentication_error", message}
	}
	if r.opt.Live && !liveForwards(req) {
		r.refused("for its path")
		return &refusal{http.StatusNotFound, "not_found_error", fmt.Sprintf("course run forwards to the live API what it can price: "+
			"POST /v1/messages, POST /v1/messages/count_tokens, GET /v1/models and GET /v1/models/ID; not %s %s", req.Method, r.clean(req.URL.Path))}
	}
	return nil
}

// liveForwards reports whether a request may go to the live API: what costs nothing, and replies whose cost is counted.
func liveForwards(req *http.Request) bool {
	path := req.URL.EscapedPath()
	switch req.Method + " " + path {
	case "POST /v1/messages", "POST /v1/messages/count_tokens", "GET /v1/models":
		return true
	}
	id, ok := strings.CutPrefix(path, "/v1/models/")
	return ok && req.Method == http.MethodGet && id != "" && id != "." && id != ".." && !strings.ContainsAny(id, "/%")
}

// refused counts a request that is not forwarded.
func (r *Recorder) refused(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.summary.Refused[why]++
}

// admit counts a call if it may be made, and says why if it may not. Counting here and not at the end keeps calls that
// are made side by side within the limit. A call that might pass the limit on the cost together with those under way
// waits until they have been counted.
func (r *Recorder) admit(ctx context.Context, c *call) (refusal string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		r.checkLimits()
		if s := r.summary.Stopped; s != nil {
			r.summary.Refused[afterStop(s.Reason)]++
			return s.Detail
		}
		if r.fits(c.estimate) {
			r.summary.Calls++
			r.underWay[c] = c.estimate
			return ""
		}
		changed := r.changed
		r.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		r.mu.Lock()
		if ctx.Err() != nil {
			return "the program went away"
		}
	}
}

// checkLimits ends the run if it may make no further call. r.mu is locked.
func (r *Recorder) checkLimits() {
	s, limits := &r.summary, r.opt.Limits
	switch {
	case limits.Calls > 0 && s.Calls >= limits.Calls:
		r.stop(trace.MaxSteps, fmt.Sprintf("it had made %s (--max-calls %d) and wanted another", calls(s.Calls), limits.Calls))
	case limits.CostUSD > 0 && s.CostUSD >= limits.CostUSD:
		r.stop(trace.MaxCost, fmt.Sprintf("its calls had cost $%.6f (--max-cost %g) and it wanted another", s.CostUSD, limits.CostUSD))
	}
}

// fits reports whether one more call stays within the limit on the cost. One that is alone always does, so that a
// generous max_tokens does not hinder a program that makes its calls one by one. r.mu is locked.
func (r *Recorder) fits(estimate float64) bool {
	others := 0.0
	for _, e := range r.underWay {
		others += e
	}
	limit := r.opt.Limits.CostUSD
	return limit == 0 || estimate == 0 || others == 0 || r.summary.CostUSD+others+estimate <= limit
}

// tellWaiting has the calls that wait look again. r.mu is locked.
func (r *Recorder) tellWaiting() {
	close(r.changed)
	r.changed = make(chan struct{})
}

func calls(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", n)
}

// afterStop says for a summary when a call was refused.
func afterStop(reason string) string {
	switch reason {
	case trace.MaxSteps, trace.MaxCost, trace.Deadline:
		return "after the limit"
	}
	return "after the stop"
}

// readAhead reads a request's body, which is then read again from its beginning, and estimates what the call will cost.
func readAhead(req *http.Request) float64 {
	if req.Body == nil {
		return 0
	}
	body, err := io.ReadAll(io.LimitReader(req.Body, maxKept+1))
	req.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), req.Body), req.Body}
	if err != nil {
		return 0 // it will fail
	}
	return estimate(body)
}

// estimate is what a call may cost, in dollars: a token for four bytes of the request, and as many tokens of output as it
// allows. 0 if the model has no price, and more than any limit for a request that cannot be judged.
func estimate(body []byte) float64 {
	var q struct {
		Model         string   `json:"model"`
		MaxTokens     *float64 `json:"max_tokens"`
		MaxCompletion *float64 `json:"max_completion_tokens"` // OpenAI's newer name
		Options       struct {
			NumPredict *float64 `json:"num_predict"` // Ollama's
		} `json:"options"`
	}
	if json.Unmarshal(body, &q) != nil { // also because it is longer than is read here
		return math.Inf(1)
	}
	most := cmp.Or(q.MaxTokens, q.MaxCompletion, q.Options.NumPredict)
	in, known := trace.Cost(q.Model, trace.Usage{In: len(body) / 4})
	switch {
	case !known:
		return 0
	case most == nil, *most < 0, *most > 1e9:
		return math.Inf(1)
	}
	out, _ := trace.Cost(q.Model, trace.Usage{Out: int(*most)})
	return in + out
}
