package search

import (
	"context"
	"maps"
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/pattern"
)

// minimax is plain minimax: what the search is meant to compute, without any of its shortcuts.
type minimax struct {
	rules board.DrawRules
	nodes int
}

// maxMinimaxNodes is the limit of one test; beyond it minimax gives up.
const maxMinimaxNodes = 8000

// value is the value of the last position of a path whose root has the index from.
func (r *minimax) value(path []board.Position, from int, c board.Counters, depth int) int {
	if r.nodes++; r.nodes > maxMinimaxNodes {
		return 0
	}
	p, ply := path[len(path)-1], len(path)-1-from
	before := slices.Clone(path[:len(path)-1])
	inTree, inGame := 0, 0
	for i, q := range before {
		if q == p && i >= from {
			inTree++
		} else if q == p {
			inGame++
		}
	}
	if ply > 0 && (inTree > 0 || inGame > 1) {
		return 0
	}
	moves := p.Moves()
	if len(moves) == 0 {
		return ply - winScore
	}
	if c.Due(r.rules) != "" {
		return 0
	}
	if depth <= 0 && !moves[0].IsCapture() {
		return pattern.Embedded().Score(p)
	}
	below := depth - 1
	if moves[0].IsCapture() && (depth <= 0 || len(moves) == 1 && ply > 0) {
		below = depth
	}
	best := -infinity
	for _, m := range moves {
		next := p.Play(m)
		best = max(best, -r.value(append(path, next), from, c.Next(p, m, next), below))
	}
	return best
}

// The shortcuts that change no value must change no value, with the table and without: protects alpha-beta, null
// windows, ordering, repetition, counters, bounds and distances in the table, and the way captures are followed.
func TestSameAsMinimax(t *testing.T) {
	games := append(samples(t),
		game(t, "W:WKa1,Kg1:BKb8,Kd8", "a1-b2", "b8-a7", "b2-a1", "a7-b8", "a1-b2", "b8-a7"),
		game(t, "W:WKa1,Kg1:BKb8,Kh2", "a1-b2", "b8-a7", "b2-a1", "a7-b8", "a1-b2", "b8-a7", "b2-c1"),
		game(t, "W:WKa1,a3:BKb8,h6"), game(t, "B:WKa5,Ke1:BKh8,h6"), game(t, "W:WKa3,h4:BKb8,h6,a5"),
		game(t, "W:Wg1,h2,a3:Bb8,h8,a5"), game(t, board.Start().FEN()),
	)
	o := searchOnly()
	o.Deeper, o.Reductions, o.ProbCut = false, false, false
	untabled := o
	untabled.TableBits = 0
	for _, g := range games {
		for depth := 1; depth <= 8; depth++ {
			r := &minimax{rules: g.Rules()}
			want := r.value(g.Positions(), g.Plies(), g.Counters(), depth)
			if r.nodes > maxMinimaxNodes {
				break
			}
			for _, o := range []Options{o, untabled} {
				a, err := New(o).Choose(context.Background(), g, engine.Limits{Depth: depth})
				if err != nil {
					t.Fatal(err)
				}
				if a.Depth == depth && a.Score != want { // a proven win ends the deepening early
					t.Errorf("%s depth %d, table %d: score %d, minimax %d", g.Position().FEN(), depth, o.TableBits, a.Score, want)
				}
			}
		}
	}
}

// Deeper than minimax reaches, the table changes no value: every move near the best is worth the same with it and
// without. Margins make the windows vary, so that bounds are used in other windows than they were found in.
func TestTableChangesNoValue(t *testing.T) {
	for _, fen := range []string{
		"W:Wa1,c1,e1,b2,d2,c3:Be7,f6,g7,h8,d6,b8", "W:Wc1,e1,b2,d2,f2,a3,c3,g3,f4:Bd8,f8,a7,e7,g7,b6,f6,h6,e5",
		"B:Wc1,e1,d2,f2,c3,e3,g3,h4:Bd8,f8,a7,e7,g7,b6,f6,h6", "W:Wc3,e3,d2,f2,b4:Bd6,f6,e7,g7,a5",
		"W:Wc5,d4,e3,g3,h2:Be7,f6,g7,h6,b8", "W:Wa3,c3,c1,g1:Bb8,h6,f6,d8",
	} {
		o := DefaultOptions()
		o.Deeper, o.Reductions, o.ProbCut = false, false, false
		for _, margin := range []int{1, 60} {
			scores := [2]map[board.Move]int{{}, {}}
			best := [2]int{}
			for i, bits := range []int{16, 0} {
				o.TableBits = bits
				a, moves, err := New(o).Candidates(context.Background(), game(t, fen), engine.Limits{Depth: 7}, margin)
				if err != nil {
					t.Fatal(err)
				}
				best[i] = a.Score
				for _, c := range moves {
					if c.Score > a.Score-margin {
						scores[i][c.Move] = c.Score
					}
				}
			}
			if best[0] != best[1] || !maps.Equal(scores[0], scores[1]) {
				t.Errorf("%s margin %d: with the table %d %v, without %d %v", fen, margin, best[0], scores[0], best[1], scores[1])
			}
		}
	}
}

// With the table, what is called won or lost is so: protects distances in the table, draw counters as part of
// an entry's identity, and scores that depend on repetitions being kept out of it.
func TestProvenScoresAreTrue(t *testing.T) {
	fens := []string{
		"W:WKa1,Ke1,Kg1:BKa5", "W:WKd4,Kc1,Kg1:BKb8", "B:Wb2,d2,d4,f6:Ba3,a7", "W:WKa1:Bb2,d6,f6",
		"B:Wa1,b2,d2,e5:BKe1,a3,g7,h8", "W:Wd2,Ke3,Kf4,Kf6,Ka7,Kb8:BKg1", "W:WKe1,Kc1:BKb8,h6", "W:Wa5,Kh2:BKb8",
	}
	for _, fen := range fens {
		e := New(DefaultOptions())
		g := game(t, fen)
		for range 6 { // the same table from ply to ply
			a, err := e.Choose(context.Background(), g, engine.Limits{Depth: 7})
			if err != nil {
				t.Fatal(err)
			}
			if plies, proven := DistanceToEnd(a.Score); proven && plies <= 5 {
				won := wins(g, plies)
				if a.Score < 0 {
					won = loses(g, plies)
				}
				if !won {
					t.Errorf("%s: score %d is not true", g.Position().FEN(), a.Score)
				}
			}
			if g, err = g.Play(a.Move); err != nil {
				t.Fatal(err)
			}
			if g.Outcome().Over() {
				break
			}
		}
	}
}

// wins proves by the rules alone that the side to move wins within a number of plies.
func wins(g board.Game, plies int) bool {
	if plies <= 0 || g.Outcome().Over() {
		return false
	}
	for _, m := range g.Position().Moves() {
		next, err := g.Play(m)
		if err == nil && loses(next, plies-1) {
			return true
		}
	}
	return false
}

// loses proves that the side to move has lost or loses within a number of plies.
func loses(g board.Game, plies int) bool {
	if o := g.Outcome(); o.Over() {
		winner, won := o.Winner()
		return won && winner != g.Turn()
	}
	for _, m := range g.Position().Moves() {
		if next, err := g.Play(m); err != nil || !wins(next, plies-1) {
			return false
		}
	}
	return plies > 0
}
