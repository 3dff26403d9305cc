package arm

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"crownhead/board"
	"crownhead/kinematics"
)

// A Place is a square, or a slot of the tray when Square is NoSquare.
type Place struct {
	Square board.Square
	Slot   int
}

func onSquare(s board.Square) Place { return Place{Square: s} }

func inSlot(n int) Place { return Place{Square: board.NoSquare, Slot: n} }

// HasSensor reports whether the place has a sensor.
func (p Place) HasSensor() bool { return p.Square < board.NoSquare }

func (p Place) squareBit() board.Bits {
	if p.HasSensor() {
		return p.Square.Bit()
	}
	return 0
}

// String returns the square's name, or "slot 3".
func (p Place) String() string {
	if p.HasSensor() {
		return p.Square.String()
	}
	return "slot " + strconv.Itoa(p.Slot)
}

// ErrPlace means that there is no place with this name.
var ErrPlace = errors.New("arm: no such place")

// NamePark is the name of the parking place.
const NamePark = "park"

// Names of slots, with a number that counts from 1.
const (
	nameTrophy = "tray"
	nameKing   = "king"
)

// ParsePlace reads the name of a square, or of a slot of this arm's tray: a1 … h8, tray1 …, king1 …
func (a *Arm) ParsePlace(name string) (Place, error) {
	trophies, kings := len(a.cfg.Tray.Trophies), len(a.cfg.Tray.Kings)
	if n, ok := parseNumbered(name, nameTrophy, trophies); ok {
		return inSlot(n), nil
	}
	if n, ok := parseNumbered(name, nameKing, kings); ok {
		return inSlot(trophies + n), nil
	}
	if s, err := board.ParseSquare(name); err == nil {
		return onSquare(s), nil
	}
	return Place{}, fmt.Errorf("%w: %q; there are the dark squares, %s1 … %s%d, %s1 … %s%d and %s",
		ErrPlace, name, nameTrophy, nameTrophy, trophies, nameKing, nameKing, kings, NamePark)
}

// parseNumbered reads a name such as tray3 as a number that counts from 0; most is the greatest number in a name.
func parseNumbered(name, kind string, most int) (int, bool) {
	number, ok := strings.CutPrefix(name, kind)
	n, err := strconv.Atoi(number)
	return n - 1, ok && err == nil && n >= 1 && n <= most
}

// Name returns the name that ParsePlace reads.
func (a *Arm) Name(p Place) string {
	trophies := len(a.cfg.Tray.Trophies)
	switch {
	case p.HasSensor():
		return p.Square.String()
	case p.Slot < trophies:
		return nameTrophy + strconv.Itoa(p.Slot+1)
	default:
		return nameKing + strconv.Itoa(p.Slot-trophies+1)
	}
}

// Centre returns the middle of a place, on the board or on the tray's floor, when the visitor plays this colour.
func (a *Arm) Centre(p Place, visitor board.Color) kinematics.Vec {
	if !p.HasSensor() {
		slots := a.cfg.Tray.Trophies
		n := p.Slot
		if n >= len(slots) {
			slots, n = a.cfg.Tray.Kings, n-len(slots)
		}
		return kinematics.Vec{X: slots[n].X, Y: slots[n].Y, Z: a.cfg.Tray.Surface}
	}
	return a.cfg.Board.Centre(p.Square, visitor)
}

// Centre returns the middle of a square, on the board's surface. Squares count from the dark corner at the
// visitor's left, which is far from the robot and to its right. When the visitor plays Black they count from
// the opposite corner.
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
	rise := dx*tiltSlope(b.TiltX) + dy*tiltSlope(b.TiltY)
	return kinematics.Vec{X: b.CentreX + dx, Y: b.CentreY + dy, Z: b.Surface + rise}
}
