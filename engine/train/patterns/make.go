package patterns

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"crownhead/engine/search"
	"crownhead/engine/train/store"
)

// A maker fills a folder with games.
type maker struct {
	dir     string
	origin  Origin
	shards  int
	workers int
	player  search.Evaluator
	told    func(done int, note string) // after each shard, and when something is amiss
}

// make makes the shards that are not there yet. What each holds follows from its number and the origin alone, whoever
// makes it and when.
func (m *maker) make(ctx context.Context) error {
	if err := os.MkdirAll(m.dir, 0o777); err != nil {
		return fmt.Errorf("patterns: making games: %w", err)
	}
	var lock sync.Mutex
	done := 0
	return store.Each(ctx, m.shards, m.workers, func(ctx context.Context, n int) error {
		note, err := m.one(ctx, n)
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		done++
		m.told(done, note)
		return nil
	})
}

// one makes a shard unless it is there.
func (m *maker) one(ctx context.Context, n int) (note string, err error) {
	_, err = readShard(m.dir, n, m.origin)
	switch {
	case err == nil:
		return "", nil
	case !store.Missing(err):
		return "", err
	case errors.Is(err, store.ErrTorn):
		note = err.Error() + "; it is made again"
	}
	s := &shard{header: shardHeader{Origin: m.origin, Shard: n, Games: m.origin.Games}}
	p := newPlayer(m.player, m.origin.Nodes, m.origin.Seed, uint64(n))
	for range m.origin.Games {
		made, err := p.game(ctx)
		if err != nil {
			return note, err
		}
		s.samples = append(s.samples, made.samples...)
		s.header.Results[made.white]++
	}
	return note, s.write(m.dir)
}
