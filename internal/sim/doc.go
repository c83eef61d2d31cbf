// Package sim is a stand-in for a language model: a [fakellm.Responder] that
// follows rules, so that the course can be practised without a key.
//
// It makes each phenomenon of chapters 1 and 2 visible. It knows what stands in
// the request and nothing else; it obeys its system prompt mostly; it thinks
// before it speaks, and pays for that from max_tokens; it gets long sums wrong
// in its head, in a way that looks right; it chooses tools by their
// descriptions, calls two at once, believes their results and stumbles over
// their errors, now and then for ever; it falls for instructions hidden in data;
// it fills any JSON Schema and sometimes invents what is missing.
//
// # What it cannot show
//
// It shows mechanisms and measures nothing. Whatever happens only sometimes
// happens at a rate that was chosen to be seen in a few runs, and stands in the
// table that [Rates] gives. These rates are the simulator's own: no real model
// was measured for them, and none will have the same. That a defence lowers the
// rate of obeyed injections is a lesson; by how much is not. It understands no
// language: it looks for words and phrases, in English, and what it says beyond
// that is templates and a small fund of facts.
//
// It answers in English whatever language is asked for, makes one call for a
// task (or one for each place that the task names) for a tool of no kind it
// knows (calculating, reading, listing and counting are known), shows no
// thinking outside the Messages API, and looks at neither images nor the
// temperature. Of a text of more than 16,000 bytes it reads the beginning and
// the end. What it takes for the data in a prompt is what looks like neither
// instruction nor example; tags around the data leave no doubt.
//
// Thinking costs tokens by the effort and by what there is to think about: an
// ordinary prompt 15 to 70 at low, 15 to 200 at medium (the default), 80 to 400
// at high, 120 to 500 at xhigh and 160 to 650 at max; a riddle 40 to 160, 120 to
// 450, 350 to 1200, 500 to 1700 and 700 to 2200; sums and tools something in
// between. Small counts come more often than large ones.
//
// # Draws
//
// The same seed and the same request give the same reply, in any order and from
// any goroutine. Every decision draws for itself, from a hash of the seed, the
// request and the decision's name. Streaming, the dialect and the ids of tool
// calls do not count, nor do limits (max_tokens, stop sequences) and effort: a
// limit cuts the very reply that would have come without it, and a riddle asked
// at two levels of effort differs by the effort alone. With [Options.Vary] the
// repetition of a request counts too.
package sim
