package calibrate

import (
	"fmt"
	"math"
	"strings"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// residual judges a point on the board.
func (m *model) residual(cfg arm.Config, p Point, outlier bool) Residual {
	r := Residual{Place: p.Place, Off: m.off(cfg, p), Outlier: outlier}
	r.Meaning = m.meaning(cfg, p, r)
	return r
}

// meaning says what a residual tells: the likeliest mistake when the point lies far aside.
func (m *model) meaning(cfg arm.Config, p Point, r Residual) string {
	name, flat, mm := m.arm.Name(p.Place), math.Hypot(r.Off.X, r.Off.Y), r.MM()
	other := m.nearest(cfg, p)
	switch {
	case mm <= fair:
		return "good"
	case mm <= poor:
		return fmt.Sprintf("%s's point lies %.1f mm aside: good enough; taken again it may be better", name, mm)
	case other != p.Place.Square:
		return fmt.Sprintf("%s's point lies %.0f mm aside: it was taken at %v; take %s again", name, mm, other, name)
	case flat > cfg.Board.Pitch/2:
		return fmt.Sprintf("%s's point lies %.0f mm aside: taken at the wrong square? take it again", name, mm)
	case math.Abs(r.Off.Z) > flat:
		return fmt.Sprintf("%s's point lies %.1f mm too %s: %s; take it again", name, math.Abs(r.Off.Z), upOrDown(r.Off.Z), touched(r.Off.Z))
	default:
		return fmt.Sprintf("%s's point lies %.1f mm aside, %s: not the middle of the square? take it again", name, mm, towards(r.Off))
	}
}

// nearest is the square whose middle lies nearest to where the tip was.
func (m *model) nearest(cfg arm.Config, p Point) board.Square {
	tip := m.tip(cfg, p)
	best, least := p.Place.Square, math.Inf(1)
	for s := range board.NoSquare {
		c := cfg.Board.Centre(s, m.visitor)
		if d := math.Hypot(tip.X-c.X, tip.Y-c.Y); d < least {
			best, least = s, d
		}
	}
	return best
}

// meaningInTray judges a point of the tray: a plate that one point has moved agrees with it, whatever it is.
func (m *model) meaningInTray(p arm.Place, off kinematics.Vec) string {
	name, flat := m.arm.Name(p), math.Hypot(off.X, off.Y)
	switch {
	case flat > poor:
		return fmt.Sprintf("%s's point lies %.1f mm aside: the slots aren't as far apart as the configuration says, or it was taken at another slot", name, flat)
	case math.Abs(off.Z) > poor:
		return fmt.Sprintf("%s lies %.1f mm %s than the mean of the tray: did the tip touch it? do the plates lie at one height?", name, math.Abs(off.Z), higherOrLower(off.Z))
	}
	return "good"
}

func upOrDown(z float64) string {
	if z > 0 {
		return "high"
	}
	return "low"
}

func higherOrLower(z float64) string {
	if z > 0 {
		return "higher"
	}
	return "lower"
}

func touched(z float64) string {
	if z > 0 {
		return "did the tip touch the board?"
	}
	return "was the tip pressed into the board?"
}

// towards says in which direction a point lies aside, as one stands behind the robot.
func towards(off kinematics.Vec) string {
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

// plain is an error as the operator reads it: without the package's name.
func plain(err error) string {
	text := strings.ReplaceAll(err.Error(), "calibrate: ", "")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
