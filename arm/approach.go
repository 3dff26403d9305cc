package arm

import (
	"math"
	"time"

	"crownhead/kinematics"
)

const (
	travelHeightTolerance = 2.0 // mm below the travelling height that still count as travelling
	shakeLift             = 2.0 // mm
	shakeSide             = 2.5 // mm: more than the cup yields, less than the distance to the next checker
	ventTime              = 100 * time.Millisecond
)

// approachPlace travels above a place and descends on it. The descent begins a little to one side, so that the base
// always arrives from that side, and ends slowly. With vent a pump that runs is switched off before the slow part: a
// vacuum that is already there would draw the checker up too early.
func (t *pass) approachPlace(tip kinematics.Vec, vent bool) bool {
	cfg := t.arm.cfg.Descent
	above := rotateAboutBase(tip, -cfg.BacklashAngle)
	above.Z = cfg.TravelHeight
	if !t.travelTo(above) {
		return false
	}
	if t.queue.markLast(aboveTarget) {
		t.aboveTarget = true
	}
	if !t.moveVertically(kinematics.Vec{X: tip.X, Y: tip.Y, Z: tip.Z + cfg.SlowLength}, cfg.VerticalSpeed) {
		return false
	}
	if vent && t.queue.pumpAtEnd {
		t.queue.pushActuation(false, true, ventTime)
	}
	return t.moveVertically(tip, cfg.SlowSpeed)
}

// layDownAt brings the checker on the nozzle to a place and lets it go.
func (t *pass) layDownAt(at Place) bool {
	cfg := t.arm.cfg
	p := t.arm.Centre(at, t.visitor)
	tip := kinematics.Vec{X: p.X, Y: p.Y, Z: p.Z + cfg.Board.Checker + cfg.Descent.GripClearance}
	return t.approachPlace(tip, false) && t.queueRelease()
}

// queueRelease lets the checker go. One that has stuck to the nozzle gets more time, and the tip shakes it.
func (t *pass) queueRelease() bool {
	t.queue.pushActuation(false, true, secondsToDuration(t.arm.cfg.Pump.Release)*time.Duration(1+t.failedReleases))
	if t.failedReleases > 0 && !t.queueShake() {
		return false
	}
	t.queue.pushActuation(false, false, 0)
	t.queue.markLast(pumpSwitched)
	return true
}

// queueShake lifts the tip a little and moves it from side to side and back to the middle, with the valve open.
func (t *pass) queueShake() bool {
	middle := t.arm.Tip(t.queue.endPosition)
	middle.Z += shakeLift
	if !t.moveVertically(middle, t.arm.cfg.Descent.VerticalSpeed) {
		return false
	}
	for _, side := range [...]float64{shakeSide, -shakeSide, 0} {
		beside := kinematics.Vec{X: middle.X, Y: middle.Y + side, Z: middle.Z}
		if !t.queueTrajectory(t.arm.planner.PlanTravel(t.queue.endPosition, beside)) {
			return false
		}
	}
	return true
}

// retreatFromRest is a retreat with which all motions begin. When the queue is empty the controller waits a little
// before it: its queue must not run empty if the first frames are lost.
func (t *pass) retreatFromRest() bool {
	if t.queue.isEmpty() {
		t.queue.pushActuation(t.queue.pumpAtEnd, false, secondsToDuration(t.arm.cfg.Watch.PrefillDelay))
	}
	return t.retreat()
}

// retreat lifts the tip to the travelling height, if it is lower.
func (t *pass) retreat() bool {
	return t.queueTrajectory(t.arm.planRetreat(t.queue.endPosition))
}

// travelTo goes to a point at travelling height, with a retreat before.
func (t *pass) travelTo(to kinematics.Vec) bool {
	return t.retreatFromRest() && t.queueTrajectory(t.arm.planTravel(t.queue.endPosition, to))
}

func (t *pass) moveVertically(to kinematics.Vec, speed float64) bool {
	return t.queueTrajectory(t.arm.planner.PlanVertical(t.queue.endPosition, to, speed))
}

func (t *pass) queueTrajectory(c kinematics.Trajectory, err error) bool {
	if err != nil {
		t.reportFault(err.Error())
		return false
	}
	t.queue.pushTrajectory(c)
	return true
}

// planRetreat lifts the tip to the travelling height; it plans no motion if the tip is there already.
func (a *Arm) planRetreat(from kinematics.MotorPosition) (kinematics.Trajectory, error) {
	p, h := a.Tip(from), a.cfg.Descent
	if p.Z > h.TravelHeight-travelHeightTolerance {
		return kinematics.Trajectory{End: from}, nil
	}
	p.Z = h.TravelHeight
	return a.planner.PlanVertical(from, p, h.VerticalSpeed)
}

// planTravel goes to a point at travelling height. Where homing leaves the arm the direct way may be outside
// the limits; then all joints go in step.
func (a *Arm) planTravel(from kinematics.MotorPosition, to kinematics.Vec) (kinematics.Trajectory, error) {
	trajectory, err := a.planner.PlanTravel(from, to)
	if err != nil {
		return a.planner.PlanJointMove(from, to)
	}
	return trajectory, nil
}

// rotateAboutBase returns the point turned about the base axis, degrees.
func rotateAboutBase(p kinematics.Vec, by float64) kinematics.Vec {
	sin, cos := math.Sincos(by * math.Pi / 180)
	return kinematics.Vec{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos, Z: p.Z}
}

// spiralOffset returns where try n looks for a checker: the first two at the centre, the second one only lower,
// because most misses are due to the vacuum; then four points around it, then four points between these,
// farther out.
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
