package patterns

import (
	"errors"
	"fmt"
	"runtime"

	"crownhead/engine/pattern"
	"crownhead/engine/search"
	"crownhead/engine/train/loop"
)

// Settings are those of a training. Those of a Plan are kept with each generation.
type Settings struct {
	Dir         string // games, states and reports are kept here
	Generations int    // there are to be in the end
	Workers     int    // games at once
	Plan
}

// A Plan is all that a generation follows from, besides the one before.
type Plan struct {
	Seed   uint64 `json:"seed"`
	Player string `json:"player"` // plays until a generation is accepted
	Games  int    `json:"games"`  // of self-play in a generation
	Nodes  int64  `json:"nodes"`  // for each of their moves

	Epochs int     `json:"epochs"` // times that the fit sees each sample
	Batch  int     `json:"batch"`  // samples a step
	Rate   float64 `json:"rate"`   // of the first steps
	Decay  float64 `json:"decay"`  // pull of each weight towards nothing, in samples
	Blend  float64 `json:"blend"`  // share of the search's score, beside the result, in what is learned

	MatchGames int   `json:"match_games"` // of new weights against those that made the games
	MatchNodes int64 `json:"match_nodes"` // for each move
}

// Defaults are settings for an hour of two cores.
func Defaults() Settings {
	return Settings{
		Generations: 1, Workers: runtime.NumCPU(),
		Plan: Plan{
			Seed: 1, Player: "embedded", Games: 100_000, Nodes: 700,
			Epochs: 8, Batch: 1 << 15, Rate: 0.01, Decay: 2, Blend: 0.5,
			MatchGames: 400, MatchNodes: 3000,
		},
	}
}

// maxDecay is where no weight could say anything.
const maxDecay = 1e9

// Validate returns what is wrong with all settings with which nothing could be trained.
func (s Settings) Validate() error {
	var faults []error
	reject := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	reject(s.Generations < 1, "%d generations: want at least 1", s.Generations)
	reject(s.Workers < 1, "%d workers: want at least 1", s.Workers)
	reject(s.Games < loop.HoldoutEvery, "%d games a generation: want at least %d", s.Games, loop.HoldoutEvery)
	reject(s.Nodes < 1 || s.MatchNodes < 1, "%d and %d nodes a move: want at least 1", s.Nodes, s.MatchNodes)
	reject(s.Epochs < 1 || s.Batch < 1, "%d epochs of batches of %d samples: want at least 1 of each", s.Epochs,
		s.Batch)
	reject(!(s.Rate > 0 && s.Rate <= 1), "rate %v: want more than 0, up to 1", s.Rate)
	reject(!(s.Decay >= 0 && s.Decay <= maxDecay), "decay %v: want 0 to %g", s.Decay, maxDecay)
	reject(!(s.Blend >= 0 && s.Blend <= 1), "blend %v: want 0 to 1", s.Blend)
	reject(s.MatchGames < 0, "a match of %d games: want 0 or more", s.MatchGames)
	_, err := firstEvaluation(s.Player)
	return errors.Join(append(faults, err)...)
}

// gamesPerShard is how many games a file of a generation holds.
func (p Plan) gamesPerShard() int { return min(1000, p.Games/loop.HoldoutEvery) }

// shards is how many files a generation's games come to.
func (p Plan) shards() int { return (p.Games + p.gamesPerShard() - 1) / p.gamesPerShard() }

// trainCommand is how the first generations of the plan are made again.
func (p Plan) trainCommand(generations int) string {
	return fmt.Sprintf("crownhead train patterns --generations %d --seed %d --player %s --games %d --nodes %d"+
		" --epochs %d --batch %d --rate %v --decay %v --blend %v --match %d --match-nodes %d",
		generations, p.Seed, p.Player, p.Games, p.Nodes, p.Epochs, p.Batch,
		p.Rate, p.Decay, p.Blend, p.MatchGames, p.MatchNodes)
}

// firstEvaluation finds the evaluation of the first player by its name.
func firstEvaluation(name string) (search.Evaluator, error) {
	switch name {
	case "embedded":
		return pattern.Embedded(), nil
	case "material":
		return search.Material{}, nil
	}
	return nil, fmt.Errorf("player %q: want embedded or material", name)
}
