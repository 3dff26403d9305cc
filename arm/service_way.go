package arm

import (
	"errors"
	"fmt"

	"crownhead/kinematics"
)

// Pump switches the pump on; or off, with the valve open for a moment.
func (r *Runner) Pump(st Status, on bool) error {
	if _, err := r.way(st); err != nil {
		return err
	}
	r.enlist(st)
	if on {
		r.flight.actuate(true, false, 0)
		return nil
	}
	r.flight.actuate(false, true, seconds(r.arm.cfg.Pump.Release))
	r.flight.actuate(false, false, 0)
	return nil
}

// A way is where the operator sends the arm: one motion after the other, until one is not to be had.
type way struct {
	arm    *Arm
	end    kinematics.Steps
	chains []kinematics.Chain
	err    error
}

// way begins one where the arm is, or where it will be when it has done what it was told before.
func (r *Runner) way(st Status) (*way, error) {
	w := &way{arm: r.arm, end: st.Position}
	switch {
	case st.Held:
		return nil, ErrHeld
	case !st.Homed:
		return nil, ErrLost
	case r.stage == serving && len(r.flight.queue) < mostPending:
		w.end = r.flight.end
	case r.stage != idle || r.park || !st.Idle:
		return nil, ErrBusy
	}
	return w, nil
}

func (w *way) add(c kinematics.Chain, err error) {
	if w.err = errors.Join(w.err, err); w.err == nil {
		w.chains, w.end = append(w.chains, c), c.End
	}
}

func (w *way) straight(to kinematics.Vec) {
	w.add(w.arm.planner.Straight(w.end, to, w.arm.cfg.Heights.Slow))
}

// up lifts the tip to the travelling height, if it is lower.
func (w *way) up() {
	p, h := w.arm.Tip(w.end), w.arm.cfg.Heights
	if p.Z > h.Travel-highEnough {
		return
	}
	p.Z = h.Travel
	w.add(w.arm.planner.Line(w.end, p, h.Vertical))
}

// travel goes to a high point; where the straight way is closed all joints go in step.
func (w *way) travel(to kinematics.Vec) {
	chain, err := w.arm.planner.Travel(w.end, to)
	if err != nil {
		chain, err = w.arm.planner.Swing(w.end, to)
	}
	w.add(chain, err)
}

// serve sends the arm on its way, if there is one.
func (r *Runner) serve(st Status, w *way) error {
	if w.err != nil {
		return fmt.Errorf("%w: %w", ErrBeyond, w.err)
	}
	r.enlist(st)
	for _, c := range w.chains {
		r.flight.move(c)
	}
	return nil
}

// enlist makes the arm ready to be moved by hand. The controller waits a little before it moves: its queue must not run
// empty when the first frames are lost.
func (r *Runner) enlist(st Status) {
	if r.stage == serving {
		return
	}
	r.cut = false
	r.flight.pump = st.Pumping
	r.flight.take(st)
	r.flight.actuate(st.Pumping, false, seconds(r.arm.cfg.Watch.Lead))
	r.stage = serving
}

// served waits until the arm has done what it was sent for. A stop ends that at once.
func (t *pass) served() {
	if t.st.Held {
		t.cut = t.cut || !t.flight.empty()
		t.flight.drop()
	}
	if t.flight.empty() {
		t.stage = idle
	}
}

// allows tells why the tip can't be there.
func (a *Arm) allows(p kinematics.Vec) error {
	if p.Z < lowest {
		return fmt.Errorf("%w: %.1f mm below the table", ErrBeyond, -p.Z)
	}
	if _, err := a.cfg.Links.Inverse(p); err != nil {
		return fmt.Errorf("%w: %w", ErrBeyond, errors.Unwrap(err))
	}
	return nil
}
