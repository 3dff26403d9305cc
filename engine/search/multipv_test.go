package search

import (
	"context"
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// Within the margin the scores of all moves are true; the others are upper bounds.
func TestCandidatesHaveTrueScores(t *testing.T) {
	o := searchOnly()
	o.TableBits, o.Reductions, o.ProbCut = 0, false, false
	const margin, depth = 60, 4
	for _, g := range samples(t)[:20] {
		a, moves, err := New(o).Candidates(context.Background(), g, engine.Limits{Depth: depth}, margin)
		if err != nil || len(moves) != len(g.Position().Moves()) || moves[0].Move != a.Move {
			t.Fatalf("%s: %v, %+v", g.Position().FEN(), err, moves)
		}
		for _, c := range moves {
			next, _ := g.Play(c.Move)
			r := &minimax{rules: g.Rules()}
			c0 := next.Counters()
			want := -r.value(next.Positions(), g.Plies(), c0, a.Depth-1)
			if r.nodes > maxMinimaxNodes {
				continue
			}
			if c.Score > a.Score-margin && c.Score != want || c.Score < want {
				t.Errorf(
					"%s: %s scored %d, true %d, best %d", g.Position().FEN(), g.Position().Notation(c.Move), c.Score, want,
					a.Score,
				)
			}
		}
	}
}

// The best lines carry their true scores, best first, and agree with a search of each move alone.
func TestBestLinesHaveTrueScores(t *testing.T) {
	o := searchOnly()
	o.Reductions, o.Deeper, o.ProbCut = false, false, false
	g := game(t, "B:Wc1,e1,d2,f2,c3,e3,g3,h4:Bd8,f8,a7,e7,g7,b6,f6,h6")
	const depth = 6
	_, all, err := New(o).Candidates(t.Context(), g, engine.Limits{Depth: depth}, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= len(all)+1; n++ {
		a, lines, err := New(o).BestLines(t.Context(), g, engine.Limits{Depth: depth}, n)
		if err != nil || len(lines) != min(n, len(all)) || lines[0].Move != a.Move {
			t.Fatalf("%d lines: %+v, %v", n, lines, err)
		}
		for i, c := range lines {
			if c.Score != all[i].Score {
				t.Errorf("line %d of %d scores %d, want %d", i+1, n, c.Score, all[i].Score)
			}
		}
	}
}

// Wherever a search is stopped, none of its moves is scored above the one it chose, and where only the best is
// needed no other is within the margin: protects players that choose among moves of equal worth.
func TestStoppedCandidates(t *testing.T) {
	e := New(searchOnly())
	for _, g := range samples(t)[:40] {
		for nodes := int64(300); nodes < 3000; nodes += 100 {
			for _, margin := range []int{0, 20} {
				a, moves, err := e.Candidates(context.Background(), g, engine.Limits{Nodes: nodes}, margin)
				if err != nil {
					t.Fatal(err)
				}
				if moves[0].Move != a.Move ||
					slices.ContainsFunc(moves, func(c Candidate) bool { return c.Score > a.Score }) {
					t.Fatalf("%s after %d nodes: plays %v for %d of %+v", g.Position().FEN(), nodes, a.Move, a.Score, moves)
				}
				if near := WithinMargin(moves, 0); len(near) > 1 {
					t.Fatalf("%s after %d nodes: %+v are equal", g.Position().FEN(), nodes, near)
				}
			}
		}
	}
}

// What an unfinished iteration has found counts: a refutation seen in time is not forgotten.
func TestPartialIterationCounts(t *testing.T) {
	first, second, third := board.Move{From: 1}, board.Move{From: 2}, board.Move{From: 3}
	rootMoves := []Candidate{{Move: first}, {Move: second}, {Move: third}}
	mergePartialIteration(rootMoves, []Candidate{{Move: third, Score: 7}, {Move: first, Score: -9}})
	if best := rootMoves[0]; best.Move != third || best.Score != 7 ||
		rootMoves[1].Move != first || rootMoves[2].Move != second {
		t.Errorf("%+v", rootMoves)
	}
}
