package fakellm

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Fault is something that goes wrong with an answer on its way. What it
// leaves open is drawn from [Options.Seed] and the number of the request, so
// that the same seed gives the same fault.
type Fault struct {
	Kind  string        // one of [FaultKinds], or [AnyFault]
	After *int          // pieces of a stream, or bytes of a whole answer, that arrive first; nil: drawn
	Every time.Duration // of slow: the time between two bytes; 0: a millisecond
}

// AnyFault as a [Fault]'s kind stands for one that is drawn.
const AnyFault = "any"

const (
	faultCut   = "cut"
	faultAbort = "abort"
	faultClose = "close"
	faultSplit = "split"
	faultSlow  = "slow"
	faultJSON  = "json"
	faultHTML  = "html"
	faultError = "error"
)

// FaultKinds are the faults there are:
//
//	cut    the answer ends in the middle as if it were whole
//	abort  the connection breaks in the middle
//	close  the connection is closed before the first byte
//	split  the bytes of a character, if one has several, arrive apart (two milliseconds)
//	slow   each byte arrives by itself
//	json   the answer, or a piece of a stream, is not JSON
//	html   an HTML page with status 502, or the reply's, takes the place of the answer
//	error  an error, 529 or the reply's, takes the place of the answer or ends the stream
func FaultKinds() []string {
	return []string{faultCut, faultAbort, faultClose, faultSplit, faultSlow, faultJSON, faultHTML, faultError}
}

const htmlPage = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n" +
	"<body><h1>502 Bad Gateway</h1><p>The upstream server did not answer.</p></body></html>\n"

// newDraw gives the random numbers of one request.
func (p *Provider) newDraw(number int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "fault %d", number)
	return rand.New(rand.NewPCG(p.options.Seed, h.Sum64()))
}

// withFault gives the reply with the kind of its fault settled.
func (p *Provider) withFault(reply *Reply, number int) *Reply {
	if reply.Fault == nil || reply.Fault.Kind != AnyFault {
		return reply
	}
	settled, fault := *reply, *reply.Fault
	kinds := FaultKinds()
	if reply.Body != nil { // it is the answer, so nothing takes its place
		kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == faultHTML || kind == faultError })
	}
	fault.Kind = kinds[p.newDraw(number).IntN(len(kinds))]
	settled.Fault = &fault
	return &settled
}

func (r *Reply) fault() string {
	if r.Fault == nil {
		return ""
	}
	return r.Fault.Kind
}

// faultAlone reports whether the fault is an answer of its own.
func (r *Reply) faultAlone() bool {
	switch r.fault() {
	case faultHTML, faultClose, faultError:
		return true
	}
	return false
}

// breakFrames does to an answer what the reply's fault does, and records it.
// The fault's kind is returned for what cannot be done to frames.
func (p *Provider) breakFrames(x *exchange, reply *Reply, frames []frame, stream bool) ([]frame, string) {
	fault := reply.Fault
	if fault == nil {
		return frames, ""
	}
	draw := p.newDraw(x.rec.Number)
	draw.Uint64() // the first one is the kind's
	said := fault.Kind
	switch fault.Kind {
	case faultCut, faultAbort:
		frames, said = cutFrames(frames, fault, draw, stream)
	case faultError:
		at := place(fault.After, draw, lastFrame(frames))
		kind, message := errorOf(x.dialect, reply)
		broken := x.dialect.errorFrame(&Refusal{Status: errorStatus(reply), Type: kind, Message: message})
		frames = append(slices.Clone(frames[:at]), frame{data: broken, last: true})
		said = fmt.Sprintf("%s in place of piece %d", fault.Kind, at+1)
	case faultSplit:
		frames = slices.Concat(eachFrame(frames, splitFrame)...)
	case faultSlow:
		every := fault.Every
		if every == 0 {
			every = time.Millisecond
		}
		frames = slices.Concat(eachFrame(frames, func(f frame) []frame { return eachByte(f, every) })...)
	case faultJSON:
		at := 0
		if stream {
			at = place(fault.After, draw, lastFrame(frames))
		}
		for isPing(frames[at]) { // which clients throw away unread
			at++
		}
		frames = slices.Clone(frames)
		frames[at].data = breakJSON(frames[at].data)
		said = fmt.Sprintf("%s in piece %d", fault.Kind, at+1)
	}
	p.update(x.rec, func(q *Request) { q.Fault = fmt.Sprintf("%s (seed %d)", said, p.options.Seed) })
	return frames, fault.Kind
}

// cutFrames ends an answer before it has told why the model stopped. An
// abrupt end leaves half of the piece that it comes in.
func cutFrames(frames []frame, fault *Fault, draw *rand.Rand, stream bool) ([]frame, string) {
	if !stream {
		data := frames[0].data
		at := place(fault.After, draw, len(data)-1)
		one := frames[0]
		one.data = data[:at]
		return []frame{one}, fmt.Sprintf("%s after byte %d of %d", fault.Kind, at, len(data))
	}
	at := place(fault.After, draw, lastFrame(frames))
	kept := slices.Clone(frames[:at])
	if fault.Kind == faultAbort {
		half := frames[at]
		half.data = half.data[:len(half.data)/2]
		kept = append(kept, half)
	}
	return kept, fmt.Sprintf("%s after piece %d of %d", fault.Kind, at, len(frames))
}

// place is how much arrives before a fault: as told, or drawn from 1 to most.
// It is 0 where nothing can come before.
func place(told *int, draw *rand.Rand, most int) int {
	switch {
	case most <= 0:
		return 0
	case told != nil:
		return min(*told, most)
	}
	return 1 + draw.IntN(most)
}

func isPing(f frame) bool { return bytes.HasPrefix(f.data, []byte("event: ping\n")) }

// lastFrame is the index of the frame that tells why the model stopped.
func lastFrame(frames []frame) int {
	return max(slices.IndexFunc(frames, func(f frame) bool { return f.last }), 0)
}

func eachFrame(frames []frame, change func(frame) []frame) [][]frame {
	changed := make([][]frame, len(frames))
	for i, f := range frames {
		changed[i] = change(f)
	}
	return changed
}

// splitPause keeps the parts of a character apart on their way.
const splitPause = 2 * time.Millisecond

// splitFrame parts a frame inside each character of several bytes.
func splitFrame(f frame) []frame {
	var parts []frame
	start := 0
	for i, b := range f.data {
		if b >= utf8.RuneSelf && !utf8.RuneStart(b) {
			parts = append(parts, frame{data: f.data[start:i], before: f.before})
			start, f.before = i, []wait{{delay: splitPause}}
		}
	}
	f.data = f.data[start:]
	return append(parts, f)
}

func eachByte(f frame, every time.Duration) []frame {
	parts := make([]frame, len(f.data))
	for i := range f.data {
		parts[i] = frame{data: f.data[i : i+1], before: []wait{{delay: every}}}
	}
	if len(parts) > 0 {
		parts[0].before = append(slices.Clone(f.before), parts[0].before...)
		parts[len(parts)-1].last = f.last
	}
	return parts
}

// breakJSON damages the first key's colon, or the first byte if there is no key.
func breakJSON(data []byte) []byte {
	broken := bytes.Clone(data)
	at := max(strings.Index(string(data), `":`)+1, 0)
	if len(broken) > 0 {
		broken[at] = ';'
	}
	return broken
}
