package nets

import (
	"context"
	"fmt"
	"time"

	"crownhead/engine/net"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
)

// games lets the player make the generation's games.
func (r *run) games(ctx context.Context) error {
	begun, shards := time.Now(), float64(r.now.Plan.Shards())
	var last selfplay.Progress
	m := selfplay.Maker{
		Dir: r.now.gamesIn(r.Dir), Origin: r.now.origin(), Workers: r.Workers,
		Fresh: func() (net.Evaluator, error) { return r.player(), nil },
		Told: func(p selfplay.Progress) {
			last = p
			r.tell(StageGames, float64(p.Shards)/shards, p.Note)
		},
	}
	if err := m.Make(ctx); err != nil {
		return err
	}
	if made := float64(last.Shards-last.Kept) / shards; made > 0 {
		r.now.Pace.Games = made * float64(last.Totals.Games) / time.Since(begun).Hours()
	}
	r.now.Own = last.Totals
	r.now.Games = last.Totals.Games
	if n := len(r.all); n > 0 {
		r.now.Games += r.all[n-1].Games
	}
	var err error
	r.now.Played, err = r.sampleOfPlay()
	return err
}

// fit learns from the window, and writes the net.
func (r *run) fit(ctx context.Context) (*net.Net, error) {
	e, err := r.examples(ctx)
	if err != nil {
		return nil, err
	}
	r.now.Learnt, r.now.Held = len(e.train), len(e.held)
	if len(e.train) == 0 {
		return nil, fmt.Errorf("nets: generation %d: there is nothing to learn from in %d games: more of them, or more full searches, are wanted", r.now.Number, r.now.Games)
	}
	f, err := newFitting(r.path(fitFile), r.now.Plan, r.parent, e)
	if err != nil {
		return nil, err
	}
	f.workers = r.Workers
	f.told = func(part float64, note string) { r.tell(StageFit, part, note) }
	begun := time.Now()
	made, err := f.run(ctx)
	if err != nil {
		return nil, err
	}
	if made > 0 {
		r.now.Pace.Examples = float64(made) / time.Since(begun).Seconds()
	}
	r.now.Curve = f.Curve
	r.now.Reliable, r.now.Constant = reliability(f.net, e.held, r.Workers)
	return f.net, r.keepNet(f.net)
}

// keepNet writes the generation's net. Its Elo isn't known yet: Export fills it in.
func (r *run) keepNet(n *net.Net) error {
	n.Origin = net.Origin{Line: Line, Generation: r.now.Number, Parent: r.now.Parent, Games: r.now.Games, Seed: r.now.Plan.Seed}
	file, err := n.Encode(net.Single)
	if err == nil {
		r.now.Sum = digest(file)
		err = store.WriteWhole(r.path(weightsFile), file)
	}
	if err != nil {
		return fmt.Errorf("nets: keeping the net: %w", err)
	}
	return nil
}
