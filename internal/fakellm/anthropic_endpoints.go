package fakellm

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const countPath = messagesPath + "/count_tokens"

// serveCount answers POST /v1/messages/count_tokens.
func (p *Provider) serveCount(x *exchange) {
	c := p.validate(x)
	if c.refusal != nil {
		p.refuse(x, c.refusal)
		return
	}
	p.mu.Lock()
	script := p.script
	p.mu.Unlock()
	scripted := script.nextCount()
	if scripted != nil && scripted.Fault != nil {
		p.sendScriptedError(x, scripted.Fault)
		return
	}
	var tokens int
	if scripted != nil {
		tokens = scripted.Tokens
	} else {
		tokens = estimateInput(c.body, c.messages)
	}
	x.dialect.limits(x.w.Header(), p.now(), usage{})
	p.sendWhole(x, http.StatusOK, mustEncode(map[string]int{"input_tokens": tokens}), nil)
}

// modelInfo is an entry of the list of models (SDK source, ModelInfo).
type modelInfo struct {
	Type           string  `json:"type"`
	ID             string  `json:"id"`
	DisplayName    string  `json:"display_name"`
	CreatedAt      string  `json:"created_at"`
	MaxInputTokens int     `json:"max_input_tokens"`
	MaxTokens      int     `json:"max_tokens"`
	Lifecycle      string  `json:"lifecycle"`
	Line           string  `json:"line"`
	DeprecatedAt   *string `json:"deprecated_at"`
	RetiresAt      *string `json:"retires_at"`
	Capabilities   any     `json:"capabilities"`
}

// serveModels answers GET /v1/models, page by page, and /v1/models/ID.
func (p *Provider) serveModels(x *exchange) {
	c := &call{dialect: x.dialect, options: p.options, header: x.r.Header}
	for _, rule := range []func(*call){(*call).checkKey, (*call).checkVersion, (*call).checkBeta} {
		if rule(c); c.refusal != nil {
			p.refuse(x, c.refusal)
			return
		}
	}
	all := p.modelInfos()
	if id, one := strings.CutPrefix(x.r.URL.Path, modelsPath+"/"); one {
		at := slices.IndexFunc(all, func(m modelInfo) bool { return m.ID == id })
		if at < 0 {
			p.refuse(x, refuse(x.dialect, http.StatusNotFound, Transcript, "model: "+id))
			return
		}
		p.sendWhole(x, http.StatusOK, mustEncode(all[at]), nil)
		return
	}
	page, refusal := pageOf(x, all)
	if refusal != nil {
		p.refuse(x, refusal)
		return
	}
	p.sendWhole(x, http.StatusOK, mustEncode(page), nil)
}

// modelPage is one page of a list (SDK source, pagination.Page).
type modelPage struct {
	Data    []modelInfo `json:"data"`
	HasMore bool        `json:"has_more"`
	FirstID *string     `json:"first_id"`
	LastID  *string     `json:"last_id"`
}

// pageOf cuts a page out: limit from 1 to 1000, 20 if absent, after_id,
// before_id (Anthropic API documentation, "List models").
func pageOf(x *exchange, all []modelInfo) (*modelPage, *Refusal) {
	query := x.r.URL.Query()
	limit := 20
	if s := query.Get("limit"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 1000 {
			return nil, refuse(x.dialect, http.StatusBadRequest, Documented, "limit: Input should be between 1 and 1000")
		}
		limit = n
	}
	index := func(id string) int { return slices.IndexFunc(all, func(m modelInfo) bool { return m.ID == id }) }
	for _, cursor := range []string{"after_id", "before_id"} {
		if id := query.Get(cursor); id != "" && index(id) < 0 {
			return nil, refuse(x.dialect, http.StatusBadRequest, Uncertain, cursor+": no model has this id")
		}
	}
	from, to := 0, len(all)
	more := false // in the direction in which the client goes
	if before := query.Get("before_id"); before != "" {
		to = index(before)
		from = max(to-limit, 0)
		more = from > 0
	} else {
		if after := query.Get("after_id"); after != "" {
			from = index(after) + 1
		}
		more = from+limit < to
	}
	page := &modelPage{Data: all[from:min(from+limit, to)], HasMore: more}
	if n := len(page.Data); n > 0 {
		page.FirstID, page.LastID = &page.Data[0].ID, &page.Data[n-1].ID
	}
	return page, nil
}

func (p *Provider) modelInfos() []modelInfo {
	var all []modelInfo
	for _, id := range p.options.Models {
		if findModel(id) == nil {
			all = append(all, infoOf(id, models[0].maxOut))
		}
	}
	for _, m := range models {
		all = append(all, infoOf(m.id, m.maxOut))
	}
	return all
}

// infoOf describes a model. What the fake does not know is made up in a form
// that clients can read.
func infoOf(id string, maxOut int) modelInfo {
	words := strings.Split(strings.TrimPrefix(id, "claude-"), "-")
	line := words[0]
	name := strings.ToUpper(line[:1]) + line[1:]
	if len(words) > 1 {
		name += " " + strings.Join(words[1:], ".")
	}
	if strings.HasPrefix(id, "claude-") {
		name = "Claude " + name
	}
	return modelInfo{
		Type: "model", ID: id, DisplayName: name, CreatedAt: "2026-09-22T00:00:00Z",
		MaxInputTokens: 1000000, MaxTokens: maxOut, Lifecycle: "active", Line: line,
	}
}
