package clients

import (
	"fmt"
	"strings"

	"agentcourse/internal/fakellm"
)

// statuses are the error statuses of the Anthropic API with their types
// (Anthropic API documentation, "Errors"), and the class that the TypeScript
// SDKs make of each.
var statuses = []struct {
	status            int
	kind              string
	anthropic, openAI string
}{
	{400, "invalid_request_error", "BadRequestError", "BadRequestError"},
	{401, "authentication_error", "AuthenticationError", "AuthenticationError"},
	{402, "billing_error", "PaymentRequiredError", "APIError"},
	{403, "permission_error", "PermissionDeniedError", "PermissionDeniedError"},
	{404, "not_found_error", "NotFoundError", "NotFoundError"},
	{409, "conflict_error", "ConflictError", "ConflictError"},
	{413, "request_too_large", "ContentTooLargeError", "APIError"},
	{429, "rate_limit_error", "RateLimitError", "RateLimitError"},
	{500, "api_error", "InternalServerError", "InternalServerError"},
	{504, "timeout_error", "GatewayTimeoutError", "InternalServerError"},
	{529, "overloaded_error", "OverloadedError", "InternalServerError"},
}

// classOf is the class of a client's error for a status.
func classOf(c client, status int) string {
	switch c.key {
	case goSDK:
		return "anthropic.Error"
	case course:
		return "messages.APIError"
	case ollama:
		return "ResponseError"
	}
	for _, s := range statuses {
		if s.status == status && c.dialect == fakellm.OpenAI {
			return s.openAI
		} else if s.status == status {
			return s.anthropic
		}
	}
	return ""
}

// errorCases: every error status, whole and at the start of a stream, is the
// client's typed error.
func errorCases() []testCase {
	var script strings.Builder
	var want []outcome
	for i, s := range statuses {
		message := fmt.Sprintf("Error number %d.", i+1)
		fmt.Fprintf(&script, "- {status: %d, error: {message: %s}}\n", s.status, message)
		want = append(want, outcome{Error: &failure{
			Status: s.status, Type: s.kind, Message: message, RequestID: fmt.Sprintf("req_fake_%04d", i+1),
		}})
	}
	return []testCase{
		{name: "errors", script: script.String(), job: job{Op: "ask", Times: len(want)}, want: want},
		{name: "errors-stream", script: script.String(), job: job{Op: "ask", Times: len(want), Stream: true}, want: want},
	}
}
