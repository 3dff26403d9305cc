package twin

import "time"

// touch moves what the nozzle holds along with the tip, and finds what it presses on or sweeps into.
func (w *World) touch(now time.Duration) {
	n, tip := &w.nozzle, w.arm.tip
	low, radius := tip.Z, cupRadius
	if n.held != unset {
		low, radius = tip.Z-checkerHeight, checkerRadius
		c := &w.checkers[n.held]
		c.X, c.Y, c.Z = tip.X+n.offX, tip.Y+n.offY, low
	}
	if tip.Z > lowTip {
		w.leaveAll()
		return
	}
	x, y := tip.X, tip.Y
	if n.held != unset {
		x, y = w.checkers[n.held].X, w.checkers[n.held].Y
	}
	floor := w.truth.ground(x, y)
	for i := range w.checkers {
		if i != n.held {
			floor = max(floor, w.meet(&w.checkers[i], now, x, y, low, radius))
		}
	}
	if floor-low > w.truth.PressDepth {
		w.met(now, FaultPressed, "%.1f mm deep at (%.1f, %.1f)", floor-low, x, y)
	}
	if n.held != unset {
		w.checkers[n.held].Z = max(low, floor)
		w.unread = true
	}
	w.near = true
}

// leaveAll forgets contacts once the tip is high.
func (w *World) leaveAll() {
	if !w.near {
		return
	}
	for i := range w.checkers {
		w.checkers[i].over, w.checkers[i].swept = false, false
	}
	w.near, w.unread = false, true
}

// meet is one checker against the nozzle (or what it holds) with its axis at (x, y), its underside at low. It returns
// the height of what presses back.
func (w *World) meet(c *Checker, now time.Duration, x, y, low, radius float64) float64 {
	d, reach := apart(c.X, c.Y, x, y), radius+checkerRadius-0.2
	switch {
	case d >= reach:
		c.over, c.swept = false, false
		return 0
	case low >= c.top()-slack:
		c.over, c.touched = true, Point{x, y, low}
		return c.top()
	case !c.over:
		w.push(c, now, x, y, d, reach)
		return 0
	}
	if moved := apart(x, y, c.touched.X, c.touched.Y); moved > drag {
		w.met(now, FaultCollision, "a checker dragged to (%.1f, %.1f)", c.X, c.Y)
		dx, dy := x-c.touched.X, y-c.touched.Y
		c.touched.X, c.touched.Y = x, y
		c.X, c.Y = c.X+dx, c.Y+dy
		w.settle()
	}
	return c.top()
}

// push shoves a checker aside that stands in the way.
func (w *World) push(c *Checker, now time.Duration, x, y, d, reach float64) {
	if !c.swept {
		w.met(now, FaultCollision, "swept into the checker at (%.1f, %.1f)", c.X, c.Y)
	}
	c.swept = true
	if d < 0.01 {
		c.X += reach
	} else {
		c.X, c.Y = x+(c.X-x)*reach/d, y+(c.Y-y)*reach/d
	}
	w.settle()
}
