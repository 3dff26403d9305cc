package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
)

// minimax is the plain truth by the rules of board.Game: what White has of a game within a number of
// plies, not ok if that isn't decided by then.
func minimax(g board.Game, plies int) (value float64, ok bool) {
	if o := g.Outcome(); o.Over() {
		return map[string]float64{board.WhiteWins: 1, board.BlackWins: -1}[o.Result], true
	}
	if plies == 0 {
		return 0, false
	}
	mine, best, all := signFor(g.Turn()), -2.0, true
	for _, m := range g.Position().Moves() {
		next, err := g.Play(m)
		if err != nil {
			panic(err)
		}
		v, ok := minimax(next, plies-1)
		if ok && v == mine {
			return v, true
		}
		if ok {
			best = max(best, v*mine)
		}
		all = all && ok
	}
	return best * mine, all
}

// randomPosition is a position of few pieces, many of them kings.
func randomPosition(r *rand.Rand) board.Position {
	for {
		p := board.Position{Turn: board.Color(r.IntN(2))}
		for range 2 + r.IntN(4) {
			b := board.Square(r.IntN(32)).Bit()
			if p.Occupied()&b != 0 {
				continue
			}
			if r.IntN(2) == 0 {
				p.White |= b
			} else {
				p.Black |= b
			}
			if r.IntN(3) > 0 {
				p.Kings |= b
			}
		}
		if p.Validate() == nil && p.White != 0 && p.Black != 0 && p.CanMove() {
			return p
		}
	}
}

// repeatedGame is a game from such a position with some moves played, so that counts are fuller and
// positions have stood: kings like to go back.
func repeatedGame(r *rand.Rand) board.Game {
	g := board.NewGame(randomPosition(r), board.DrawRules(r.IntN(2)))
	for range r.IntN(30) {
		moves := g.Position().Moves()
		m := moves[r.IntN(len(moves))]
		if played := g.Moves(); len(played) > 1 && r.IntN(3) > 0 {
			if last := played[len(played)-2]; g.Position().Legal(board.Move{From: last.To, To: last.From}) {
				m = board.Move{From: last.To, To: last.From}
			}
		}
		next, err := g.Play(m)
		if err != nil || next.Outcome().Over() {
			return g
		}
		g = next
	}
	return g
}

// What the search calls proven is so, by minimax; and what minimax sees in a few plies the search
// finds with enough playouts, though its network knows nothing: wins, losses, counts that are full,
// positions for the third time. With the tables as well as without.
func TestCertain(t *testing.T) {
	const plies = 3
	r := rand.New(rand.NewPCG(7, 7))
	met, agreed, proven := map[float64]int{}, 0, 0
	for range 400 {
		g := repeatedGame(r)
		if g.Outcome().Over() {
			continue
		}
		value, decided := minimax(g, plies)
		for _, tables := range []*endgame.Tables{nil, endgame.Embedded()} {
			o := testOptions()
			o.Endings = tables
			e := newEngine(t, &guesser{}, o)
			got, err := e.Search(context.Background(), Query{Game: g, Limits: engine.Limits{Nodes: 1500}})
			if err != nil {
				t.Fatal(err)
			}
			if got.Proven {
				proven++
			}
			if !decided {
				continue
			}
			met[value]++
			want := value * signFor(g.Turn())
			switch {
			case got.Proven && got.Value != want:
				t.Errorf("%s after %v: proven %g, want %g", g.Position().FEN(), g.Moves(), got.Value, want)
			case got.Proven:
				agreed++
			case want != 0 || math.Abs(got.Value) > 0.1: // a draw is decided only when nothing else is left, which is not needed here
				t.Errorf("%s after %v: %g, want %g, proven", g.Position().FEN(), g.Moves(), got.Value, want)
			}
		}
	}
	t.Logf("decided %v, proven %d, agreed %d", met, proven, agreed)
	if met[1] < 20 || met[-1] < 20 || met[0] < 20 {
		t.Errorf("too few of a kind: %v", met)
	}
}

// The tables' results must stand against the draw counters: where the search calls a win proven it wins,
// whatever the other plays, by the game's own rules.
func TestCertainWinsAreWon(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	o := testOptions()
	o.Endings = endgame.Embedded()
	won := 0
	for range 300 {
		g := repeatedGame(r)
		e := newEngine(t, &guesser{}, o)
		a, err := e.Choose(context.Background(), g, engine.Limits{Nodes: 200})
		if err != nil || a.Score < engine.WinScore-1000 {
			continue
		}
		side := g.Turn()
		for !g.Outcome().Over() {
			m := a.Move
			if moves := g.Position().Moves(); g.Turn() != side {
				m = moves[r.IntN(len(moves))]
			} else if a = mustChoose(t, e, g, 200); true {
				m = a.Move
			}
			if g, err = g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if winner, ok := g.Outcome().Winner(); !ok || winner != side {
			t.Errorf("%s after %v: %v", g.Start().FEN(), g.Moves(), g.Outcome())
		}
		won++
	}
	if won < 30 {
		t.Errorf("only %d wins", won)
	}
}
