package net

import "crownhead/board"

// compactPlanes is the number of input planes of the compact net.
const compactPlanes = 8

// The compact net's planes, seen from the side to move; see the package's comment.
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

// A pieceView is the pieces as they stand amid a capture: the piece in flight stands where its last
// jump ended, and is a king if it has become one. What it has jumped still stands.
type pieceView struct {
	pieces         [2]board.Bits // by colour
	kings          board.Bits
	flight, jumped board.Bits
}

func (s *State) pieceView() pieceView {
	p := s.Position
	v := pieceView{pieces: [2]board.Bits{p.White, p.Black}, kings: p.Kings}
	if !s.Capturing() {
		return v
	}
	capture := s.PartialCapture
	from, at := capture.From.Bit(), capture.At.Bit()
	own := &v.pieces[p.Turn]
	*own = *own&^from | at
	king := p.Kings&from != 0 || p.Promotes(board.Move{From: capture.From, To: capture.At, Captured: capture.Captured})
	if v.kings &^= from; king {
		v.kings |= at
	}
	v.flight, v.jumped = at, capture.Captured
	return v
}

// fillCompactPlanes fills the rows of the 32 dark squares, turned so that the side to move always moves up.
func fillCompactPlanes(s *State, to matrix) {
	v := s.pieceView()
	own, other := v.pieces[s.Position.Turn], v.pieces[s.Position.Turn.Other()]
	sets := [compactPlanes]board.Bits{
		planeOwnMen: own &^ v.kings, planeOwnKings: own & v.kings,
		planeOtherMen: other &^ v.kings, planeOtherKings: other & v.kings,
		planeFlight: v.flight, planeJumped: v.jumped,
	}
	if s.Position.Turn == board.Black {
		for i := range sets {
			sets[i] = sets[i].Rotate()
		}
	}
	repeated, count := repetitionInput(s.Repetitions), float32(s.Counters.Fullest(s.Rules))
	for square := range boardSquares {
		row := to.row(square)[:compactPlanes]
		for i, set := range sets {
			row[i] = float32(set >> square & 1)
		}
		row[planeRepeated], row[planeCount] = repeated, count
	}
}

// repetitionInput is 0 for a new position, ½ for one that has stood before, 1 for the third time.
func repetitionInput(times uint8) float32 { return float32(min(max(times, 1), 3)-1) / 2 }

// paperPlanes is the number of input planes of the paper's net with a number of past positions: its
// own 3 … 17, and two for a capture under way.
func paperPlanes(past int) int { return 2*(1+past) + 1 + 2 }

// fillPaperPlanes fills the rows of all 64 squares, seen from White's side always.
func fillPaperPlanes(s *State, past int, to matrix) {
	for square := range boardSide * boardSide {
		clear(to.row(square)[:paperPlanes(past)])
	}
	v := s.pieceView()
	markPieces(to, 0, v.pieces[board.White], v.kings)
	markPieces(to, 1, v.pieces[board.Black], v.kings)
	for i, p := range s.past[:min(past, int(s.pastCount))] {
		markPieces(to, 2+2*i, p.White, p.Kings)
		markPieces(to, 3+2*i, p.Black, p.Kings)
	}
	turn := 2 * (1 + past)
	if s.Position.Turn == board.White {
		for square := range boardSide * boardSide {
			to.row(square)[turn] = 1
		}
	}
	markPieces(to, turn+1, v.flight, v.flight)
	markPieces(to, turn+2, v.jumped, v.jumped)
}

// markPieces sets a plane to 1 on kings and ½ on men.
func markPieces(to matrix, plane int, pieces, kings board.Bits) {
	for ; pieces != 0; pieces &= pieces - 1 {
		square := lowestSquare(pieces)
		x := float32(0.5)
		if kings.Has(square) {
			x = 1
		}
		to.row(square.Rank()*boardSide + square.File())[plane] = x
	}
}
