package arm

import (
	"math"
	"time"

	"crownhead/board"
	"crownhead/kinematics"
)

const (
	highEnough = 2.0 // mm below the travelling height that still count as travelling
	blindPicks = 3   // tries at a place without a sensor, each of which costs a whole carry
	shakeLift  = 2.0 // mm
	shakeSide  = 2.5 // mm
	vent       = 100 * time.Millisecond
)

func (t *pass) carry() Carry { return t.program.Carries[t.step] }

// nextCarry begins the carry that is due, or parks when all are done.
func (t *pass) nextCarry() bool {
	t.tries, t.releases = 0, 0
	if t.step >= len(t.program.Carries) {
		return t.goPark(Event{Kind: EventDone, Step: t.step, Square: board.NoSquare})
	}
	return t.pick()
}

// enter begins a stage.
func (t *pass) enter(s stage) {
	t.stage, t.near, t.switched = s, false, false
	t.watch.forget()
}

// pick goes down to the checker, grips it and lifts it. A later try goes lower, and to another point of the spiral.
func (t *pass) pick() bool {
	t.enter(picking)
	cfg := t.arm.cfg
	p := t.arm.centre(t.carry().From, t.visitor)
	dx, dy := spiral(t.tries, cfg.Retry.Spiral)
	lower := min(float64(t.tries)*cfg.Retry.Lower, cfg.Heights.Gap+cfg.Retry.Floor)
	tip := kinematics.Vec{X: p.X + dx, Y: p.Y + dy, Z: p.Z + cfg.Board.Checker + cfg.Heights.Gap - lower}
	return t.down(tip, func() {
		if t.flight.pumping { // a vacuum that is there already would draw before the tip is down
			t.flight.actuate(false, true, vent)
		}
	}) && t.grip() && t.up()
}

func (t *pass) grip() bool {
	t.flight.actuate(true, false, seconds(t.arm.cfg.Pump.Grip))
	t.flight.reach(switched)
	return true
}

// place goes to the target, lets go there and lifts. A later try lets go for longer.
func (t *pass) place() bool {
	t.enter(placing)
	return t.lay(t.carry().To) && t.up()
}

// lay lets go on a place.
func (t *pass) lay(at Place) bool {
	cfg := t.arm.cfg
	p := t.arm.centre(at, t.visitor)
	tip := kinematics.Vec{X: p.X, Y: p.Y, Z: p.Z + cfg.Board.Checker + cfg.Heights.Gap}
	return t.down(tip, func() {}) && t.release()
}

// release lets go. A checker that has stuck to the nozzle is given longer, and shaken.
func (t *pass) release() bool {
	t.flight.actuate(false, true, seconds(t.arm.cfg.Pump.Release)*time.Duration(1+t.releases))
	if t.releases > 0 && !t.shake() {
		return false
	}
	t.flight.actuate(false, false, 0)
	t.flight.reach(switched)
	return true
}

// shake lifts the tip a little and moves it from side to side and back to the middle, with the valve open: farther than
// the cup is soft, and not as far as the next checker stands.
func (t *pass) shake() bool {
	middle := t.arm.Tip(t.flight.end)
	middle.Z += shakeLift
	if !t.line(middle, t.arm.cfg.Heights.Vertical) {
		return false
	}
	for _, side := range [...]float64{shakeSide, -shakeSide, 0} {
		beside := kinematics.Vec{X: middle.X, Y: middle.Y + side, Z: middle.Z}
		if !t.add(t.arm.planner.Travel(t.flight.end, beside)) {
			return false
		}
	}
	return true
}

// down travels to a place and descends on it: begun a little to one side, so that the base always arrives from there;
// slow at the end, after before.
func (t *pass) down(tip kinematics.Vec, before func()) bool {
	cfg := t.arm.cfg.Heights
	above := turned(tip, -cfg.Aside)
	above.Z = cfg.Travel
	if !t.travel(above) {
		return false
	}
	if t.flight.reach(near) {
		t.near = true
	}
	if !t.line(kinematics.Vec{X: tip.X, Y: tip.Y, Z: tip.Z + cfg.Touch}, cfg.Vertical) {
		return false
	}
	before()
	return t.line(tip, cfg.Slow)
}

// up lifts the tip to the travelling height, if it is lower.
func (t *pass) up() bool {
	p := t.arm.Tip(t.flight.end)
	if p.Z > t.arm.cfg.Heights.Travel-highEnough {
		return true
	}
	p.Z = t.arm.cfg.Heights.Travel
	return t.line(p, t.arm.cfg.Heights.Vertical)
}

// rise is up from rest. All motions begin with it, and the controller waits a little before it: its queue must not run
// empty when the first frames are lost.
func (t *pass) rise() bool {
	if t.flight.empty() {
		t.flight.actuate(t.flight.pumping, false, seconds(t.arm.cfg.Watch.Lead))
	}
	return t.up()
}

// travel goes to a high point, lifting first.
func (t *pass) travel(to kinematics.Vec) bool {
	if !t.rise() {
		return false
	}
	chain, err := t.arm.planner.Travel(t.flight.end, to)
	if err != nil { // from where homing leaves the arm the straight way may be closed
		chain, err = t.arm.planner.Swing(t.flight.end, to)
	}
	return t.add(chain, err)
}

func (t *pass) line(to kinematics.Vec, speed float64) bool {
	return t.add(t.arm.planner.Line(t.flight.end, to, speed))
}

func (t *pass) add(c kinematics.Chain, err error) bool {
	if err != nil {
		t.fault(err.Error())
		return false
	}
	t.flight.move(c)
	return true
}

// turned is the point turned about the base axis, degrees.
func turned(p kinematics.Vec, by float64) kinematics.Vec {
	sin, cos := math.Sincos(by * math.Pi / 180)
	return kinematics.Vec{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos, Z: p.Z}
}

// spiral is where try n looks: twice at the centre, the second time only lower, for most misses are the vacuum's; then
// four points around it, then four points between these, farther out.
func spiral(n int, step float64) (dx, dy float64) {
	if n < 2 {
		return 0, 0
	}
	turn := float64(n-2) * math.Pi / 2
	if n >= 6 {
		step, turn = 2*step, turn+math.Pi/4
	}
	return step * math.Cos(turn), step * math.Sin(turn)
}
