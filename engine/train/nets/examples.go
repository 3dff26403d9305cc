package nets

import (
	"context"
	"fmt"
	"path/filepath"

	"crownhead/engine/net"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
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

// examples reads the games of the window. What is held out has the games' results alone for values. Older games that are gone or damaged are
// made again.
func (r *run) examples(ctx context.Context) (e examples, err error) {
	first := max(1, r.now.Number-r.now.Plan.Window+1)
	for n := first; n <= r.now.Number; n++ {
		g := &r.now
		if n < r.now.Number {
			g = &r.all[n-1]
		}
		before := len(e.train)
		for k := range g.Plan.Shards() {
			err := e.read(g.gamesIn(r.Dir), k, g.origin(), r.now.Plan.Blend)
			if store.Missing(err) {
				if err = r.makeAgain(ctx, g, err); err == nil {
					err = e.read(g.gamesIn(r.Dir), k, g.origin(), r.now.Plan.Blend)
				}
			}
			if err != nil {
				return e, err
			}
		}
		e.fresh = len(e.train) - before
	}
	return e, nil
}

// gamesIn is the folder of a generation's games in that of a run.
func (g *Generation) gamesIn(dir string) string {
	return filepath.Join(generationDir(dir, g.Number), gamesDir)
}

// makeAgain makes what is missing of a generation's games.
func (r *run) makeAgain(ctx context.Context, g *Generation, why error) error {
	r.tell(StageGames, 0, fmt.Sprintf("%v; games of generation %d are made again", why, g.Number))
	player, err := r.playerOf(g)
	if err != nil {
		return err
	}
	m := selfplay.Maker{
		Dir: g.gamesIn(r.Dir), Origin: g.origin(), Workers: r.Workers,
		Fresh: func() (net.Evaluator, error) { return player(), nil },
		Told: func(p selfplay.Progress) {
			r.tell(StageGames, float64(p.Shards)/float64(g.Plan.Shards()), "")
		},
	}
	return m.Make(ctx)
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
