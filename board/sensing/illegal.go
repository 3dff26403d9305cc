package sensing

import (
	"slices"

	"crownhead/board"
)

// A change is how the known squares differ from the position before the move.
type change struct {
	own, foe board.Bits // the visitor's and the robot's checkers that are gone
	came     board.Bits // squares that were empty and are full
}

func (s *scene) change() change {
	gone := s.before & s.known &^ s.seen
	own := s.position.Pieces(s.position.Turn)
	return change{own: gone & own, foe: gone &^ own, came: s.seen &^ s.before}
}

// diagnose tells the first thing to mend in an occupancy that nothing explains: the rule that was broken if one checker
// was moved against it, else the checker that stands nearest to its place.
func (s *scene) diagnose() Message {
	c := s.change()
	switch {
	case c.came == 0 && c.own.Len() == 1 && c.foe == 0:
		return s.message("put_in_middle", only(c.own))
	case c.came == 0 && c.own == 0 && c.foe.Len() == 1 && s.capturing(c.foe) != board.NoSquare:
		return s.mustCapture(s.capturing(c.foe))
	case s.distance == 1:
		return s.oneSquare()
	case c.own == 0 && c.foe.Len() == 1 && c.came.Len() == 1:
		return s.message("put_back_mine", only(c.foe), only(c.came))
	case c.own.Len() == 1 && c.came.Len() == 1 && (c.foe == 0 || s.position.CanCapture()):
		return s.ruleBroken(only(c.own), only(c.came), c.foe)
	}
	return s.guide()
}

// oneSquare speaks of the one square in which a legal outcome differs.
func (s *scene) oneSquare() Message {
	m := s.nearest[0]
	square := only(s.differs(outcome(s.before, m)))
	switch {
	case s.seen.Has(square):
		return s.message("take_away", square)
	case s.robots(square):
		return s.message("put_back_mine", square)
	}
	return s.message("put_in_middle", square)
}

// ruleBroken names the rule that one checker's move from one square to another breaks.
func (s *scene) ruleBroken(from, to board.Square, taken board.Bits) Message {
	p := s.position
	if p.CanCapture() && (taken == 0 || s.nearest[0].From != from) {
		return s.mustCapture(s.capturer(from))
	}
	climb := to.Rank() - from.Rank()
	if p.Turn == board.Black {
		climb = -climb
	}
	if climb <= 0 && !p.PieceAt(from).King() {
		return s.message("men_go_forward", from, to)
	}
	return s.message("move_not_legal", from, to)
}

// mustCapture names the checker that must capture, and the nearest of its captures.
func (s *scene) mustCapture(capturer board.Square) Message {
	say := s.message("must_capture", capturer)
	for _, m := range slices.Concat(s.nearest, s.moves) {
		if m.From == capturer {
			say.Move = notation(s.position, m)
			break
		}
	}
	return say
}

// capturer is the checker that must capture: the one that was touched if it can, else that of the nearest capture.
func (s *scene) capturer(touched board.Square) board.Square {
	for _, m := range s.moves {
		if m.From == touched {
			return touched
		}
	}
	return s.nearest[0].From
}

// capturing is a checker that can capture one of foes; NoSquare if none can.
func (s *scene) capturing(foes board.Bits) board.Square {
	for _, m := range s.moves {
		if m.Captured&foes != 0 {
			return m.From
		}
	}
	return board.NoSquare
}

// guide leads back, one checker at a time, to the nearest legal outcome, or to the position before if that is not
// farther.
func (s *scene) guide() Message {
	target := s.before
	captured := board.Bits(0)
	if s.distance < s.differs(s.before).Len() {
		target = outcome(s.before, s.nearest[0])
		captured = s.nearest[0].Captured
	}
	missing, extra := s.differs(target)&target, s.differs(target)&^target
	place, stray := nearestPair(missing, extra)
	switch {
	case missing == 0 && captured&extra != 0:
		return s.message("take_off", (captured & extra).Squares()[0])
	case missing == 0:
		return s.message("take_away", extra.Squares()[0])
	case extra == 0:
		place = missing.Squares()[0]
	}
	key := "put_back"
	if s.robots(place) {
		key = "put_back_mine"
	}
	if extra == 0 {
		return s.message(key, place)
	}
	return s.message(key, place, stray)
}

// nearestPair finds a missing checker and a stray one that are as near to each other as any.
func nearestPair(missing, extra board.Bits) (place, stray board.Square) {
	best := 8
	for _, m := range missing.Squares() {
		for _, e := range extra.Squares() {
			if d := distance(m, e); d < best {
				best, place, stray = d, m, e
			}
		}
	}
	return place, stray
}

// distance is in king's steps of chess: a checker may have been put a file or a rank beside its place.
func distance(a, b board.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(n int) int { return max(n, -n) }

// robots tells whether the robot's checker belongs on a square.
func (s *scene) robots(square board.Square) bool {
	return s.position.Pieces(s.position.Turn.Other()).Has(square)
}

// message speaks of squares, and names the nearest legal move when there is only one.
func (s *scene) message(key string, squares ...board.Square) Message {
	say := Message{Key: key, Squares: squares}
	if len(s.nearest) == 1 {
		say.Move = notation(s.position, s.nearest[0])
	}
	return say
}

// only is the square of a set that has one.
func only(b board.Bits) board.Square { return b.Squares()[0] }
