package net

import "crownhead/board"

// leanPlanes is the number of input planes of the lean net.
const leanPlanes = 8

// The lean net's planes, in the view of the side to move; see the package's comment.
const (
	planeOwnMen = iota
	planeOwnKings
	planeOtherMen
	planeOtherKings
	planeRepeated
	planeCount
	planeFlight
	planeJumped
)

// A sight is the pieces as they stand amid a capture: the piece in flight is where it has got to, and is a king if it has
// become one. What it has jumped still stands.
type sight struct {
	pieces         [2]board.Bits // by colour
	kings          board.Bits
	flight, jumped board.Bits
}

func (s *State) sight() sight {
	p := s.Position
	v := sight{pieces: [2]board.Bits{p.White, p.Black}, kings: p.Kings}
	if !s.Capturing() {
		return v
	}
	from, at := s.Way.From.Bit(), s.Way.At.Bit()
	own := &v.pieces[p.Turn]
	*own = *own&^from | at
	king := p.Kings&from != 0 || p.Promotes(board.Move{From: s.Way.From, To: s.Way.At, Captured: s.Way.Captured})
	if v.kings &^= from; king {
		v.kings |= at
	}
	v.flight, v.jumped = at, s.Way.Captured
	return v
}

// leanInput fills the rows of the 32 dark squares, turned so that the side to move always moves up.
func leanInput(s *State, to rows) {
	v := s.sight()
	own, other := v.pieces[s.Position.Turn], v.pieces[s.Position.Turn.Other()]
	sets := [leanPlanes]board.Bits{
		planeOwnMen: own &^ v.kings, planeOwnKings: own & v.kings,
		planeOtherMen: other &^ v.kings, planeOtherKings: other & v.kings,
		planeFlight: v.flight, planeJumped: v.jumped,
	}
	if s.Position.Turn == board.Black {
		for i := range sets {
			sets[i] = sets[i].Rotate()
		}
	}
	repeated, count := repeated(s.Repetitions), float32(s.Counters.Fullest(s.Rules))
	for square := range boardSquares {
		row := to.row(square)[:leanPlanes]
		for i, set := range sets {
			row[i] = float32(set >> square & 1)
		}
		row[planeRepeated], row[planeCount] = repeated, count
	}
}

// repeated is 0 for a new position, ½ for one that has stood before, 1 for the third time.
func repeated(times uint8) float32 { return float32(min(max(times, 1), 3)-1) / 2 }

// articlePlanes is the number of input planes of the article's net with so many past positions: its own 3 … 17, and two
// for a capture under way.
func articlePlanes(past int) int { return 2*(1+past) + 1 + 2 }

// articleInput fills the rows of all 64 squares, seen from White's side whoever is to move.
func articleInput(s *State, past int, to rows) {
	for square := range side * side {
		clear(to.row(square)[:articlePlanes(past)])
	}
	v := s.sight()
	mark(to, 0, v.pieces[board.White], v.kings)
	mark(to, 1, v.pieces[board.Black], v.kings)
	for i, p := range s.past[:min(past, int(s.plenty))] {
		mark(to, 2+2*i, p.White, p.Kings)
		mark(to, 3+2*i, p.Black, p.Kings)
	}
	turn := 2 * (1 + past)
	if s.Position.Turn == board.White {
		for square := range side * side {
			to.row(square)[turn] = 1
		}
	}
	mark(to, turn+1, v.flight, v.flight)
	mark(to, turn+2, v.jumped, v.jumped)
}

// mark sets a plane to 1 on kings and ½ on men.
func mark(to rows, plane int, pieces, kings board.Bits) {
	for ; pieces != 0; pieces &= pieces - 1 {
		square := first(pieces)
		x := float32(0.5)
		if kings.Has(square) {
			x = 1
		}
		to.row(square.Rank()*side + square.File())[plane] = x
	}
}
