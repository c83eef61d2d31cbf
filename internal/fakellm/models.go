package fakellm

// model is what the fake knows about one model id.
type model struct {
	id           string
	maxOut       int             // largest max_tokens
	maxEvidence  Evidence        // for maxOut
	noThinking   map[string]bool // thinking.type values the model refuses
	noForcedTool bool            // tool_choice any and tool are refused
	noPrefill    bool            // the last message must be the user's
	oneSampling  bool            // temperature and top_p exclude each other
	sampling     Evidence        // for refusing temperature and the like on 2023-06-01; empty: accepted
}

// models is the table of known models (Anthropic API documentation, "Models"
// and the pages on thinking, tool choice and prefill). Its ids are those of the
// official Go SDK, version 2.15.0. An id that is not here is a 404,
// on weak evidence if it looks like one of theirs.
var models = []model{
	{
		id: "claude-opus-5-5", maxOut: 128000, maxEvidence: Documented,
		noThinking:   map[string]bool{"enabled": true, "disabled": true},
		noForcedTool: true, noPrefill: true, sampling: Transcript,
	},
	{
		id: "claude-sonnet-5-5", maxOut: 128000, maxEvidence: ThirdParty,
		noThinking:   map[string]bool{"enabled": true},
		noForcedTool: true, noPrefill: true, sampling: Uncertain,
	},
	{
		id: "claude-haiku-5-5", maxOut: 128000, maxEvidence: Documented,
		noThinking: map[string]bool{"enabled": true},
		noPrefill:  true, sampling: Uncertain,
	},
	{
		id: "claude-fable-5-1", maxOut: 128000, maxEvidence: Uncertain,
		noForcedTool: true, noPrefill: true, sampling: Uncertain,
	},
	{id: "claude-fable-5-2", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Uncertain},
	{id: "claude-fable-5", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Uncertain},
	{id: "claude-mythos-5-2", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Uncertain},
	{id: "claude-mythos-5-1", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Uncertain},
	{id: "claude-mythos-5", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Uncertain},
	{id: "claude-mythos-preview", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Uncertain},
	{id: "claude-sonnet-5", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Uncertain},
	{id: "claude-opus-5", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Transcript},
	{id: "claude-opus-4-8", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Transcript},
	{id: "claude-opus-4-7", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true, sampling: Transcript},
	{id: "claude-opus-4-6", maxOut: 128000, maxEvidence: Uncertain, noPrefill: true},
	{id: "claude-sonnet-4-6", maxOut: 64000, maxEvidence: Uncertain, noPrefill: true, oneSampling: true},
	{id: "claude-opus-4-5", maxOut: 64000, maxEvidence: Uncertain, oneSampling: true},
	{id: "claude-opus-4-5-20251101", maxOut: 64000, maxEvidence: Uncertain, oneSampling: true},
	{id: "claude-sonnet-4-5", maxOut: 64000, maxEvidence: Uncertain, oneSampling: true},
	{id: "claude-sonnet-4-5-20250929", maxOut: 64000, maxEvidence: Uncertain, oneSampling: true},
	{id: "claude-haiku-4-5", maxOut: 64000, maxEvidence: Uncertain, oneSampling: true},
	{id: "claude-haiku-4-5-20251001", maxOut: 64000, maxEvidence: Uncertain, oneSampling: true},
}

// findModel returns nil for an unknown id.
func findModel(id string) *model {
	for i := range models {
		if models[i].id == id {
			return &models[i]
		}
	}
	return nil
}
