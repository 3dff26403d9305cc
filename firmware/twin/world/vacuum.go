package world

import (
	"time"
)

// SetVacuum switches pump and vent (the valve that lets air in).
func (w *World) SetVacuum(pump, vent bool, now time.Duration) {
	n := &w.nozzle
	if n.pump == pump && n.vent == vent {
		return
	}
	was := n.pump && !n.vent
	n.pump, n.vent = pump, vent
	w.changed = true
	if is := pump && !vent; is != was {
		n.since = now
	}
}

// VacuumSettled reports that nothing about the vacuum changes until somebody switches it or moves the arm.
func (w *World) VacuumSettled() bool {
	return w.nozzle.suction == (w.nozzle.pump && !w.nozzle.vent)
}

// UpdateVacuum lets the vacuum build up or go, and lifts or drops what that decides. It is called
// every millisecond in which the motors stand; MoveMotors does the same.
func (w *World) UpdateVacuum(now time.Duration) {
	n := &w.nozzle
	on := n.pump && !n.vent
	switch {
	case on && !n.suction && now-n.since >= gripDelay:
		n.suction, n.reached = true, false
		n.missing = w.missChance > 0 && w.missRNG.Float64() < w.missChance
	case !on && n.suction && now-n.since >= dropDelay:
		n.suction = false
		if n.held != noChecker {
			w.releaseChecker()
		} else if n.reached {
			n.misses++
			w.changed = true
		}
	}
	if n.suction && n.held == noChecker {
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
			n.reached = true
		}
		if d <= nearest && !w.isCovered(c) {
			best, nearest = i, d
		}
	}
	if best == noChecker || n.missing {
		return
	}
	c := &w.checkers[best]
	n.held, n.offX, n.offY = best, c.X-tip.X, c.Y-tip.Y
	c.Held = true
	n.slip.drawFate(tip)
	n.picks++
	w.changed = true
}

// releaseChecker drops the held checker straight down.
func (w *World) releaseChecker() {
	n := &w.nozzle
	c := &w.checkers[n.held]
	n.held = noChecker
	height := c.Z
	w.layChecker(c, c.X+w.robotRNG.NormFloat64()*w.truth.RobotSigma, c.Y+w.robotRNG.NormFloat64()*w.truth.RobotSigma)
	c.under = true
	c.touched = w.arm.tip
	if height-c.Z > checkerHeight {
		n.drops++
	}
}

// dropSlipping lets fall what slips from the nozzle; called every millisecond of motion.
func (w *World) dropSlipping() {
	n := &w.nozzle
	if n.held == noChecker || !n.slip.isDue(w.arm.tip) {
		return
	}
	c := &w.checkers[n.held]
	n.slip.pending = false
	n.held, n.reached = noChecker, false
	w.layChecker(c, c.X+n.slip.rng.NormFloat64()*w.truth.FallSigma, c.Y+n.slip.rng.NormFloat64()*w.truth.FallSigma)
	c.slipped = true
	n.slips++
}

// midMove is how far a checker has been carried when it is in the middle of its way, mm; the
// shortest carry is 26 mm.
const midMove = 12

// IsMidMove reports that a checker is on its way, the pick-th that the arm lifts or a later one.
func (w *World) IsMidMove(pick int) bool {
	from := w.nozzle.slip.from
	return w.nozzle.picks >= pick && w.nozzle.held != noChecker &&
		distance(w.arm.tip.X, w.arm.tip.Y, from.X, from.Y) >= midMove
}
