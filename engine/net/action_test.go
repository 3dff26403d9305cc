package net

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crownhead/board"
)

// There are as many actions as the paper counts, each goes somewhere else, and turning twice turns back.
func TestActions(t *testing.T) {
	seen := map[[2]board.Square]bool{}
	var ofSquare [boardSquares]int
	for a := Action(0); a < Actions; a++ {
		from, to := a.From(), a.To()
		if back, ok := ActionBetween(from, to); !ok || back != a {
			t.Errorf("%d: %v to %v is %d", a, from, to, back)
		}
		seen[[2]board.Square{from, to}] = true
		ofSquare[from]++
		if turned := a.Rotated(); turned.From() != lastSquare-from || turned.To() != lastSquare-to ||
			turned.Rotated() != a {
			t.Errorf("%v turned is %v", a, turned)
		}
	}
	if len(seen) != 280 {
		t.Errorf("%d different actions", len(seen))
	}
	count := map[int]int{}
	for _, n := range ofSquare {
		count[n]++
	}
	if count[7] != 14 || count[9] != 10 || count[11] != 6 || count[13] != 2 {
		t.Errorf("squares by number of actions: %v", count)
	}
	for _, pair := range [][2]board.Square{{0, 0}, {0, 1}, {0, board.NoSquare}, {200, 3}} {
		if a, ok := ActionBetween(pair[0], pair[1]); ok {
			t.Errorf("%v to %v is action %v", pair[0], pair[1], a)
		}
	}
	if s := Action(500).String(); s != "action 500" || Action(500).From() != board.NoSquare {
		t.Errorf("action 500 is %q from %v", s, Action(500).From())
	}
}

// walkChains follows every chain of actions to its end.
func walkChains(t *testing.T, s State, chain []Action, found map[board.Move]int) {
	t.Helper()
	actions := s.AppendActions(nil)
	if len(chain) > 0 && len(actions) == 0 {
		t.Fatalf("%s: %v leads nowhere, though the capture is not complete", s.Position.FEN(), chain)
	}
	for _, a := range actions {
		next, m, complete := s.Apply(a)
		if complete {
			if next.Position != s.Position.Play(m) || next.Capturing() {
				t.Fatalf("%s: %v with %v is not the position after %v", s.Position.FEN(), chain, a, m)
			}
			found[m]++
			continue
		}
		if next.Position != s.Position || !next.Capturing() || next.PartialCapture.At != a.To() {
			t.Fatalf("%s: amid a capture %v with %v became %+v", s.Position.FEN(), chain, a, next.PartialCapture)
		}
		walkChains(t, next, append(slices.Clone(chain), a), found)
	}
}

// compareChainsWithMoves holds chains and moves against one another in a position.
func compareChainsWithMoves(t *testing.T, p board.Position) {
	t.Helper()
	s := NewState(board.NewGame(p, board.FederationRules))
	found := map[board.Move]int{}
	walkChains(t, s, nil, found)
	moves := p.Moves()
	for _, m := range moves {
		if found[m] == 0 {
			t.Errorf("%s: no chain of actions is %s", p.FEN(), p.Notation(m))
		}
		followNotation(t, s, m)
	}
	if len(found) != len(moves) {
		t.Errorf("%s: chains of actions are %d moves, not %d", p.FEN(), len(found), len(moves))
	}
}

// followNotation plays the chain of a move, which is complete with its last action and not before.
func followNotation(t *testing.T, s State, m board.Move) {
	t.Helper()
	p := s.Position
	chain := MoveActions(p, m)
	if len(chain) == 0 {
		t.Fatalf("%s: no chain for %s", p.FEN(), p.Notation(m))
	}
	for i, a := range chain {
		if !slices.Contains(s.AppendActions(nil), a) {
			t.Errorf("%s: %v of %v is not a legal action", p.FEN(), a, chain)
		}
		next, played, complete := s.Apply(a)
		if complete != (i == len(chain)-1) || complete && played != m {
			t.Errorf("%s: %v became %v, complete %v, after %v", p.FEN(), p.Notation(m), played, complete, a)
		}
		s = next
	}
}

