package clients

import (
	"fmt"
	"slices"

	"agentcourse/internal/fakellm"
)

// What a client has when the sixth piece of a stream does not come: a text
// begins with other events in each dialect.
const (
	faultText      = "Grüße aus 東京 und Köln: fünf sechs sieben."
	anthropicBegan = "Grüße aus "
	openAIBegan    = "Grüße aus 東京 und "
	ollamaBegan    = "Grüße aus 東京 und Köln: "
)

// faultPieces are those in which the text is streamed.
var faultPieces = []string{"Grüße ", "aus ", "東京 ", "und ", "Köln: ", "fünf ", "sechs ", "sieben."}

// faultCases: each fault there is, in a whole answer (cut after five bytes)
// and in a stream (after five events). No try is made again.
func faultCases() []testCase {
	var list []testCase
	for _, kind := range fakellm.FaultKinds() {
		spec := "kind: " + kind
		if slices.Contains([]string{"cut", "abort", "json", "error"}, kind) {
			spec += ", after: 5"
		}
		if kind == "slow" {
			spec += ", every: 10us"
		}
		for _, stream := range []bool{false, true} {
			c := testCase{
				name:     kind,
				script:   fmt.Sprintf("[{text: %q, fault: {%s}}]", faultText, spec),
				job:      job{Op: "ask", Times: 1, Stream: stream},
				requests: 1,
				want:     []outcome{{Text: faultText, Stop: "end_turn"}}, // of the faults that do no harm
			}
			if stream {
				c.name += "-stream"
				c.want[0].Pieces = faultPieces
			}
			c.reported = faultReports[c.name]
			list = append(list, c)
		}
	}
	return list
}

// failed is a call that brought an error and no text.
func failed(class, says string) outcome { return broke("", class, says) }

// broke is a call that brought an error after some text.
func broke(text, class, says string) outcome {
	return outcome{Text: text, Error: &failure{Class: class, Says: says}}
}

// told is a call that brought one of the client's typed errors.
func told(text string, f failure) outcome { return outcome{Text: text, Error: &f} }

// faultReports is what each client says of each fault, as it was seen.
var faultReports = map[string]map[string]outcome{
	"cut": {
		goSDK:  failed("*fmt.wrapError", "error parsing response json: unexpected EOF"),
		tsSDK:  failed("SyntaxError", "JSON"),
		openAI: failed("SyntaxError", "JSON"),
		ollama: failed("SyntaxError", "JSON"),
		course: failed("messages.CallError", "the reply ends too early"),
	},
	"cut-stream": {
		// No error, no stop reason; AsAny of the block that did not stop has no text.
		goSDK:  {Pieces: faultPieces[:2]},
		tsSDK:  broke(anthropicBegan, "AnthropicError", "stream ended without producing a Message with role=assistant"),
		openAI: broke(openAIBegan, "OpenAIError", "missing finish_reason for choice 0"),
		ollama: broke(ollamaBegan, "Error", "Did not receive done or success response in stream."),
		course: broke(anthropicBegan, "messages.CallError", "the stream ended, without a stop reason"),
	},
	"abort": {
		goSDK:  failed("*fmt.wrapError", "error reading response body: unexpected EOF"),
		tsSDK:  failed("TypeError", "terminated"),
		openAI: failed("TypeError", "terminated"),
		ollama: failed("TypeError", "terminated"),
		course: failed("messages.CallError", "the reply ends too early"),
	},
	"abort-stream": {
		goSDK:  broke(anthropicBegan, "*errors.errorString", "unexpected EOF"),
		tsSDK:  broke(anthropicBegan, "AnthropicError", "terminated"),
		openAI: broke(openAIBegan, "OpenAIError", "terminated"),
		ollama: broke(ollamaBegan, "TypeError", "terminated"),
		course: broke(anthropicBegan, "messages.CallError", "the reply ends too early"),
	},
	"close":        closeReports,
	"close-stream": closeReports,
	"json": {
		goSDK:  failed("*fmt.wrapError", "error parsing response json: invalid character ';'"),
		tsSDK:  failed("SyntaxError", "JSON"),
		openAI: failed("SyntaxError", "JSON"),
		ollama: failed("SyntaxError", "JSON"),
		course: failed("messages.CallError", "the reply is not JSON"),
	},
	"json-stream": {
		goSDK:  broke(anthropicBegan, "*json.SyntaxError", "invalid character ';'"),
		tsSDK:  broke(anthropicBegan, "AnthropicError", "JSON"),
		openAI: broke(openAIBegan, "OpenAIError", "JSON"),
		// No error: the library passes over a line that it cannot read, and its piece is lost.
		ollama: {
			Text: "Grüße aus 東京 und Köln: sechs sieben.", Stop: "stop",
			Pieces: []string{"Grüße ", "aus ", "東京 ", "und ", "Köln: ", "sechs ", "sieben."},
		},
		course: broke(anthropicBegan, "messages.CallError", "the reply is not a stream of a message"),
	},
	"html":        htmlReports,
	"html-stream": htmlReports,
	"error": {
		goSDK:  told("", failure{Class: "anthropic.Error", Status: 529, Type: "overloaded_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
		tsSDK:  told("", failure{Class: "OverloadedError", Status: 529, Type: "overloaded_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
		openAI: told("", failure{Class: "InternalServerError", Status: 529, Type: "server_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
		ollama: told("", failure{Class: "ResponseError", Status: 529, Message: "Overloaded"}),
		course: told("", failure{Class: "messages.APIError", Status: 529, Type: "overloaded_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
	},
	// In the middle of a stream the status, if a client tells one, is 200.
	"error-stream": {
		goSDK:  told(anthropicBegan, failure{Class: "anthropic.Error", Status: 200, Type: "overloaded_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
		tsSDK:  told(anthropicBegan, failure{Class: "APIError", Type: "overloaded_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
		openAI: told(openAIBegan, failure{Class: "APIError", Type: "server_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
		ollama: told(ollamaBegan, failure{Class: "Error", Message: "Overloaded"}),
		course: told(anthropicBegan, failure{Class: "messages.APIError", Status: 200, Type: "overloaded_error", Message: "Overloaded", RequestID: "req_fake_0001"}),
	},
}

var closeReports = map[string]outcome{
	goSDK:  failed("*url.Error", "EOF"),
	tsSDK:  failed("APIConnectionError", "fetch failed"),
	openAI: failed("APIConnectionError", "fetch failed"),
	ollama: failed("TypeError", "fetch failed"),
	course: failed("messages.CallError", "could not reach the API"),
}

// htmlReports: the Go SDK has no message where the body has not the API's shape.
var htmlReports = map[string]outcome{
	goSDK:  told("", failure{Class: "anthropic.Error", Status: 502, RequestID: "req_fake_0001"}),
	tsSDK:  told("", failure{Class: "InternalServerError", Status: 502, Says: "<!DOCTYPE html>", RequestID: "req_fake_0001"}),
	openAI: told("", failure{Class: "InternalServerError", Status: 502, Says: "<!DOCTYPE html>", RequestID: "req_fake_0001"}),
	ollama: told("", failure{Class: "ResponseError", Status: 502, Says: "<!DOCTYPE html>"}),
	course: told("", failure{Class: "messages.APIError", Status: 502, Says: "not an error of the API: content type text/html", RequestID: "req_fake_0001"}),
}
