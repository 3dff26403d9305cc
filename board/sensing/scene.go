package sensing

import "crownhead/board"

// A scene is an occupancy beside the legal outcomes of a position.
type scene struct {
	position board.Position
	before   board.Bits
	seen     board.Bits
	known    board.Bits // squares whose sensors can be trusted
	moves    []board.Move
	outcomes []board.Bits // the occupancy after each of moves
	nearest  []board.Move // of moves, those whose outcomes are nearest to what is seen
	distance int          // in how many squares those differ; beyond 32 when there is no legal move
}

func look(q Query) *scene {
	s := &scene{
		position: q.Position,
		before:   q.Position.Occupied(),
		known:    ^q.Unknown,
		seen:     q.Bits &^ q.Unknown,
		moves:    q.Position.Moves(),
		nearest:  []board.Move{},
		distance: 33,
	}
	s.outcomes = make([]board.Bits, len(s.moves))
	for i, m := range s.moves {
		s.outcomes[i] = outcome(s.before, m)
		switch d := s.differs(s.outcomes[i]).Len(); {
		case d < s.distance:
			s.distance, s.nearest = d, append(s.nearest[:0], m)
		case d == s.distance:
			s.nearest = append(s.nearest, m)
		}
	}
	return s
}

// outcome is the occupancy after a move. A capture that ends where it began removes nothing but the captured.
func outcome(before board.Bits, m board.Move) board.Bits {
	return before&^(m.From.Bit()|m.Captured) | m.To.Bit()
}

// differs is the set of known squares in which what is seen differs from an occupancy.
func (s *scene) differs(occupied board.Bits) board.Bits { return (s.seen ^ occupied) & s.known }

func (s *scene) same(occupied board.Bits) bool { return s.differs(occupied) == 0 }

// allAlike tells that all 32 sensors read the same, as no position does: supply or cable, not a visitor. Masked sensors
// count too, for a cable takes them along.
func (q Query) allAlike() bool {
	return (q.Bits == 0 || q.Bits == ^board.Bits(0)) && q.Bits != q.Position.Occupied()
}

func (q Query) sayFault() Message {
	if q.Bits == 0 {
		return Message{Key: "fault_empty"}
	}
	return Message{Key: "fault_full"}
}

// fitting lists the moves that explain what is seen, one for each resulting position.
func (s *scene) fitting() []board.Move {
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

// differing is every square in which a nearest outcome differs; without a legal move, in which the position does.
func (s *scene) differing() board.Bits {
	if len(s.nearest) == 0 {
		return s.differs(s.before)
	}
	all := board.Bits(0)
	for _, m := range s.nearest {
		all |= s.differs(outcome(s.before, m))
	}
	return all
}
