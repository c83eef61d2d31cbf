package fakellm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// Which refusal wins when several apply is not documented. This is the order
// of the fake; a body over 32 MB (413) and a wrong method (405) come before
// all of it:
//
//  1. key                     401
//  2. version, beta header, content type
//  3. JSON
//  4. shape: types, required and unknown fields, in the order of the shapes
//  5. sampling settings
//  6. model                   404
//  7. parameters: max_tokens, thinking, tool_choice, output_config, stop_sequences
//  8. tools, cache_control
//  9. messages: roles, content, pairing of tools, thinking blocks
//  10. prefill
func (anthropicDialect) rules() []func(*call) {
	return []func(*call){
		(*call).checkKey,
		(*call).checkVersion, (*call).checkBeta, (*call).checkContentType,
		(*call).checkJSON,
		(*call).checkShape,
		(*call).checkSampling,
		(*call).checkModel,
		(*call).checkParameters,
		(*call).checkTools, (*call).checkCacheControl,
		(*call).checkMessages,
		(*call).checkPrefill,
	}
}

// call is one request under validation.
type call struct {
	dialect dialect
	options Options
	header  http.Header
	beta    bool // the client asks for a beta feature
	count   bool // only the tokens are to be counted
	raw     []byte

	isJSON    bool // raw is
	decoded   any
	decodeErr error

	body       map[string]any // decoded by checkJSON; numbers are json.Number
	messages   []sent         // of the body, once its shape is right
	cacheMarks int            // places marked for caching
	model      *model         // found by checkModel
	refusal    *Refusal
	warnings   []Refusal

	ollama *apiChatRequest // the body in that server's types, read by checkOllamaBody
	answer []byte          // the whole answer to a call that asks the model for nothing
}

// validate runs the rules in order until one refuses or answers. Each rule may
// rely on those before it.
func validate(d dialect, r *http.Request, raw []byte, options Options) *call {
	c := &call{dialect: d, options: options, header: r.Header, raw: raw, count: under(r.URL.Path, countPath)}
	c.beta = r.Header.Get("Anthropic-Beta") != "" || r.URL.Query().Get("beta") == "true"
	c.isJSON = c.decode()
	for _, rule := range d.rules() {
		if rule(c); c.refusal != nil || c.answer != nil {
			break
		}
	}
	return c
}

// add takes what a rule found. The first finding decides; weak ones may be
// let through.
func (c *call) add(r *Refusal) {
	switch {
	case c.refusal != nil:
	case r.Evidence.Weak() && c.options.WeakWarns:
		c.warnings = append(c.warnings, *r)
	default:
		c.refusal = r
	}
}

// invalid adds a 400.
func (c *call) invalid(evidence Evidence, format string, args ...any) {
	c.refuse(http.StatusBadRequest, evidence, format, args...)
}

// refuse adds a refusal.
func (c *call) refuse(status int, evidence Evidence, format string, args ...any) {
	c.add(refuse(c.dialect, status, evidence, fmt.Sprintf(format, args...)))
}

// checkKey takes x-api-key, or a bearer token. With both, x-api-key wins.
func (c *call) checkKey() {
	key := c.header.Get("X-Api-Key")
	if key == "" {
		scheme, token, _ := strings.Cut(c.header.Get("Authorization"), " ")
		if strings.EqualFold(scheme, "Bearer") {
			key = strings.TrimSpace(token)
		}
	}
	switch {
	case key == "":
		c.refuse(http.StatusUnauthorized, Transcript, "x-api-key header is required")
	case strings.HasPrefix(key, "sk-ant-invalid"):
		c.refuse(http.StatusUnauthorized, Transcript, "invalid x-api-key")
	}
}

// The two versions of the API that are live.
const (
	versionOld = "2023-06-01"
	versionNew = "2026-10-21"
)

func (c *call) version() string { return c.header.Get("Anthropic-Version") }

func (c *call) checkVersion() {
	switch v := c.version(); v {
	case "":
		c.invalid(Documented, "anthropic-version: header is required")
	case versionOld, versionNew:
	default:
		c.invalid(Documented, "anthropic-version: %q is not a valid version", v)
	}
}

