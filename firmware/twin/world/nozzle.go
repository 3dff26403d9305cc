package world

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/twin/groundtruth"
)

const (
	cupRadius  = 3.0 // mm, the suction cup
	contactTip = 45  // mm: a tip above this touches nothing, whatever it holds
	slack      = 0.5 // mm that a checker's top may be above the tip and still be approached from above
	drag       = 2.0 // mm that a pressed checker may be dragged

	gripDelay = 120 * time.Millisecond // until the vacuum holds
	dropDelay = 60 * time.Millisecond  // until it lets go
	noChecker = -1
)

// A nozzle is the suction cup with its pump and valve.
type nozzle struct {
	pump, valve      bool
	suctionChangedAt time.Duration // of the present state of pump and vent
	suction          bool          // the vacuum holds
	willMiss         bool          // this attempt has been decided to fail
	reachedChecker   bool          // this attempt came near a checker
	gripped          int           // index of the held checker, or noChecker
	offX, offY       float64       // its axis, seen from the tip
	transitDrop      transitDrop

	picks, misses, drops, dropsInTransit int // for the witness
}

// Slips happen so far from where a checker was lifted, mm; the shortest carry is 26 mm.
const (
	shortestTransit = 10.0
	longestTransit  = 120.0
)

// A transitDrop is the fault of a checker that falls from the nozzle on its way.
type transitDrop struct {
	chance   float64
	rng      *rand.Rand
	pending  bool              // what the nozzle holds will fall
	distance float64           // mm from where it was lifted
	from     groundtruth.Point // where it was lifted
	wasHigh  bool              // it has been high
}

// draw decides what becomes of a checker that the nozzle has just lifted.
func (s *transitDrop) draw(tip groundtruth.Point) {
	s.from, s.wasHigh, s.pending = tip, false, s.chance > 0 && s.rng.Float64() < s.chance
	if s.pending {
		s.distance = shortestTransit + s.rng.Float64()*(longestTransit-shortestTransit)
	}
}

// advance reports whether what is carried falls now: high above the board, at the latest when the
// nozzle is about to lay it down.
func (s *transitDrop) advance(tip groundtruth.Point) bool {
	switch {
	case !s.pending:
		return false
	case tip.Z > contactTip:
		s.wasHigh = true
		return distance(tip.X, tip.Y, s.from.X, s.from.Y) >= s.distance
	}
	return s.wasHigh
}
