package turn

import (
	"crownhead/arm"
	"crownhead/board"
	"crownhead/board/inventory"
)

// bodiesSince is the first version of the journal in which the robot knows every checker as a body. Older ones counted
// what lies in the tray, from a move's plan on, and a king that was taken back stayed out of its slot.
const bodiesSince = 3

// completeCarries notes that the carries before number n are complete, and where their checkers are with that.
func (t *eventRun) completeCarries(n int) {
	m := &t.s.Pending
	if n > m.Done && t.s.Settings.Version >= bodiesSince {
		t.s.Bodies = m.Program.InventoryAfter(t.s.Bodies, m.Done, n)
	}
	m.Done = n
}

// takeOff notes that a person has taken captured checkers off before their turn.
func (t *eventRun) takeOff(captured board.Bits) {
	m := &t.s.Pending
	m.Program = m.Program.WithoutRemovals(captured, m.Done)
	for _, sq := range captured.Squares() {
		t.s.Bodies = t.s.Bodies.Take(inventory.OnSquare(sq))
	}
}

// completeByHand notes that a person has done the carries that were left: what was captured is theirs.
func (t *eventRun) completeByHand() {
	m := &t.s.Pending
	for _, c := range m.Program.Carries[m.Done:] {
		from := c.From.InventoryPlace(t.s.Bodies)
		switch c.Kind {
		case arm.KindMove, arm.KindCrownOff:
			t.s.Bodies = t.s.Bodies.Carry(from, inventory.OnSquare(m.Move.To))
		case arm.KindRemove:
			t.s.Bodies = t.s.Bodies.Take(from)
		}
	}
	m.Done = len(m.Program.Carries)
}

// losePresentCarry notes that nobody knows where the checker of an interrupted carry is, unless sensors see both ends. It
// reports whether that may be in the tray, where something else would be laid on it.
func (t *eventRun) losePresentCarry() (inTray bool) {
	m := t.s.Pending
	if !m.Active || m.isComplete() || t.s.Settings.Version < bodiesSince {
		return false
	}
	c := m.Program.Carries[m.Done]
	if c.From.HasSensor() && c.To.HasSensor() {
		return false
	}
	t.s.Bodies = t.s.Bodies.Lose(c.From.InventoryPlace(t.s.Bodies))
	return true
}
