package inventory

import (
	"slices"
	"strconv"

	"crownhead/board"
)

// A Room is a kind of place.
type Room uint8

// The rooms. Of Hand and Elsewhere there is one each, for any number of bodies.
const (
	Elsewhere Room = iota // nobody knows: it fell, or lies on the table
	Square                // of the board
	Trophy                // a slot of the robot's tray for captured checkers
	Spare                 // a slot for spare kings
	Hand                  // with the visitor, who has taken it off
)

// A Place is where a body may be. Square counts in the room of that name, Slot in Trophy and Spare; it counts from 0.
type Place struct {
	Room   Room
	Square board.Square
	Slot   int
}

// String returns the square's name, tray3, king1, hand or elsewhere.
func (p Place) String() string {
	switch p.Room {
	case Square:
		return p.Square.String()
	case Trophy:
		return "tray" + strconv.Itoa(p.Slot+1)
	case Spare:
		return "king" + strconv.Itoa(p.Slot+1)
	case Hand:
		return "hand"
	}
	return "elsewhere"
}

// OnSquare, InTrophies and InSpares return places on the board and in the tray.
func OnSquare(sq board.Square) Place { return Place{Room: Square, Square: sq} }
func InTrophies(slot int) Place      { return Place{Room: Trophy, Slot: slot} }
func InSpares(slot int) Place        { return Place{Room: Spare, Slot: slot} }

var (
	inHand    = Place{Room: Hand}
	elsewhere = Place{Room: Elsewhere}
)

// holdsOne reports whether one body at most can be there.
func (p Place) holdsOne() bool { return p.Room != Hand && p.Room != Elsewhere }

// A Body is one checker.
type Body struct {
	Place Place
	Color board.Color
	King  bool // the side with the crown is up
}

// Piece returns what the body is in the game.
func (b Body) Piece() board.Piece {
	switch {
	case b.Color == board.White && b.King:
		return board.WhiteKing
	case b.Color == board.White:
		return board.WhiteMan
	case b.King:
		return board.BlackKing
	}
	return board.BlackMan
}

// An Inventory is all bodies that the program knows. A body keeps its number for the whole game.
type Inventory struct {
	robot            board.Color
	trophies, spares int // slots
	bodies           []Body
}

// New returns the inventory with which a game begins: the position on the board, no trophies, and a king of the robot's
// colour in every slot for spare kings.
func New(p board.Position, robot board.Color, trophies, spares int) Inventory {
	inv := Inventory{robot: robot, trophies: trophies, spares: spares}
	for sq := range board.NoSquare {
		if piece := p.PieceAt(sq); piece != board.NoPiece {
			inv.bodies = append(inv.bodies, Body{OnSquare(sq), piece.Color(), piece.King()})
		}
	}
	for slot := range spares {
		inv.bodies = append(inv.bodies, Body{InSpares(slot), robot, true})
	}
	return inv
}

// Bodies returns all bodies by their numbers.
func (inv Inventory) Bodies() []Body { return slices.Clone(inv.bodies) }

// At returns the body that is at a place.
func (inv Inventory) At(p Place) (Body, bool) {
	if n := inv.numberAt(p); n >= 0 {
		return inv.bodies[n], true
	}
	return Body{}, false
}

// numberAt returns the number of the body at a place, or -1.
func (inv Inventory) numberAt(p Place) int {
	return slices.IndexFunc(inv.bodies, func(b Body) bool { return b.Place == p })
}

// PieceAt returns what lies on a square.
func (inv Inventory) PieceAt(sq board.Square) board.Piece {
	if b, ok := inv.At(OnSquare(sq)); ok {
		return b.Piece()
	}
	return board.NoPiece
}

// Occupied returns the squares on which something lies.
func (inv Inventory) Occupied() (bits board.Bits) {
	for _, b := range inv.bodies {
		if b.Place.Room == Square {
			bits |= b.Place.Square.Bit()
		}
	}
	return bits
}

// FreeTrophySlots returns the slots for captured checkers in which nothing lies, in the order in which they are filled.
func (inv Inventory) FreeTrophySlots() (free []int) {
	for slot := range inv.trophies {
		if inv.numberAt(InTrophies(slot)) < 0 {
			free = append(free, slot)
		}
	}
	return free
}

// SpareKings returns the slots in which spare kings lie; the last is taken first.
func (inv Inventory) SpareKings() (slots []int) {
	for slot := range inv.spares {
		if inv.numberAt(InSpares(slot)) >= 0 {
			slots = append(slots, slot)
		}
	}
	return slots
}

// Trophies counts the captured checkers, and whatever else lies in their slots.
func (inv Inventory) Trophies() int { return inv.trophies - len(inv.FreeTrophySlots()) }

// TrophySlots and SpareSlots return how many slots the tray has.
func (inv Inventory) TrophySlots() int { return inv.trophies }
func (inv Inventory) SpareSlots() int  { return inv.spares }

