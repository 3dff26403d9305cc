package twin

import (
	"time"
)

const (
	cupRadius = 3.0 // mm, the suction cup
	lowTip    = 45  // mm: a tip above this touches nothing, whatever it holds
	slack     = 0.5 // mm that a checker's top may be above the tip and still be approached from above
	drag      = 2.0 // mm that a pressed checker may be dragged

	gripDelay = 120 * time.Millisecond // until the vacuum holds
	dropDelay = 60 * time.Millisecond  // until it lets go
	unset     = -1
)

// A nozzle is the suction cup with its pump and valve.
type nozzle struct {
	pump, vent bool
	since      time.Duration // of the present state of pump and vent
	suction    bool          // the vacuum holds
	missing    bool          // this attempt has been decided to fail
	reached    bool          // this attempt came near a checker
	held       int           // index of the held checker, or unset
	offX, offY float64       // its axis, seen from the tip
}

// Vacuum switches pump and vent (the valve that lets air in).
func (w *World) Vacuum(pump, vent bool, now time.Duration) {
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

// breathe lets the vacuum build up or go, and lifts or drops what that decides.
func (w *World) breathe(now time.Duration) {
	n := &w.nozzle
	on := n.pump && !n.vent
	switch {
	case on && !n.suction && now-n.since >= gripDelay:
		n.suction, n.reached, n.missing = true, false, w.chance(w.missChance)
	case !on && n.suction && now-n.since >= dropDelay:
		n.suction = false
		w.endAttempt(now)
	}
	if n.suction && n.held == unset {
		w.grip()
	}
}

// quiet tells that the vacuum is settled: nothing changes until somebody switches or moves.
func (w *World) quiet() bool {
	return w.nozzle.suction == (w.nozzle.pump && !w.nozzle.vent)
}

// endAttempt lets go what the nozzle holds, or counts a miss.
func (w *World) endAttempt(now time.Duration) {
	if w.nozzle.held != unset {
		w.release(now)
	} else if w.nozzle.reached {
		w.counts.PickMisses++
		w.changed = true
	}
}

// grip lifts the checker under the tip, if one is near enough.
func (w *World) grip() {
	n, tip := &w.nozzle, w.arm.tip
	best, nearest := unset, w.truth.PickRadius
	for i := range w.checkers {
		c := &w.checkers[i]
		gap, d := tip.Z-c.top(), apart(c.X, c.Y, tip.X, tip.Y)
		if gap > w.truth.PickGap || gap < -w.truth.PressDepth-1 {
			continue
		}
		if d < checkerRadius+cupRadius {
			n.reached = true
		}
		if d <= nearest && !w.covered(c) {
			best, nearest = i, d
		}
	}
	if best == unset || n.missing {
		return
	}
	c := &w.checkers[best]
	n.held, n.offX, n.offY = best, c.X-tip.X, c.Y-tip.Y
	c.Held = true
	w.slip.lifted(tip)
	w.counts.Picks++
	w.changed = true
}

// covered tells whether another checker lies on c.
func (w *World) covered(c *Checker) bool {
	for i := range w.checkers {
		o := &w.checkers[i]
		if o.ID != c.ID && !o.Held && o.Z >= c.top()-slack && apart(c.X, c.Y, o.X, o.Y) < 2*checkerRadius {
			return true
		}
	}
	return false
}

// release drops the held checker straight down.
func (w *World) release(now time.Duration) {
	n := &w.nozzle
	c := &w.checkers[n.held]
	n.held = unset
	height := c.Z
	w.lay(c, c.X+w.robotRNG.NormFloat64()*w.truth.RobotSigma, c.Y+w.robotRNG.NormFloat64()*w.truth.RobotSigma)
	c.over = true
	c.touched = w.arm.tip
	if height-c.Z > checkerHeight {
		w.counts.Drops++
	}
}
