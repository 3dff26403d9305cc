package selfplay

import (
	"math/bits"

	"crownhead/engine/net"
)

// A cachedEvaluator keeps an evaluator's latest answers: a full search begins with an empty tree
// among states that the search before has asked about.
type cachedEvaluator struct {
	evaluator net.Evaluator
	entries   []cacheEntry
}

// A cacheEntry is an evaluator's answer to a state.
type cacheEntry struct {
	used   bool
	state  net.State
	value  float32
	logits [net.Actions]float32
}

// cacheEntries take 5 MB, and hold what a game asks about in some moves.
const cacheEntries = 1 << 12

func newCachedEvaluator(e net.Evaluator) *cachedEvaluator {
	return &cachedEvaluator{evaluator: e, entries: make([]cacheEntry, cacheEntries)}
}

// Evaluate implements [net.Evaluator].
func (c *cachedEvaluator) Evaluate(s *net.State, logits *[net.Actions]float32) float32 {
	key := s.Position.Hash() ^ bits.RotateLeft64(uint64(s.PartialCapture.Captured)<<8^uint64(s.PartialCapture.At), 17)
	entry := &c.entries[key%cacheEntries]
	if !entry.used || entry.state != *s {
		entry.value = c.evaluator.Evaluate(s, &entry.logits)
		entry.used, entry.state = true, *s
	}
	*logits = entry.logits
	return entry.value
}
