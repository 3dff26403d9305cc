package arm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"crownhead/board"
	"crownhead/kinematics"
)

// ErrPlace means that a name is that of no place.
var ErrPlace = errors.New("arm: no such place")

// NamePark is the name of the parking place.
const NamePark = "park"

// Names of slots, with a number that counts from 1.
const (
	nameTrophy = "tray"
	nameKing   = "king"
)

// Config is what the arm was made of.
func (a *Arm) Config() Config { return a.cfg }

// ParsePlace reads the name of a square, or of a slot of this arm's tray: a1 … h8, tray1 …, king1 …
func (a *Arm) ParsePlace(name string) (Place, error) {
	trophies, kings := len(a.cfg.Tray.Trophies), len(a.cfg.Tray.Kings)
	if n, ok := numbered(name, nameTrophy, trophies); ok {
		return inSlot(n), nil
	}
	if n, ok := numbered(name, nameKing, kings); ok {
		return inSlot(trophies + n), nil
	}
	if s, err := board.ParseSquare(name); err == nil {
		return onSquare(s), nil
	}
	return Place{}, fmt.Errorf("%w: %q; there are the dark squares, %s1 … %s%d, %s1 … %s%d and %s",
		ErrPlace, name, nameTrophy, nameTrophy, trophies, nameKing, nameKing, kings, NamePark)
}

// numbered reads a name like tray3, of at most so many, as a number that counts from 0.
func numbered(name, kind string, most int) (int, bool) {
	number, ok := strings.CutPrefix(name, kind)
	n, err := strconv.Atoi(number)
	return n - 1, ok && err == nil && n >= 1 && n <= most
}

// Name is what ParsePlace reads.
func (a *Arm) Name(p Place) string {
	trophies := len(a.cfg.Tray.Trophies)
	switch {
	case p.Sensed():
		return p.Square.String()
	case p.Slot < trophies:
		return nameTrophy + strconv.Itoa(p.Slot+1)
	default:
		return nameKing + strconv.Itoa(p.Slot-trophies+1)
	}
}

// Centre is the middle of a place, on the board or on the tray's floor, when the visitor plays this colour.
func (a *Arm) Centre(p Place, visitor board.Color) kinematics.Vec { return a.centre(p, visitor) }