// Carry returns the inventory after the body at one place was taken to another. What lay there before is Elsewhere.
func (inv Inventory) Carry(from, to Place) Inventory {
	n := inv.numberAt(from)
	if n < 0 || from == to {
		return inv
	}
	return inv.placeBody(n, to)
}

// placeBody returns the inventory after body n was put somewhere.
func (inv Inventory) placeBody(n int, to Place) Inventory {
	other := inv.numberAt(to)
	inv.bodies = slices.Clone(inv.bodies)
	if other >= 0 && other != n && to.holdsOne() {
		inv.bodies[other].Place = elsewhere
	}
	inv.bodies[n].Place = to
	return inv
}

// TurnOver returns the inventory after the body at a place was turned over, so that it shows the side wanted.
func (inv Inventory) TurnOver(at Place, king bool) Inventory {
	n := inv.numberAt(at)
	if n < 0 || inv.bodies[n].King == king {
		return inv
	}
	inv.bodies = slices.Clone(inv.bodies)
	inv.bodies[n].King = king
	return inv
}

// Take returns the inventory after somebody has taken the body at a place into their hand.
func (inv Inventory) Take(from Place) Inventory { return inv.Carry(from, inHand) }

// IsZero reports whether this is no inventory.
func (inv Inventory) IsZero() bool { return inv.bodies == nil }

// Lose returns the inventory when nobody knows any more where the body at a place is.
func (inv Inventory) Lose(from Place) Inventory { return inv.Carry(from, elsewhere) }

// PlayByHand returns the inventory after somebody has made a move with their hands: they keep what is captured, and turn
// a new king over.
func (inv Inventory) PlayByHand(before board.Position, m board.Move) Inventory {
	for _, sq := range m.Captured.Squares() {
		inv = inv.Take(OnSquare(sq))
	}
	inv = inv.Carry(OnSquare(m.From), OnSquare(m.To))
	if before.Promotes(m) {
		inv = inv.TurnOver(OnSquare(m.To), true)
	}
	return inv
}

// EmptyTrophies returns the inventory after somebody has taken the captured checkers out of the tray.
func (inv Inventory) EmptyTrophies() Inventory {
	for slot := range inv.trophies {
		inv = inv.Take(InTrophies(slot))
	}
	return inv
}

// Tidy returns the inventory after somebody has taken the captured checkers out of the tray, and put spare kings where
// they were missing.
func (inv Inventory) Tidy() Inventory {
	inv = inv.EmptyTrophies()
	for slot := range inv.spares {
		if inv.numberAt(InSpares(slot)) < 0 {
			inv = inv.fetchBody(InSpares(slot), inv.robot, true)
		}
	}
	return inv
}

// IsTidy reports whether the tray is as at a game's start.
func (inv Inventory) IsTidy() bool {
	return inv.Trophies() == 0 && len(inv.SpareKings()) == inv.spares
}

// LeavesTrayTidy reports whether the tray is surely as at a game's start once a position is laid: it is so already, or
// every other checker stands on the board. Where a spare king has been used, a man may have been left in the tray for it.
func (inv Inventory) LeavesTrayTidy(p board.Position) bool {
	others := 0
	for _, b := range inv.bodies {
		if b.Place.Room != Spare {
			others++
		}
	}
	return inv.IsTidy() || len(inv.SpareKings()) == inv.spares && p.Occupied().Len() >= others
}

// Agree returns the inventory whose board is a position's. The game is the authority: where the program has lost count,
// because people have done by hand what the arm could not, bodies that lie about are taken for those that are missing.
func (inv Inventory) Agree(p board.Position) Inventory {
	for sq := range board.NoSquare {
		if b, ok := inv.At(OnSquare(sq)); ok && (p.PieceAt(sq) == board.NoPiece || p.PieceAt(sq).Color() != b.Color) {
			inv = inv.Take(OnSquare(sq))
		}
	}
	for sq := range board.NoSquare {
		piece := p.PieceAt(sq)
		if piece == board.NoPiece {
			continue
		}
		if _, ok := inv.At(OnSquare(sq)); !ok {
			inv = inv.fetchBody(OnSquare(sq), piece.Color(), piece.King())
		}
		inv = inv.TurnOver(OnSquare(sq), piece.King())
	}
	return inv
}

// fetchBody returns the inventory after somebody has brought a checker to a place: one that lay about, with the right side
// up if there is one, or else one that nobody knew of.
func (inv Inventory) fetchBody(to Place, color board.Color, king bool) Inventory {
	found := -1
	for n, b := range inv.bodies {
		if b.Color != color || b.Place.holdsOne() {
			continue
		}
		if found < 0 || b.King == king && inv.bodies[found].King != king {
			found = n
		}
	}
	if found < 0 {
		inv.bodies = append(slices.Clone(inv.bodies), Body{elsewhere, color, king})
		found = len(inv.bodies) - 1
	}
	return inv.placeBody(found, to).TurnOver(to, king)
}
