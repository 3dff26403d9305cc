package pattern

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crownhead/board"
)

// number reads squares as a ternary number, the first the lowest digit, as its mover sees them.
func number(p board.Position, squares []board.Square) int {
	n, digit := 0, 1
	for _, s := range squares {
		if p.Turn == board.Black {
			s = 31 - s
		}
		if piece := p.PieceAt(s); piece != board.NoPiece && !piece.King() {
			if n += digit; piece.Color() != p.Turn {
				n += digit
			}
		}
		digit *= 3
	}
	return n
}

// squares lists some of the squares of some ranks.
func squares(rank, high, left, wide int) (list []board.Square) {
	for r := rank; r < rank+high; r++ {
		for i := left; i < left+wide; i++ {
			list = append(list, board.Square(4*r+i))
		}
	}
	return list
}

// The tables' entries are those that one would find square by square, each in its own table.
func TestTables(t *testing.T) {
	for _, p := range played(2000) {
		var want []uint32
		base := 0
		for r := range 7 {
			want = append(want, uint32(base+number(p, squares(r, 2, 0, 4))))
			base += 6561
		}
		for r := range 4 {
			for left := range 3 {
				want = append(want, uint32(base+number(p, squares(r, 5, left, 2))))
				base += 59049
			}
		}
		v := viewOf(p)
		var got [maxTerms]uint32
		v.setMenTerms(&got)
		if !slices.Equal(got[:tables], want) || base != menEnd {
			t.Fatalf("%s: entries %v, want %v", p.FEN(), got[:tables], want)
		}
	}
}

// scattered are positions of chance, with many kings.
func scattered(n int) []board.Position {
	rng := rand.New(rand.NewPCG(4, 4))
	var all []board.Position
	for len(all) < n {
		p := board.Position{
			White: board.Bits(rng.Uint32() & rng.Uint32()),
			Kings: board.Bits(rng.Uint32()),
			Turn:  board.Color(rng.IntN(2)),
		}
		p.Black = board.Bits(rng.Uint32()&rng.Uint32()) &^ p.White
		p.Kings &= p.Occupied()
		if p.Validate() == nil {
			all = append(all, p)
		}
	}
	return all
}

// Every term lies in its table, and there is room for them all.
func TestTermsLieInTheirTables(t *testing.T) {
	for _, p := range append(played(2000), scattered(20000)...) {
		v := viewOf(p)
		var room [maxTerms]uint32
		list := v.activeTerms(&room)
		offsets := []uint32{countOffset, tempoOffset, balanceOffset, mobilityOffset, boardTermsEnd}
		for i, from := range offsets[:boardTermCount] {
			if at, to := list[tables+i], offsets[i+1]; at < from || at >= to {
				t.Fatalf("%s: term %d is %d, its table goes from %d to %d", p.FEN(), i, at, from, to)
			}
		}
		kings := p.Kings.Len()
		if kings > 0 {
			kings += 5
		}
		for _, at := range list[commonTermCount:] {
			if at < kingOffset || at >= TermCount {
				t.Fatalf("%s: a king's term is %d, its tables go from %d to %d", p.FEN(), at, kingOffset, TermCount)
			}
		}
		if len(list) != commonTermCount+kings {
			t.Fatalf("%s: %d terms, want %d", p.FEN(), len(list), commonTermCount+kings)
		}
	}
}

func view1(t *testing.T, fen string) view {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return viewOf(p)
}

// The terms of the whole board, by hand.
func TestWholeBoard(t *testing.T) {
	cases := []struct {
		fen                              string
		men, foeMen, lead, left, foeLeft int
		steps, foeSteps                  int
	}{
		{"W:Wa1,c3,e5:Bh8,Kb8", 3, 1, 0 + 2 + 4 - 0, 1, -1, 1 + 2 + 2, 1},
		{"B:Wa1,c3,e5:Bh8,g7", 2, 3, 0 + 1 - 0 - 2 - 4, 2, -1, 0 + 2, 1 + 2 + 2},
	}
	for _, c := range cases {
		v := view1(t, c.fen)
		var got [maxTerms]uint32
		v.setBoardTerms(&got)
		want := []uint32{
			uint32(countOffset + ((c.men*13+c.foeMen)*4+v.counts.kings)*4 + v.counts.foeKings),
			uint32(tempoOffset + 40 + c.lead),
			uint32(balanceOffset + (12+c.left)*25 + 12 + c.foeLeft),
			uint32(mobilityOffset + 16*c.steps + c.foeSteps),
		}
		if !slices.Equal(got[tables:commonTermCount], want) {
			lead := int(got[tables+1]) - tempoOffset - maxTempo
			t.Errorf("%s: %v, want %v: lead %d", c.fen, got[tables:commonTermCount], want, lead)
		}
	}
}

// Where kings can go and where they are in danger, by hand.
func TestKings(t *testing.T) {
	v := view1(t, "W:WKa1:Bd4,Kh2")
	reach, risky := v.kingReach(v.kings)
	if want := uint32(1<<4 | 1<<9); reach != want {
		t.Errorf("a king on a1 reaches %08x, want %08x", reach, want)
	}
	if risky&(1<<4) == 0 || risky&(1<<9) != 0 {
		t.Errorf("what stands on b2 may be taken from a1, what stands on c3 not: %08x", risky)
	}
	if at := v.attackedByMen(v.foeMen); at != 1<<9|1<<10|1<<17|1<<18 {
		t.Errorf("a man on d4 threatens %08x", at)
	}
	const safe = reachOffset + 2*reachSize
	for fen, want := range map[string][]uint32{
		"W:WKa1:Bd4,Kh2": {
			kingOffset, kingOffset + 32 + 7, reachOffset + 2, reachOffset + reachSize + 7,
			safe + 1, safe + reachSize + 7, roadOffset + 3*1 + 9*3,
		},
		"W:Wd4,Kh2:BKa1": {
			kingOffset + 7, kingOffset + 32, reachOffset + 7, reachOffset + reachSize + 2,
			safe + 7, safe + reachSize + 1, roadOffset + 1 + 9*3,
		},
	} {
		var room [maxTerms]uint32
		v := view1(t, fen)
		if list := v.activeTerms(&room)[commonTermCount:]; !slices.Equal(list, want) {
			t.Errorf("%s: kings' terms %v, want %v", fen, list, want)
		}
	}
}

// Steps stay on the board and follow its diagonals: protects the masks.
func TestSteps(t *testing.T) {
	steps := map[string]struct {
		step       func(uint32) uint32
		file, rank int
	}{
		"up left": {
			upLeft,
			-1,
			1,
		}, "up right": {upRight, 1, 1}, "down left": {downLeft, -1, -1}, "down right": {downRight, 1, -1},
	}
	for name, s := range steps {
		for sq := range board.Square(32) {
			var want uint32
			for to := range board.Square(32) {
				if to.File() == sq.File()+s.file && to.Rank() == sq.Rank()+s.rank {
					want = uint32(to.Bit())
				}
			}
			if got := s.step(uint32(sq.Bit())); got != want {
				t.Errorf("%s of %v: %08x, want %08x", name, sq, got, want)
			}
		}
	}
}
