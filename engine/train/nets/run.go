package nets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
	"crownhead/internal/atomicfile"
)

// Run trains until there are as many generations as the settings say, and returns them all. What is
// finished is kept in the folder, and the same settings go on from there, whatever ended the run
// before.
func Run(ctx context.Context, s Settings, report func(loop.Progress)) ([]Generation, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	t := newTraining(s, report)
	return loop.Training[Generation]{
		Folders: t.folders, Generations: s.Generations, Next: t.nextGeneration, Make: t.makeGeneration,
		Report: func(finished []Generation) error { return Report(s.Dir, finished) },
	}.Run(ctx)
}

// nextGeneration is the generation after those that are finished. A net of another size than those
// before is refused.
func (t *training) nextGeneration(finished []Generation) (Generation, any, error) {
	n := len(finished) + 1
	g := Generation{Number: n, Plan: t.Plan.ofGeneration(n), Player: RolloutPlayer}
	if n > 1 {
		if was, is := finished[n-2].Plan, g.Plan; was.Blocks != is.Blocks || was.Filters != is.Filters {
			return g, nil, fmt.Errorf("nets: a net of %d blocks of %d filters after one of %d of %d: "+
				"a run keeps to one size",
				is.Blocks, is.Filters, was.Blocks, was.Filters)
		}
	}
	return g, g.Plan, nil
}

// makeGeneration makes games, fits a net to them, plays the match, and writes the record after each.
func (t *training) makeGeneration(ctx context.Context, g *Generation, finished []Generation) error {
	begun := time.Now()
	t.finished, t.current = finished, g
	if err := t.choosePlayer(); err != nil {
		return err
	}
	if err := t.chooseParent(); err != nil {
		return err
	}
	if err := t.makeGames(ctx); err != nil {
		return err
	}
	if err := t.folders.WriteRecord(g.Number, g); err != nil {
		return err
	}
	candidate, err := t.fitNet(ctx)
	if err != nil {
		return err
	}
	if err := t.folders.WriteRecord(g.Number, g); err != nil {
		return err
	}
	if err := t.playGate(ctx, candidate); err != nil {
		return err
	}
	g.Pace.Seconds, g.Finished = time.Since(begun).Seconds(), true
	return nil
}

// choosePlayer makes the generation that was accepted last the player of the games.
func (t *training) choosePlayer() (err error) {
	if best := lastAccepted(t.finished); best != nil {
		t.current.Player = best.Sum
	}
	t.player, err = t.playerOf(t.current)
	return err
}

// chooseParent takes the net of the generation before, accepted or not: a net that was refused is
// not proven to be better, but it has seen more examples than the one that refused it.
func (t *training) chooseParent() (err error) {
	if len(t.finished) == 0 {
		t.parent, err = t.current.Plan.newNet()
		return err
	}
	last := &t.finished[len(t.finished)-1]
	t.parent, err = readNet(t.Dir, last)
	t.current.Parent = last.Sum
	return err
}

// makeGames lets the player make the generation's games.
func (t *training) makeGames(ctx context.Context) error {
	g, begun := t.current, time.Now()
	shards := float64(g.Plan.Shards())
	var last selfplay.Progress
	m := t.gamesMaker(g, t.player, func(p selfplay.Progress) {
		last = p
		t.reportProgress(loop.PhaseGames, float64(p.Shards)/shards, p.Note)
	})
	if err := m.WriteMissing(ctx); err != nil {
		return err
	}
	if made := float64(last.Shards-last.Kept) / shards; made > 0 {
		g.Pace.Games = made * float64(last.Totals.Games) / time.Since(begun).Hours()
	}
	g.Own, g.Games = last.Totals, last.Totals.Games
	if n := len(t.finished); n > 0 {
		g.Games += t.finished[n-1].Games
	}
	var err error
	g.Played, err = t.firstSelfplayGame()
	return err
}

// fitNet learns from the window, and writes the net.
func (t *training) fitNet(ctx context.Context) (*net.Net, error) {
	g := t.current
	e, err := t.readWindow(ctx)
	if err != nil {
		return nil, err
	}
	g.Learnt, g.Held = len(e.train), len(e.held)
	if len(e.train) == 0 {
		return nil, fmt.Errorf("nets: generation %d: there is nothing to learn from in %d games: "+
			"more games, or more full searches, are needed",
			g.Number, g.Games)
	}
	f, err := newFit(t.folders.Path(g.Number, loop.CheckpointFile), g.Plan, t.parent, e)
	if err != nil {
		return nil, err
	}
	f.workers = t.Workers
	f.report = func(fraction float64, note string) { t.reportProgress(loop.PhaseFit, fraction, note) }
	begun := time.Now()
	made, err := f.trainToEnd(ctx)
	if err != nil {
		return nil, err
	}
	if made > 0 {
		g.Pace.Examples = float64(made) / time.Since(begun).Seconds()
	}
	g.Curve = f.Curve
	g.Reliable, g.Constant = measureCalibration(f.net, e.held, t.Workers)
	return f.net, t.writeNet(f.net)
}

// writeNet writes the generation's net. Its Elo is not known yet: Export fills it in.
func (t *training) writeNet(n *net.Net) error {
	g := t.current
	n.Origin = net.Origin{
		Line: TrainingMethod, Generation: g.Number, Parent: g.Parent, Games: g.Games, Seed: g.Plan.Seed,
	}
	file, err := n.Encode(net.Single)
	if err == nil {
		g.Sum = digest(file)
		err = atomicfile.Write(t.folders.Path(g.Number, weightsFile), file)
	}
	if err != nil {
		return fmt.Errorf("nets: writing the net: %w", err)
	}
	return nil
}

// Underway is how far the unfinished generation has come, by what is in the folder; nil if there is
// none. No file says how many games of a match have been played.
func Underway(dir string, finished int) (*loop.Progress, error) {
	n, folders := finished+1, foldersIn(dir)
	var p Plan
	switch err := store.ReadRecord(folders.Path(n, loop.PlanFile), &p); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("nets: %s: %w: %w", folders.Path(n, ""), store.ErrDamaged, err)
	}
	g, err := folders.ReadRecord(n)
	switch {
	case errors.Is(err, fs.ErrNotExist): // it is written when the games are there
		made, err := filepath.Glob(filepath.Join(folders.Path(n, loop.GamesDir), "*.games"))
		return &loop.Progress{
			Generation: n, Phase: loop.PhaseGames,
			Fraction: float64(len(made)) / float64(p.Shards()),
		}, err
	case err != nil:
		return nil, err
	case g.Sum != "":
		return &loop.Progress{Generation: n, Phase: loop.PhaseGate}, nil
	}
	fit := &loop.Progress{Generation: n, Phase: loop.PhaseFit}
	var h fitHeader
	if _, err := store.Read(folders.Path(n, loop.CheckpointFile), &h); err == nil && h.Steps > 0 {
		fit.Fraction = float64(h.Step) / float64(h.Steps)
	}
	return fit, nil
}
