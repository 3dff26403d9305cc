package match

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/search"
)

// A Player plays game after game, for one goroutine at a time.
type Player interface {
	engine.Player
	// NewGame makes the player forget everything. It may fail when ctx has ended.
	NewGame(ctx context.Context, seed uint64) error
	Close() error
}

// A Side is one of the two sides of a match.
type Side struct {
	Name   string
	Limits engine.Limits // of each move
	Open   func(context.Context) (Player, error)
}

// SearchSide is an alpha-beta search with these options.
func SearchSide(o search.Options, limits engine.Limits) Side {
	return Side{Limits: limits, Open: func(context.Context) (Player, error) {
		return &localPlayer{newPlayer: func(uint64) (engine.Player, error) { return search.New(o), nil }}, nil
	}}
}

// NetworkSide is a tree search with a network; its limit of nodes is one of playouts. Each player that is opened has an
// evaluator of its own, and begins each game with an empty tree and the seed of the game.
func NetworkSide(name string, newEvaluator func() (net.Evaluator, error), o mcts.Options, limits engine.Limits) Side {
	return Side{Name: name, Limits: limits, Open: func(context.Context) (Player, error) {
		e, err := newEvaluator()
		if err != nil {
			return nil, fmt.Errorf("match: side %.200q: %w", name, err)
		}
		return &localPlayer{newPlayer: func(seed uint64) (engine.Player, error) {
			own := o // players in other goroutines share o
			own.Seed = seed
			return mcts.New(e, own)
		}}, nil
	}}
}

// A localPlayer plays in this process, each game with a new player that remembers nothing.
type localPlayer struct {
	newPlayer func(seed uint64) (engine.Player, error)
	current   engine.Player
}

func (p *localPlayer) NewGame(_ context.Context, seed uint64) (err error) {
	p.current, err = p.newPlayer(seed)
	return err
}

func (p *localPlayer) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	return p.current.Choose(ctx, g, lim)
}

func (p *localPlayer) Close() error { return nil }
