package world

import (
	"time"
)

// SetVacuum switches pump and vent (the valve that lets air in).
func (w *World) SetVacuum(pump, vent bool, now time.Duration) {
	n := &w.nozzle
	if n.pump == pump && n.valve == vent {
		return
	}
	was := n.pump && !n.valve
	n.pump, n.valve = pump, vent
	w.dirty = true
	if is := pump && !vent; is != was {
		n.suctionChangedAt = now
	}
}

// VacuumSettled reports that nothing about the vacuum changes until somebody switches it or moves the arm.
func (w *World) VacuumSettled() bool {
	return w.nozzle.suction == (w.nozzle.pump && !w.nozzle.valve)
}

// UpdateVacuum lets the vacuum build up or go, and lifts or drops what that decides. It is called
// every millisecond in which the motors stand; MoveMotors does the same.
func (w *World) UpdateVacuum(now time.Duration) {
	n := &w.nozzle
	on := n.pump && !n.valve
	switch {
	case on && !n.suction && now-n.suctionChangedAt >= gripDelay:
		n.suction, n.reachedChecker = true, false
		n.willMiss = w.pickMissChance > 0 && w.pickMissRNG.Float64() < w.pickMissChance
	case !on && n.suction && now-n.suctionChangedAt >= dropDelay:
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

// releaseChecker drops the held checker straight down.
func (w *World) releaseChecker() {
	n := &w.nozzle
	c := &w.checkers[n.gripped]
	n.gripped = noChecker
	height := c.Z
	w.layChecker(c, c.X+w.robotRNG.NormFloat64()*w.truth.RobotSigma, c.Y+w.robotRNG.NormFloat64()*w.truth.RobotSigma)
	c.tipAbove = true
	c.touchedAt = w.arm.tip
	if height-c.Z > checkerHeight {
		n.drops++
	}
}

// dropInTransit lets fall what slips from the nozzle; called every millisecond of motion.
func (w *World) dropInTransit() {
	n := &w.nozzle
	if n.gripped == noChecker || !n.transitDrop.advance(w.arm.tip) {
		return
	}
	c := &w.checkers[n.gripped]
	n.transitDrop.pending = false
	n.gripped, n.reachedChecker = noChecker, false
	w.layChecker(c, c.X+n.transitDrop.rng.NormFloat64()*w.truth.FallSigma, c.Y+n.transitDrop.rng.NormFloat64()*w.truth.FallSigma)
	c.lostInTransit = true
	n.dropsInTransit++
}

// midMove is how far a checker has been carried when it is in the middle of its way, mm; the
// shortest carry is 26 mm.
const midMove = 12

// IsMidMove reports that a checker is on its way, the pick-th that the arm lifts or a later one.
func (w *World) IsMidMove(pick int) bool {
	from := w.nozzle.transitDrop.from
	return w.nozzle.picks >= pick && w.nozzle.gripped != noChecker &&
		distance(w.arm.tip.X, w.arm.tip.Y, from.X, from.Y) >= midMove
}