// The hard captures: jumped pieces that stay and block, a crown in mid-capture, ends that are
// beginnings, several ways round.
func TestChains(t *testing.T) {
	for _, fen := range []string{
		"W:WKa1:Bb2,d4,f6,d6,b6,f4,d2",
		"W:WKe1:Bd2,b4,b6,d6,f6,f4",
		"W:We5:Bd6,d8,f6,f4,d4",
		"W:Wf6:Be7,c7,b4,e5",
		"W:Wb6:Bc7,e7,g5,e3,c3",
		"W:Wc3:Bd4,f6,f4,d6,b6,b4",
		"B:Bd4:We3,g3,c5,e5,c3",
		"W:WKc1:Bd2,g5,e7,c5",
		"W:WKh8,Kb2:Bg7,e5,c3,c7,f2,e3",
		"B:BKa7,c3:Wb6,d2,f2,f4,d6,b2,d4",
		"W:Wa1:Bb2,c3",
		"W:W:Ba7",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		compareChainsWithMoves(t, p)
	}
	if c := MoveActions(board.Start(), board.Move{From: 0, To: 31}); c != nil {
		t.Errorf("an illegal move has a chain: %v", c)
	}
}

// A capture may end where it began: the whole move goes nowhere, none of its actions does.
func TestRound(t *testing.T) {
	p, err := board.ParseFEN("W:We3:Bd4,d6,f6,f4")
	if err != nil {
		t.Fatal(err)
	}
	e3, _ := board.ParseSquare("e3")
	m := board.Move{From: e3, To: e3, Captured: p.Black}
	if chain := MoveActions(p, m); len(chain) != 4 || !slices.Contains(p.Moves(), m) {
		t.Errorf("the round is %v", chain)
	}
}

// A state that follows a game action by action is the state of the game, history and draw counts included.
func TestFollow(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	p, err := board.ParseFEN("W:Wa1,c1,e1,b2,d2,Kh2:Bb8,d8,f8,a7,g7,Kh6")
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(p, board.PaperRules)
	s := NewState(g)
	for range 30 {
		if g.Outcome().Over() {
			break
		}
		for moved := false; !moved; {
			actions := s.AppendActions(nil)
			var m board.Move
			if s, m, moved = s.Apply(actions[rng.IntN(len(actions))]); moved {
				if g, err = g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		want := NewState(g)
		if s.Repetitions != 1 {
			t.Fatalf("after a move the state has stood %d times, as if it knew the game", s.Repetitions)
		}
		if s.Repetitions = want.Repetitions; s != want || int(s.pastCount) != min(g.Plies(), maxPast) {
			t.Fatalf("after %d plies: %+v, want %+v", g.Plies(), s, want)
		}
	}
	if g.Plies() < 2*maxPast {
		t.Errorf("only %d plies", g.Plies())
	}
}

// randomPosition is a position that can stand on a board, with two to twenty-one pieces, many of them kings.
func randomPosition(rng *rand.Rand) board.Position {
	var p board.Position
	for range 2 + rng.IntN(20) {
		s, side := board.Square(rng.IntN(boardSquares)), &p.White
		if rng.IntN(2) == 0 {
			side = &p.Black
		}
		if !p.Occupied().Has(s) && side.Len() < 12 {
			*side |= s.Bit()
		}
	}
	return removeOverlaps(p, board.Bits(rng.Uint32()&rng.Uint32()), board.Color(rng.IntN(2)))
}

// removeOverlaps gives a position kings: those named, and every man on its last rank.
func removeOverlaps(p board.Position, kings board.Bits, turn board.Color) board.Position {
	p.Kings, p.Turn = p.Occupied()&kings|p.White&0xf0000000|p.Black&0x0000000f, turn
	return p
}

// Every legal move is a chain of actions, and every chain is a legal move.
func FuzzChains(f *testing.F) {
	for seed := range uint64(300) {
		p := randomPosition(rand.New(rand.NewPCG(seed, 2)))
		f.Add(uint32(p.White), uint32(p.Black), uint32(p.Kings), p.Turn == board.Black)
	}
	f.Fuzz(func(t *testing.T, white, black, kings uint32, turn bool) {
		p := board.Position{White: board.Bits(white), Black: board.Bits(black &^ white)}
		if p = removeOverlaps(p, board.Bits(kings), board.White); turn {
			p.Turn = board.Black
		}
		if p.Validate() == nil {
			compareChainsWithMoves(t, p)
		}
	})
}
