package nets

import (
	"fmt"
	"slices"

	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/selfplay"
)

// A training is the state of Run.
type training struct {
	Settings
	folders loop.Folders[Generation]
	report  func(loop.Progress)

	finished []Generation
	current  *Generation
	player   func() net.Evaluator // makes an evaluator of the player of the games
	parent   *net.Net             // learning goes on from here
}

// newTraining is a training before its first generation.
func newTraining(s Settings, report func(loop.Progress)) *training {
	return &training{Settings: s, folders: foldersIn(s.Dir), report: report}
}

// playerOf makes the player of a generation's games.
func (t *training) playerOf(g *Generation) (func() net.Evaluator, error) {
	if g.Player == RolloutPlayer {
		return func() net.Evaluator { return mcts.NewRollouts(g.Plan.Rollouts, g.Plan.Seed) }, nil
	}
	by := slices.IndexFunc(t.finished, func(o Generation) bool { return o.Sum == g.Player })
	if by < 0 {
		return nil, fmt.Errorf("nets: generation %d: its games were played by a net %s, which is of no generation here",
			g.Number, g.Player)
	}
	n, err := readNet(t.Dir, &t.finished[by])
	if err != nil {
		return nil, err
	}
	return n.Evaluator, nil
}

// playerName is what the player of the games is called.
func (t *training) playerName() string {
	if best := lastAccepted(t.finished); best != nil {
		return best.name()
	}
	return RolloutPlayer
}

// gamesMaker makes what is missing of a generation's games.
func (t *training) gamesMaker(
	g *Generation, player func() net.Evaluator, progress func(selfplay.Progress),
) selfplay.ShardWriter {
	return selfplay.ShardWriter{
		Dir: g.gamesIn(t.Dir), Origin: g.gamesOrigin(), Workers: t.Workers,
		NewEvaluator: func() (net.Evaluator, error) { return player(), nil },
		Progress:     progress,
	}
}

// reportProgress reports how far the current generation is.
func (t *training) reportProgress(name string, fraction float64, note string) {
	t.report(loop.Progress{Generation: t.current.Number, Phase: name, Fraction: fraction, Note: note})
}
