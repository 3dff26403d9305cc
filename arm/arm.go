package arm

import (
	"fmt"
	"math"

	"crownhead/board"
	"crownhead/kinematics"
)

// An Arm knows where the places of its robot are, and plans. It never changes.
type Arm struct {
	cfg     Config
	planner kinematics.Planner
}

// New returns an arm. It checks that the arm reaches every place that it may ever have to reach, at every
// height that it uses there; otherwise the error is an UnreachablePlaces with all the places that are out of reach.
func New(cfg Config) (*Arm, error) {
	planner, err := kinematics.NewPlanner(cfg.Links, cfg.Motion)
	if err != nil {
		return nil, fmt.Errorf("arm: %w", err)
	}
	a := &Arm{cfg: cfg, planner: planner}
	if unreachable := a.findUnreachable(); len(unreachable) > 0 {
		return nil, unreachable
	}
	return a, nil
}

// Config returns the configuration from which the arm was made.
func (a *Arm) Config() Config { return a.cfg }

// PositionLimits returns the joints' limits in 1/256 step: base, upper arm, forearm.
func (a *Arm) PositionLimits() (least, greatest [3]int32) { return a.planner.PositionLimits() }

// RateLimits returns the greatest speed (Q0.32 steps per tick) and acceleration (Q.40 steps per tick²) of each joint.
func (a *Arm) RateLimits() (speed, accel [3]int32) { return a.planner.RateLimits() }

// Angles returns the joints' angles in degrees at a position of the motors (1/256 step): base, upper arm, forearm.
func (a *Arm) Angles(position [3]int32) [3]float64 {
	q := a.planner.JointsAt(position)
	return [3]float64{q.Base, q.Upper, q.Forearm}
}

// Tip returns where the tip is at a position of the motors (1/256 step).
func (a *Arm) Tip(position [3]int32) kinematics.Vec {
	return a.cfg.Links.Forward(a.planner.JointsAt(position))
}

// An UnreachablePlace is a place that the arm can't reach.
type UnreachablePlace struct {
	Option  string // the option of Config that puts it there: board, tray.trophies[2], tray.kings[0], park
	Place   string // its name: a1 … h8, tray1 …, king1 …, park
	Visitor board.Color
	Excess  float64 // mm by which it is too far from the base axis; negative: too near; NaN: no distance is in reach
	Err     error
}

// UnreachablePlaces are all the places that the arm would have to reach and can't.
type UnreachablePlaces []UnreachablePlace

// Error names the first place and says how many others there are: usually all have the same reason.
func (u UnreachablePlaces) Error() string {
	first := fmt.Sprintf("arm: %s at %v", u[0], u[0].Err)
	if len(u) == 1 {
		return first
	}
	return fmt.Sprintf("%s; and %d more places are out of reach", first, len(u)-1)
}

// String names the place, and for a square the visitor's colour.
func (p UnreachablePlace) String() string {
	switch p.Option {
	case optionBoard:
		return fmt.Sprintf("%s when the visitor plays %v", p.Place, p.Visitor)
	case NamePark:
		return "the parking place"
	default:
		return p.Place
	}
}

const optionBoard = "board"

// findUnreachable tries every square for both colours of the visitor, every slot and the parking place.
func (a *Arm) findUnreachable() (u UnreachablePlaces) {
	for s := range board.NoSquare {
		for _, visitor := range [...]board.Color{board.White, board.Black} {
			u = a.appendUnreachable(u, optionBoard, onSquare(s), visitor)
		}
	}
	for n := range a.cfg.Tray.Trophies {
		u = a.appendUnreachable(u, fmt.Sprintf("tray.trophies[%d]", n), inSlot(n), board.White)
	}
	for n := range a.cfg.Tray.Kings {
		u = a.appendUnreachable(u, fmt.Sprintf("tray.kings[%d]", n), inSlot(len(a.cfg.Tray.Trophies)+n), board.White)
	}
	park := kinematics.Vec(a.cfg.Park)
	if err := a.checkReach(park); err != nil {
		u = append(u, UnreachablePlace{
			Option: NamePark, Place: NamePark, Excess: distanceToReach(park, a.checkReach), Err: err,
		})
	}
	return u
}

func (a *Arm) appendUnreachable(u UnreachablePlaces, option string, p Place, visitor board.Color) UnreachablePlaces {
	at := a.Centre(p, visitor)
	err := a.checkColumn(at)
	if err == nil {
		return u
	}
	return append(u, UnreachablePlace{
		Option: option, Place: a.Name(p), Visitor: visitor, Excess: distanceToReach(at, a.checkColumn), Err: err,
	})
}

// distanceToReach returns by how many millimetres a place must be moved towards the base axis to be in reach;
// negative: away from it; NaN if neither helps.
func distanceToReach(p kinematics.Vec, reach func(kinematics.Vec) error) float64 {
	const most = 400
	distance := math.Hypot(p.X, p.Y)
	for mm := 1.0; mm <= most; mm++ {
		for _, by := range [...]float64{mm, -mm} {
			scale := (distance - by) / distance
			if reach(kinematics.Vec{X: p.X * scale, Y: p.Y * scale, Z: p.Z}) == nil {
				return by
			}
		}
	}
	return math.NaN()
}

// checkColumn checks all heights of a place, and all points of the spiral in which the arm looks for a checker there.
func (a *Arm) checkColumn(p kinematics.Vec) error {
	top := p.Z + a.cfg.Board.CheckerHeight
	for _, z := range [...]float64{a.cfg.Descent.TravelHeight, top + a.cfg.Descent.GripClearance, top - a.cfg.Retry.MaxDepth} {
		for n := range a.cfg.Retry.MaxPicks {
			dx, dy := spiralOffset(n, a.cfg.Retry.SpiralStep)
			if err := a.checkReach(kinematics.Vec{X: p.X + dx, Y: p.Y + dy, Z: z}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *Arm) checkReach(p kinematics.Vec) error {
	if _, err := a.cfg.Links.Inverse(p); err != nil {
		return fmt.Errorf("height %g mm: %w", p.Z, err)
	}
	return nil
}
