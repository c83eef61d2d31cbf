package fakellm

import (
	"crypto/sha256"
	"encoding/json"
	"hash"
	"maps"
	"sync"
	"time"
)

// minCached is the fewest tokens that are cached; a shorter prefix is not,
// and nothing says so (Anthropic API documentation, "Prompt caching", for
// Opus 5.5 and Sonnet 5.5).
const minCached = 512

// cache remembers the prefixes of prompts that calls have marked with
// cache_control: tools first, then system, then messages.
type cache struct {
	now func() time.Time

	mu      sync.Mutex
	expires map[[sha256.Size]byte]time.Time
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, expires: map[[sha256.Size]byte]time.Time{}}
}

// cached says how much of a call's input was read from the cache and written
// to it, in tokens; hour is the part of written that stays for an hour.
type cached struct{ read, written, hour int }

// prefixEnd is a place up to which a call's input may be cached.
type prefixEnd struct {
	sum    [sha256.Size]byte
	tokens int
	marked bool
	stays  time.Duration
}

// use looks up the prefixes of a call's input and writes the marked ones.
func (c *cache) use(p *Prompt) cached {
	ends := prefixEnds(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	var found cached
	for _, e := range ends {
		if c.expires[e.sum].After(now) {
			found.read = e.tokens
		}
	}
	for _, e := range ends {
		if !e.marked || e.tokens < minCached {
			continue
		}
		c.expires[e.sum] = now.Add(e.stays)
		if fresh := e.tokens - found.read - found.written; fresh > 0 {
			found.written += fresh
			if e.stays > defaultStay {
				found.hour += fresh
			}
		}
	}
	return found
}

const defaultStay = 5 * time.Minute

// prefixEnds is empty for a call that marks nothing.
func prefixEnds(p *Prompt) []prefixEnd {
	if p.cacheable == nil {
		return nil
	}
	h := sha256.New()
	h.Write([]byte(p.Model))
	var ends []prefixEnd
	tokens, marked := 0, false
	for _, b := range p.cacheable() {
		hashBlock(h, b.block)
		tokens += b.tokens
		control, _ := b.block["cache_control"].(map[string]any)
		e := prefixEnd{tokens: tokens, marked: control != nil, stays: defaultStay}
		if control["ttl"] == "1h" {
			e.stays = time.Hour
		}
		h.Sum(e.sum[:0])
		ends = append(ends, e)
		marked = marked || e.marked
	}
	if !marked {
		return nil
	}
	return ends
}

// hashBlock leaves the mark itself out: it may move from call to call.
func hashBlock(h hash.Hash, block map[string]any) {
	bare := maps.Clone(block)
	delete(bare, "cache_control")
	_ = json.NewEncoder(h).Encode(bare) // decoded JSON encodes, and a hash takes all
}

// cacheBlock is a block of the input with what it costs.
type cacheBlock struct {
	block  map[string]any
	tokens int
}

// cacheBlocks lists a call's input in the order in which it is cached. A
// mark on the whole call is one on its last block.
func cacheBlocks(body map[string]any, messages []sent) []cacheBlock {
	var list []cacheBlock
	add := func(b map[string]any, tokens int) { list = append(list, cacheBlock{b, tokens}) }
	for _, t := range objectsIn(body["tools"]) {
		add(t, estimateTool(t))
	}
	if text, ok := body["system"].(string); ok {
		add(map[string]any{"type": "text", "text": text}, EstimateTokens(text))
	}
	for _, b := range objectsIn(body["system"]) {
		add(b, estimateBlock(b))
	}
	for _, m := range messages {
		for i, b := range m.blocks {
			tokens := estimateBlock(b)
			if i == 0 {
				tokens += estimatePerMessage
			}
			placed := maps.Clone(b)
			placed["role"] = m.role
			add(placed, tokens)
		}
	}
	if body["cache_control"] != nil && len(list) > 0 {
		last := &list[len(list)-1]
		last.block = maps.Clone(last.block)
		last.block["cache_control"] = body["cache_control"]
	}
	return list
}
