package selfplay

import (
	"math/bits"

	"crownhead/engine/net"
)

// A memo remembers an evaluator's latest answers: a full search begins with an empty tree among states that the one before has
// asked about.
type memo struct {
	asked net.Evaluator
	slots []answer
}

// An answer is an evaluator's to a state.
type answer struct {
	known  bool
	state  net.State
	value  float32
	logits [net.Actions]float32
}

// memoSlots take 5 MB, and hold what a game asks about in some moves.
const memoSlots = 1 << 12

func newMemo(e net.Evaluator) *memo { return &memo{asked: e, slots: make([]answer, memoSlots)} }

// Evaluate implements [net.Evaluator].
func (m *memo) Evaluate(s *net.State, logits *[net.Actions]float32) float32 {
	at := s.Position.Hash() ^ bits.RotateLeft64(uint64(s.Way.Captured)<<8^uint64(s.Way.At), 17)
	a := &m.slots[at%memoSlots]
	if !a.known || a.state != *s {
		a.value = m.asked.Evaluate(s, &a.logits)
		a.known, a.state = true, *s
	}
	*logits = a.logits
	return a.value
}
