package arm

import (
	"errors"
	"fmt"

	"crownhead/kinematics"
)

// Why the arm refuses a manual motion.
var (
	ErrStopped    = errors.New("arm: stopped, or still slowing down: clear the stop, then home")
	ErrLost       = errors.New("arm: its position is unknown: home it first")
	ErrBusy       = errors.New("arm: still moving: wait until it stands")
	ErrOutOfReach = errors.New("arm: out of reach")
)

// Heights at which Goto stops.
const (
	HeightTravel = "travel" // as high as checkers are carried
	HeightNear   = "near"   // where the slow part of a descent begins
	HeightTouch  = "touch"  // where a checker would be gripped
)

const (
	jogDescent      = 4.0  // mm that the last part of a jog descends, to take up the gears' play as a pick does
	minTipHeight    = -3.0 // mm: the tip presses on the table there
	maxPendingItems = 64   // items planned ahead when jogs come faster than the arm moves
)

// Jog moves the tip by some millimetres at the slow speed. It goes on a straight line to a point a little above
// the end and to one side, and from there to the end. So the gears' play lies on the same side as in a pick,
// and the tip ends where a pick would end. At travelling height it goes straight to the end.
func (r *Runner) Jog(st Status, dx, dy, dz float64) error {
	plan, err := r.newManualPlan(st)
	if err != nil {
		return err
	}
	h := r.arm.cfg.Descent
	at := r.arm.Tip(plan.endPosition)
	to := kinematics.Vec{X: at.X + dx, Y: at.Y + dy, Z: at.Z + dz}
	if err := r.arm.checkTip(to); err != nil {
		return err
	}
	if to.Z < h.TravelHeight-travelHeightTolerance {
		before := rotateAboutBase(to, -h.BacklashAngle)
		before.Z += jogDescent
		plan.linearTo(before)
	}
	plan.linearTo(to)
	return r.executePlan(st, plan)
}

// Goto moves the tip above a place by its name (see ParsePlace and NamePark), to one of the heights. It
// retreats first, and approaches the place from the side as a pick does.
func (r *Runner) Goto(st Status, name, height string) error {
	plan, err := r.newManualPlan(st)
	if err != nil {
		return err
	}
	if name == NamePark {
		plan.retreat()
		plan.travelTo(kinematics.Vec(r.arm.cfg.Park))
		return r.executePlan(st, plan)
	}
	to, err := r.targetAbove(name, height)
	if err != nil {
		return err
	}
	if err := r.arm.checkTip(to); err != nil {
		return err
	}
	h := r.arm.cfg.Descent
	plan.retreat()
	if height == HeightTravel {
		plan.travelTo(to)
		return r.executePlan(st, plan)
	}
	aside := rotateAboutBase(to, -h.BacklashAngle)
	aside.Z = h.TravelHeight
	plan.travelTo(aside)
	plan.appendTrajectory(r.arm.planner.PlanVertical(plan.endPosition, to, h.VerticalSpeed))
	return r.executePlan(st, plan)
}

// targetAbove returns where Goto brings the tip.
func (r *Runner) targetAbove(name, height string) (kinematics.Vec, error) {
	p, err := r.arm.ParsePlace(name)
	if err != nil {
		return kinematics.Vec{}, err
	}
	cfg, to := r.arm.cfg, r.arm.Centre(p, r.visitor)
	switch grip := to.Z + cfg.Board.CheckerHeight + cfg.Descent.GripClearance; height {
	case HeightTravel:
		to.Z = cfg.Descent.TravelHeight
	case HeightNear:
		to.Z = grip + cfg.Descent.SlowLength
	case HeightTouch:
		to.Z = grip
	default:
		return to, fmt.Errorf("arm: unknown height %q: want %s, %s or %s", height, HeightTravel, HeightNear, HeightTouch)
	}
	return to, nil
}

// MovingManually reports whether the arm is carrying out a motion that the operator has commanded.
func (r *Runner) MovingManually() bool { return r.stage == manual }

