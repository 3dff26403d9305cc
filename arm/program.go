package arm

import (
	"fmt"
	"slices"

	"crownhead/board"
	"crownhead/board/inventory"
)

// A Turn is a move of the robot and the position before it.
type Turn struct {
	Before board.Position
	Move   board.Move
	Unseen board.Bits // squares whose sensors are not believed
}

// Kinds of carries.
const (
	KindMove     = "move"      // the robot's own checker to its new square
	KindRemove   = "remove"    // a captured checker to the trophies
	KindCrownOff = "crown_off" // the robot's own man, at its promotion, to the trophies
	KindCrownOn  = "crown_on"  // a spare king to the square where the man would have arrived
	KindLook     = "look"      // the robot's own checker up and down again, to see that it is still there
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

// InventoryPlace returns where a place is in an inventory of these slots.
func (p Place) InventoryPlace(inv inventory.Inventory) inventory.Place {
	switch n := inv.TrophySlots(); {
	case p.HasSensor():
		return inventory.OnSquare(p.Square)
	case p.Slot < n:
		return inventory.InTrophies(p.Slot)
	default:
		return inventory.InSpares(p.Slot - n)
	}
}

// InventoryAfter returns the inventory after carries from one number on, up to another.
func (p Program) InventoryAfter(inv inventory.Inventory, from, to int) inventory.Inventory {
	for _, c := range p.Carries[min(from, len(p.Carries)):min(to, len(p.Carries))] {
		inv = inv.Carry(c.From.InventoryPlace(inv), c.To.InventoryPlace(inv))
	}
	return inv
}

// WithoutRemovals returns the program when carries before number done are complete and somebody has taken captured
// checkers off these squares, which later carries would have removed.
func (p Program) WithoutRemovals(taken board.Bits, done int) Program {
	carries := slices.Clone(p.Carries[:done])
	for _, c := range p.Carries[done:] {
		if c.Kind != KindRemove || c.From.squareBit()&taken == 0 {
			carries = append(carries, c)
		}
	}
	for i := max(0, done-1); i < len(carries); i++ {
		carries[i].Expect &^= taken
	}
	p.Carries = carries
	return p
}

// TraySlots returns how many slots the tray has for captured checkers and for spare kings.
func (a *Arm) TraySlots() (trophies, kings int) {
	return len(a.cfg.Tray.Trophies), len(a.cfg.Tray.Kings)
}

// Plan returns the program for a robot turn. The inventory must fit the slots of this arm.
func (a *Arm) Plan(t Turn, visitor board.Color, inv inventory.Inventory) (Program, error) {
	if t.Before.Turn == visitor {
		return Program{}, fmt.Errorf("arm: planning a turn: it is the visitor's turn, not the robot's")
	}
	if trophies, kings := a.TraySlots(); inv.TrophySlots() != trophies || inv.SpareSlots() != kings {
		return Program{}, fmt.Errorf("arm: planning a turn: %d + %d slots do not fit a tray of %d + %d",
			inv.TrophySlots(), inv.SpareSlots(), trophies, kings)
	}
	return Plan(t, inv)
}

// Plan returns the program for a robot turn. It is a pure function that needs no arm. A promotion takes the man away and
// lays a spare king where it would have arrived; without a spare king, or without a slot for the man, TurnOver names the
// square.
func Plan(t Turn, inv inventory.Inventory) (Program, error) {
	if !t.Before.Legal(t.Move) {
		return Program{}, fmt.Errorf("arm: planning a turn: no legal move from %v to %v in %s",
			t.Move.From, t.Move.To, t.Before.FEN())
	}
	b := programBuilder{
		free: inv.FreeTrophySlots(), kings: inv.SpareKings(), firstKing: inv.TrophySlots(), occupied: t.Before.Occupied(),
	}
	b.program = Program{Before: b.occupied, TurnOver: board.NoSquare}
	if len(b.free) < t.Move.Captured.Len() {
		b.program.TrophySlotsFull = true
		return b.program, nil
	}
	b.addLooks(t)
	b.addOwnCarries(t)
	for _, s := range t.Before.CaptureOrder(t.Move) {
		b.addCarry(KindRemove, onSquare(s), b.takeTrophySlot())
	}
	return b.program, nil
}

// A programBuilder adds carries to a program.
type programBuilder struct {
	program     Program
	free, kings []int // slots for captured checkers that are free, and those in which spare kings lie
	firstKing   int   // slot of the arm for spare kings
	occupied    board.Bits
}

// addLooks adds a look at each of the robot's checkers whose square no sensor sees: somebody may have taken it off. The
// one that moves shows itself on its way.
func (b *programBuilder) addLooks(t Turn) {
	for _, s := range (t.Unseen & t.Before.Pieces(t.Before.Turn) &^ t.Move.From.Bit()).Squares() {
		b.addCarry(KindLook, onSquare(s), onSquare(s))
	}
}

// addOwnCarries adds the carry of the robot's own checker, or those that replace it by a spare king.
func (b *programBuilder) addOwnCarries(t Turn) {
	from, to := onSquare(t.Move.From), onSquare(t.Move.To)
	switch promotes := t.Before.Promotes(t.Move); {
	case promotes && len(b.kings) > 0 && len(b.free) > t.Move.Captured.Len():
		b.addCarry(KindCrownOff, from, b.takeTrophySlot())
		b.addCarry(KindCrownOn, inSlot(b.firstKing+b.kings[len(b.kings)-1]), to)
		return
	case promotes:
		b.program.TurnOver = t.Move.To
	}
	if from != to {
		b.addCarry(KindMove, from, to)
	}
}

func (b *programBuilder) takeTrophySlot() Place {
	slot := b.free[0]
	b.free = b.free[1:]
	return inSlot(slot)
}

func (b *programBuilder) addCarry(kind string, from, to Place) {
	b.occupied = b.occupied&^from.squareBit() | to.squareBit()
	b.program.Carries = append(b.program.Carries, Carry{Kind: kind, From: from, To: to, Expect: b.occupied})
}
