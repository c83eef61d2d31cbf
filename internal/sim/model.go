package sim

import (
	"sync"
	"time"

	"agentcourse/internal/fakellm"
)

// Name is the model that every reply says it comes from.
const Name = "sim-1"

// Options of a [Model]. The zero value is fine.
type Options struct {
	Seed uint64        // another seed, other draws
	Vary bool          // a request that is repeated draws anew
	Pace time.Duration // between two words; 0: none
}

// Model answers by rules. Several goroutines may ask it at once.
type Model struct {
	options Options

	mu   sync.Mutex
	seen map[digest]int // requests so far, with Options.Vary
}

// New makes a model.
func New(options Options) *Model {
	return &Model{options: options, seen: map[digest]int{}}
}

// Respond answers a call. It never fails, whatever the prompt.
func (m *Model) Respond(p *fakellm.Prompt) *fakellm.Reply {
	if p == nil {
		p = &fakellm.Prompt{}
	}
	d := &draws{rates: table(), seed: m.options.Seed, key: drawKey(p), repeat: m.repetition(p)}
	v := look(p, d)
	return finish(v, decide(v), m.options.Pace)
}

// repetition is how often this request came before, if that counts.
func (m *Model) repetition(p *fakellm.Prompt) int {
	if !m.options.Vary {
		return 0
	}
	key := requestKey(p)
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.seen[key]
	m.seen[key] = k + 1
	return k
}
