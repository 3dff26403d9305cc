package arm

import (
	"fmt"
	"math"

	"crownhead/board"
	"crownhead/kinematics"
)

// An Arm knows the places of its robot and plans; it never changes.
type Arm struct {
	cfg     Config
	planner kinematics.Planner
}

// New makes an arm and checks that every place it may ever have to reach is in reach, at every height that it uses
// there; the error is then Unreachable and holds all that are not.
func New(cfg Config) (*Arm, error) {
	planner, err := kinematics.NewPlanner(cfg.Links, cfg.Motion)
	if err != nil {
		return nil, fmt.Errorf("arm: %w", err)
	}
	a := &Arm{cfg: cfg, planner: planner}
	if beyond := a.beyond(); len(beyond) > 0 {
		return nil, beyond
	}
	return a, nil
}

// Limits are the joints' limits in 1/256 step: base, upper arm, forearm.
func (a *Arm) Limits() (least, greatest [3]int32) { return a.planner.Limits() }

// Rates are the greatest speed (Q0.32 steps per tick) and acceleration (Q.40 steps per tick²) of each joint.
func (a *Arm) Rates() (speed, accel [3]int32) { return a.planner.Rates() }

// Angles are the joints' angles in degrees when the motors stand there (1/256 step): base, upper arm, forearm.
func (a *Arm) Angles(position [3]int32) [3]float64 {
	q := a.planner.Joints(position)
	return [3]float64{q.Base, q.A, q.B}
}

// Tip is where the tip is when the motors stand there (1/256 step).
func (a *Arm) Tip(position [3]int32) kinematics.Vec {
	return a.cfg.Links.Forward(a.planner.Joints(position))
}

// centre is the middle of a place; z is where a checker's underside lies.
func (a *Arm) centre(p Place, visitor board.Color) kinematics.Vec {
	if !p.Sensed() {
		slots := a.cfg.Tray.Trophies
		n := p.Slot
		if n >= len(slots) {
			slots, n = a.cfg.Tray.Kings, n-len(slots)
		}
		return kinematics.Vec{X: slots[n].X, Y: slots[n].Y, Z: a.cfg.Tray.Surface}
	}
	return a.cfg.Board.Centre(p.Square, visitor)
}

// Centre is the middle of a square, on the board's surface. Places count from the dark corner at the visitor's left, which
// is far from the robot and to its right; when the visitor plays Black the squares run the other way round.
func (b Board) Centre(s board.Square, visitor board.Color) kinematics.Vec {
	place := int(s)
	if visitor == board.Black {
		place = 31 - place
	}
	row := place / 4
	column := place%4*2 + row%2
	out, left := (3.5-float64(row))*b.Pitch, (float64(column)-3.5)*b.Pitch
	sin, cos := math.Sincos(b.Yaw * math.Pi / 180)
	dx, dy := out*cos-left*sin, out*sin+left*cos
	return kinematics.Vec{X: b.CentreX + dx, Y: b.CentreY + dy, Z: b.Surface + dx*slope(b.TiltX) + dy*slope(b.TiltY)}
}

// slope is the rise per millimetre of an angle in degrees.
func slope(degrees float64) float64 { return math.Tan(degrees * math.Pi / 180) }
