// Package fakellm is a loopback stand-in for a model provider's HTTP API. It
// plays a script, refuses what the real API refuses, and remembers every
// request, so that a program can be judged by what it sent.
//
//	scenario, err := fakellm.ParseScenario("hello.yaml", src)
//	…
//	provider, err := fakellm.Start(fakellm.Options{Scenario: scenario})
//	…
//	defer provider.Close()
//	// run a program with ANTHROPIC_BASE_URL=provider.URL(), ANTHROPIC_API_KEY=fakellm.FakeKey
//	for _, r := range provider.Requests() { … }
//
// # Dialects
//
// It speaks three, told apart by the path, and one scenario serves them all,
// streaming or not:
//
//	anthropic  POST /v1/messages, /v1/messages/count_tokens, GET /v1/models[/ID];
//	           anthropic-version 2023-06-01 and 2026-10-21, a key in x-api-key or as a bearer token
//	ollama     POST /api/chat, GET /api/tags, /api/version, /
//	openai     POST /v1/chat/completions, GET /v1/models without the headers of anthropic
//
// A reply is written in Messages terms and translated: stop reasons become
// done reasons and finish reasons, a tool's input an object or a string,
// ids toolu_… become call_…, thinking a field or nothing.
//
// A request that treats the provider as a proxy, because HTTPS_PROXY or
// HTTP_PROXY points at it and the program uses a fixed address, is recorded
// and answered with 502. Facts about the wire were checked against the SDK's
// types and the documented protocol, 2026-11-30.
//
// A [Responder] may answer in place of a scenario: it sees a [Prompt], which is
// the same for every dialect.
//
// # Scenarios
//
// A scenario is a YAML list of replies, or a mapping with that list under
// `replies`:
//
//	replies:
//	- content:                       # used first; the stop reason is tool_use
//	    - thinking: ""
//	    - text: Let me look.
//	    - tool_use: {name: read_file, input: {path: notes.txt}}
//	- status: 529                    # the next call fails, and its retry …
//	- text: You keep bees.           # … gets this
//	  usage: {output_tokens: 5}
//	- when: last_user | test("weather"; "i")
//	  times: any                     # answers each question about the weather
//	  text: It rains.
//
// A second key of the mapping, `counts`, scripts the answers to requests that
// count tokens, each a number or a mapping with status, error and headers;
// behind the last one the counts are estimates again:
//
//	counts: [14, {status: 529}, 170]
//
// The keys of a reply:
//
//	text           one text block; a list of pieces says how it is streamed, each piece a
//	               string or {text: …, hold: …, delay: …}
//	content        a list of blocks, each one of
//	                 text: as above
//	                 thinking: a string, "" as the 5.5 models send it
//	                 tool_use: {name: …, input: {…}, id: …}; the id is numbered if absent
//	stop_reason    end_turn unless there is a tool_use block, then tool_use
//	stop_sequence  the one met, with that stop reason; the request's first if absent
//	model          the model that answers, the one asked for if absent
//	usage          input_tokens, output_tokens, cache_read_input_tokens,
//	               cache_creation_input_tokens, thinking_tokens; absent ones are estimated
//	status         4xx or 5xx: an error takes the place of a message
//	error          {type: …, message: …} of that error; defaults belong to the status
//	headers        extra response headers, such as retry-after or x-should-retry
//	body           raw text in place of JSON, with content_type (application/json if absent)
//	off_schema     true: the text may break the schema that the call asks for; without it
//	               such a reply is an error of the scenario's
//	when           a jq expression over the request body (see [Compile])
//	times          how often the reply may be used: a number, 1 if absent, or any
//	hold           a name: the reply waits for [Provider.Release]
//	delay          a duration such as 50ms: the reply is kept back that long
//	pace           a duration between two pieces of a stream
//	chunk          so many characters in a piece; if absent, a word
//	fault          what goes wrong on the way: a kind (see [FaultKinds], or any), or
//	               {kind: …, after: …, every: …}
//
// A reply is sent as it is scripted: whether it keeps to the request's
// max_tokens, or thinks although thinking was turned off, is the script's
// business.
//
// # Faults
//
// A fault strikes an answer that is otherwise as scripted, whole or streamed:
// it is cut off as if it were complete, the connection breaks, a piece is not
// JSON, and so on. Where it strikes is given by `after`, in pieces of a
// stream or bytes of a whole answer, or drawn from [Options.Seed] and the
// number of the request: the same seed gives the same fault. A cut always
// comes before the piece that tells why the model stopped. [Request.Fault]
// says what was done.
//
// # Choice of a reply
//
// Of the replies with `when` that have uses left, the first that matches
// answers; a `when` that fails on a request does not match. Otherwise the next
// reply without `when` answers, in order. A retry is a new request and takes
// the next reply. A refused request takes none. When no reply is left the
// script is dry: the answer is a 500 with x-should-retry: false whose message
// says what the request held.
//
// # Refusals
//
// Each [Refusal] names the [Evidence] it rests on. With [Options.WeakWarns]
// those on weak evidence become warnings, so that no verdict rests on them.
//
// # Numbers
//
// What calls mark with cache_control is cached as the API does it: prefixes of
// 512 tokens or more, for five minutes or an hour, told in the usage. Rate-limit
// headers are sent and never enforced.
//
// Ids are numbered: msg_fake_0001 and req_fake_0001 carry the number of the
// request, toolu_fake_0001 that of the tool call. Token counts are estimates
// (see [EstimateTokens]) unless the script gives them.
package fakellm
