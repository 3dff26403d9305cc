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
func (r *Runner) approachPlace(tip kinematics.Vec, vent bool) error {
	cfg := r.arm.cfg.Descent
	above := rotateAboutBase(tip, -cfg.BacklashAngle)
	above.Z = cfg.TravelHeight
	if err := r.travelTo(above); err != nil {
		return err
	}
	if r.queue.markLast(aboveTarget) {
		r.aboveTarget = true
	}
	slowStart := kinematics.Vec{X: tip.X, Y: tip.Y, Z: tip.Z + cfg.SlowLength}
	if err := r.moveVertically(slowStart, cfg.VerticalSpeed); err != nil {
		return err
	}
	if vent && r.queue.pumpAtEnd {
		r.queue.pushActuation(false, true, ventTime)
	}
	return r.moveVertically(tip, cfg.SlowSpeed)
}

// layDownAt brings the checker on the nozzle to a place and lets it go; with shake, the tip shakes it.
func (r *Runner) layDownAt(at Place, wait time.Duration, shake bool) error {
	if err := r.approachPlace(r.tipAtChecker(at), false); err != nil {
		return err
	}
	return r.letGo(wait, shake)
}

// tipAtChecker returns where the tip is that has just brought a checker to a place.
func (r *Runner) tipAtChecker(at Place) kinematics.Vec {
	cfg, p := r.arm.cfg, r.arm.Centre(at, r.visitor)
	return kinematics.Vec{X: p.X, Y: p.Y, Z: p.Z + cfg.Board.CheckerHeight + cfg.Descent.GripClearance}
}

// letGo opens the valve for some time, at the end of a descent, and closes it again.
func (r *Runner) letGo(wait time.Duration, shake bool) error {
	if r.queue.markLast(atTarget) {
		r.release.noteOpened(r.queue.progressAt)
	}
	r.queue.pushActuation(false, true, wait)
	if shake {
		if err := r.queueShake(); err != nil {
			return err
		}
	}
	r.queue.pushActuation(false, false, 0)
	r.queue.markLast(pumpSwitched)
	return nil
}

// descendAgain goes straight down from above a place, where the tip has let a checker go in vain.
func (r *Runner) descendAgain(tip kinematics.Vec) error {
	cfg := r.arm.cfg.Descent
	r.queue.pushActuation(false, false, secondsToDuration(r.arm.cfg.Watch.PrefillDelay))
	slowStart := kinematics.Vec{X: tip.X, Y: tip.Y, Z: tip.Z + cfg.SlowLength}
	if err := r.moveVertically(slowStart, cfg.VerticalSpeed); err != nil {
		return err
	}
	return r.moveVertically(tip, cfg.SlowSpeed)
}

// queueShake lifts the tip a little and moves it from side to side and back to the middle, with the valve open.
func (r *Runner) queueShake() error {
	middle := r.arm.Tip(r.queue.endPosition)
	middle.Z += shakeLift
	if err := r.moveVertically(middle, r.arm.cfg.Descent.VerticalSpeed); err != nil {
		return err
	}
	for _, side := range [...]float64{shakeSide, -shakeSide, 0} {
		beside := kinematics.Vec{X: middle.X, Y: middle.Y + side, Z: middle.Z}
		if err := r.queueTrajectory(r.arm.planner.PlanTravel(r.queue.endPosition, beside)); err != nil {
			return err
		}
	}
	return nil
}

// travelTo goes to a point at travelling height, with a retreat before.
func (r *Runner) travelTo(to kinematics.Vec) error {
	if err := r.retreatFromRest(); err != nil {
		return err
	}
	return r.queueTrajectory(r.arm.planTravel(r.queue.endPosition, to))
}

// retreatFromRest is a retreat with which all motions begin. When the queue is empty the controller waits a little
// before it: its queue must not run empty if the first frames are lost.
func (r *Runner) retreatFromRest() error {
	if r.queue.isEmpty() {
		r.queue.pushActuation(r.queue.pumpAtEnd, false, secondsToDuration(r.arm.cfg.Watch.PrefillDelay))
	}
	return r.retreat()
}

// retreat lifts the tip to the travelling height, if it is lower.
func (r *Runner) retreat() error {
	return r.queueTrajectory(r.arm.planRetreat(r.queue.endPosition))
}

func (r *Runner) moveVertically(to kinematics.Vec, speed float64) error {
	return r.queueTrajectory(r.arm.planner.PlanVertical(r.queue.endPosition, to, speed))
}

func (r *Runner) queueTrajectory(t kinematics.Trajectory, err error) error {
	if err != nil {
		return err
	}
	r.queue.pushTrajectory(t)
	return nil
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
