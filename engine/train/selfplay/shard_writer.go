package selfplay

import (
	"context"
	"fmt"

	"crownhead/engine/net"
	"crownhead/engine/train/store"
)

// A ShardWriter plays the games of a plan and writes them to a folder, shard by shard.
type ShardWriter struct {
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

// WriteMissing plays and writes the shards that are not there yet. What each holds follows from its
// number and the origin alone.
func (w ShardWriter) WriteMissing(ctx context.Context) error {
	if err := w.Origin.Plan.Validate(); err != nil {
		return err
	}
	if w.Workers < 1 {
		return fmt.Errorf("selfplay: %d workers: want at least 1", w.Workers)
	}
	var now Progress
	return store.Shards[*Shard]{
		Dir: w.Dir, Count: w.Origin.Plan.Shards(), Workers: w.Workers,
		Read:   func(n int) (*Shard, error) { return Read(w.Dir, n, w.Origin) },
		Create: w.playShard,
		Done: func(s *Shard, kept bool, note string) {
			now.Shards++
			if kept {
				now.Kept++
			}
			now.Totals.Add(s.Totals)
			now.Note = note
			w.Progress(now)
		},
	}.Complete(ctx)
}

// playShard plays the games of a shard and writes its file.
func (w ShardWriter) playShard(ctx context.Context, n int) (*Shard, error) {
	e, err := w.NewEvaluator()
	if err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	s, p, cached := &Shard{}, w.Origin.Plan, newCachedEvaluator(e)
	for i := range p.gamesInShard(n) {
		g, err := playGame(ctx, cached, p, uint64(n*p.GamesPerShard+i))
		if err != nil {
			return nil, err
		}
		s.Games = append(s.Games, *g)
		s.Totals.addGame(g)
	}
	return s, s.writeTo(w.Dir, n, w.Origin)
}
