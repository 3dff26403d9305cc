package calibrate

import (
	"fmt"
	"math"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// A Residual is the distance that is left between a touched point and its place after the fit.
type Residual struct {
	Place   arm.Place
	Offset  kinematics.Vec // of the point from its place, mm; an outlier's by the fit of the others
	Outlier bool           // the others agree only without this point
	Text    string         // the likeliest reason, for the operator
}

// Length returns how far the point lies from its place, mm.
func (r Residual) Length() float64 { return r.Offset.Length() }

// A Result is what a fit has found: the configuration that agrees best with the points, and what is left of each point.
type Result struct {
	Config    arm.Config
	Residuals []Residual // of the points, in their order
	RMS       float64    // of the points on the board, mm
}

const (
	goodResidual = 0.4 // mm: a point that is no farther off is as good as a person's eye
	maxResidual  = 1.0 // mm: a point that is farther off spoils the rest
	minWidth     = 1.3 // squares must lie so far apart across the line along which they lie farthest; in sides of a square
	outlierRatio = 0.5 // a point is an outlier if without it the root mean square falls to this part
)

// newResidual describes what a fit leaves of a point on the board.
func (m *model) newResidual(cfg arm.Config, p TouchPoint, outlier bool) Residual {
	r := Residual{Place: p.Place, Offset: m.offsetOf(cfg, p), Outlier: outlier}
	r.Text = m.residualText(cfg, p, r)
	return r
}

// residualText names the likeliest mistake when a point lies far from its place.
func (m *model) residualText(cfg arm.Config, p TouchPoint, r Residual) string {
	name, flat, mm := m.arm.Name(p.Place), math.Hypot(r.Offset.X, r.Offset.Y), r.Length()
	other := m.nearestSquare(cfg, p)
	switch {
	case mm <= goodResidual:
		return "good"
	case mm <= maxResidual:
		return fmt.Sprintf("%s's point lies %.1f mm off: good enough; it may be better when taken again", name, mm)
	case other != p.Place.Square:
		return fmt.Sprintf("%s's point lies %.0f mm off: it was taken at %v; take %s again", name, mm, other, name)
	case flat > cfg.Board.Pitch/2:
		return fmt.Sprintf("%s's point lies %.0f mm off: was it taken at the wrong square? take it again", name, mm)
	case r.Offset.Z > flat:
		return fmt.Sprintf("%s's point lies %.1f mm too high: did the tip touch the board? take it again", name, r.Offset.Z)
	case -r.Offset.Z > flat:
		return fmt.Sprintf("%s's point lies %.1f mm too low: was the tip pressed into the board? take it again",
			name, -r.Offset.Z)
	default:
		return fmt.Sprintf("%s's point lies %.1f mm off, %s: was it not the middle of the square? take it again",
			name, mm, directionOf(r.Offset))
	}
}

// trayResidualText names the likeliest mistake in a point of the tray. A plate with a single point agrees with
// any point.
func (m *model) trayResidualText(p arm.Place, off kinematics.Vec) string {
	name, flat := m.arm.Name(p), math.Hypot(off.X, off.Y)
	switch {
	case flat > maxResidual:
		return fmt.Sprintf("%s's point lies %.1f mm off: the slots aren't as far apart as the configuration says, "+
			"or it was taken at another slot", name, flat)
	case off.Z > maxResidual:
		return fmt.Sprintf("%s lies %.1f mm higher than the mean of the tray: %s", name, off.Z, heightQuestion)
	case -off.Z > maxResidual:
		return fmt.Sprintf("%s lies %.1f mm lower than the mean of the tray: %s", name, -off.Z, heightQuestion)
	}
	return "good"
}

const heightQuestion = "did the tip touch it? do both plates lie at the same height?"

// nearestSquare returns the square whose middle lies nearest to where the tip was.
func (m *model) nearestSquare(cfg arm.Config, p TouchPoint) board.Square {
	tip := m.tipAt(cfg, p)
	best, least := p.Place.Square, math.Inf(1)
	for s := range board.NoSquare {
		c := cfg.Board.Centre(s, m.visitor)
		if d := math.Hypot(tip.X-c.X, tip.Y-c.Y); d < least {
			best, least = s, d
		}
	}
	return best
}

// directionOf names the direction in which a point lies, as seen by somebody who stands behind the robot.
func directionOf(off kinematics.Vec) string {
	switch {
	case math.Abs(off.X) > math.Abs(off.Y) && off.X > 0:
		return "away from the robot"
	case math.Abs(off.X) > math.Abs(off.Y):
		return "towards the robot"
	case off.Y > 0:
		return "to the robot's left"
	default:
		return "to the robot's right"
	}
}
