package endgame

import (
	"fmt"

	"crownhead/board"
)

// Verify checks a signature by the rules alone: every position must be worth what its moves say, the positions
// after them taken from the tables. It uses nothing of the solver, and enumerates the positions in another way. If
// every table that can be reached passes, all of them are right: a win or loss follows from shorter ones, and from
// a drawn position there is always a move to a drawn one.
//
// It returns the number of positions; the error names the first wrong one.
func (t *Tables) Verify(s Signature) (positions int, err error) {
	v := verifier{tables: t, groups: [4]pieceGroup{
		{left: s.OwnMen, allowed: 0x0fffffff},
		{left: s.FoeMen, allowed: 0xfffffff0, foe: true},
		{left: s.OwnKings, allowed: 0xffffffff, kings: true},
		{left: s.FoeKings, allowed: 0xffffffff, foe: true, kings: true},
	}}
	err = v.placePieces(board.Position{}, 0, 0)
	return v.positions, err
}

// A pieceGroup is pieces of one kind and where they may stand.
type pieceGroup struct {
	left       uint8
	allowed    board.Bits
	foe, kings bool
}

type verifier struct {
	tables    *Tables
	groups    [4]pieceGroup
	positions int
}

// placePieces puts the pieces of a group, from a square upwards, and of the groups after it everywhere, and
// verifies each position.
func (v *verifier) placePieces(p board.Position, g int, lowest board.Square) error {
	if g == len(v.groups) {
		v.positions++
		return v.verifyPosition(p)
	}
	if v.groups[g].left == 0 {
		return v.placePieces(p, g+1, 0)
	}
	v.groups[g].left--
	defer func() { v.groups[g].left++ }()
	for s := lowest; s < board.NoSquare; s++ {
		if !(v.groups[g].allowed &^ p.Occupied()).Has(s) {
			continue
		}
		if err := v.placePieces(v.groups[g].putPiece(p, s.Bit()), g, s+1); err != nil {
			return err
		}
	}
	return nil
}

func (g *pieceGroup) putPiece(p board.Position, square board.Bits) board.Position {
	if g.foe {
		p.Black |= square
	} else {
		p.White |= square
	}
	if g.kings {
		p.Kings |= square
	}
	return p
}

// verifyPosition compares what the table says of a position with what its moves say.
func (v *verifier) verifyPosition(p board.Position) error {
	if p.CanCapture() {
		return nil // not in the table: its value always comes from its moves
	}
	said, distance, ok := v.tables.Probe(p)
	want, plies, known := v.valueByMoves(p)
	if !ok || !known || said != want || distance != plies {
		return fmt.Errorf(
			"endgame: verifying %s: the table says %v in %d, the moves say %v in %d", p.FEN(), said, distance, want, plies,
		)
	}
	return nil
}

// valueByMoves is the result and the distance that follow from the positions after each move.
func (v *verifier) valueByMoves(p board.Position) (r Result, distance int, ok bool) {
	const far = 1 << 10
	var buf [64]board.Move
	soonest, latest, drawn := far, -1, false
	for _, m := range p.AppendMoves(buf[:0]) {
		r, plies, ok := v.tables.Probe(p.Play(m))
		switch {
		case !ok:
			return Unknown, 0, false
		case r == Loss:
			soonest = min(soonest, plies)
		case r == Win:
			latest = max(latest, plies)
		default:
			drawn = true
		}
	}
	switch {
	case soonest < far:
		return Win, soonest + 1, true
	case drawn:
		return Draw, 0, true
	}
	return Loss, latest + 1, true
}
