package world

import (
	"time"

	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

// A contactShape is the lower end of the nozzle: its cup, or the checker that the cup grips.
type contactShape struct {
	x, y   float64 // axis
	low    float64 // z of the underside
	radius float64
}

// touchCheckers moves the gripped checker along with the tip, and lets the nozzle press on checkers and
// sweep into them.
func (w *World) touchCheckers(now time.Duration) {
	n, tip := &w.nozzle, w.arm.tip
	shape := contactShape{x: tip.X, y: tip.Y, low: tip.Z, radius: cupRadius}
	if n.gripped != noChecker {
		c := &w.checkers[n.gripped]
		c.X, c.Y, c.Z = tip.X+n.offX, tip.Y+n.offY, tip.Z-checkerHeight
		shape = contactShape{x: c.X, y: c.Y, low: c.Z, radius: checkerRadius}
	}
	if tip.Z > contactTip {
		w.forgetContacts()
		return
	}
	floor := w.truth.SupportHeight(shape.x, shape.y)
	for i := range w.checkers {
		if i != n.gripped {
			floor = max(floor, w.touchChecker(&w.checkers[i], now, shape))
		}
	}
	if depth := floor - shape.low; depth > w.truth.PressDepth {
		w.countContactViolation(now, witness.ViolationPressed, "%.1f mm deep at (%.1f, %.1f)", depth, shape.x, shape.y)
	}
	if n.gripped != noChecker {
		w.checkers[n.gripped].Z = max(shape.low, floor)
		w.sensorsStale = true
	}
	w.tipWasLow = true
}

// forgetContacts forgets what was touched, once the tip is high again.
func (w *World) forgetContacts() {
	if !w.tipWasLow {
		return
	}
	for i := range w.checkers {
		w.checkers[i].belowNozzle, w.checkers[i].pushedAside = false, false
	}
	w.tipWasLow, w.sensorsStale = false, true
}

// touchChecker lets the nozzle press on one checker, drag it, or push it aside. It returns the height at
// which the checker carries the nozzle, or 0 if it does not.
func (w *World) touchChecker(c *Checker, now time.Duration, shape contactShape) float64 {
	d, reach := distance(c.X, c.Y, shape.x, shape.y), shape.radius+checkerRadius-0.2
	switch {
	case d >= reach:
		c.belowNozzle, c.pushedAside = false, false
		return 0
	case shape.low >= c.top()-slack:
		c.belowNozzle, c.touchedAt = true, groundtruth.Point{X: shape.x, Y: shape.y, Z: shape.low}
		return c.top()
	case !c.belowNozzle:
		w.pushAside(c, now, shape, d, reach)
		return 0
	}
	if moved := distance(shape.x, shape.y, c.touchedAt.X, c.touchedAt.Y); moved > drag {
		w.countContactViolation(now, witness.ViolationCollision, "a checker dragged to (%.1f, %.1f)", c.X, c.Y)
		dx, dy := shape.x-c.touchedAt.X, shape.y-c.touchedAt.Y
		c.touchedAt.X, c.touchedAt.Y = shape.x, shape.y
		c.X, c.Y = c.X+dx, c.Y+dy
		w.settleCheckers()
	}
	return c.top()
}

// pushAside pushes a checker out of the way of the nozzle. Its distance d is less than the reach.
func (w *World) pushAside(c *Checker, now time.Duration, shape contactShape, d, reach float64) {
	if !c.pushedAside {
		w.countContactViolation(now, witness.ViolationCollision, "swept into the checker at (%.1f, %.1f)", c.X, c.Y)
	}
	c.pushedAside = true
	if d < 0.01 {
		c.X += reach
	} else {
		c.X, c.Y = shape.x+(c.X-shape.x)*reach/d, shape.y+(c.Y-shape.y)*reach/d
	}
	w.settleCheckers()
}

// countContactViolation counts what the nozzle has touched, unless some checker lies where it was lost in
// transit. The robot cannot know of that one, and what the nozzle touches may be it, or a checker that
// stands on it or under it.
func (w *World) countContactViolation(now time.Duration, kind witness.Violation, format string, args ...any) {
	for i := range w.checkers {
		if w.isLostInTransit(&w.checkers[i]) {
			return
		}
	}
	w.CountViolation(now, kind, format, args...)
}
