package fakellm

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// The order of the rules is the API's as far as it was seen: model, messages,
// unknown parameters, wrong ones, and missing content last. Where the others
// stand is the fake's choice.
func (openAIDialect) rules() []func(*call) {
	return []func(*call){
		(*call).checkOpenAIKey,
		(*call).checkOpenAIJSON,
		(*call).checkOpenAIShape,
		(*call).checkOpenAIModel,
		(*call).checkOpenAILimits, (*call).checkOpenAITemperature,
		(*call).checkOpenAITools, (*call).checkOpenAIToolChoice,
		(*call).checkOpenAIFormat,
		(*call).checkOpenAIContent,
		(*call).checkOpenAIPairing,
	}
}

func (c *call) checkOpenAIKey() {
	scheme, key, _ := strings.Cut(c.header.Get("Authorization"), " ")
	key = strings.TrimSpace(key)
	switch {
	case !strings.EqualFold(scheme, "Bearer") || key == "":
		c.refuse(http.StatusUnauthorized, Transcript, "You didn't provide an API key. You need to provide your API key in an "+
			"Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank "+
			"username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain "+
			"an API key from https://platform.openai.com/account/api-keys.")
	case strings.HasPrefix(key, "sk-invalid"):
		r := refuse(c.dialect, http.StatusUnauthorized, Transcript, "Incorrect API key provided: "+maskKey(key)+
			". You can find your API key at https://platform.openai.com/account/api-keys.")
		r.Code = "invalid_api_key"
		c.add(r)
	}
}

// maskKey shows the two ends of a key, as the API does.
func maskKey(key string) string {
	const head, tail = 8, 4
	if len(key) <= head+tail {
		return strings.Repeat("*", len(key))
	}
	return key[:head] + strings.Repeat("*", len(key)-head-tail) + key[len(key)-tail:]
}

// checkOpenAIJSON: a value that is no object has no parameters, so that the
// model is what is missed.
func (c *call) checkOpenAIJSON() {
	if c.decodeErr != nil {
		c.invalid(Transcript, "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your "+
			"HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have "+
			"trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)")
		return
	}
	c.body, _ = c.decoded.(map[string]any)
}

func (c *call) checkOpenAIShape() {
	if name := c.body["model"]; name == nil || name == "" {
		c.invalid(Transcript, "you must provide a model parameter")
		return
	}
	c.checkOpenAI(openAIRequest, "", c.body)
}

func (c *call) checkOpenAIModel() {
	name := c.body["model"].(string) // the shape is right
	if len(c.options.Local) > 0 && !slices.Contains(c.options.Local, name) {
		c.add(unknownOpenAIModel(name))
	}
}

func unknownOpenAIModel(name string) *Refusal {
	r := refuse(openAI, http.StatusNotFound, Transcript, "The model `"+name+"` does not exist or you do not have access to it.")
	r.Code = "model_not_found"
	return r
}

// openAIReasoning are the models that refuse the older max_tokens, by name.
var openAIReasoning = regexp.MustCompile(`^(o[1-9]|gpt-[5-9])`)

// openAIFixedTemperature are the models of which the refusal of any other
// temperature is reported; those that came after take some under conditions,
// and a chat model takes all.
var (
	openAIFixedTemperature = regexp.MustCompile(`^(o[1-9]|gpt-5(-mini|-nano)?(-20|$))`)
	openAIChat             = regexp.MustCompile(`-chat\b`)
)

func (c *call) checkOpenAITemperature() {
	const param = "temperature"
	name, _ := c.body["model"].(string)
	value, isNumber := c.body[param].(json.Number)
	f, err := value.Float64()
	if !isNumber || err == nil && f == 1 || !openAIReasoning.MatchString(name) || openAIChat.MatchString(name) {
		return
	}
	evidence := Uncertain
	if openAIFixedTemperature.MatchString(name) {
		evidence = ThirdParty
	}
	c.openAIInvalid(evidence, param, "unsupported_value",
		"Unsupported value: '%s' does not support %s with this model. Only the default (1) value is supported.", param, value)
}

func (c *call) checkOpenAILimits() {
	older, newer := c.body["max_tokens"] != nil, c.body["max_completion_tokens"] != nil
	if older && newer {
		c.openAIInvalid(Transcript, "max_tokens", "invalid_parameter_combination",
			"Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
	}
	if older && openAIReasoning.MatchString(c.body["model"].(string)) {
		c.openAIInvalid(Transcript, "max_tokens", "unsupported_parameter",
			"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
	}
	if c.body["stream_options"] != nil && c.body["stream"] != true {
		c.openAIInvalid(Documented, "stream_options", "", "The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	}
}
