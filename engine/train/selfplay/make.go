package selfplay

import (
	"context"
	"fmt"

	"crownhead/engine/net"
	"crownhead/engine/train/store"
)

// A Maker fills a folder with games.
type Maker struct {
	Dir          string
	Origin       Origin
	NewEvaluator func() (net.Evaluator, error) // makes one of the player's; called from several goroutines
	Workers      int                           // games at once
	Progress     func(Progress)                // called after each shard, by one goroutine at a time
}

// Progress is how far the games have got.
type Progress struct {
	Shards int // there are now, of Plan.Shards()
	Kept   int // of these, that were there from before
	Totals Totals
	Note   string // something that the operator should know, else ""
}

// Make makes the shards that are not there yet. What each holds follows from its number and the
// origin alone.
func (m Maker) Make(ctx context.Context) error {
	if err := m.Origin.Plan.Validate(); err != nil {
		return err
	}
	if m.Workers < 1 {
		return fmt.Errorf("selfplay: %d workers: want at least 1", m.Workers)
	}
	var now Progress
	return store.Shards[*Shard]{
		Dir: m.Dir, Count: m.Origin.Plan.Shards(), Workers: m.Workers,
		Read:   func(n int) (*Shard, error) { return Read(m.Dir, n, m.Origin) },
		Create: m.createShard,
		Done: func(s *Shard, kept bool, note string) {
			now.Shards++
			if kept {
				now.Kept++
			}
			now.Totals.Add(s.Totals)
			now.Note = note
			m.Progress(now)
		},
	}.Complete(ctx)
}

// createShard plays the games of a shard and writes its file.
func (m Maker) createShard(ctx context.Context, n int) (*Shard, error) {
	e, err := m.NewEvaluator()
	if err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	s, p, cached := &Shard{}, m.Origin.Plan, newCachedEvaluator(e)
	for i := range p.gamesInShard(n) {
		g, err := playGame(ctx, cached, p, uint64(n*p.Shard+i))
		if err != nil {
			return nil, err
		}
		s.Games = append(s.Games, *g)
		s.Totals.addGame(g)
	}
	return s, s.writeTo(m.Dir, n, m.Origin)
}
