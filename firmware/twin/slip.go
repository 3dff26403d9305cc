package twin

import (
	"math/rand/v2"
	"time"
)

// Slips happen so far from where a checker was lifted, mm; the shortest carry is 26 mm.
const (
	firstSlip = 10.0
	lastSlip  = 120.0
)

// A slip is the fault of a checker that falls from the nozzle on its way.
type slip struct {
	chance  float64
	rng     *rand.Rand
	pending bool    // what the nozzle holds will fall
	after   float64 // mm from where it was lifted
	from    Point   // where it was lifted
	aloft   bool    // it has been high
}

// SetSlip makes a lifted checker fall on its way with chance p.
func (w *World) SetSlip(p float64) { w.slip.chance = p }

// lifted decides what becomes of a checker that the nozzle has just lifted.
func (s *slip) lifted(tip Point) {
	s.from, s.aloft, s.pending = tip, false, s.chance > 0 && s.rng.Float64() < s.chance
	if s.pending {
		s.after = firstSlip + s.rng.Float64()*(lastSlip-firstSlip)
	}
}

// due tells whether what is carried falls now: high above the board, at the latest when the nozzle is about to lay it down.
func (s *slip) due(tip Point) bool {
	switch {
	case !s.pending:
		return false
	case tip.Z > lowTip:
		s.aloft = true
		return apart(tip.X, tip.Y, s.from.X, s.from.Y) >= s.after
	}
	return s.aloft
}

// fallen is called every millisecond of motion and lets fall what slips.
func (w *World) fallen() {
	n := &w.nozzle
	if n.held == unset || !w.slip.due(w.arm.tip) {
		return
	}
	c := &w.checkers[n.held]
	w.slip.pending = false
	n.held, n.reached = unset, false
	w.lay(c, c.X+w.slip.rng.NormFloat64()*w.truth.FallSigma, c.Y+w.slip.rng.NormFloat64()*w.truth.FallSigma)
	c.slipped = true
	w.counts.Slips++
}

// met counts what the nozzle has met. While a checker lies about where it has slipped to, that is no mistake of the robot's:
// what it meets is that, or what stands on it or under it.
func (w *World) met(now time.Duration, kind, format string, args ...any) {
	for i := range w.checkers {
		if w.lost(&w.checkers[i]) {
			return
		}
	}
	w.fault(now, kind, format, args...)
}

// lost tells that a checker has slipped to where no sensor tells of it: between the squares, or onto another one. Its place
// is no mistake of the robot's then.
func (w *World) lost(c *Checker) bool {
	if !c.slipped || c.Held {
		return false
	}
	place, ok := w.sensed(c)
	if !ok {
		return true
	}
	for i := range w.checkers {
		o := &w.checkers[i]
		if at, ok := w.sensed(o); ok && at == place && o.ID != c.ID && !o.Held {
			return true
		}
	}
	return false
}
