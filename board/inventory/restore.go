package inventory

import (
	"slices"

	"crownhead/board"
)

// A Step is one thing for a hand to do with one body: to carry it, or to turn it over where it lies.
type Step struct {
	Body     int // its number
	From, To Place
	Color    board.Color
	King     bool // the side that is up afterwards
}

// Turns reports whether the step turns the body over; else it carries it.
func (s Step) Turns() bool { return s.From == s.To }

// Piece returns what the body is in the game afterwards.
func (s Step) Piece() board.Piece { return Body{s.To, s.Color, s.King}.Piece() }

// Apply returns the inventory after a step, wherever the body was before.
func (inv Inventory) Apply(s Step) Inventory {
	if s.Body >= len(inv.bodies) {
		return inv
	}
	return inv.placeBody(s.Body, s.To).TurnOver(s.To, s.King)
}

// StepsTo lists what hands must do to restore an earlier inventory of the same game, body by body: first what stands in
// the way, then what comes back, and each is turned over where it belongs. What was with the visitor then may stay
// wherever it is, except on the board and in the tray.
func (inv Inventory) StepsTo(earlier Inventory) (steps []Step) {
	left := map[int]bool{}
	for n := range inv.bodies {
		left[n] = inv.bodies[n].Place != earlier.placeOf(n)
	}
	now := inv
	next := func(onBoard bool) int {
		return slices.IndexFunc(inv.bodyNumbers(), func(n int) bool {
			to := earlier.placeOf(n)
			isFree := !to.holdsOne() || now.numberAt(to) < 0
			return left[n] && isFree && onBoard == (inv.bodies[n].Place.Room == Square)
		})
	}
	for {
		n := next(true)
		if n < 0 {
			n = next(false)
		}
		if n < 0 {
			break
		}
		b, to := inv.bodies[n], earlier.placeOf(n)
		left[n], now = false, now.placeBody(n, to)
		if b.Place.holdsOne() || to.holdsOne() {
			steps = append(steps, Step{n, b.Place, to, b.Color, b.King})
		}
	}
	for n, b := range inv.bodies {
		if n < len(earlier.bodies) && b.King != earlier.bodies[n].King && earlier.bodies[n].Place.holdsOne() {
			at := earlier.bodies[n].Place
			steps = append(steps, Step{n, at, at, b.Color, !b.King})
		}
	}
	return steps
}

// WithTrophiesOf returns the inventory with only those slots for captured checkers full that were so earlier. It serves
// journals that knew no more of the tray.
func (inv Inventory) WithTrophiesOf(earlier Inventory) Inventory {
	for slot := range inv.trophies {
		if _, was := earlier.At(InTrophies(slot)); !was {
			inv = inv.Take(InTrophies(slot))
		}
	}
	return inv
}

func (inv Inventory) bodyNumbers() []int {
	list := make([]int, len(inv.bodies))
	for n := range list {
		list[n] = n
	}
	return list
}

// placeOf returns where body n is; one that nobody knew of yet lay about.
func (inv Inventory) placeOf(n int) Place {
	if n < len(inv.bodies) {
		return inv.bodies[n].Place
	}
	return inHand
}
