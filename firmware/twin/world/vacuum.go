package world

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/twin/groundtruth"
)

const (
	cupRadius  = 3.0 // mm, the suction cup
	contactTip = 45  // mm: a tip above this touches nothing, whatever it carries
	drag       = 2.0 // mm that a pressed checker may be dragged

	gripDelay = 120 * time.Millisecond // until the suction holds
	dropDelay = 60 * time.Millisecond  // until the suction lets go
	noChecker = -1
)

// A nozzle is the suction cup with its pump and its valve. The open valve lets air in.
type nozzle struct {
	pump, valve      bool
	suctionChangedAt time.Duration // when pump and valve began or ceased to make a vacuum
	releaseDelay     time.Duration // an injected fault: how much longer than usual the suction holds a checker
	suction          bool          // the vacuum holds
	willMiss         bool          // this attempt was drawn to fail
	reachedChecker   bool          // this attempt came near a checker
	gripped          int           // index of the gripped checker, or noChecker
	offX, offY       float64       // its axis, seen from the tip
	transitDrop      transitDrop

	picks, misses, drops, dropsInTransit int // for Counts
}

// makesVacuum reports whether pump and valve are switched so that a vacuum builds up.
func (n *nozzle) makesVacuum() bool { return n.pump && !n.valve }

// timeToLetGo is how long the suction still holds when nothing makes a vacuum any more.
func (n *nozzle) timeToLetGo() time.Duration {
	if n.gripped == noChecker {
		return dropDelay
	}
	return dropDelay + n.releaseDelay
}

// A checker that is lost in transit falls so far from where it was lifted, mm. The shortest carry is 26 mm.
const (
	minTransit = 10.0
	maxTransit = 120.0
)

// A transitDrop is the injected fault of a checker that falls from the nozzle on its way.
type transitDrop struct {
	chance   float64
	rng      *rand.Rand
	pending  bool              // what the nozzle carries will fall
	distance float64           // mm from where it was lifted
	from     groundtruth.Point // where it was lifted
	wasHigh  bool              // it has been high above the board
}

// draw decides whether and where a checker that was just lifted falls.
func (t *transitDrop) draw(tip groundtruth.Point) {
	t.from, t.wasHigh, t.pending = tip, false, t.chance > 0 && t.rng.Float64() < t.chance
	if t.pending {
		t.distance = minTransit + t.rng.Float64()*(maxTransit-minTransit)
	}
}

// advance follows the tip and reports whether what it carries falls now: high above the board, or at the
// latest when the nozzle comes down to lay it.
func (t *transitDrop) advance(tip groundtruth.Point) (falls bool) {
	switch {
	case !t.pending:
		return false
	case tip.Z > contactTip:
		t.wasHigh = true
		return distance(tip.X, tip.Y, t.from.X, t.from.Y) >= t.distance
	}
	return t.wasHigh
}

// SetVacuum switches pump and valve.
func (w *World) SetVacuum(pump, valve bool, now time.Duration) {
	n := &w.nozzle
	if n.pump == pump && n.valve == valve {
		return
	}
	was := n.makesVacuum()
	n.pump, n.valve = pump, valve
	w.dirty = true
	if n.makesVacuum() != was {
		n.suctionChangedAt = now
	}
}

// VacuumSettled reports that nothing about the vacuum changes until pump or valve is switched or the arm moves.
func (w *World) VacuumSettled() bool { return w.nozzle.suction == w.nozzle.makesVacuum() }

// UpdateVacuum lets the vacuum build up or collapse, and lifts or drops a checker when it does. A
// controller calls it in every millisecond in which the motors stand, at least while the vacuum is not
// settled. MoveMotors does the same.
func (w *World) UpdateVacuum(now time.Duration) {
	n := &w.nozzle
	switch on := n.makesVacuum(); {
	case on && !n.suction && now-n.suctionChangedAt >= gripDelay:
		n.suction, n.reachedChecker = true, false
		n.willMiss = w.pickMissChance > 0 && w.pickMissRNG.Float64() < w.pickMissChance
	case !on && n.suction && now-n.suctionChangedAt >= n.timeToLetGo():
		n.suction = false
		if n.gripped != noChecker {
			w.releaseChecker()
		} else if n.reachedChecker {
			n.misses++
			w.dirty = true
		}
	}
	if n.suction && n.gripped == noChecker {
		w.gripChecker()
	}
}

// gripChecker lifts the checker under the tip, if one is near enough.
func (w *World) gripChecker() {
	n, tip := &w.nozzle, w.arm.tip
	best, nearest := noChecker, w.truth.PickRadius
	for i := range w.checkers {
		c := &w.checkers[i]
		gap, d := tip.Z-c.top(), distance(c.X, c.Y, tip.X, tip.Y)
		if gap > w.truth.PickGap || gap < -w.truth.PressDepth-1 {
			continue
		}
		if d < checkerRadius+cupRadius {
			n.reachedChecker = true
		}
		if d <= nearest && !w.isCovered(c) {
			best, nearest = i, d
		}
	}
	if best == noChecker || n.willMiss {
		return
	}
	c := &w.checkers[best]
	n.gripped, n.offX, n.offY = best, c.X-tip.X, c.Y-tip.Y
	c.Gripped = true
	n.transitDrop.draw(tip)
	n.picks++
	w.dirty = true
}

// releaseChecker drops the gripped checker straight down.
func (w *World) releaseChecker() {
	n := &w.nozzle
	c := &w.checkers[n.gripped]
	n.gripped = noChecker
	height := c.Z
	w.layChecker(c, c.X+w.releaseRNG.NormFloat64()*w.truth.RobotSigma, c.Y+w.releaseRNG.NormFloat64()*w.truth.RobotSigma)
	c.belowNozzle = true
	c.touchedAt = w.arm.tip
	if height-c.Z > checkerHeight {
		n.drops++
	}
}

// dropInTransit drops the carried checker if it is drawn to fall here. It is called in every
// millisecond of motion.
func (w *World) dropInTransit() {
	n := &w.nozzle
	if n.gripped == noChecker || !n.transitDrop.advance(w.arm.tip) {
		return
	}
	c := &w.checkers[n.gripped]
	n.transitDrop.pending = false
	n.gripped, n.reachedChecker = noChecker, false
	rng, sigma := n.transitDrop.rng, w.truth.FallSigma
	w.layChecker(c, c.X+rng.NormFloat64()*sigma, c.Y+rng.NormFloat64()*sigma)
	c.lostInTransit = true
	n.dropsInTransit++
}

// midMove is how far a checker has been carried when it counts as being in mid-move, mm. The shortest
// carry is 26 mm.
const midMove = 12

// IsMidMove reports that a checker is on its way: the pick-th that the arm has lifted, or a later one.
func (w *World) IsMidMove(pick int) bool {
	from := w.nozzle.transitDrop.from
	return w.nozzle.picks >= pick && w.nozzle.gripped != noChecker &&
		distance(w.arm.tip.X, w.arm.tip.Y, from.X, from.Y) >= midMove
}
