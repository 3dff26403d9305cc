package turn

import (
	"crownhead/arm"
	"crownhead/board"
)

// hiddenSince is the first version of journals in which the robot asks about the part of a move that masked squares
// hide, and looks after the checkers that stand there.
const hiddenSince = 3

// hidesPartOf reports whether masked squares hide a part of a move, so that the same board may have come about
// otherwise.
func (s State) hidesPartOf(m board.Move) bool {
	return s.Settings.Version >= hiddenSince && (s.hiddenCaptures(m) != 0 || s.hidesMover(m))
}

// hiddenCaptures returns the captured checkers of a move that may still stand: no sensor that is believed shows that
// they are gone.
func (s State) hiddenCaptures(m board.Move) board.Bits { return m.Captured & s.Sensors.Masked }

// hidesMover reports whether the checker that moved may be another one, or may stand elsewhere: it came from a masked
// square, or went to one, and there is another such square.
func (s State) hidesMover(m board.Move) bool {
	masked, before := s.Sensors.Masked, s.Game.Position().Occupied()
	switch {
	case masked.Has(m.To) && m.From != m.To:
		return masked&^before&^m.To.Bit() != 0
	case masked.Has(m.From):
		return masked&before&^m.From.Bit() != 0
	}
	return false
}

// unseenSquares returns the squares at which the arm has to look for itself.
func (s State) unseenSquares() board.Bits {
	if s.Settings.Version < hiddenSince {
		return 0
	}
	return s.Sensors.Masked
}

// hiddenArrival returns the first carry from a number on that brings the robot's checker to a square that no sensor sees.
// When hands were on the board meanwhile, it may have been brought there already, or not.
func (s State) hiddenArrival(from int) (n int, ok bool) {
	for n, c := range s.Pending.Program.Carries {
		arrives := c.Kind == arm.KindMove || c.Kind == arm.KindCrownOn
		if n >= from && arrives && s.unseenSquares().Has(c.To.Square) {
			return n, true
		}
	}
	return 0, false
}

// askForArrival asks for the checker that carry n would bring to a square that no sensor sees: only a press says that it
// is there. What the board shows as done is done, before and after it.
func (t *eventRun) askForArrival(n int) {
	m := &t.s.Pending
	gone := t.s.differingSquares(m.occupiedAfter(n + 1))
	t.completeCarries(n)
	t.takeOff(gone & t.s.capturedToRemove())
	t.waitForHelp(awaitPlace)
}
