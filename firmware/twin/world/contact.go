package world

import (
	"time"

	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

// touchCheckers moves what the nozzle holds along with the tip, and finds what it presses on or sweeps into.
func (w *World) touchCheckers(now time.Duration) {
	n, tip := &w.nozzle, w.arm.tip
	low, radius := tip.Z, cupRadius
	if n.gripped != noChecker {
		low, radius = tip.Z-checkerHeight, checkerRadius
		c := &w.checkers[n.gripped]
		c.X, c.Y, c.Z = tip.X+n.offX, tip.Y+n.offY, low
	}
	if tip.Z > contactTip {
		w.forgetContacts()
		return
	}
	x, y := tip.X, tip.Y
	if n.gripped != noChecker {
		x, y = w.checkers[n.gripped].X, w.checkers[n.gripped].Y
	}
	floor := w.truth.SupportHeight(x, y)
	for i := range w.checkers {
		if i != n.gripped {
			floor = max(floor, w.touchChecker(&w.checkers[i], now, x, y, low, radius))
		}
	}
	if floor-low > w.truth.PressDepth {
		w.countContactViolation(now, witness.ViolationPressed, "%.1f mm deep at (%.1f, %.1f)", floor-low, x, y)
	}
	if n.gripped != noChecker {
		w.checkers[n.gripped].Z = max(low, floor)
		w.sensorsStale = true
	}
	w.tipWasLow = true
}

// forgetContacts forgets what was touched, once the tip is high.
func (w *World) forgetContacts() {
	if !w.tipWasLow {
		return
	}
	for i := range w.checkers {
		w.checkers[i].tipAbove, w.checkers[i].pushedAside = false, false
	}
	w.tipWasLow, w.sensorsStale = false, true
}

// touchChecker is one checker against the nozzle (or what it holds) with its axis at (x, y) and its
// underside at low. It returns the height of what presses back.
func (w *World) touchChecker(c *Checker, now time.Duration, x, y, low, radius float64) float64 {
	d, reach := distance(c.X, c.Y, x, y), radius+checkerRadius-0.2
	switch {
	case d >= reach:
		c.tipAbove, c.pushedAside = false, false
		return 0
	case low >= c.top()-slack:
		c.tipAbove, c.touchedAt = true, groundtruth.Point{X: x, Y: y, Z: low}
		return c.top()
	case !c.tipAbove:
		w.pushAside(c, now, x, y, d, reach)
		return 0
	}
	if moved := distance(x, y, c.touchedAt.X, c.touchedAt.Y); moved > drag {
		w.countContactViolation(now, witness.ViolationCollision, "a checker dragged to (%.1f, %.1f)", c.X, c.Y)
		dx, dy := x-c.touchedAt.X, y-c.touchedAt.Y
		c.touchedAt.X, c.touchedAt.Y = x, y
		c.X, c.Y = c.X+dx, c.Y+dy
		w.settleCheckers()
	}
	return c.top()
}

// pushAside shoves a checker out of the way of the nozzle.
func (w *World) pushAside(c *Checker, now time.Duration, x, y, d, reach float64) {
	if !c.pushedAside {
		w.countContactViolation(now, witness.ViolationCollision, "swept into the checker at (%.1f, %.1f)", c.X, c.Y)
	}
	c.pushedAside = true
	if d < 0.01 {
		c.X += reach
	} else {
		c.X, c.Y = x+(c.X-x)*reach/d, y+(c.Y-y)*reach/d
	}
	w.settleCheckers()
}

// countContactViolation counts what the nozzle has met. While a checker lies about where it has slipped
// to, that is no mistake of the robot's: what it meets is that checker, or what stands on it or
// under it.
func (w *World) countContactViolation(now time.Duration, kind witness.Violation, format string, args ...any) {
	for i := range w.checkers {
		if w.isLostInTransit(&w.checkers[i]) {
			return
		}
	}
	w.CountViolation(now, kind, format, args...)
}
