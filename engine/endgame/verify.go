package endgame

import (
	"fmt"

	"crownhead/board"
)

// Verify checks a signature by the rules alone: every position must be worth what its moves say, the positions after
// them taken from the tables. Nothing of the solver is used, and the positions are enumerated in another way. If every
// table that can be reached passes, all of them are right: a win or loss follows from shorter ones, and who is said to
// draw always has a move to a position that is said to be drawn.
//
// It returns how many positions there are, and the first that is wrong as an error.
func (t *Tables) Verify(s Signature) (positions int, err error) {
	v := verifier{tables: t, groups: [4]group{
		{left: s.OwnMen, allowed: 0x0fffffff},
		{left: s.FoeMen, allowed: 0xfffffff0, foe: true},
		{left: s.OwnKings, allowed: 0xffffffff, kings: true},
		{left: s.FoeKings, allowed: 0xffffffff, foe: true, kings: true},
	}}
	err = v.place(board.Position{}, 0, 0)
	return v.positions, err
}

// A group is pieces of one kind and where they may stand.
type group struct {
	left       uint8
	allowed    board.Bits
	foe, kings bool
}

type verifier struct {
	tables    *Tables
	groups    [4]group
	positions int
}

// place puts the pieces of a group and of those after it everywhere, from a square upwards, and checks each position.
func (v *verifier) place(p board.Position, g int, lowest board.Square) error {
	if g == len(v.groups) {
		v.positions++
		return v.check(p)
	}
	if v.groups[g].left == 0 {
		return v.place(p, g+1, 0)
	}
	v.groups[g].left--
	defer func() { v.groups[g].left++ }()
	for s := lowest; s < board.NoSquare; s++ {
		if !(v.groups[g].allowed &^ p.Occupied()).Has(s) {
			continue
		}
		if err := v.place(v.groups[g].put(p, s.Bit()), g, s+1); err != nil {
			return err
		}
	}
	return nil
}

func (g *group) put(p board.Position, square board.Bits) board.Position {
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

// check compares what the table says of a position with what its moves say.
func (v *verifier) check(p board.Position) error {
	if p.CanCapture() {
		return nil // not in the table: worth what its moves say, always
	}
	said, distance, ok := v.tables.Probe(p)
	want, plies, known := v.byMoves(p)
	if !ok || !known || said != want || distance != plies {
		return fmt.Errorf("endgame: verifying %s: the table says %v in %d, the moves say %v in %d", p.FEN(), said, distance, want, plies)
	}
	return nil
}

// byMoves is the result and the distance that follow from the positions after each move.
func (v *verifier) byMoves(p board.Position) (r Result, distance int, ok bool) {
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
