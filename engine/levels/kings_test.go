package levels

import (
	"context"
	"flag"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
)

var whole = flag.Bool("whole", false, "play every won ending of three kings against one, at each of the strong levels")

// From strong up every level catches one king with three within fifteen moves wherever the tables say that it can
// be done, against every defence, by the federation's counts: protects the way in which distances are followed.
// With -whole all 132240 positions are played.
func TestThreeKingsWinEverywhere(t *testing.T) {
	won := threeKings()
	if len(won) != 132240 {
		t.Errorf("%d positions are won, want 132240", len(won))
	}
	step := 9001
	if *whole {
		step = 1
	}
	for _, name := range []string{"strong", "candidate", "master"} {
		t.Run(name, func(t *testing.T) {
			p, l, err := New(name, 1)
			if err != nil {
				t.Fatal(err)
			}
			h := hunt{t: t, player: p, limits: l.Fast, seen: map[situation]bool{}}
			for i := step - 1; i < len(won); i += step {
				h.playAllReplies(board.NewGame(won[i], board.FederationRules))
			}
			t.Logf("%d answers given, %d positions visited at most", len(h.seen), h.most)
			if h.most >= l.Fast.Nodes {
				t.Errorf("an answer takes %d positions, want less than %d", h.most, l.Fast.Nodes)
			}
		})
	}
}

// threeKings are the positions that White, to move, wins with three kings against one.
func threeKings() (won []board.Position) {
	for i := range 32 * 32 * 32 * 32 {
		a, b, c, d := board.Square(i%32), board.Square(i/32%32), board.Square(i/32/32%32), board.Square(i/32/32/32)
		p := board.Position{White: a.Bit() | b.Bit() | c.Bit(), Black: d.Bit()}
		p.Kings = p.White | p.Black
		if a >= b || b >= c || p.White.Has(d) {
			continue
		}
		if r, _, _ := endgame.Probe(p); r == endgame.Win {
			won = append(won, p)
		}
	}
	return won
}

// A situation is everything on which an answer depends in a decided position.
type situation struct {
	position board.Position
	counters board.Counters
}

// A hunt plays White at a level against every reply.
type hunt struct {
	t      *testing.T
	player engine.Player
	limits engine.Limits
	seen   map[situation]bool
	most   int64
}

func (h *hunt) playAllReplies(g board.Game) {
	s := situation{g.Position(), g.Counters()}
	if h.seen[s] {
		return
	}
	h.seen[s] = true
	a, err := h.player.Choose(context.Background(), g, h.limits)
	if err != nil {
		h.t.Fatal(err)
	}
	h.most = max(h.most, a.Nodes)
	next, err := g.Play(a.Move)
	if err != nil {
		h.t.Fatal(err)
	}
	if h.checkOver(next) {
		return
	}
	for _, m := range next.Position().Moves() {
		if reply, err := next.Play(m); err != nil {
			h.t.Fatal(err)
		} else if !h.checkOver(reply) {
			h.playAllReplies(reply)
		}
	}
}

func (h *hunt) checkOver(g board.Game) bool {
	if w, won := g.Outcome().Winner(); g.Outcome().Over() && (!won || w != board.White) {
		h.t.Errorf("%s: %v after %d plies", g.Start().FEN(), g.Outcome(), g.Plies())
	}
	return g.Outcome().Over()
}
