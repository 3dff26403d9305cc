package sensing

import "crownhead/board"

// A comparison is an occupancy beside the outcomes of all legal moves of a position.
type comparison struct {
	position    board.Position
	before      board.Bits
	seen        board.Bits
	trusted     board.Bits // squares whose sensors can be trusted
	moves       []board.Move
	occupancies []board.Bits // the occupancy after each of moves
	nearest     []board.Move // of moves, those whose outcomes are nearest to what is seen
	distance    int          // in how many squares those differ; beyond 32 when there is no legal move
}

func compare(q Query) *comparison {
	s := &comparison{
		position: q.Position,
		before:   q.Position.Occupied(),
		trusted:  ^q.Unknown,
		seen:     q.Bits &^ q.Unknown,
		moves:    q.Position.Moves(),
		nearest:  []board.Move{},
		distance: 33,
	}
	s.occupancies = make([]board.Bits, len(s.moves))
	for i, m := range s.moves {
		s.occupancies[i] = occupancyAfter(s.before, m)
		switch d := s.differingSquares(s.occupancies[i]).Len(); {
		case d < s.distance:
			s.distance, s.nearest = d, append(s.nearest[:0], m)
		case d == s.distance:
			s.nearest = append(s.nearest, m)
		}
	}
	return s
}

// occupancyAfter returns the occupancy after a move. A capture that ends where it began removes only the
// captured pieces.
func occupancyAfter(before board.Bits, m board.Move) board.Bits {
	return before&^(m.From.Bit()|m.Captured) | m.To.Bit()
}

// differingSquares returns the trusted squares in which the sensors differ from an occupancy.
func (s *comparison) differingSquares(occupied board.Bits) board.Bits {
	return (s.seen ^ occupied) & s.trusted
}

func (s *comparison) matches(occupied board.Bits) bool { return s.differingSquares(occupied) == 0 }

// fittingMoves lists the moves that explain the occupancy, one for each resulting position.
func (s *comparison) fittingMoves() []board.Move {
	var fits []board.Move
	if s.distance > 0 {
		return nil
	}
	results := map[board.Position]bool{}
	for _, m := range s.nearest {
		after := s.position.Play(m)
		if !results[after] {
			results[after] = true
			fits = append(fits, m)
		}
	}
	return fits
}

// nearestDifferences returns every square in which one of the nearest outcomes differs from the occupancy; without a
// legal move, every square in which the position does.
func (s *comparison) nearestDifferences() board.Bits {
	if len(s.nearest) == 0 {
		return s.differingSquares(s.before)
	}
	all := board.Bits(0)
	for _, m := range s.nearest {
		all |= s.differingSquares(occupancyAfter(s.before, m))
	}
	return all
}

// newMessage makes a message about squares. It names the nearest legal move if there is only one.
func (s *comparison) newMessage(key string, squares ...board.Square) Message {
	say := Message{Key: key, Squares: squares}
	if len(s.nearest) == 1 {
		say.Move = notationOf(s.position, s.nearest[0])
	}
	return say
}

// notationOf writes a move, and "" for no move.
func notationOf(p board.Position, m board.Move) string {
	if m == (board.Move{}) {
		return ""
	}
	return p.Notation(m)
}

// singleSquare returns the square of a set that has exactly one.
func singleSquare(b board.Bits) board.Square { return b.Squares()[0] }
