package cli

import (
	"time"

	"agentcourse/internal/fakellm"
	"agentcourse/internal/sim"
)

// simPace is the time between two words of the simulator, at which a person sees a stream flow.
const simPace = 20 * time.Millisecond

// A simulation says how the simulator is to answer.
type simulation struct {
	seed uint64
	vary bool // a repeated request is a new draw
	fast bool // without pauses between words
}

func (s simulation) model() *sim.Model {
	pace := simPace
	if s.fast {
		pace = 0
	}
	return sim.New(sim.Options{Seed: s.seed, Vary: s.vary, Pace: pace})
}

// start starts the simulator and returns its address.
func (s simulation) start() (url string, stop func(), err error) {
	p, err := fakellm.Start(fakellm.Options{Responder: s.model(), Models: []string{sim.Name}, Forget: true})
	if err != nil {
		return "", nil, err
	}
	return p.URL(), func() { _ = p.Close() }, nil
}