// betaName is the form of all known values: a name and a date.
var betaName = regexp.MustCompile(`^[a-z0-9-]+-20\d\d-\d\d-\d\d$`)

func (c *call) checkBeta() {
	var unknown []string
	for _, line := range c.header.Values("Anthropic-Beta") {
		for value := range strings.SplitSeq(line, ",") {
			if value = strings.TrimSpace(value); value != "" && !betaName.MatchString(value) {
				unknown = append(unknown, "`"+value+"`")
			}
		}
	}
	if len(unknown) > 0 {
		c.invalid(Transcript, "Unexpected value(s) %s for the `anthropic-beta` header. Please consult our documentation "+
			"at docs.anthropic.com or try again without the header.", strings.Join(unknown, ", "))
	}
}

// checkContentType: the header is documented as sent; what happens without
// it is not.
func (c *call) checkContentType() {
	media, _, _ := strings.Cut(c.header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(media), "application/json") {
		c.invalid(Uncertain, "content-type: header must be application/json")
	}
}

func (c *call) checkShape() {
	s := shapeRequest
	switch {
	case c.count && c.beta:
		s = shapeBetaCount
	case c.count:
		s = shapeCount
	case c.beta:
		s = shapeBetaRequest
	}
	s.check("", c.body, true, func(evidence Evidence, message string) {
		unknown := strings.HasSuffix(message, extraInputs)
		switch {
		case c.beta && (unknown || strings.Contains(message, unknownTag)):
			evidence = Uncertain // betas bring fields, blocks and tools that the fake does not know
		case c.count && unknown && !strings.Contains(message, "."):
			evidence = Uncertain // clients send what they are about to send to the model
		}
		c.invalid(evidence, "%s", message)
	})
	c.messages = messagesOf(c.body)
}

// checkSampling: the newer version has no sampling settings at all; on the
// older one they depend on the model.
func (c *call) checkSampling() {
	if c.count {
		return // the settings are unknown there
	}
	name, _ := c.body["model"].(string)
	m := findModel(name)
	for _, setting := range []string{"temperature", "top_p", "top_k"} {
		value, present := c.body[setting].(json.Number)
		switch {
		case !present:
		case c.version() == versionNew:
			c.invalid(ThirdParty, "%s: Extra inputs are not permitted", setting)
		case m != nil && m.oneSampling && setting == "top_p" && c.body["temperature"] != nil:
			c.invalid(Transcript, "`temperature` and `top_p` cannot both be specified for this model. Please use only one.")
		case m != nil && m.sampling != "":
			c.invalid(m.sampling, "`%s` is deprecated for this model.", setting)
		default:
			c.checkRange(setting, value)
		}
	}
}

func (c *call) checkRange(setting string, value json.Number) {
	f, err := value.Float64()
	switch {
	case err != nil || f < 0:
		c.invalid(Documented, "%s: Input should be greater than or equal to 0", setting)
	case f > 1 && setting != "top_k":
		c.invalid(Documented, "%s: Input should be less than or equal to 1", setting)
	}
}

func (c *call) checkModel() {
	name, isString := c.body["model"].(string)
	c.model = findModel(name)
	if !isString { // refused already, if weakly
		c.model = &model{maxOut: models[0].maxOut, maxEvidence: Uncertain}
	}
	if c.model == nil && slices.Contains(c.options.Models, name) {
		c.model = &model{id: name, maxOut: 128000, maxEvidence: Uncertain}
	}
	if c.model != nil {
		return
	}
	evidence := Transcript
	if strings.HasPrefix(name, "claude-") { // a model that is live need not be in the table
		evidence = Uncertain
		c.model = &model{id: name, maxOut: models[0].maxOut, maxEvidence: Uncertain}
	}
	c.refuse(http.StatusNotFound, evidence, "model: %s", name)
}

// checkPrefill: see the model table.
func (c *call) checkPrefill() {
	list := c.messages
	if c.model.noPrefill && len(list) > 0 && list[len(list)-1].role == "assistant" {
		c.invalid(Documented, "This model does not support assistant message prefill. The conversation must end with a user message.")
	}
}
