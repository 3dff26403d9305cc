package board

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A referee finds legal moves from the words of the rules, square by square and with no regard to speed:
// nothing of the bitboards that it checks is used.
type referee struct {
	pieces map[[2]int]Piece // by file and rank
	turn   Color
	found  map[Move]Position
}

func (r *referee) on(file, rank int) bool { return file >= 0 && file < 8 && rank >= 0 && rank < 8 }

func judge(p Position) map[Move]Position {
	r := &referee{pieces: map[[2]int]Piece{}, turn: p.Turn, found: map[Move]Position{}}
	for s := Square(0); s < 32; s++ {
		if piece := p.PieceAt(s); piece != NoPiece {
			r.pieces[[2]int{s.File(), s.Rank()}] = piece
		}
	}
	for at, piece := range maps.Clone(r.pieces) {
		if piece.Color() == r.turn {
			delete(r.pieces, at)
			r.capture(at, at, piece, map[[2]int]bool{})
			r.pieces[at] = piece
		}
	}
	if len(r.found) > 0 {
		return r.found
	}
	for at, piece := range maps.Clone(r.pieces) {
		if piece.Color() == r.turn {
			delete(r.pieces, at)
			r.quiet(at, piece)
			r.pieces[at] = piece
		}
	}
	return r.found
}

var diagonals = [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}

func (r *referee) quiet(from [2]int, piece Piece) {
	for _, d := range diagonals {
		if !piece.King() && (d[1] > 0) != (r.turn == White) {
			continue
		}
		for n := 1; n < 8; n++ {
			to := [2]int{from[0] + n*d[0], from[1] + n*d[1]}
			if !r.on(to[0], to[1]) || r.pieces[to] != NoPiece {
				break
			}
			r.add(from, to, r.crowned(piece, to), nil)
			if !piece.King() {
				break
			}
		}
	}
}

// jumps lists, for each piece that can be captured from a square, the squares behind it.
func (r *referee) jumps(at [2]int, piece Piece, done map[[2]int]bool) map[[2]int][][2]int {
	list := map[[2]int][][2]int{}
	for _, d := range diagonals {
		reach := 1
		if piece.King() {
			reach = 7
		}
		n := 1
		step := func() [2]int { return [2]int{at[0] + n*d[0], at[1] + n*d[1]} }
		for n < reach && r.on(step()[0], step()[1]) && r.pieces[step()] == NoPiece {
			n++
		}
		target := step()
		if r.pieces[target] == NoPiece || r.pieces[target].Color() == r.turn || done[target] {
			continue
		}
		for n++; r.on(step()[0], step()[1]) && r.pieces[step()] == NoPiece; n++ {
			list[target] = append(list[target], step())
			if !piece.King() {
				break
			}
		}
	}
	return list
}

func (r *referee) capture(from, at [2]int, piece Piece, done map[[2]int]bool) {
	jumps := r.jumps(at, piece, done)
	if len(jumps) == 0 && len(done) > 0 {
		r.add(from, at, piece, done)
	}
	for target, lands := range jumps {
		next := maps.Clone(done)
		next[target] = true
		must := false
		for _, land := range lands {
			must = must || len(r.jumps(land, r.crowned(piece, land), next)) > 0
		}
		for _, land := range lands {
			crowned := r.crowned(piece, land)
			if !must || len(r.jumps(land, crowned, next)) > 0 {
				r.capture(from, land, crowned, next)
			}
		}
	}
}

func (r *referee) crowned(piece Piece, at [2]int) Piece {
	switch {
	case piece == WhiteMan && at[1] == 7:
		return WhiteKing
	case piece == BlackMan && at[1] == 0:
		return BlackKing
	}
	return piece
}

// add records a move and the position after it.
func (r *referee) add(from, to [2]int, piece Piece, done map[[2]int]bool) {
	after := Position{Turn: r.turn.Other()}
	put := func(at [2]int, piece Piece) {
		bit := squareAt(at[0], at[1]).Bit()
		switch piece.Color() {
		case White:
			after.White |= bit
		case Black:
			after.Black |= bit
		}
		if piece.King() {
			after.Kings |= bit
		}
	}
	m := Move{From: squareAt(from[0], from[1]), To: squareAt(to[0], to[1])}
	for at, other := range r.pieces {
		if done[at] {
			m.Captured |= squareAt(at[0], at[1]).Bit()
			continue
		}
		put(at, other)
	}
	put(to, piece)
	r.found[m] = after
}

