package world

import (
	"fmt"
	"time"

	"crownhead/board"
)

// VerifyPosition compares the true checkers with the position of the game, square by square. It is called
// when the robot ends its turn. The witness counts one mismatch if anything differs.
func (w *World) VerifyPosition(p board.Position, now time.Duration) {
	w.dirty = true
	w.witness.CountVerification(now, w.comparePosition(p))
	for _, sq := range w.unseenThefts.Squares() {
		if p.PieceAt(sq) == board.NoPiece || w.checkerOn(sq) != nil { // the game has moved on, or the robot has asked for it
			w.unseenThefts &^= sq.Bit()
		}
	}
}

// comparePosition lists how the true checkers differ from a position, and which lie on each other in the tray. It leaves
// out what the robot cannot know of.
func (w *World) comparePosition(p board.Position) []string {
	var wrong []string
	for sq := range board.Square(32) {
		var lying []*Checker
		for i := range w.checkers {
			c := &w.checkers[i]
			if at, ok := w.squareOf(c); ok && at == sq && !w.isLostInTransit(c) {
				lying = append(lying, c)
			}
		}
		isStolen := len(lying) == 0 && w.unseenThefts.Has(sq)
		if what := compareSquare(p.PieceAt(sq), lying); what != "" && !isStolen {
			wrong = append(wrong, sq.String()+": "+what)
		}
	}
	for i := range w.checkers {
		c := &w.checkers[i]
		switch where := w.locateChecker(c); {
		case where == offSquare && !w.isLostInTransit(c):
			what := describePiece(c.piece())
			wrong = append(wrong, fmt.Sprintf("%s lies at (%.1f, %.1f), on no dark square", what, c.X, c.Y))
		case where == "tray" && w.isCovered(c) && !w.anyLostInTray():
			wrong = append(wrong, fmt.Sprintf("%s lies under another checker in the tray", describePiece(c.piece())))
		case where == "nozzle":
			wrong = append(wrong, describePiece(c.piece())+" hangs on the nozzle")
		}
	}
	return wrong
}

// anyLostInTray reports whether a checker has fallen into the tray on its way: the robot cannot know of that one.
func (w *World) anyLostInTray() bool {
	for i := range w.checkers {
		if c := &w.checkers[i]; c.lostInTransit && w.locateChecker(c) == "tray" {
			return true
		}
	}
	return false
}

// compareSquare describes how the checkers on a square differ from the piece that the game has there.
func compareSquare(want board.Piece, lying []*Checker) string {
	switch {
	case len(lying) > 1:
		return fmt.Sprintf("%d checkers, the game has %s", len(lying), describePiece(want))
	case len(lying) == 0 && want == board.NoPiece:
		return ""
	case len(lying) == 0:
		return "empty, the game has " + describePiece(want)
	case lying[0].piece() != want:
		return describePiece(lying[0].piece()) + ", the game has " + describePiece(want)
	default:
		return ""
	}
}
