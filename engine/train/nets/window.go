package nets

import (
	"context"
	"fmt"

	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
)

// A replayWindow is the examples that a fit works with: those of the newest generations.
type replayWindow struct {
	train, held []net.Example
	fresh       int // how many of train are of the newest generation
}

// readWindow reads the games of the window. Older games that are gone or damaged are made again.
func (t *training) readWindow(ctx context.Context) (w replayWindow, err error) {
	first := max(1, t.current.Number-t.current.Plan.Window+1)
	for n := first; n <= t.current.Number; n++ {
		g := t.current
		if n < t.current.Number {
			g = &t.finished[n-1]
		}
		before := len(w.train)
		for k := range g.Plan.Shards() {
			err := w.addShard(g.gamesIn(t.Dir), k, g.gamesOrigin(), t.current.Plan.Blend)
			if store.MustBeMade(err) {
				if err = t.remakeGames(ctx, g, err); err == nil {
					err = w.addShard(g.gamesIn(t.Dir), k, g.gamesOrigin(), t.current.Plan.Blend)
				}
			}
			if err != nil {
				return w, err
			}
		}
		w.fresh = len(w.train) - before
	}
	return w, nil
}

// addShard adds the examples in a file of games. In those that are held out, values are the games'
// results alone.
func (w *replayWindow) addShard(dir string, shard int, o selfplay.Origin, blend float64) error {
	s, err := selfplay.Read(dir, shard, o)
	if err != nil {
		return err
	}
	list := &w.train
	if loop.HeldOut(shard) {
		list, blend = &w.held, 0
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

// remakeGames makes what is missing of an older generation's games.
func (t *training) remakeGames(ctx context.Context, g *Generation, why error) error {
	t.reportProgress(loop.PhaseGames, 0, fmt.Sprintf("%v; games of generation %d are made again", why, g.Number))
	player, err := t.playerOf(g)
	if err != nil {
		return err
	}
	return t.gamesMaker(g, player, func(p selfplay.Progress) {
		t.reportProgress(loop.PhaseGames, float64(p.Shards)/float64(g.Plan.Shards()), "")
	}).WriteMissing(ctx)
}

// firstSelfplayGame is the first game that the player made.
func (t *training) firstSelfplayGame() (SampleGame, error) {
	s, err := selfplay.Read(t.current.gamesIn(t.Dir), 0, t.current.gamesOrigin())
	if err != nil {
		return SampleGame{}, err
	}
	g := &s.Games[0]
	played, err := g.Replay(func(net.State, *selfplay.Decision) {})
	if err != nil {
		return SampleGame{}, err
	}
	return newSampleGame(played, t.playerName(), t.playerName(), resultNames[g.White]), nil
}
