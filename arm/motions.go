package arm

import (
	"math"
	"time"

	"crownhead/kinematics"
)

const (
	highEnough = 2.0 // mm below the travelling height that still count as travelling
	blindPicks = 3   // tries at a place without a sensor, each of which costs a whole carry
	shakeLift  = 2.0 // mm
	shakeSide  = 2.5 // mm
	vent       = 100 * time.Millisecond
)

// approachPlace travels to a place and descends on it: begun a little to one side, so that the base always arrives from there;
// slow at the end, after before.
func (t *pass) approachPlace(tip kinematics.Vec, before func()) bool {
	cfg := t.arm.cfg.Heights
	above := rotateAboutBase(tip, -cfg.Aside)
	above.Z = cfg.Travel
	if !t.travelTo(above) {
		return false
	}
	if t.queue.markLast(aboveTarget) {
		t.aboveTarget = true
	}
	if !t.moveVertically(kinematics.Vec{X: tip.X, Y: tip.Y, Z: tip.Z + cfg.Touch}, cfg.Vertical) {
		return false
	}
	before()
	return t.moveVertically(tip, cfg.Slow)
}

// layDownAt lets go on a place.
func (t *pass) layDownAt(at Place) bool {
	cfg := t.arm.cfg
	p := t.arm.Centre(at, t.visitor)
	tip := kinematics.Vec{X: p.X, Y: p.Y, Z: p.Z + cfg.Board.Checker + cfg.Heights.Gap}
	return t.approachPlace(tip, func() {}) && t.queueRelease()
}

// queueRelease lets go. A checker that has stuck to the nozzle is given longer, and shaken.
func (t *pass) queueRelease() bool {
	t.queue.pushActuation(false, true, secondsToDuration(t.arm.cfg.Pump.Release)*time.Duration(1+t.releases))
	if t.releases > 0 && !t.queueShake() {
		return false
	}
	t.queue.pushActuation(false, false, 0)
	t.queue.markLast(pumpSwitched)
	return true
}

// queueShake lifts the tip a little and moves it from side to side and back to the middle, with the valve open: farther than
// the cup is soft, and not as far as the next checker stands.
func (t *pass) queueShake() bool {
	middle := t.arm.Tip(t.queue.end)
	middle.Z += shakeLift
	if !t.moveVertically(middle, t.arm.cfg.Heights.Vertical) {
		return false
	}
	for _, side := range [...]float64{shakeSide, -shakeSide, 0} {
		beside := kinematics.Vec{X: middle.X, Y: middle.Y + side, Z: middle.Z}
		if !t.queueTrajectory(t.arm.planner.PlanTravel(t.queue.end, beside)) {
			return false
		}
	}
	return true
}

// retreatFromRest is up from rest. All motions begin with it, and the controller waits a little before it: its queue must not run
// empty when the first frames are lost.
func (t *pass) retreatFromRest() bool {
	if t.queue.isEmpty() {
		t.queue.pushActuation(t.queue.pumping, false, secondsToDuration(t.arm.cfg.Watch.Lead))
	}
	return t.retreat()
}

// retreat lifts the tip to the travelling height, if it is lower.
func (t *pass) retreat() bool {
	p := t.arm.Tip(t.queue.end)
	if p.Z > t.arm.cfg.Heights.Travel-highEnough {
		return true
	}
	p.Z = t.arm.cfg.Heights.Travel
	return t.moveVertically(p, t.arm.cfg.Heights.Vertical)
}

// travelTo goes to a high point, lifting first.
func (t *pass) travelTo(to kinematics.Vec) bool {
	if !t.retreatFromRest() {
		return false
	}
	chain, err := t.arm.planner.PlanTravel(t.queue.end, to)
	if err != nil { // from where homing leaves the arm the straight way may be closed
		chain, err = t.arm.planner.PlanJointMove(t.queue.end, to)
	}
	return t.queueTrajectory(chain, err)
}

func (t *pass) moveVertically(to kinematics.Vec, speed float64) bool {
	return t.queueTrajectory(t.arm.planner.PlanVertical(t.queue.end, to, speed))
}

func (t *pass) queueTrajectory(c kinematics.Trajectory, err error) bool {
	if err != nil {
		t.reportFault(err.Error())
		return false
	}
	t.queue.pushTrajectory(c)
	return true
}

// rotateAboutBase is the point turned about the base axis, degrees.
func rotateAboutBase(p kinematics.Vec, by float64) kinematics.Vec {
	sin, cos := math.Sincos(by * math.Pi / 180)
	return kinematics.Vec{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos, Z: p.Z}
}

// spiralOffset is where try n looks: twice at the centre, the second time only lower, for most misses are the vacuum's; then
// four points around it, then four points between these, farther out.
func spiralOffset(n int, step float64) (dx, dy float64) {
	if n < 2 {
		return 0, 0
	}
	turn := float64(n-2) * math.Pi / 2
	if n >= 6 {
		step, turn = 2*step, turn+math.Pi/4
	}
	return step * math.Cos(turn), step * math.Sin(turn)
}
