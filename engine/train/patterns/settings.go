package patterns

import (
	"errors"
	"fmt"
	"runtime"
)

// Settings are what a run is told. Those of a Plan are kept with each generation.
type Settings struct {
	Dir         string // games, states and reports are kept here
	Generations int    // there are to be in the end
	Workers     int    // games at once
	Plan
}

// A Plan is all that a generation follows from, besides the one before.
type Plan struct {
	Seed   uint64 `json:"seed"`
	Player string `json:"player"` // who plays until a generation is accepted
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

// mostDecay is where no weight could say anything.
const mostDecay = 1e9

// leastGames are so many that there is something to hold out.
const leastGames = 20

// Validate names all settings with which nothing could be trained.
func (s Settings) Validate() error {
	var faults []error
	wrong := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	wrong(s.Generations < 1, "%d generations: want at least 1", s.Generations)
	wrong(s.Workers < 1, "%d workers: want at least 1", s.Workers)
	wrong(s.Games < leastGames, "%d games a generation: want at least %d", s.Games, leastGames)
	wrong(s.Nodes < 1 || s.MatchNodes < 1, "%d and %d nodes a move: want at least 1", s.Nodes, s.MatchNodes)
	wrong(s.Epochs < 1 || s.Batch < 1, "%d epochs of batches of %d samples: want at least 1 of each", s.Epochs, s.Batch)
	wrong(!(s.Rate > 0 && s.Rate <= 1), "rate %v: want more than 0, up to 1", s.Rate)
	wrong(!(s.Decay >= 0 && s.Decay <= mostDecay), "decay %v: want 0 to %g", s.Decay, mostDecay)
	wrong(!(s.Blend >= 0 && s.Blend <= 1), "blend %v: want 0 to 1", s.Blend)
	wrong(s.MatchGames < 0, "a match of %d games: want 0 or more", s.MatchGames)
	_, err := evaluationOf(s.Player)
	return errors.Join(append(faults, err)...)
}

// shardGames is how many games a file of a generation holds.
func (p Plan) shardGames() int { return min(1000, p.Games/leastGames) }

func (p Plan) shards() int { return (p.Games + p.shardGames() - 1) / p.shardGames() }

// heldOut tells which files of games the fit doesn't see.
func heldOut(shard int) bool { return shard%leastGames == leastGames/2 }

// command is how the first generations of the plan are made again.
func (p Plan) command(generations int) string {
	return fmt.Sprintf("crownhead train patterns --generations %d --seed %d --player %s --games %d --nodes %d --epochs %d --batch %d --rate %v --decay %v --blend %v --match %d --match-nodes %d",
		generations, p.Seed, p.Player, p.Games, p.Nodes, p.Epochs, p.Batch, p.Rate, p.Decay, p.Blend, p.MatchGames, p.MatchNodes)
}
