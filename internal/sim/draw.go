package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"agentcourse/internal/fakellm"
)

type digest [sha256.Size]byte

// draws makes the decisions of one reply. Each has a name, and a source of its
// own that hangs on that name alone: one decision more shifts no other.
type draws struct {
	rates  [rateCount]Rate
	seed   uint64
	key    digest
	repeat int
}

func (d *draws) source(name string, repeat int) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d/%x/%d/%s", d.seed, d.key, repeat, name))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])))
}

// chance says whether what has this rate happens, for the matter about.
func (d *draws) chance(r rate, about string) bool {
	return d.uniform(d.rates[r].Name+" "+about) < d.rates[r].Value
}

func (d *draws) uniform(name string) float64 { return d.source(name, d.repeat).Float64() }

// pick draws one of 0 to n-1; 0 if there is none.
func (d *draws) pick(name string, n int) int {
	if n < 2 {
		return 0
	}
	return d.source(name, d.repeat).IntN(n)
}

// between draws a whole number from low to high.
func (d *draws) between(name string, low, high int) int {
	return low + d.pick(name, high-low+1)
}

// steady draws the same at every repetition of the request.
func (d *draws) steady(name string, n int) int {
	if n < 2 {
		return 0
	}
	return d.source(name, 0).IntN(n)
}

func oneOf(d *draws, name string, of []string) string { return of[d.pick(name, len(of))] }

func steadyOf(d *draws, name string, of []string) string { return of[d.steady(name, len(of))] }

// drawKey stands for what a reply hangs on: not the ids and signatures, the
// dialect, the limits and the effort.
func drawKey(p *fakellm.Prompt) digest {
	parts := []any{p.System, p.ToolChoice, p.ToolName, p.Serial, p.Schema, p.JSON, p.Tools}
	for _, t := range p.Turns {
		parts = append(parts, t.Role)
		for _, b := range t.Parts {
			if b.Type != fakellm.BlockThinking {
				parts = append(parts, []any{b.Type, b.Text, inputOf(b.Input), b.IsError})
			}
		}
	}
	return digestOf(parts)
}

// requestKey stands for the whole request, to count its repetitions.
func requestKey(p *fakellm.Prompt) digest {
	return digestOf([]any{drawKey(p), p.MaxTokens, p.Stop, p.Effort, p.NoThinking, p.ShowThought, p.Temperature})
}

func digestOf(v any) digest {
	src, err := json.Marshal(v)
	if err != nil { // a value that no request can hold
		src = fmt.Append(nil, v)
	}
	return sha256.Sum256(src)
}

// inputOf reads a tool call's input; what is no object reads as an empty one.
func inputOf(raw json.RawMessage) map[string]any {
	var input map[string]any
	if json.Unmarshal(raw, &input) != nil || input == nil {
		return map[string]any{}
	}
	return input
}
