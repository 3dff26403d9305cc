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

// optionsWithTables are those of a player with tables.
func optionsWithTables() Options {
	o := testOptions()
	o.Endings = endgame.Embedded()
	return o
}

// A win by the tables is proven up to the ply at which a draw counter may run out, and not one ply beyond; a
// draw always is, and ends the search.
func TestBoundOfCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	tr := newTree(&guesser{}, optionsWithTables())
	met := map[int]int{}
	for met[8] < 3 || met[9] < 3 || met[10] < 3 || met[11] < 3 || met[0] < 3 {
		g := board.NewGame(randomPosition(r), board.FederationRules)
		w := newPathState(g)
		end, result, distance, sure := tr.probeTables(&w)
		if end == unproven || result == endgame.Loss && distance == 0 {
			continue
		}
		free := g.Counters().MinPliesToDraw(g.Rules())
		if met[distance]++; free != 9 || sure != (end == drawn || distance <= free) {
			t.Fatalf("%s: %v in %d of %d plies, sure: %v", g.Position().FEN(), result, distance, free, sure)
		}
		if end != drawn || met[0] > 3 {
			continue
		}
		found, err := newEngine(t, &guesser{}, optionsWithTables()).Search(context.Background(),
			Query{Game: g, Limits: engine.Limits{Nodes: 200}})
		if err != nil || !found.Proven || found.Value != 0 || found.Playouts > 5 {
			t.Errorf("%s: a draw takes %d playouts: %+v, %v", g.Position().FEN(), found.Playouts, found, err)
		}
	}
}

// A win that isn't sure is worth the less the longer it takes, to either side; the winner's
// shortest way is the likeliest, the loser's longest.
func TestLikelyWins(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	met := map[endgame.Result]int{}
	for met[endgame.Win] < 6 || met[endgame.Loss] < 6 {
		g := board.NewGame(randomPosition(r), board.FederationRules)
		p := g.Position()
		result, distance, ok := endgame.Probe(p)
		if !ok || p.CanCapture() || distance < 12 {
			continue
		}
		met[result]++
		found, err := newEngine(t, &guesser{}, optionsWithTables()).Search(context.Background(),
			Query{Game: g, Limits: engine.Limits{Nodes: 1}})
		if err != nil {
			t.Fatal(err)
		}
		want := 0.98 - 0.002*float64(distance)
		if result == endgame.Loss {
			want = -want
		}
		if math.Abs(found.Value-want) > 1e-9 || found.Proven {
			t.Errorf("%s: %v in %d plies is worth %g, want %g", p.FEN(), result, distance, found.Value, want)
		}
		checkRanks(t, p, result, found.Actions)
	}
}

// checkRanks holds the likeliest action against the tables, and its chance against those of others.
func checkRanks(t *testing.T, p board.Position, result endgame.Result, actions []ActionResult) {
	t.Helper()
	distanceOf := func(f ActionResult) (int, bool) {
		reply, d, _ := endgame.Probe(p.Play(board.Move{From: f.Action.From(), To: f.Action.To()}))
		return d, reply != endgame.Draw && reply != result
	}
	best := actions[0]
	for _, f := range actions {
		if f.Prior > best.Prior {
			best = f
		}
	}
	first, _ := distanceOf(best)
	for _, f := range actions {
		d, keeps := distanceOf(f)
		halves := float64(d-first) / winnerHalving
		if result == endgame.Loss {
			halves = float64(first-d) / loserHalving
		}
		want := minPrior
		if keeps {
			want = math.Max(minPrior, math.Exp2(-halves))
		}
		if got := f.Prior / best.Prior; halves < 0 && keeps || math.Abs(got-want) > 1e-4*want+1e-9 {
			t.Errorf("%s, %v: %v in %d plies is %g as likely as %v in %d, want %g", p.FEN(), result, f.Action, d,
				got, best.Action, first, want)
		}
	}
}

// Where the files of the tables have gone, all actions are as likely.
func TestTablesGone(t *testing.T) {
	g := newGame(t, "W:WKa1,Kc1,Kb2:BKf8")
	tr := newTree(&guesser{}, optionsWithTables())
	tr.opts.Endings = &endgame.Tables{}
	w := newPathState(g)
	tr.legal = w.state.AppendActions(tr.legal[:0])
	tr.rankByTables(&w, endgame.Win)
	for _, p := range tr.priors {
		if math.Abs(float64(p)*float64(len(tr.legal))-1) > 1e-5 {
			t.Fatalf("%v", tr.priors)
		}
	}
}

// Positions that have stood twice speak against a win by the tables, in the game and in the tree,
// until a man moves or a piece is taken.
func TestWear(t *testing.T) {
	const fen = "W:WKc1,Kd2,c3:BKf8" // a win in 7 plies
	shuffle := []string{"c1-b2", "f8-a3", "b2-c1", "a3-f8"}
	tr := newTree(&guesser{}, optionsWithTables())
	for name, man := range map[string]bool{"c3b4": true, "d2e1": false} {
		inTree, inGame := newPathState(newGame(t, fen)), newPathState(newGame(t, fen, shuffle...))
		if end, _, _, sure := tr.probeTables(&inTree); end != whiteWins || !sure {
			t.Fatalf("afresh: %v, sure %v", end, sure)
		}
		for _, text := range shuffle {
			inTree.applyAction(parseActions(t, text[:2]+text[3:])[0])
		}
		for where, w := range map[string]*pathState{"game": &inGame, "tree": &inTree} {
			if end, _, _, sure := tr.probeTables(w); end != whiteWins || sure || w.state.Repetitions != 2 {
				t.Errorf("stood twice in the %s: %v, sure %v, %d times", where, end, sure, w.state.Repetitions)
			}
			if w.applyAction(parseActions(t, name)[0]); w.repeated == man {
				t.Errorf("after %s, in the %s: worn %v", name, where, w.repeated)
			}
		}
	}
	w := newPathState(newGame(t, "W:WKa1:Bd4,h6"))
	w.repeated = true
	if w.applyAction(parseActions(t, "a1e5")[0]); w.repeated {
		t.Error("a capture can be taken back")
	}
}
