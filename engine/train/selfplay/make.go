package selfplay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"crownhead/engine/net"
	"crownhead/engine/train/store"
)

// A Maker fills a folder with games.
type Maker struct {
	Dir     string
	Origin  Origin
	Fresh   func() (net.Evaluator, error) // the player's; called from several goroutines
	Workers int                           // games at once
	Told    func(Progress)                // after each shard, by one goroutine at a time
}

// Progress is how far the games have got.
type Progress struct {
	Shards int // there are now, of Plan.Shards()
	Kept   int // of these, that were there from before
	Totals Totals
	Note   string // something that the operator should know, else ""
}

// Make makes the shards that are not there yet. What each holds follows from its number and the origin alone, whoever
// makes it and when.
func (m Maker) Make(ctx context.Context) error {
	if err := m.Origin.Plan.Validate(); err != nil {
		return err
	}
	if m.Workers < 1 {
		return fmt.Errorf("selfplay: %d workers: want at least 1", m.Workers)
	}
	if err := os.MkdirAll(m.Dir, 0o777); err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	var lock sync.Mutex
	var now Progress
	return store.Each(ctx, m.Origin.Plan.Shards(), m.Workers, func(ctx context.Context, n int) error {
		s, kept, note, err := m.one(ctx, n)
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		now.Shards++
		if kept {
			now.Kept++
		}
		now.Totals.Add(s.Totals)
		now.Note = note
		m.Told(now)
		return nil
	})
}

// one reads a shard, or makes it where it isn't there.
func (m Maker) one(ctx context.Context, n int) (s *Shard, kept bool, note string, err error) {
	s, err = Read(m.Dir, n, m.Origin)
	switch {
	case err == nil:
		return s, true, "", nil
	case !store.Missing(err):
		return nil, false, "", err
	case errors.Is(err, store.ErrTorn):
		note = err.Error() + "; it is made again"
	}
	s, err = m.play(ctx, n)
	if err == nil {
		err = s.write(m.Dir, n, m.Origin)
	}
	return s, false, note, err
}

// play plays a shard's games.
func (m Maker) play(ctx context.Context, n int) (*Shard, error) {
	e, err := m.Fresh()
	if err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	s, p, judge := &Shard{}, m.Origin.Plan, newMemo(e)
	for i := range p.gamesOf(n) {
		g, err := play(ctx, judge, p, uint64(n*p.Shard+i))
		if err != nil {
			return nil, err
		}
		s.Games = append(s.Games, *g)
		s.Totals.count(g)
	}
	return s, nil
}
