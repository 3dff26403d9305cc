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
	if n.held != noChecker {
		low, radius = tip.Z-checkerHeight, checkerRadius
		c := &w.checkers[n.held]
		c.X, c.Y, c.Z = tip.X+n.offX, tip.Y+n.offY, low
	}
	if tip.Z > contactTip {
		w.forgetContacts()
		return
	}
	x, y := tip.X, tip.Y
	if n.held != noChecker {
		x, y = w.checkers[n.held].X, w.checkers[n.held].Y
	}
	floor := w.truth.SupportHeight(x, y)
	for i := range w.checkers {
		if i != n.held {
			floor = max(floor, w.touchChecker(&w.checkers[i], now, x, y, low, radius))
		}
	}
	if floor-low > w.truth.PressDepth {
		w.countContactFault(now, witness.FaultPressed, "%.1f mm deep at (%.1f, %.1f)", floor-low, x, y)
	}
	if n.held != noChecker {
		w.checkers[n.held].Z = max(low, floor)
		w.unread = true
	}
	w.near = true
}

// forgetContacts forgets what was touched, once the tip is high.
func (w *World) forgetContacts() {
	if !w.near {
		return
	}
	for i := range w.checkers {
		w.checkers[i].under, w.checkers[i].swept = false, false
	}
	w.near, w.unread = false, true
}

// touchChecker is one checker against the nozzle (or what it holds) with its axis at (x, y) and its
// underside at low. It returns the height of what presses back.
func (w *World) touchChecker(c *Checker, now time.Duration, x, y, low, radius float64) float64 {
	d, reach := distance(c.X, c.Y, x, y), radius+checkerRadius-0.2
	switch {
	case d >= reach:
		c.under, c.swept = false, false
		return 0
	case low >= c.top()-slack:
		c.under, c.touched = true, groundtruth.Point{X: x, Y: y, Z: low}
		return c.top()
	case !c.under:
		w.pushAside(c, now, x, y, d, reach)
		return 0
	}
	if moved := distance(x, y, c.touched.X, c.touched.Y); moved > drag {
		w.countContactFault(now, witness.FaultCollision, "a checker dragged to (%.1f, %.1f)", c.X, c.Y)
		dx, dy := x-c.touched.X, y-c.touched.Y
		c.touched.X, c.touched.Y = x, y
		c.X, c.Y = c.X+dx, c.Y+dy
		w.settleCheckers()
	}
	return c.top()
}

// pushAside shoves a checker out of the way of the nozzle.
func (w *World) pushAside(c *Checker, now time.Duration, x, y, d, reach float64) {
	if !c.swept {
		w.countContactFault(now, witness.FaultCollision, "swept into the checker at (%.1f, %.1f)", c.X, c.Y)
	}
	c.swept = true
	if d < 0.01 {
		c.X += reach
	} else {
		c.X, c.Y = x+(c.X-x)*reach/d, y+(c.Y-y)*reach/d
	}
	w.settleCheckers()
}

// countContactFault counts what the nozzle has met. While a checker lies about where it has slipped
// to, that is no mistake of the robot's: what it meets is that checker, or what stands on it or
// under it.
func (w *World) countContactFault(now time.Duration, kind, format string, args ...any) {
	for i := range w.checkers {
		if w.isLost(&w.checkers[i]) {
			return
		}
	}
	w.CountMotionFault(now, kind, format, args...)
}
