package turn

import (
	"time"

	"crownhead/board"
	"crownhead/face/say"
)

// A Touch is the first checker that the visitor has lifted in their turn. By the custom of clubs it is
// the one that moves.
//
// Lifted means: the square of that checker alone, of all whose sensors are believed, was settled empty
// for touchMS at least, and the checker can move. A checker that was only straightened stands on its
// square again sooner, or has never left it for the sensor; a sensor that flickers seldom reads wrong
// for so long.
type Touch struct {
	Lifted bool
	Square board.Square
	At     time.Duration // when its square was empty
}

// touchMS is how long a checker must be off its square to count as lifted.
const touchMS = 400

// watchTouch notes which checker the visitor lifts first.
func (t *eventRun) watchTouch() {
	touch := &t.s.Turn.Touch
	if !t.s.Settings.TouchMove {
		return
	}
	if !touch.Lifted {
		if sq, ok := t.s.liftedChecker(); ok && canMove(t.s.Game.Position(), sq) {
			*touch = Touch{Lifted: true, Square: sq, At: t.e.T}
		}
		return
	}
	if t.s.boardShows(t.s.OccupiedByGame()) && t.e.T < touch.At+touchMS*time.Millisecond {
		*touch = Touch{} // it was straightened
	}
}

// remindOfTouch reminds the visitor of the custom, when they have moved another checker than the one
// that they had lifted first. The move counts all the same.
func (t *eventRun) remindOfTouch(touch Touch, m board.Move) {
	if touch.Lifted && touch.Square != m.From && !t.s.Sensors.Masked.Has(touch.Square) {
		t.s.Remark = Remark{Key: string(say.TouchMove), Squares: []string{}}
		t.addEffect(Effect{Kind: EffectRemark, Key: t.s.Remark.Key})
	}
}

// LiftedChecker returns the square of the visitor's checker that is in a hand, "" when there is none
// or the sensors can't tell.
func (s State) LiftedChecker() string {
	if sq, ok := s.liftedChecker(); ok {
		return sq.String()
	}
	return ""
}

// liftedChecker returns the one square on which the board differs from the game, when it is a
// checker's of the visitor that isn't there.
func (s State) liftedChecker() (board.Square, bool) {
	missing := s.differingSquares(s.OccupiedByGame())
	if s.Phase != VisitorTurn || missing.Len() != 1 {
		return board.NoSquare, false
	}
	sq := missing.Squares()[0]
	return sq, s.Game.Position().Pieces(s.Settings.VisitorColor).Has(sq)
}

// canMove reports whether there is a legal move from a square.
func canMove(p board.Position, sq board.Square) bool {
	for _, m := range p.Moves() {
		if m.From == sq {
			return true
		}
	}
	return false
}
