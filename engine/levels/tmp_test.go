package levels

import (
	"context"
	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

type rnd struct{ r *rand.Rand }

func (x rnd) Choose(_ context.Context, g board.Game, _ engine.Limits) (engine.Answer, error) {
	m := g.Position().Moves()
	return engine.Answer{Move: m[x.r.IntN(len(m))]}, nil
}

func match(t *testing.T, a, b func(i uint64) (engine.Player, engine.Limits), n int) (w, d, l int) {
	reasons := map[board.Reason]int{}
	plies := 0
	for i := range n {
		pa, la := a(uint64(i))
		pb, lb := b(uint64(i))
		g := board.NewGame(board.Start(), board.Federation)
		for !g.Outcome().Over() {
			p, lim := pa, la
			if (g.Turn() == board.Black) != (i%2 == 1) {
				p, lim = pb, lb
			}
			ans, err := p.Choose(context.Background(), g, lim)
			if err != nil {
				t.Fatal(err)
			}
			g, err = g.Play(ans.Move)
			if err != nil {
				t.Fatal(err)
			}
		}
		plies += g.Plies()
		reasons[g.Outcome().Reason]++
		win, ok := g.Outcome().Winner()
		switch {
		case !ok:
			d++
		case (win == board.White) == (i%2 == 0):
			w++
		default:
			l++
		}
	}
	fmt.Println(reasons, "plies", plies/n)
	return
}

func TestTmp(t *testing.T) {
	lev := func(n string) func(i uint64) (engine.Player, engine.Limits) {
		return func(i uint64) (engine.Player, engine.Limits) {
			p, l, _ := New(n, i)
			return p, l.Fast
		}
	}
	random := func(i uint64) (engine.Player, engine.Limits) {
		return rnd{rand.New(rand.NewPCG(i, 1))}, engine.Limits{}
	}
	depth := func(n int64, o search.Options) func(i uint64) (engine.Player, engine.Limits) {
		return func(i uint64) (engine.Player, engine.Limits) {
			return search.New(o), engine.Limits{Nodes: n}
		}
	}
	_ = depth
	for _, m := range []struct {
		n    string
		a, b func(i uint64) (engine.Player, engine.Limits)
		k    int
	}{
		{"child-random", lev("child"), random, 40},
		{"amateur-random", lev("amateur"), random, 40},
		{"amateur-child", lev("amateur"), lev("child"), 40},
		{"amateur-amateur", lev("amateur"), lev("amateur"), 20},
	} {
		s := time.Now()
		w, d, l := match(t, m.a, m.b, m.k)
		fmt.Println(m.n, w, d, l, time.Since(s))
	}
}
