package arm

import (
	"fmt"
	"math"

	"crownhead/board"
	"crownhead/kinematics"
)

// A Beyond is a place that the arm can't reach.
type Beyond struct {
	Option  string // of Config, that puts it there: board, tray.trophies[2], tray.kings[0], park
	Place   string // its name: a1 … h8, tray1 …, king1 …, park
	Visitor board.Color
	Off     float64 // how much farther from the base axis it lies than what is in reach, negative: nearer; mm; NaN: it lies in no reach's direction
	Err     error
}

// Unreachable are all the places that an arm would have to reach and can't.
type Unreachable []Beyond

// Error names the first place and how many more there are: they are out of reach together, for one reason.
func (u Unreachable) Error() string {
	first := fmt.Sprintf("arm: %s at %v", u[0], u[0].Err)
	if len(u) == 1 {
		return first
	}
	return fmt.Sprintf("%s; and %d more places are out of reach", first, len(u)-1)
}

func (b Beyond) String() string {
	switch b.Option {
	case optionBoard:
		return fmt.Sprintf("%s when the visitor plays %v", b.Place, b.Visitor)
	case NamePark:
		return "the parking place"
	default:
		return b.Place
	}
}

const optionBoard = "board"

// beyond tries every square for both colours of the visitor, every slot and the parking place.
func (a *Arm) beyond() (u Unreachable) {
	for s := range board.NoSquare {
		for _, visitor := range [...]board.Color{board.White, board.Black} {
			u = a.try(u, optionBoard, onSquare(s), visitor)
		}
	}
	for n := range a.cfg.Tray.Trophies {
		u = a.try(u, fmt.Sprintf("tray.trophies[%d]", n), inSlot(n), board.White)
	}
	for n := range a.cfg.Tray.Kings {
		u = a.try(u, fmt.Sprintf("tray.kings[%d]", n), inSlot(len(a.cfg.Tray.Trophies)+n), board.White)
	}
	park := kinematics.Vec(a.cfg.Park)
	if err := a.reach(park); err != nil {
		u = append(u, Beyond{Option: NamePark, Place: NamePark, Off: off(park, a.reach), Err: err})
	}
	return u
}

func (a *Arm) try(u Unreachable, option string, p Place, visitor board.Color) Unreachable {
	at := a.centre(p, visitor)
	err := a.column(at)
	if err == nil {
		return u
	}
	return append(u, Beyond{Option: option, Place: a.Name(p), Visitor: visitor, Off: off(at, a.column), Err: err})
}

// off is how far a place must be moved towards the base axis, or away from it, to be in reach, to a millimetre.
func off(p kinematics.Vec, reach func(kinematics.Vec) error) float64 {
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

// column tries all heights of a place, and all points at which a checker is looked for there.
func (a *Arm) column(p kinematics.Vec) error {
	top := p.Z + a.cfg.Board.Checker
	for _, z := range [...]float64{a.cfg.Heights.Travel, top + a.cfg.Heights.Gap, top - a.cfg.Retry.Floor} {
		for n := range a.cfg.Retry.Picks {
			dx, dy := spiral(n, a.cfg.Retry.Spiral)
			if err := a.reach(kinematics.Vec{X: p.X + dx, Y: p.Y + dy, Z: z}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *Arm) reach(p kinematics.Vec) error {
	if _, err := a.cfg.Links.Inverse(p); err != nil {
		return fmt.Errorf("height %g mm: %w", p.Z, err)
	}
	return nil
}
