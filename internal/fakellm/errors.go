package fakellm

// errorKind is one row of the API's error table.
type errorKind struct {
	status  int
	name    string // error.type
	message string // sent when a scenario gives no message of its own
}

// errorKinds holds the statuses of the Anthropic API documentation ("Errors"),
// in ascending order. The messages are the fake's own where the documentation
// fixes none.
var errorKinds = []errorKind{
	{400, "invalid_request_error", "Invalid request"},
	{401, "authentication_error", "invalid x-api-key"},
	{402, "billing_error", "There is an issue with your billing or payment information"},
	{403, "permission_error", "Your API key does not have permission to use the specified resource"},
	{404, "not_found_error", "Not found"},
	{405, "invalid_request_error", "Method Not Allowed"},
	{409, "conflict_error", "The request conflicts with the current state of the resource"},
	{413, "request_too_large", "Request exceeds the maximum size"},
	{429, "rate_limit_error", "This request would exceed your organization's rate limit of 30,000 input tokens per minute"},
	{500, "api_error", "Internal server error"},
	{504, "timeout_error", "Request timed out"},
	{statusOverloaded, "overloaded_error", "Overloaded"},
}

// statusOverloaded is the API's own; net/http has no name for it.
const statusOverloaded = 529

func errorKindOf(status int) errorKind {
	for _, k := range errorKinds {
		if k.status == status {
			return k
		}
	}
	if status >= 500 {
		return errorKind{status, "api_error", "Internal server error"}
	}
	return errorKind{status, "invalid_request_error", "Invalid request"}
}

// errorBody is the API's error shape; the request id stands in the body and
// in the request-id header (Anthropic API documentation, "Errors").
type errorBody struct {
	Type      string      `json:"type"`
	Error     errorDetail `json:"error"`
	RequestID string      `json:"request_id"`
}

type errorDetail struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}
