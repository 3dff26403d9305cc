package arm

import (
	"errors"
	"fmt"

	"crownhead/kinematics"
)

// Why the arm isn't moved by hand.
var (
	ErrHeld   = errors.New("arm: stopped, or still slowing down: clear the stop, then home")
	ErrLost   = errors.New("arm: it doesn't know where it is: home it first")
	ErrBusy   = errors.New("arm: it is still moving: wait until it stands")
	ErrBeyond = errors.New("arm: that place is beyond what it can do")
)

// Heights at which Goto stops.
const (
	HeightTravel = "travel" // as high as checkers are carried
	HeightNear   = "near"   // where the slow part of a descent begins
	HeightTouch  = "touch"  // where a checker would be gripped
)

const (
	overhead    = 4.0  // mm from above, for the last part of a jog: it takes the gears' play up as a descent does
	lowest      = -3.0 // mm: farther down is the table
	mostPending = 64   // items planned ahead by jogs that come faster than the arm moves
)

// Jog moves the tip by so many millimetres, at the slow speed: on a straight line to a point a little above and aside of the end,
// and from there to the end, so that the gears' play is taken up from the side from which checkers are picked up and laid
// down, and the end is where a pick would have come to. Well above everything it goes straight to the end.
func (r *Runner) Jog(st Status, dx, dy, dz float64) error {
	way, err := r.way(st)
	if err != nil {
		return err
	}
	h := r.arm.cfg.Heights
	at := r.arm.Tip(way.end)
	to := kinematics.Vec{X: at.X + dx, Y: at.Y + dy, Z: at.Z + dz}
	if err := r.arm.allows(to); err != nil {
		return err
	}
	if to.Z < h.Travel-highEnough {
		before := turned(to, -h.Aside)
		before.Z += overhead
		way.straight(before)
	}
	way.straight(to)
	return r.serve(st, way)
}

// Goto moves the tip above a place by its name (see ParsePlace and NamePark), at one of the heights: lifting it first,
// and coming down from the side as for a pick.
func (r *Runner) Goto(st Status, name, height string) error {
	way, err := r.way(st)
	if err != nil {
		return err
	}
	if name == NamePark {
		way.up()
		way.travel(kinematics.Vec(r.arm.cfg.Park))
		return r.serve(st, way)
	}
	to, err := r.above(name, height)
	if err != nil {
		return err
	}
	if err := r.arm.allows(to); err != nil {
		return err
	}
	h := r.arm.cfg.Heights
	way.up()
	if height == HeightTravel {
		way.travel(to)
		return r.serve(st, way)
	}
	aside := turned(to, -h.Aside)
	aside.Z = h.Travel
	way.travel(aside)
	way.add(r.arm.planner.Line(way.end, to, h.Vertical))
	return r.serve(st, way)
}

// above is where Goto brings the tip.
func (r *Runner) above(name, height string) (kinematics.Vec, error) {
	p, err := r.arm.ParsePlace(name)
	if err != nil {
		return kinematics.Vec{}, err
	}
	cfg, to := r.arm.cfg, r.arm.centre(p, r.visitor)
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

// Cut tells that the arm was stopped on the last way that it was sent by hand, before it was there.
func (r *Runner) Cut() bool { return r.cut }

// Use goes on with an arm that knows better where its places are.
func (r *Runner) Use(a *Arm) { r.arm = a }
