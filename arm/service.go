package arm

import (
	"errors"
	"fmt"

	"crownhead/kinematics"
)

// Why the arm isn't moved by hand.
var (
	ErrHeld       = errors.New("arm: stopped, or still slowing down: clear the stop, then home")
	ErrLost       = errors.New("arm: it doesn't know where it is: home it first")
	ErrBusy       = errors.New("arm: it is still moving: wait until it stands")
	ErrOutOfReach = errors.New("arm: that place is beyond what it can do")
)

// Heights at which Goto stops.
const (
	HeightTravel = "travel" // as high as checkers are carried
	HeightNear   = "near"   // where the slow part of a descent begins
	HeightTouch  = "touch"  // where a checker would be gripped
)

const (
	jogOverhead = 4.0  // mm from above, for the last part of a jog: it takes the gears' play up as a descent does
	lowestTip   = -3.0 // mm: farther down is the table
	maxPending  = 64   // items planned ahead by jogs that come faster than the arm moves
)

// Jog moves the tip by so many millimetres, at the slow speed: on a straight line to a point a little above and aside of the end,
// and from there to the end, so that the gears' play is taken up from the side from which checkers are picked up and laid
// down, and the end is where a pick would have come to. Well above everything it goes straight to the end.
func (r *Runner) Jog(st Status, dx, dy, dz float64) error {
	way, err := r.newJogPlan(st)
	if err != nil {
		return err
	}
	h := r.arm.cfg.Heights
	at := r.arm.Tip(way.end)
	to := kinematics.Vec{X: at.X + dx, Y: at.Y + dy, Z: at.Z + dz}
	if err := r.arm.checkTip(to); err != nil {
		return err
	}
	if to.Z < h.Travel-highEnough {
		before := rotateAboutBase(to, -h.Aside)
		before.Z += jogOverhead
		way.linearTo(before)
	}
	way.linearTo(to)
	return r.execute(st, way)
}

// Goto moves the tip above a place by its name (see ParsePlace and NamePark), at one of the heights: lifting it first,
// and coming down from the side as for a pick.
func (r *Runner) Goto(st Status, name, height string) error {
	way, err := r.newJogPlan(st)
	if err != nil {
		return err
	}
	if name == NamePark {
		way.retreat()
		way.travelTo(kinematics.Vec(r.arm.cfg.Park))
		return r.execute(st, way)
	}
	to, err := r.goalAbove(name, height)
	if err != nil {
		return err
	}
	if err := r.arm.checkTip(to); err != nil {
		return err
	}
	h := r.arm.cfg.Heights
	way.retreat()
	if height == HeightTravel {
		way.travelTo(to)
		return r.execute(st, way)
	}
	aside := rotateAboutBase(to, -h.Aside)
	aside.Z = h.Travel
	way.travelTo(aside)
	way.append(r.arm.planner.PlanVertical(way.end, to, h.Vertical))
	return r.execute(st, way)
}

// goalAbove is where Goto brings the tip.
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
		return to, fmt.Errorf("arm: no height %q; there are %s, %s and %s", height, HeightTravel, HeightNear, HeightTouch)
	}
	return to, nil
}

// Serving tells whether the arm is on a way that it was sent by hand.
func (r *Runner) Serving() bool { return r.stage == serving }

// Interrupted tells that the arm was stopped on the last way that it was sent by hand, before it was there.
func (r *Runner) Interrupted() bool { return r.interrupted }

// Pump switches the pump on; or off, with the valve open for a moment.
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

// A jogPlan is where the operator sends the arm: one motion after the other, until one is not to be had.
type jogPlan struct {
	arm          *Arm
	end          kinematics.Steps
	trajectories []kinematics.Trajectory
	err          error
}

// newJogPlan begins one where the arm is, or where it will be when it has done what it was told before.
func (r *Runner) newJogPlan(st Status) (*jogPlan, error) {
	w := &jogPlan{arm: r.arm, end: st.Position}
	switch {
	case st.Held:
		return nil, ErrHeld
	case !st.Homed:
		return nil, ErrLost
	case r.stage == serving && len(r.queue.waiting) < maxPending:
		w.end = r.queue.end
	case r.stage != idle || r.park || !st.Idle:
		return nil, ErrBusy
	}
	return w, nil
}

func (w *jogPlan) append(c kinematics.Trajectory, err error) {
	if w.err = errors.Join(w.err, err); w.err == nil {
		w.trajectories, w.end = append(w.trajectories, c), c.End
	}
}

func (w *jogPlan) linearTo(to kinematics.Vec) {
	w.append(w.arm.planner.PlanLinear(w.end, to, w.arm.cfg.Heights.Slow))
}

// retreat lifts the tip to the travelling height, if it is lower.
func (w *jogPlan) retreat() {
	p, h := w.arm.Tip(w.end), w.arm.cfg.Heights
	if p.Z > h.Travel-highEnough {
		return
	}
	p.Z = h.Travel
	w.append(w.arm.planner.PlanVertical(w.end, p, h.Vertical))
}

// travelTo goes to a high point; where the straight way is closed all joints go in step.
func (w *jogPlan) travelTo(to kinematics.Vec) {
	chain, err := w.arm.planner.PlanTravel(w.end, to)
	if err != nil {
		chain, err = w.arm.planner.PlanJointMove(w.end, to)
	}
	w.append(chain, err)
}

// execute sends the arm on its way, if there is one.
func (r *Runner) execute(st Status, w *jogPlan) error {
	if w.err != nil {
		return fmt.Errorf("%w: %w", ErrOutOfReach, w.err)
	}
	r.enterService(st)
	for _, c := range w.trajectories {
		r.queue.pushTrajectory(c)
	}
	return nil
}

// enterService makes the arm ready to be moved by hand. The controller waits a little before it moves: its queue must not run
// empty when the first frames are lost.
func (r *Runner) enterService(st Status) {
	if r.stage == serving {
		return
	}
	r.interrupted = false
	r.queue.pump = st.Pumping
	r.queue.syncWith(st)
	r.queue.pushActuation(st.Pumping, false, secondsToDuration(r.arm.cfg.Watch.Lead))
	r.stage = serving
}

// finishService waits until the arm has done what it was sent for. A stop ends that at once.
func (t *pass) finishService() {
	if t.st.Held {
		t.interrupted = t.interrupted || !t.queue.isEmpty()
		t.queue.discardAll()
	}
	if t.queue.isEmpty() {
		t.stage = idle
	}
}

// checkTip tells why the tip can't be there.
func (a *Arm) checkTip(p kinematics.Vec) error {
	if p.Z < lowestTip {
		return fmt.Errorf("%w: %.1f mm below the table", ErrOutOfReach, -p.Z)
	}
	if _, err := a.cfg.Links.Inverse(p); err != nil {
		return fmt.Errorf("%w: %w", ErrOutOfReach, errors.Unwrap(err))
	}
	return nil
}
