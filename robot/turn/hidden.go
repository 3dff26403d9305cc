package turn

import "crownhead/board"

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
