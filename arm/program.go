package arm

import (
	"fmt"

	"crownhead/board"
)

// A Turn is a move of the robot and the position before it.
type Turn struct {
	Before board.Position
	Move   board.Move
}

// Kinds of carries.
const (
	KindMove     = "move"      // the robot's own checker to its new square
	KindRemove   = "remove"    // a captured checker to the trophies
	KindCrownOff = "crown_off" // the robot's own man, at its promotion, to the trophies
	KindCrownOn  = "crown_on"  // a spare king to the square where the man would have arrived
)

// A Carry takes one checker from one place to another.
type Carry struct {
	Kind     string
	From, To Place
	Expect   board.Bits // squares occupied afterwards
}

// A Program is one robot turn as carries.
type Program struct {
	Before          board.Bits // squares occupied before the first carry
	Carries         []Carry
	TurnOver        board.Square // where the visitor must turn over the robot's man, as no spare king is left; else NoSquare
	TrophySlotsFull bool         // there are no carries: the visitor must empty the tray first
}

// occupiedBefore returns the squares that are occupied before carry i.
func (p Program) occupiedBefore(i int) board.Bits {
	if i == 0 {
		return p.Before
	}
	return p.Carries[i-1].Expect
}

// Tray is what lies in the tray. Of the slots for trophies the first ones are full, as many as Trophies says; of the
// slots for spare kings the first ones hold kings of the robot's colour, as many as Kings says.
type Tray struct {
	Slots    int // slots for trophies
	Trophies int
	Kings    int
}

// InitialTray returns the tray at a game's start: no trophies, and every spare king in its slot.
func (a *Arm) InitialTray() Tray {
	return Tray{Slots: len(a.cfg.Tray.Trophies), Kings: len(a.cfg.Tray.Kings)}
}

// Plan returns the program for a robot turn, and the tray after it. The tray must fit the slots of this arm.
func (a *Arm) Plan(t Turn, visitor board.Color, tray Tray) (Program, Tray, error) {
	if t.Before.Turn == visitor {
		return Program{}, tray, fmt.Errorf("arm: planning a turn: it is the visitor's turn, not the robot's")
	}
	initial := a.InitialTray()
	if tray.Trophies < 0 || tray.Trophies > initial.Slots || tray.Kings < 0 || tray.Kings > initial.Kings {
		return Program{}, tray, fmt.Errorf("arm: planning a turn: %+v does not fit a tray of %+v", tray, initial)
	}
	tray.Slots = initial.Slots
	return Plan(t, tray)
}

// Plan returns the program for a robot turn, and the tray after it. It is a pure function that needs no arm. A
// promotion takes the man away and lays a spare king where it would have arrived; without a spare king, or
// without a slot for the man, TurnOver names the square.
func Plan(t Turn, tray Tray) (Program, Tray, error) {
	if !t.Before.Legal(t.Move) {
		return Program{}, tray, fmt.Errorf("arm: planning a turn: no legal move from %v to %v in %s",
			t.Move.From, t.Move.To, t.Before.FEN())
	}
	b := programBuilder{tray: tray, occupied: t.Before.Occupied()}
	b.program = Program{Before: b.occupied, TurnOver: board.NoSquare}
	if tray.freeSlots() < t.Move.Captured.Len() {
		b.program.TrophySlotsFull = true
		return b.program, tray, nil
	}
	b.addOwnCarries(t)
	for _, s := range t.Before.CaptureOrder(t.Move) {
		b.addCarry(KindRemove, onSquare(s), b.takeTrophySlot())
	}
	return b.program, b.tray, nil
}

func (t Tray) freeSlots() int { return t.Slots - t.Trophies }

// A programBuilder adds carries to a program.
type programBuilder struct {
	program  Program
	tray     Tray
	occupied board.Bits
}

// addOwnCarries adds the carry of the robot's own checker, or those that replace it by a spare king.
func (b *programBuilder) addOwnCarries(t Turn) {
	from, to := onSquare(t.Move.From), onSquare(t.Move.To)
	switch promotes := t.Before.Promotes(t.Move); {
	case promotes && b.tray.Kings > 0 && b.tray.freeSlots() > t.Move.Captured.Len():
		b.addCarry(KindCrownOff, from, b.takeTrophySlot())
		b.tray.Kings--
		b.addCarry(KindCrownOn, inSlot(b.tray.Slots+b.tray.Kings), to)
		return
	case promotes:
		b.program.TurnOver = t.Move.To
	}
	if from != to {
		b.addCarry(KindMove, from, to)
	}
}

func (b *programBuilder) takeTrophySlot() Place {
	b.tray.Trophies++
	return inSlot(b.tray.Trophies - 1)
}

func (b *programBuilder) addCarry(kind string, from, to Place) {
	b.occupied = b.occupied&^from.squareBit() | to.squareBit()
	b.program.Carries = append(b.program.Carries, Carry{Kind: kind, From: from, To: to, Expect: b.occupied})
}
