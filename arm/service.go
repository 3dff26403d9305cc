package arm

import (
	"errors"
	"fmt"

	"crownhead/kinematics"
)

// Why the arm refuses a motion in service.
var (
	ErrHeld       = errors.New("arm: stopped, or still slowing down: clear the stop, then home")
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
	jogOverhead = 4.0  // mm that the last part of a jog descends, to take up the gears' play as a pick does
	lowestTip   = -3.0 // mm: the tip presses on the table there
	maxPending  = 64   // items planned ahead when jogs come faster than the arm moves
)

// Jog moves the tip by some millimetres at the slow speed. It goes on a straight line to a point a little above
// the end and to one side, and from there to the end. So the gears' play lies on the same side as in a pick,
// and the tip ends where a pick would end. At travelling height it goes straight to the end.
func (r *Runner) Jog(st Status, dx, dy, dz float64) error {
	plan, err := r.newJogPlan(st)
	if err != nil {
		return err
	}
	h := r.arm.cfg.Heights
	at := r.arm.Tip(plan.endPosition)
	to := kinematics.Vec{X: at.X + dx, Y: at.Y + dy, Z: at.Z + dz}
	if err := r.arm.checkTip(to); err != nil {
		return err
	}
	if to.Z < h.Travel-highEnough {
		before := rotateAboutBase(to, -h.Aside)
		before.Z += jogOverhead
		plan.linearTo(before)
	}
	plan.linearTo(to)
	return r.execute(st, plan)
}

// Goto moves the tip above a place by its name (see ParsePlace and NamePark), to one of the heights. It
// retreats first, and approaches the place from the side as a pick does.
func (r *Runner) Goto(st Status, name, height string) error {
	plan, err := r.newJogPlan(st)
	if err != nil {
		return err
	}
	if name == NamePark {
		plan.retreat()
		plan.travelTo(kinematics.Vec(r.arm.cfg.Park))
		return r.execute(st, plan)
	}
	to, err := r.goalAbove(name, height)
	if err != nil {
		return err
	}
	if err := r.arm.checkTip(to); err != nil {
		return err
	}
	h := r.arm.cfg.Heights
	plan.retreat()
	if height == HeightTravel {
		plan.travelTo(to)
		return r.execute(st, plan)
	}
	aside := rotateAboutBase(to, -h.Aside)
	aside.Z = h.Travel
	plan.travelTo(aside)
	plan.append(r.arm.planner.PlanVertical(plan.endPosition, to, h.Vertical))
	return r.execute(st, plan)
}

// goalAbove returns where Goto brings the tip.
func (r *Runner) goalAbove(name, height string) (kinematics.Vec, error) {
	p, err := r.arm.ParsePlace(name)
	if err != nil {
		return kinematics.Vec{}, err
	}
	cfg, to := r.arm.cfg, r.arm.Centre(p, r.visitor)
	switch grip := to.Z + cfg.Board.Checker + cfg.Heights.Gap; height {
	case HeightTravel:
		to.Z = cfg.Heights.Travel
	case HeightNear:
		to.Z = grip + cfg.Heights.Touch
	case HeightTouch:
		to.Z = grip
	default:
		return to, fmt.Errorf("arm: unknown height %q: want %s, %s or %s", height, HeightTravel, HeightNear, HeightTouch)
	}
	return to, nil
}

// Serving reports whether the arm is carrying out a motion in service.
func (r *Runner) Serving() bool { return r.stage == serving }

// Interrupted reports whether a stop ended the last motion in service before it was complete.
func (r *Runner) Interrupted() bool { return r.interrupted }

// Pump switches the pump on, or off with the valve open for a moment.
func (r *Runner) Pump(st Status, on bool) error {
	if _, err := r.newJogPlan(st); err != nil {
		return err
	}
	r.enterService(st)
	if on {
		r.queue.pushActuation(true, false, 0)
		return nil
	}
	r.queue.pushActuation(false, true, secondsToDuration(r.arm.cfg.Pump.Release))
	r.queue.pushActuation(false, false, 0)
	return nil
}

// A jogPlan collects the trajectories of one motion in service, one after the other; err is the first that
// can't be planned.
type jogPlan struct {
	arm          *Arm
	endPosition  kinematics.MotorPosition
	trajectories []kinematics.Trajectory
	err          error
}

// newJogPlan begins where the arm is, or where it will be when it has carried out the commands before.
func (r *Runner) newJogPlan(st Status) (*jogPlan, error) {
	p := &jogPlan{arm: r.arm, endPosition: st.Position}
	switch {
	case st.Held:
		return nil, ErrHeld
	case !st.Homed:
		return nil, ErrLost
	case r.stage == serving && len(r.queue.waiting) < maxPending:
		p.endPosition = r.queue.endPosition
	case r.stage != idle || r.park || !st.Idle:
		return nil, ErrBusy
	}
	return p, nil
}

func (p *jogPlan) append(c kinematics.Trajectory, err error) {
	if p.err = errors.Join(p.err, err); p.err == nil {
		p.trajectories, p.endPosition = append(p.trajectories, c), c.End
	}
}

func (p *jogPlan) linearTo(to kinematics.Vec) {
	p.append(p.arm.planner.PlanLinear(p.endPosition, to, p.arm.cfg.Heights.Slow))
}

func (p *jogPlan) retreat() { p.append(p.arm.planRetreat(p.endPosition)) }

func (p *jogPlan) travelTo(to kinematics.Vec) { p.append(p.arm.planTravel(p.endPosition, to)) }

// execute queues the planned motion, or refuses it.
func (r *Runner) execute(st Status, p *jogPlan) error {
	if p.err != nil {
		return fmt.Errorf("%w: %w", ErrOutOfReach, p.err)
	}
	r.enterService(st)
	for _, c := range p.trajectories {
		r.queue.pushTrajectory(c)
	}
	return nil
}

// enterService makes the arm ready for motions in service. The controller waits a little before the first: its
// queue must not run empty if the first frames are lost.
func (r *Runner) enterService(st Status) {
	if r.stage == serving {
		return
	}
	r.interrupted = false
	r.queue.pumpOn = st.Pumping
	r.queue.syncWith(st)
	r.queue.pushActuation(st.Pumping, false, secondsToDuration(r.arm.cfg.Watch.Lead))
	r.stage = serving
}

// finishService waits until the motion is complete. A stop ends it at once.
func (t *pass) finishService() {
	if t.st.Held {
		t.interrupted = t.interrupted || !t.queue.isEmpty()
		t.queue.discardAll()
	}
	if t.queue.isEmpty() {
		t.stage = idle
	}
}

// checkTip returns why the tip can't be at a point.
func (a *Arm) checkTip(p kinematics.Vec) error {
	if p.Z < lowestTip {
		return fmt.Errorf("%w: %.1f mm below the table", ErrOutOfReach, -p.Z)
	}
	if _, err := a.cfg.Links.Inverse(p); err != nil {
		return fmt.Errorf("%w: %w", ErrOutOfReach, errors.Unwrap(err))
	}
	return nil
}
