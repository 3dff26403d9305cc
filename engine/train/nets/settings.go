package nets

import (
	"errors"
	"fmt"
	"runtime"

	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/selfplay"
)

// Settings are those of a training. Those of a Plan are kept with each generation.
type Settings struct {
	Dir         string // generations are kept here
	Generations int    // there are to be in the end, accepted or not
	Workers     int    // games at once, and parts of a batch
	Plan
}

// A Plan is all that a generation follows from, besides those before. A later generation may have
// another plan, but not another size of the net.
type Plan struct {
	selfplay.Plan

	Rollouts int `json:"rollouts"` // random games by which the search without a network evaluates a position

	Blocks  int `json:"blocks"`
	Filters int `json:"filters"`

	Window int     `json:"window"` // generations whose games are learnt from, the newest included
	Passes float64 `json:"passes"` // examples that a fit sees, for each new one
	Batch  int     `json:"batch"`  // examples a step
	Rate   float64 `json:"rate"`   // the greatest
	Decay  float64 `json:"decay"`  // of the weights, a part of the rate
	Blend  float64 `json:"blend"`  // share of the search's value, beside the result, in what the value learns

	GateGames    int `json:"gate_games"`    // of the match
	GatePlayouts int `json:"gate_playouts"` // for each of its moves
	// The match ends once it is clear whether the new net is better by this Elo, or not at all; 0: never.
	GateTest float64 `json:"gate_test"`
}

// checkpointText is the plan in the digest by which a checkpoint knows its fit. The names in it are
// part of the checkpoints' format.
func (p Plan) checkpointText() string {
	games := fmt.Sprintf(
		"Seed:%d Games:%d Shard:%d Visits:%d Fast:%d Full:%v Opening:%d Even:%v Temperature:%v Cooling:%v",
		p.Seed, p.Games, p.GamesPerShard, p.Visits, p.FastVisits, p.Full, p.Opening, p.Even, p.Temperature, p.Cooling,
	)
	fit := fmt.Sprintf(
		"Rollouts:%d Blocks:%d Filters:%d Window:%d Passes:%v Batch:%d Rate:%v Decay:%v Blend:%v",
		p.Rollouts, p.Blocks, p.Filters, p.Window, p.Passes, p.Batch, p.Rate, p.Decay, p.Blend,
	)
	return fmt.Sprintf(
		"{Plan:{%s} %s GateGames:%d GatePlayouts:%d GateTest:%v}", games, fit, p.GateGames, p.GatePlayouts, p.GateTest,
	)
}

// Defaults are settings for a generation in an hour of two cores.
func Defaults() Settings {
	return Settings{
		Generations: 1, Workers: runtime.NumCPU(),
		Plan: Plan{
			Plan: selfplay.Defaults(), Rollouts: 4,
			Blocks: net.DefaultCompact.Blocks, Filters: net.DefaultCompact.Filters,
			Window: 4, Passes: 5, Batch: 128, Rate: 3e-3, Decay: 1e-2, Blend: 0.25,
			GateGames: 400, GatePlayouts: 100,
		},
	}
}

// maxRollouts is where more random games add nothing.
const maxRollouts = 1000

// Validate returns what is wrong with all settings with which nothing could be trained.
func (s Settings) Validate() error {
	faults := []error{s.Plan.Plan.Validate()}
	reject := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	reject(s.Generations < 1, "%d generations: want at least 1", s.Generations)
	reject(s.Workers < 1, "%d workers: want at least 1", s.Workers)
	reject(s.Games < loop.HoldoutEvery, "%d games a generation: want at least %d", s.Games, loop.HoldoutEvery)
	reject(s.Full <= 0, "share of full searches %v: want more than 0, as nothing else is learnt from", s.Full)
	reject(s.Rollouts < 1 || s.Rollouts > maxRollouts, "%d rollouts: want 1 to %d", s.Rollouts, maxRollouts)
	reject(s.Window < 1, "a window of %d generations: want at least 1", s.Window)
	reject(!(s.Passes > 0 && s.Passes <= 1000), "%v passes: want more than 0, up to 1000", s.Passes)
	reject(s.Batch < 1, "batches of %d examples: want at least 1", s.Batch)
	reject(!(s.Rate > 0 && s.Rate <= 1), "rate %v: want more than 0, up to 1", s.Rate)
	reject(!(s.Decay >= 0 && s.Decay <= 1), "decay %v: want 0 to 1", s.Decay)
	reject(!(s.Blend >= 0 && s.Blend <= 1), "blend %v: want 0 to 1", s.Blend)
	reject(s.GateGames < 2, "a match of %d games: want at least 2", s.GateGames)
	reject(s.GatePlayouts < 1, "%d playouts a move of the match: want at least 1", s.GatePlayouts)
	reject(!(s.GateTest >= 0 && s.GateTest <= 400), "the match's test for %v Elo: want 0 to 400", s.GateTest)
	_, err := s.newNet()
	return errors.Join(append(faults, err)...)
}

// newNet is what the first generation begins with.
func (p Plan) newNet() (*net.Net, error) {
	return net.NewCompact(net.CompactShape{Blocks: p.Blocks, Filters: p.Filters}, p.Seed)
}

// ofGeneration is the plan of the n-th generation: it has a seed of its own, and files of games
// that are small enough for some of them to be held out.
func (p Plan) ofGeneration(n int) Plan {
	p.Seed += uint64(n - 1)
	p.GamesPerShard = min(p.GamesPerShard, p.Games/loop.HoldoutEvery)
	return p
}