// anyPosition draws positions of every kind, half of them of kings alone, where captures are long.
func anyPosition() *rapid.Generator[Position] {
	return rapid.Custom(func(t *rapid.T) Position {
		p := Position{Turn: Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
		squares := rapid.Permutation(Bits(0xffffffff).Squares()).Draw(t, "squares")
		white, black := rapid.IntRange(0, 12).Draw(t, "white"), rapid.IntRange(0, 12).Draw(t, "black")
		for i, s := range squares[:white+black] {
			if i < white {
				p.White |= s.Bit()
			} else {
				p.Black |= s.Bit()
			}
		}
		p.Kings = p.White&promotionRank[White] | p.Black&promotionRank[Black]
		if rapid.Bool().Draw(t, "kings") {
			p.Kings = p.Occupied()
		}
		return p
	})
}

func TestMovesAgreeWithReferee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		want, got := judge(p), map[Move]Position{}
		for _, m := range p.Moves() {
			if _, twice := got[m]; twice {
				t.Fatalf("%s: %s twice", p.FEN(), p.Notation(m))
			}
			got[m] = p.Play(m)
			king := p.Kings.Has(m.From) || p.Promotes(m)
			if got[m].Kings.Has(m.To) != king {
				t.Fatalf("%s: %s: king %v by Promotes", p.FEN(), p.Notation(m), king)
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s: moves %v, the referee says %v", p.FEN(), got, want)
		}
		if p.CanMove() != (len(want) > 0) {
			t.Fatalf("%s: CanMove is %v", p.FEN(), p.CanMove())
		}
		for m, after := range want {
			if err := after.Validate(); err != nil {
				t.Fatalf("%s: %v: %v", p.FEN(), m, err)
			}
		}
	})
}

// Quick ways of listing moves keep the order: by the square they start from, quiet moves then by the square
// where they end, captures as a walk finds them. Journals hold that order.
func TestOrderOfMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		moves := p.Moves()
		var want []Move
		for from := range NoSquare {
			if capturers := p.findCapturers() & from.Bit(); capturers != 0 {
				want = p.capturerOn(from).appendWalkCaptures(want)
			}
		}
		if want == nil {
			want = slices.SortedFunc(maps.Keys(judge(p)), func(a, b Move) int {
				return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
			})
		}
		if !slices.Equal(moves, want) {
			t.Fatalf("%s: %v, want %v", p.FEN(), moves, want)
		}
		if n := Perft(p, 1); n != uint64(len(moves)) {
			t.Fatalf("%s: %d counted, %d listed", p.FEN(), n, len(moves))
		}
	})
}

// A man who takes the same four men round about, either way, and is crowned only then has done one thing.
func TestRoundAboutAndCrowned(t *testing.T) {
	p := mustFEN(t, "B:Wd2,d4,f4,d6,f6:Be3")
	if moves := p.Moves(); len(moves) != 2 || len(judge(p)) != 2 {
		t.Errorf("%v, want e3:c1 and the same after a round", moves)
	}
}

// A path jumps exactly the captured pieces, one at a time, and its notation means the move again.
func TestPathAndNotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		for _, m := range p.Moves() {
			path, order := p.Path(m), p.CaptureOrder(m)
			if path[0] != m.From || path[len(path)-1] != m.To || len(order) != m.Captured.Len() {
				t.Fatalf("%s: %v: path %v, captures %v", p.FEN(), m, path, order)
			}
			taken := Bits(0)
			for i, s := range order {
				jumped := Between(path[i], path[i+1]) & p.Occupied() &^ m.From.Bit()
				if jumped != s.Bit() || taken.Has(s) {
					t.Fatalf("%s: %v: from %v to %v over %v", p.FEN(), m, path[i], path[i+1], jumped.Squares())
				}
				taken |= jumped
			}
			if taken != m.Captured {
				t.Fatalf("%s: %v: order %v", p.FEN(), m, order)
			}
			again, err := p.ParseMove(p.Notation(m))
			if err != nil || again != m {
				t.Fatalf("%s: %s read as %v, %v", p.FEN(), p.Notation(m), again, err)
			}
		}
	})
}
