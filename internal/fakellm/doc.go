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
// It speaks the Anthropic dialect: POST /v1/messages, streaming or not. A
// request that treats the provider as a proxy, because HTTPS_PROXY or
// HTTP_PROXY points at it and the program uses a fixed address, is recorded
// and answered with 502. Facts about the wire were checked against the SDK's
// types and the documented protocol, 2026-11-29.
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
// The keys of a reply:
//
//	text           one text block
//	content        a list of blocks, each one of
//	                 text: a string
//	                 thinking: a string, "" as the 5.5 models send it
//	                 tool_use: {name: …, input: {…}, id: …}; the id is numbered if absent
//	stop_reason    end_turn unless there is a tool_use block, then tool_use
//	usage          input_tokens, output_tokens, cache_read_input_tokens,
//	               cache_creation_input_tokens, thinking_tokens; absent ones are estimated
//	status         4xx or 5xx: an error takes the place of a message
//	error          {type: …, message: …} of that error; defaults belong to the status
//	headers        extra response headers, such as retry-after or x-should-retry
//	body           raw text in place of JSON, with content_type (application/json if absent)
//	when           a jq expression over the request body (see [Compile])
//	times          how often the reply may be used: a number, 1 if absent, or any
//	hold           a name: the reply waits for [Provider.Release]
//	delay          a duration such as 50ms: the reply is kept back that long
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
// Ids are numbered: msg_fake_0001 and req_fake_0001 carry the number of the
// request, toolu_fake_0001 that of the tool call. Token counts are estimates
// (see [EstimateTokens]) unless the script gives them.
package fakellm
