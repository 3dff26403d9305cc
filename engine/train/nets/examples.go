package nets

import (
	"path/filepath"

	"crownhead/engine/net"
	"crownhead/engine/train/selfplay"
)

// examples are what a fit works with.
type examples struct {
	train, held []net.Example
	fresh       int // how many of train are of the newest generation
}

// origin is that of a generation's games.
func (g *Generation) origin() selfplay.Origin {
	return selfplay.Origin{Plan: g.Plan.Plan, Player: g.Player}
}

// examples reads the games of the window. What is held out has the games' results alone for values.
func (r *run) examples() (e examples, err error) {
	first := max(1, r.now.Number-r.now.Plan.Window+1)
	for n := first; n <= r.now.Number; n++ {
		g := &r.now
		if n < r.now.Number {
			g = &r.all[n-1]
		}
		before := len(e.train)
		for k := range g.Plan.Shards() {
			if err := e.read(filepath.Join(generationDir(r.Dir, n), gamesDir), k, g.origin(), r.now.Plan.Blend); err != nil {
				return e, err
			}
		}
		e.fresh = len(e.train) - before
	}
	return e, nil
}

// read adds what a file of games has to teach.
func (e *examples) read(dir string, shard int, o selfplay.Origin, blend float64) error {
	s, err := selfplay.Read(dir, shard, o)
	if err != nil {
		return err
	}
	list := &e.train
	if heldOut(shard) {
		list, blend = &e.held, 0
	}
	for i := range s.Games {
		made, err := s.Games[i].Examples(blend)
		if err != nil {
			return err
		}
		*list = append(*list, made...)
	}
	return nil
}
