package visitor

import (
	"context"
	"math/rand/v2"

	"crownhead/board"
	"crownhead/engine"
)

// A brain chooses the visitor's moves; false when there is none.
type brain interface {
	choose(p board.Position) (board.Move, bool)
}

// A gambler plays any legal move.
type gambler struct{ rng *rand.Rand }

func (g *gambler) choose(p board.Position) (board.Move, bool) {
	moves := p.Moves()
	if len(moves) == 0 {
		return board.Move{}, false
	}
	return moves[g.rng.IntN(len(moves))], true
}

// A thinker plays what a player of the engine chooses. It remembers the game as far as it has seen it, so that
// repetitions count.
type thinker struct {
	player engine.Player
	limits engine.Limits
	game   board.Game
	known  bool
}

func (t *thinker) choose(p board.Position) (board.Move, bool) {
	t.follow(p)
	a, err := t.player.Choose(context.Background(), t.game, t.limits)
	if err != nil {
		return board.Move{}, false
	}
	if g, err := t.game.Play(a.Move); err == nil {
		t.game = g
	}
	return a.Move, true
}

// follow adds the robot's reply that leads to p to the game, or begins anew from p.
func (t *thinker) follow(p board.Position) {
	if t.known {
		for _, m := range t.game.Position().Moves() {
			if g, err := t.game.Play(m); err == nil && g.Position() == p {
				t.game = g
				return
			}
		}
	}
	t.game, t.known = board.NewGame(p, board.FederationRules), true
}
