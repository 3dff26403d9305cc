package match

import (
	"context"

	"crownhead/board"
	"crownhead/engine"
)

// An inside player lives in this process. Each game has a new one, which remembers nothing.
type inside struct {
	fresh func(seed uint64) (engine.Player, error)
	now   engine.Player
}

func (p *inside) NewGame(_ context.Context, seed uint64) (err error) {
	p.now, err = p.fresh(seed)
	return err
}

func (p *inside) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	return p.now.Choose(ctx, g, lim)
}

func (p *inside) Close() error { return nil }
