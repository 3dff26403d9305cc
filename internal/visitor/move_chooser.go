package visitor

import (
	"context"
	"math/rand/v2"

	"crownhead/board"
	"crownhead/engine"
)

// A moveChooser chooses the visitor's moves; false when there is none.
type moveChooser interface {
	chooseMove(p board.Position) (board.Move, bool)
}

// A randomPlayer plays any legal move.
type randomPlayer struct{ rng *rand.Rand }

func (r *randomPlayer) chooseMove(p board.Position) (board.Move, bool) {
	moves := p.Moves()
	if len(moves) == 0 {
		return board.Move{}, false
	}
	return moves[r.rng.IntN(len(moves))], true
}

// A levelPlayer plays what a player of the engine chooses. It remembers the game as far as it has seen it, so that
// repetitions count.
type levelPlayer struct {
	player engine.Player
	limits engine.Limits
	game   board.Game
	known  bool
}

func (l *levelPlayer) chooseMove(p board.Position) (board.Move, bool) {
	l.followGame(p)
	a, err := l.player.Choose(context.Background(), l.game, l.limits)
	if err != nil {
		return board.Move{}, false
	}
	if g, err := l.game.Play(a.Move); err == nil {
		l.game = g
	}
	return a.Move, true
}

// followGame adds the robot's reply that leads to p to the game, or begins anew from p.
func (l *levelPlayer) followGame(p board.Position) {
	if l.known {
		for _, m := range l.game.Position().Moves() {
			if g, err := l.game.Play(m); err == nil && g.Position() == p {
				l.game = g
				return
			}
		}
	}
	l.game, l.known = board.NewGame(p, board.FederationRules), true
}
