package nets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/train/store"
)

// Stages of a generation.
const (
	StageGames = "games"
	StageFit   = "fit"
	StageGate  = "gate"
)

// A Stage tells how far a run has got.
type Stage struct {
	Generation int
	Doing      string
	Part       float64 // of what is being done, 0 to 1
	Note       string  // something that the operator should know, else ""
}

// A run is one in the course of its generations.
type run struct {
	Settings
	told   func(Stage)
	all    []Generation
	now    Generation
	player func() net.Evaluator // makes the games
	parent *net.Net             // learning goes on from here
}

// Run trains until there are as many generations as the settings say, and returns them all. What is finished is kept in
// the folder, and the same settings go on from there, whatever ended the run before.
func Run(ctx context.Context, s Settings, told func(Stage)) ([]Generation, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	r := &run{Settings: s, told: told}
	var err error
	r.all, err = Generations(s.Dir)
	for err == nil && len(r.all) < s.Generations {
		if err = r.prepare(); err == nil {
			err = r.generation(ctx)
		}
		if err == nil {
			r.all = append(r.all, r.now)
			err = Report(s.Dir, r.all)
		}
	}
	return r.all, err
}

// prepare begins the generation after those that are finished, or takes it up again.
func (r *run) prepare() error {
	n := len(r.all) + 1
	r.now = Generation{Number: n, Plan: r.Plan.ofGeneration(n), Player: Untaught}
	if err := r.keepsSize(); err != nil {
		return err
	}
	if err := os.MkdirAll(r.path(""), 0o777); err != nil {
		return fmt.Errorf("nets: %w", err)
	}
	if err := store.KeepPlan(r.path(planFile), r.now.Plan); err != nil {
		return err
	}
	begun, err := readRecord(r.Dir, n)
	switch {
	case err == nil:
		r.now = begun
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := r.choosePlayer(); err != nil {
		return err
	}
	return r.chooseParent()
}

// keepsSize refuses a net of another size than those before.
func (r *run) keepsSize() error {
	if len(r.all) == 0 {
		return nil
	}
	was, is := r.all[len(r.all)-1].Plan, r.now.Plan
	if was.Blocks != is.Blocks || was.Filters != is.Filters {
		return fmt.Errorf("nets: a net of %d blocks of %d filters after one of %d of %d: a run keeps to one size", is.Blocks, is.Filters, was.Blocks, was.Filters)
	}
	return nil
}

// choosePlayer makes the generation that was accepted last the player of the games.
func (r *run) choosePlayer() (err error) {
	if best := lastAccepted(r.all); best != nil {
		r.now.Player = best.Sum
	}
	r.player, err = r.playerOf(&r.now)
	return err
}

// playerOf makes the player of a generation's games.
func (r *run) playerOf(g *Generation) (func() net.Evaluator, error) {
	if g.Player == Untaught {
		return func() net.Evaluator { return mcts.NewRollouts(g.Plan.Rollouts, g.Plan.Seed) }, nil
	}
	by := slices.IndexFunc(r.all, func(o Generation) bool { return o.Sum == g.Player })
	if by < 0 {
		return nil, fmt.Errorf("nets: generation %d: its games were played by a net %s, which is of no generation here", g.Number, g.Player)
	}
	n, err := readNet(r.Dir, &r.all[by])
	if err != nil {
		return nil, err
	}
	return n.Evaluator, nil
}

// chooseParent takes the net of the generation before, accepted or not: a net that was refused isn't proven to be better, but it has
// seen more examples than the one that refused it.
func (r *run) chooseParent() (err error) {
	if len(r.all) == 0 {
		r.parent, err = r.now.Plan.newNet()
		return err
	}
	last := &r.all[len(r.all)-1]
	r.parent, err = readNet(r.Dir, last)
	r.now.Parent = last.Sum
	return err
}

func (r *run) tell(doing string, part float64, note string) {
	r.told(Stage{r.now.Number, doing, part, note})
}

func (r *run) path(name string) string {
	return filepath.Join(generationDir(r.Dir, r.now.Number), name)
}

// generation makes games, learns, plays the match, and keeps its record after each.
func (r *run) generation(ctx context.Context) error {
	begun := time.Now()
	if err := r.games(ctx); err != nil {
		return err
	}
	if err := r.keepRecord(); err != nil {
		return err
	}
	candidate, err := r.fit(ctx)
	if err != nil {
		return err
	}
	if err := r.keepRecord(); err != nil {
		return err
	}
	if err := r.gate(ctx, candidate); err != nil {
		return err
	}
	r.now.Pace.Seconds, r.now.Finished = time.Since(begun).Seconds(), true
	return r.keepRecord()
}

func (r *run) keepRecord() error {
	if err := store.WriteRecord(r.path(recordFile), r.now); err != nil {
		return fmt.Errorf("nets: %w", err)
	}
	return nil
}
