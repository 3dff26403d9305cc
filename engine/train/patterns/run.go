package patterns

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/match"
	"crownhead/engine/pattern"
	"crownhead/engine/search"
	"crownhead/engine/train/store"
)

// A Stage tells how far a run has got.
type Stage struct {
	Generation int
	Doing      string  // games, fit, match
	Part       float64 // of what is being done, 0 to 1
	Note       string  // something that the operator should know, else ""
}

// A run is one in the course of its generations.
type run struct {
	Settings
	told func(Stage)
	now  Generation
	best search.Evaluator // the player
	name string
}

// Run trains until there are as many generations as the settings say, and returns them all. What is finished is kept in
// the folder, and the same settings go on from there, whatever ended the run before.
func Run(ctx context.Context, s Settings, told func(Stage)) ([]Generation, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	r := &run{Settings: s, told: told}
	all, err := Generations(s.Dir)
	for err == nil && len(all) < s.Generations {
		if err = r.prepare(all); err == nil {
			err = r.generation(ctx)
		}
		if err == nil {
			all = append(all, r.now)
			err = Report(s.Dir, all)
		}
	}
	return all, err
}

// prepare begins the generation after those that are finished. The last that was accepted plays.
func (r *run) prepare(all []Generation) (err error) {
	n := len(all) + 1
	r.now = Generation{Number: n, Plan: r.Plan}
	r.now.Plan.Seed += uint64(n - 1)
	r.name = r.Plan.Player
	if n := lastAccepted(all); n > 0 {
		var e *pattern.Evaluation
		var h pattern.Header
		e, h, err = readWeights(r.Dir, n)
		r.best, r.name = e, h.Sum
	} else {
		r.best, err = evaluationOf(r.name)
	}
	r.now.Player = r.name
	return err
}

// lastAccepted is the number of the generation that was accepted last, or 0.
func lastAccepted(all []Generation) int {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Accepted {
			return all[i].Number
		}
	}
	return 0
}

func (r *run) tell(doing string, part float64, note string) {
	r.told(Stage{r.now.Number, doing, part, note})
}

func (r *run) path(name string) string {
	return filepath.Join(generationDir(r.Dir, r.now.Number), name)
}

// generation makes games, fits, plays the match and writes the record.
func (r *run) generation(ctx context.Context) error {
	begun := time.Now()
	if err := os.MkdirAll(r.path(""), 0o777); err != nil {
		return fmt.Errorf("patterns: %w", err)
	}
	if err := store.KeepPlan(r.path(planFile), r.now.Plan); err != nil {
		return err
	}
	if err := r.games(ctx); err != nil {
		return err
	}
	e, err := r.fit(ctx)
	if err == nil {
		err = r.match(ctx, e)
	}
	if err != nil {
		return err
	}
	r.now.Seconds = time.Since(begun).Seconds()
	if err := store.WriteRecord(r.path(recordFile), r.now); err != nil {
		return fmt.Errorf("patterns: writing the record: %w", err)
	}
	return nil
}

// origin is that of a generation's games.
func origin(p Plan, player string) Origin {
	return Origin{Seed: p.Seed, Nodes: p.Nodes, Player: player, Games: p.shardGames()}
}

func (r *run) games(ctx context.Context) error {
	m := maker{
		dir: r.path(gamesDir), origin: origin(r.now.Plan, r.name), shards: r.now.Plan.shards(), workers: r.Workers, player: r.best,
		told: func(done int, note string) { r.tell("games", float64(done)/float64(r.now.Plan.shards()), note) },
	}
	return m.make(ctx)
}

// fit fits weights to all games so far, and writes them.
func (r *run) fit(ctx context.Context) (*pattern.Evaluation, error) {
	train, held, err := r.samples()
	if err != nil {
		return nil, err
	}
	f := newFitting(r.path(fitFile), r.now.Plan, train, held)
	f.told = func(part float64, note string) { r.tell("fit", part, note) }
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	e := f.evaluation()
	r.now.Samples, r.now.Curve = len(train), f.curve
	r.now.Before, _ = examine(r.best, held)
	r.now.Loss, r.now.Reliable = examine(e, held)
	var file bytes.Buffer
	header := pattern.Header{
		Slope: search.WinSlope, MadeBy: r.Plan.command(r.now.Number), Seed: r.now.Plan.Seed, Games: r.now.Games, Samples: len(train),
		Nodes: r.now.Plan.Nodes, Player: r.name, Loss: r.now.Loss,
	}
	if err = e.Write(&file, header); err == nil {
		err = store.WriteWhole(r.path(weightsFile), file.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	_, header, err = pattern.Read(file.Bytes())
	r.now.Sum = header.Sum
	return e, err
}

// samples reads the games of all generations up to now.
func (r *run) samples() (train, held []Sample, err error) {
	for n := 1; n <= r.now.Number; n++ {
		g := r.now
		if n < r.now.Number {
			if g, err = readRecord(r.Dir, n); err != nil {
				return nil, nil, err
			}
		}
		for k := range g.Plan.shards() {
			s, err := readShard(filepath.Join(generationDir(r.Dir, n), gamesDir), k, origin(g.Plan, g.Player))
			if err != nil {
				return nil, nil, err
			}
			r.count(s, n)
			if heldOut(k) {
				held = append(held, s.samples...)
			} else {
				train = append(train, s.samples...)
			}
		}
	}
	return train, held, nil
}

// count adds a shard of the n-th generation to the record.
func (r *run) count(s *shard, n int) {
	r.now.Games += s.header.Games
	if n < r.now.Number {
		return
	}
	for i, v := range s.header.Results {
		r.now.Results[i] += v
	}
}

// match plays the new weights against those that made the games, by nodes.
func (r *run) match(ctx context.Context, e search.Evaluator) error {
	if r.MatchGames == 0 {
		r.now.Accepted = true
		return nil
	}
	side := func(e search.Evaluator) match.Side {
		o := search.DefaultOptions()
		o.Evaluation, o.TableBits = e, tableBits
		return match.SearchSide(o, engine.Limits{Nodes: r.MatchNodes})
	}
	played := 0
	m := match.Match{
		A: side(e), B: side(r.best), Games: r.MatchGames, Openings: match.Openings(), Seed: r.now.Plan.Seed,
		Rules: board.FederationRules, Concurrency: r.Workers,
		Now: func(match.Result) {
			played += 2
			r.tell("match", min(1, float64(played)/float64(r.MatchGames)), "")
		},
	}
	result, err := m.Play(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("patterns: playing the match: %w", err)
	}
	t := &r.now.Match
	t.Wins, t.Draws, t.Losses = result.Wins, result.Draws, result.Losses
	elo, low, high := result.Elo()
	t.Elo, t.Low, t.High = bounded(elo), bounded(low), bounded(high)
	r.now.Accepted = t.Elo > 0
	return nil
}

// bounded is a difference in Elo as a number that JSON has: 2000 stands for all beyond.
func bounded(elo float64) float64 {
	const most = 2000
	return max(-most, min(most, elo))
}

// ErrNone is returned where no generation has been accepted yet.
var ErrNone = errors.New("no generation has been accepted")

// Best is the file of the weights that were accepted last.
func Best(dir string, all []Generation) ([]byte, error) {
	n := lastAccepted(all)
	if n == 0 {
		return nil, fmt.Errorf("patterns: %s: %w", dir, ErrNone)
	}
	data, err := os.ReadFile(filepath.Join(generationDir(dir, n), weightsFile))
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	return data, nil
}
