package patterns

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/match"
	"crownhead/engine/pattern"
	"crownhead/engine/search"
	"crownhead/engine/train/loop"
	"crownhead/internal/atomicfile"
)

// A training is the state of Run.
type training struct {
	Settings
	folders loop.Folders[Generation]
	report  func(loop.Progress)

	finished []Generation
	current  *Generation
	player   search.Evaluator // of the games
}

// Run trains until there are as many generations as the settings say, and returns them all. What is
// finished is kept in the folder, and the same settings go on from there, whatever ended the run
// before.
func Run(ctx context.Context, s Settings, report func(loop.Progress)) ([]Generation, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	t := &training{Settings: s, folders: foldersIn(s.Dir), report: report}
	return loop.Training[Generation]{
		Folders: t.folders, Generations: s.Generations, Next: t.nextGeneration, Make: t.makeGeneration,
		Report: func(finished []Generation) error { return Report(s.Dir, finished) },
	}.Run(ctx)
}

// nextGeneration is the generation after those that are finished.
func (t *training) nextGeneration(finished []Generation) (Generation, any, error) {
	g := Generation{Number: len(finished) + 1, Plan: t.Plan}
	g.Plan.Seed += uint64(g.Number - 1)
	return g, g.Plan, nil
}

// makeGeneration makes games, fits weights to them and plays the match.
func (t *training) makeGeneration(ctx context.Context, g *Generation, finished []Generation) error {
	begun := time.Now()
	t.finished, t.current = finished, g
	if err := t.choosePlayer(); err != nil {
		return err
	}
	if err := t.makeGames(ctx); err != nil {
		return err
	}
	e, err := t.fitWeights(ctx)
	if err != nil {
		return err
	}
	if err := t.playMatch(ctx, e); err != nil {
		return err
	}
	g.Seconds = time.Since(begun).Seconds()
	return nil
}

// choosePlayer makes the weights that were accepted last the player of the games.
func (t *training) choosePlayer() error {
	best := lastAccepted(t.finished)
	if best == nil {
		t.current.Player = t.Plan.Player
		var err error
		t.player, err = firstEvaluation(t.Plan.Player)
		return err
	}
	e, h, err := readWeights(t.Dir, best.Number)
	t.player, t.current.Player = e, h.Sum
	return err
}

// makeGames makes what is missing of the generation's games.
func (t *training) makeGames(ctx context.Context) error {
	g, done := t.current, 0
	m := gamesMaker{
		dir: t.folders.Path(g.Number, loop.GamesDir), origin: g.gamesOrigin(),
		shards: g.Plan.shards(), workers: t.Workers, player: t.player,
		progress: func(note string) {
			done++
			t.reportProgress(loop.PhaseGames, float64(done)/float64(g.Plan.shards()), note)
		},
	}
	return m.makeMissing(ctx)
}

// fitWeights fits weights to all games so far, and writes them.
func (t *training) fitWeights(ctx context.Context) (*pattern.Evaluation, error) {
	g := t.current
	train, held, err := t.readSamples()
	if err != nil {
		return nil, err
	}
	f := newFit(t.folders.Path(g.Number, loop.CheckpointFile), g.Plan, train, held)
	f.report = func(fraction float64, note string) { t.reportProgress(loop.PhaseFit, fraction, note) }
	if err := f.trainToEnd(ctx); err != nil {
		return nil, err
	}
	e := f.evaluation()
	g.Samples, g.Curve = len(train), f.curve
	g.Before, _ = measureHoldout(t.player, held)
	g.Loss, g.Reliable = measureHoldout(e, held)
	var file bytes.Buffer
	header := pattern.Header{
		Slope: engine.WinSlope, MadeBy: t.Plan.trainCommand(g.Number), Seed: g.Plan.Seed,
		Games: g.Games, Samples: len(train), Nodes: g.Plan.Nodes, Player: g.Player, Loss: g.Loss,
	}
	if err = e.Write(&file, header); err == nil {
		err = atomicfile.Write(t.folders.Path(g.Number, weightsFile), file.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	_, header, err = pattern.Read(file.Bytes())
	g.Sum = header.Sum
	return e, err
}

// readSamples reads the games of all generations up to now, and counts them.
func (t *training) readSamples() (train, held []Sample, err error) {
	for n := 1; n <= t.current.Number; n++ {
		g := t.current
		if n < t.current.Number {
			g = &t.finished[n-1]
		}
		for k := range g.Plan.shards() {
			s, err := readShard(t.folders.Path(n, loop.GamesDir), k, g.gamesOrigin())
			if err != nil {
				return nil, nil, err
			}
			t.current.Games += s.header.Games
			if n == t.current.Number {
				for i, v := range s.header.Results {
					t.current.Results[i] += v
				}
			}
			if loop.HeldOut(k) {
				held = append(held, s.samples...)
			} else {
				train = append(train, s.samples...)
			}
		}
	}
	return train, held, nil
}

// playMatch plays the new weights against those that made the games, by nodes.
func (t *training) playMatch(ctx context.Context, e search.Evaluator) error {
	g := t.current
	if t.MatchGames == 0 {
		g.Accepted = true
		return nil
	}
	side := func(e search.Evaluator) match.Side {
		o := search.DefaultOptions()
		o.Evaluation, o.TableBits = e, tableBits
		return match.SearchSide(o, engine.Limits{Nodes: t.MatchNodes})
	}
	played := 0
	m := match.Match{
		A: side(e), B: side(t.player), Games: t.MatchGames, Openings: match.Openings(), Seed: g.Plan.Seed,
		Rules: board.FederationRules, Concurrency: t.Workers,
		OnPair: func(match.Result) {
			played += 2
			t.reportProgress(loop.PhaseMatch, min(1, float64(played)/float64(t.MatchGames)), "")
		},
	}
	result, err := m.Play(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("patterns: playing the match: %w", err)
	}
	elo, low, high := result.Elo()
	g.Match = MatchTally{
		Wins: result.Wins, Draws: result.Draws, Losses: result.Losses,
		Elo: limitElo(elo), Low: limitElo(low), High: limitElo(high),
	}
	g.Accepted = g.Match.Elo > 0
	return nil
}

// limitElo is a difference in Elo as a number that JSON has: 2000 stands for all beyond.
func limitElo(elo float64) float64 {
	const limit = 2000
	return max(-limit, min(limit, elo))
}

// reportProgress reports how far the current generation is.
func (t *training) reportProgress(name string, fraction float64, note string) {
	t.report(loop.Progress{Generation: t.current.Number, Phase: name, Fraction: fraction, Note: note})
}
