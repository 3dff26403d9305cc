package sensing

import (
	"slices"

	"crownhead/board"
)

// changes holds how the trusted squares differ from the position before the move.
type changes struct {
	ownGone, foeGone board.Bits // the visitor's and the robot's checkers that are gone
	appeared         board.Bits // squares that were empty and are full
}

func (s *comparison) findChanges() changes {
	gone := s.before & s.trusted &^ s.seen
	own := s.position.Pieces(s.position.Turn)
	return changes{ownGone: gone & own, foeGone: gone &^ own, appeared: s.seen &^ s.before}
}

// diagnoseIllegal returns the first thing to put right in an occupancy that no move explains: the rule that was
// broken if one checker was moved against it, else the checker that stands nearest to its place.
func (s *comparison) diagnoseIllegal() Message {
	c := s.findChanges()
	switch {
	case c.appeared == 0 && c.ownGone.Len() == 1 && c.foeGone == 0:
		return s.newMessage("put_in_middle", singleSquare(c.ownGone))
	case c.appeared == 0 && c.ownGone == 0 && c.foeGone != 0 && s.capturerOf(c.foeGone) != board.NoSquare:
		return s.demandCapture(s.capturerOf(c.foeGone))
	case c.ownGone == 0 && c.foeGone.Len() == 1 && c.appeared.Len() == 1: // one hand, where a capture needs two
		return s.newMessage("put_back_mine", singleSquare(c.foeGone), singleSquare(c.appeared))
	case s.distance == 1:
		return s.mendOneSquare()
	case c.ownGone.Len() == 1 && c.appeared.Len() == 1 && (c.foeGone == 0 || s.position.CanCapture()):
		return s.nameBrokenRule(singleSquare(c.ownGone), singleSquare(c.appeared), c.foeGone)
	}
	return s.guideBack()
}

// mendOneSquare names the one square in which the nearest legal outcome differs.
func (s *comparison) mendOneSquare() Message {
	m := s.nearest[0]
	square := singleSquare(s.differingSquares(occupancyAfter(s.before, m)))
	switch {
	case s.seen.Has(square):
		return s.newMessage("take_away", square)
	case s.belongsToRobot(square):
		return s.newMessage("put_back_mine", square)
	}
	return s.newMessage("put_in_middle", square)
}

// nameBrokenRule names the rule that the move of one checker broke.
func (s *comparison) nameBrokenRule(from, to board.Square, taken board.Bits) Message {
	p := s.position
	if p.CanCapture() && (taken == 0 || s.nearest[0].From != from) {
		return s.demandCapture(s.chooseCapturer(from))
	}
	climb := to.Rank() - from.Rank()
	if p.Turn == board.Black {
		climb = -climb
	}
	if climb <= 0 && !p.PieceAt(from).King() {
		return s.newMessage("men_go_forward", from, to)
	}
	return s.newMessage("move_not_legal", from, to)
}

// demandCapture names the checker that must capture, and its capture that is nearest to the occupancy.
func (s *comparison) demandCapture(capturer board.Square) Message {
	say := s.newMessage("must_capture", capturer)
	for _, m := range slices.Concat(s.nearest, s.moves) {
		if m.From == capturer {
			say.Move = notationOf(s.position, m)
			break
		}
	}
	return say
}

// chooseCapturer returns the checker that must capture: the one that was touched if it can, else that of the nearest
// capture.
func (s *comparison) chooseCapturer(touched board.Square) board.Square {
	for _, m := range s.moves {
		if m.From == touched {
			return touched
		}
	}
	return s.nearest[0].From
}

// capturerOf returns a checker that can capture all of foes at once; NoSquare if none can.
func (s *comparison) capturerOf(foes board.Bits) board.Square {
	for _, m := range s.moves {
		if foes&^m.Captured == 0 {
			return m.From
		}
	}
	return board.NoSquare
}

// guideBack leads back to the nearest legal outcome, one checker at a time, or to the position before the move
// if that is no farther.
func (s *comparison) guideBack() Message {
	target := s.before
	captured := board.Bits(0)
	if s.distance < s.differingSquares(s.before).Len() {
		target = occupancyAfter(s.before, s.nearest[0])
		captured = s.nearest[0].Captured
	}
	missing, extra := s.differingSquares(target)&target, s.differingSquares(target)&^target
	place, stray := nearestPair(missing, extra)
	switch {
	case missing == 0 && captured&extra != 0:
		return s.newMessage("take_off", (captured & extra).Squares()[0])
	case missing == 0:
		return s.newMessage("take_away", extra.Squares()[0])
	case extra == 0:
		place = missing.Squares()[0]
	}
	key := "put_back"
	if s.belongsToRobot(place) {
		key = "put_back_mine"
	}
	if extra == 0 {
		return s.newMessage(key, place)
	}
	return s.newMessage(key, place, stray)
}

// nearestPair finds a missing checker and a stray one that are as near to each other as any.
func nearestPair(missing, extra board.Bits) (place, stray board.Square) {
	best := 8
	for _, m := range missing.Squares() {
		for _, e := range extra.Squares() {
			if d := kingSteps(m, e); d < best {
				best, place, stray = d, m, e
			}
		}
	}
	return place, stray
}

// kingSteps returns the distance of two squares in steps of a chess king: a checker may have been put one file
// or rank beside its place.
func kingSteps(a, b board.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(n int) int { return max(n, -n) }

// belongsToRobot reports whether one of the robot's checkers belongs on a square.
func (s *comparison) belongsToRobot(square board.Square) bool {
	return s.position.Pieces(s.position.Turn.Other()).Has(square)
}
