package world

import "crownhead/board"

const setupScatter = 4.0 // mm: in setting up, a checker further off its centre is laid again

// PlacePosition lays all checkers anew: those of p on the board, the robot's spare kings in its tray,
// and the rest on the visitor's pile. There are 12 of each colour and as many more as there are spare
// kings. Nothing else is reset: counts stay.
func (w *World) PlacePosition(p board.Position, visitor board.Color, spareKings int) {
	const each = 12
	w.visitor, w.spares = visitor, min(spareKings, len(w.truth.Tray.Spares))
	w.nozzle.gripped = noChecker
	w.checkers = w.checkers[:0]
	for _, color := range []board.Color{board.White, board.Black} {
		for range each + w.spares {
			w.checkers = append(w.checkers, Checker{ID: len(w.checkers) + 1, Color: color, Z: aboveStacks})
		}
	}
	for i := range w.checkers {
		w.checkers[i].X, w.checkers[i].Y = w.truth.PilePlace(i)
	}
	for sq := range board.Square(32) {
		if piece := p.PieceAt(sq); piece != board.NoPiece {
			c := w.takeUnused(piece.Color(), piece.King())
			x, y := w.squareCentre(sq)
			dx, dy := w.drawScatter(setupScatter)
			w.layChecker(c, x+dx, y+dy)
		}
	}
	w.restockSpares()
	w.settleCheckers()
}

// LayAnew lays all checkers for a game in which the visitor has that colour, with as many spare kings as there were.
func (w *World) LayAnew(p board.Position, visitor board.Color) { w.PlacePosition(p, visitor, w.spares) }

// takeUnused takes a checker of a colour from the pile, or else from the table or from the tray outside
// the slots of the spare kings, and turns it to a man or a king. It returns nil if there is none.
func (w *World) takeUnused(color board.Color, king bool) *Checker {
	for _, from := range []string{"pile", "table", "tray"} {
		for i := range w.checkers {
			c := &w.checkers[i]
			if c.Color == color && w.locateChecker(c) == from && w.spareSlotOf(c) < 0 {
				c.King = king
				return c
			}
		}
	}
	return nil
}

// spareSlotOf returns the slot for spare kings in which a checker lies, or -1.
func (w *World) spareSlotOf(c *Checker) int {
	for i, slot := range w.truth.Tray.Spares {
		if distance(c.X, c.Y, slot.X, slot.Y) < checkerRadius {
			return i
		}
	}
	return -1
}

// restockSpares lays kings of the robot's colour in the spare slots that are empty or hold another checker.
func (w *World) restockSpares() {
	for slot := range w.spares {
		w.restockSpare(slot)
	}
}

func (w *World) restockSpare(slot int) {
	robot := w.visitor.Other()
	there := w.checkerInSlot(w.truth.Tray.Spares, slot)
	if there != nil && there.Color == robot {
		there.King = true
		return
	}
	if there != nil {
		w.layOnPile(there)
	}
	if c := w.takeUnused(robot, true); c != nil {
		w.layInSpareSlot(c, slot)
	}
}

func (w *World) layInSpareSlot(c *Checker, slot int) {
	at := w.truth.Tray.Spares[slot]
	dx, dy := w.drawScatter(setupScatter)
	w.layChecker(c, at.X+dx, at.Y+dy)
}
