package selfplay

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
)

// games are made without a network.
func games(t *testing.T, n int, change func(*Plan)) (list []*Game) {
	t.Helper()
	p := small("", 1).Origin.Plan
	change(&p)
	for i := range n {
		g, err := playGame(context.Background(), mcts.NewRollouts(1, 1), p, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// A game is played to its end by the rules, or to a state of which a search was certain; then
// another search is, too, and of the same.
func TestGames(t *testing.T) {
	byRule, sure := 0, 0
	for i, g := range games(t, 30, func(*Plan) {}) {
		if err := g.checkReplay(); err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		var last net.State
		var way []net.Action
		after, err := g.Replay(func(s net.State, d *Decision) {
			if !s.Capturing() {
				way = way[:0]
			}
			last = s
			way = append(way, d.Action)
		})
		if err != nil {
			t.Fatal(err)
		}
		if after.Outcome().Over() {
			byRule++
			continue
		}
		sure++
		final := &g.Decisions[len(g.Decisions)-1]
		if z := float64(final.Value); !final.Searched || math.Abs(z) != 1 && z != 0 ||
			(z == 1) != (colour(last.Position.Turn)*g.White == 1) {
			t.Errorf("game %d: %d for White, the last search said %v for %v", i, g.White, z, last.Position.Turn)
		}
	}
	if byRule == 0 || sure == 0 {
		t.Errorf("%d games ended by the rules, %d by certainty", byRule, sure)
	}
}

func colour(c board.Color) int {
	if c == board.Black {
		return -1
	}
	return 1
}

// A share of the decisions is learnt, those with a single action like the others; with none or all
// of them none or all are.
func TestShareOfFullSearches(t *testing.T) {
	for _, full := range []float64{0, 0.4, 1} {
		learnt, singles, decisions, free := 0, 0, 0, 0
		for _, g := range games(t, 12, func(p *Plan) { p.Full, p.Opening = full, 0 }) {
			for _, d := range g.Decisions {
				decisions++
				if !d.Searched {
					free++
				}
				if len(d.Policy) > 0 {
					learnt++
					if !d.Searched {
						singles++
					}
				}
			}
		}
		for _, part := range []float64{float64(learnt) / float64(decisions), float64(singles) / float64(free)} {
			if math.Abs(part-full) > 0.1 || full != 0.4 && part != full {
				t.Errorf("%v of the decisions are to be learnt, %v are", full, part)
			}
		}
	}
}

// Examples are the full searches' states, seen from the side to move, with shares that add up to 1.
func TestExamples(t *testing.T) {
	amid, black, won := false, false, false
	for _, g := range games(t, 20, func(p *Plan) { p.Full = 0.5 }) {
		alone, err := g.Examples(0)
		if err != nil {
			t.Fatal(err)
		}
		half, err := g.Examples(0.5)
		if err != nil {
			t.Fatal(err)
		}
		var total Totals
		total.addGame(g)
		if len(alone) != total.Learnt || len(half) != total.Learnt {
			t.Fatalf("%d and %d examples, %d are to be learnt", len(alone), len(half), total.Learnt)
		}
		i := 0
		_, err = g.Replay(func(s net.State, d *Decision) {
			if len(d.Policy) == 0 {
				return
			}
			z := float32(colour(s.Position.Turn) * g.White)
			if alone[i].Value != z || alone[i].State != s {
				t.Errorf("example %d: value %v, want %v", i, alone[i].Value, z)
			}
			if want := (z + d.Value) / 2; d.Searched && math.Abs(float64(half[i].Value-want)) > 1e-6 ||
				!d.Searched && half[i].Value != z {
				t.Errorf("blended %v, want the middle of %v and %v", half[i].Value, z, d.Value)
			}
			sum := float32(0)
			for _, share := range alone[i].Policy {
				sum += share.Part
			}
			if math.Abs(float64(sum-1)) > 1e-5 {
				t.Errorf("the shares come to %v", sum)
			}
			amid = amid || s.Capturing()
			black = black || s.Position.Turn == board.Black
			won = won || z != 0
			i++
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !amid || !black || !won {
		t.Errorf("amid captures: %v, of Black: %v, decided: %v", amid, black, won)
	}
}

// What is packed comes back, values and shares to within a 60 000th.
func TestPack(t *testing.T) {
	for _, g := range games(t, 10, func(*Plan) {}) {
		packed := g.appendPacked(nil)
		r := &byteReader{rest: packed}
		back, err := unpackGame(r)
		if err != nil || len(r.rest) != 0 {
			t.Fatalf("%v, %d bytes are left", err, len(r.rest))
		}
		if back.Start != g.Start || back.White != g.White || len(back.Decisions) != len(g.Decisions) {
			t.Fatalf("%+v comes back as %+v", g, back)
		}
		for i, d := range g.Decisions {
			e := back.Decisions[i]
			if d.Action != e.Action || d.Searched != e.Searched || len(d.Policy) != len(e.Policy) ||
				math.Abs(float64(d.Value-e.Value)) > 2e-5 {
				t.Fatalf("%+v comes back as %+v", d, e)
			}
			for j := range d.Policy {
				if d.Policy[j].Action != e.Policy[j].Action ||
					math.Abs(float64(d.Policy[j].Part-e.Policy[j].Part)) > 1e-4 {
					t.Fatalf("%+v comes back as %+v", d, e)
				}
			}
		}
	}
}

// Bytes that are not a game are refused.
func TestBadGames(t *testing.T) {
	g := games(t, 1, func(p *Plan) { p.Full, p.Opening = 1, 0 })[0]
	if err := g.checkReplay(); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*Game){
		"an illegal action": func(g *Game) { g.Decisions[3].Action = 279 },
		"an illegal share":  func(g *Game) { g.Decisions[0].Policy[0].Action = 279 },
		"no action":         func(g *Game) { g.Decisions[0].Action = net.Actions + 7 },
	} {
		bad := *g
		bad.Decisions = nil
		for _, d := range g.Decisions {
			d.Policy = append([]net.ActionShare(nil), d.Policy...)
			bad.Decisions = append(bad.Decisions, d)
		}
		change(&bad)
		if _, err := bad.Examples(0); !errors.Is(err, errIllegal) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A full search owes nothing to the tree of a fast one, which goes on with what there is; only the
// full one has noise.
func TestTrees(t *testing.T) {
	searches := []struct {
		full bool
		made int64
	}{{false, 8}, {false, 0}, {true, 20}, {true, 20}, {false, 0}}
	var found [2][]mcts.Result
	for seed := range uint64(2) {
		m := newGameRun(small("", 1).Origin.Plan, 0)
		o := mcts.DefaultOptions()
		o.Seed = seed
		var err error
		if m.engine, err = mcts.New(mcts.NewRollouts(1, 1), o); err != nil {
			t.Fatal(err)
		}
		m.setGame(board.NewGame(board.Start(), board.FederationRules))
		for i, c := range searches {
			r, err := m.searchState(context.Background(), c.full)
			if err != nil || r.Playouts != c.made {
				t.Errorf("search %d: %d playouts, want %d: %v", i+1, r.Playouts, c.made, err)
			}
			found[seed] = append(found[seed], r)
		}
	}
	for i, full := range []bool{false, false, true, true} {
		if alike := slices.Equal(found[0][i].Actions, found[1][i].Actions); alike == full {
			t.Errorf("search %d: the same with other noise: %v", i+1, alike)
		}
	}
}

// A game that is over by the rules has no other result.
func TestOtherResult(t *testing.T) {
	tried := 0
	for _, g := range games(t, 20, func(*Plan) {}) {
		after, err := g.Replay(func(net.State, *Decision) {})
		if err != nil {
			t.Fatal(err)
		}
		if g.White = 1 - g.White*g.White; after.Outcome().Over() {
			tried++
			if err := g.checkReplay(); !errors.Is(err, errResult) {
				t.Errorf("%v: %v", after.Outcome(), err)
			}
		}
	}
	if tried == 0 {
		t.Error("no game was over")
	}
}

// An interrupter ends a context when it has been asked so often.
type interrupter struct {
	counter
	after int
	end   func()
}

func (i *interrupter) Evaluate(s *net.State, logits *[net.Actions]float32) float32 {
	if i.asked == i.after {
		i.end()
	}
	return i.counter.Evaluate(s, logits)
}

// What a search hasn't found because it was interrupted is not played.
func TestInterruptedGame(t *testing.T) {
	for after := range 40 {
		ctx, cancel := context.WithCancel(context.Background())
		i := &interrupter{counter{Evaluator: mcts.NewRollouts(1, 1)}, after, cancel}
		if g, err := playGame(ctx, i, small("", 1).Origin.Plan, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted at question %d: %v, %v", after, g, err)
		}
		cancel()
	}
}