// ManualInterrupted reports whether a stop ended the last manual motion before it was complete.
func (r *Runner) ManualInterrupted() bool { return r.manualInterrupted }

// Pump switches the pump on, or off with the valve open for a moment.
func (r *Runner) Pump(st Status, on bool) error {
	if _, err := r.newManualPlan(st); err != nil {
		return err
	}
	r.startManualMotion(st)
	if on {
		r.queue.pushActuation(true, false, 0)
		return nil
	}
	r.queue.pushActuation(false, true, secondsToDuration(r.arm.cfg.Pump.ReleaseTime))
	r.queue.pushActuation(false, false, 0)
	return nil
}

// A manualPlan collects the trajectories of one manual motion, in their order. err holds why some of
// them can't be planned.
type manualPlan struct {
	arm          *Arm
	endPosition  kinematics.MotorPosition
	trajectories []kinematics.Trajectory
	err          error
}

// newManualPlan begins where the arm is, or where it will be when it has carried out the commands before.
func (r *Runner) newManualPlan(st Status) (*manualPlan, error) {
	p := &manualPlan{arm: r.arm, endPosition: st.Position}
	switch {
	case st.Stopped:
		return nil, ErrStopped
	case !st.Homed:
		return nil, ErrLost
	case r.stage == manual && len(r.queue.waiting) < maxPendingItems:
		p.endPosition = r.queue.endPosition
	case r.stage != idle || r.parkRequested || !st.Idle:
		return nil, ErrBusy
	}
	return p, nil
}

func (p *manualPlan) appendTrajectory(c kinematics.Trajectory, err error) {
	if p.err = errors.Join(p.err, err); p.err == nil {
		p.trajectories, p.endPosition = append(p.trajectories, c), c.End
	}
}

func (p *manualPlan) linearTo(to kinematics.Vec) {
	p.appendTrajectory(p.arm.planner.PlanLinear(p.endPosition, to, p.arm.cfg.Descent.SlowSpeed))
}

func (p *manualPlan) retreat() { p.appendTrajectory(p.arm.planRetreat(p.endPosition)) }

func (p *manualPlan) travelTo(to kinematics.Vec) {
	p.appendTrajectory(p.arm.planTravel(p.endPosition, to))
}

// executePlan queues the planned motion, or refuses it.
func (r *Runner) executePlan(st Status, p *manualPlan) error {
	if p.err != nil {
		return fmt.Errorf("%w: %w", ErrOutOfReach, p.err)
	}
	r.startManualMotion(st)
	for _, c := range p.trajectories {
		r.queue.pushTrajectory(c)
	}
	return nil
}

// startManualMotion makes the arm ready for manual motions. The controller waits a little before the first: its
// queue must not run empty if the first frames are lost.
func (r *Runner) startManualMotion(st Status) {
	if r.stage == manual {
		return
	}
	r.manualInterrupted = false
	r.queue.pumpOn = st.Pumping
	r.queue.syncWith(st)
	r.queue.pushActuation(st.Pumping, false, secondsToDuration(r.arm.cfg.Watch.PrefillDelay))
	r.stage = manual
}

// finishManualMotion waits until the motion is complete. A stop ends it at once.
func (r *Runner) finishManualMotion(st Status) {
	if st.Stopped {
		r.manualInterrupted = r.manualInterrupted || !r.queue.isEmpty()
		r.queue.discardAll()
	}
	if r.queue.isEmpty() {
		r.stage = idle
	}
}

// checkTip returns why the tip can't be at a point.
func (a *Arm) checkTip(p kinematics.Vec) error {
	if p.Z < minTipHeight {
		return fmt.Errorf("%w: %.1f mm below the table", ErrOutOfReach, -p.Z)
	}
	if _, err := a.cfg.Links.Inverse(p); err != nil {
		return fmt.Errorf("%w: %w", ErrOutOfReach, errors.Unwrap(err))
	}
	return nil
}
