package selfplay

import (
	"errors"
	"fmt"
)

// A Plan is all that games follow from, besides the player.
type Plan struct {
	Seed          uint64 `json:"seed"`
	Games         int    `json:"games"`
	GamesPerShard int    `json:"shard"` // in a file; the last may have fewer

	Visits     int     `json:"visits"` // playouts of a full search
	FastVisits int     `json:"fast"`   // and of a fast one, those included that its tree has from before
	Full       float64 `json:"full"`   // share of decisions that are searched fully, and learnt

	Opening int     `json:"opening"` // most random plies at the beginning
	Even    float64 `json:"even"`    // beginnings whose value lies further from 0 are given up

	Temperature float64 `json:"temperature"` // of the first ply's choice
	Cooling     float64 `json:"cooling"`     // plies in which it halves; under 0.1 the best action is played
}

// Defaults is a plan for a network that plays sensibly.
func Defaults() Plan {
	return Plan{
		Seed: 1, Games: 10_000, GamesPerShard: 50, Visits: 200, FastVisits: 40, Full: 0.3,
		Opening: 8, Even: 0.6, Temperature: 0.8, Cooling: 12,
	}
}

// Bounds of a plan, so that a slip of the hand is reported before hours are lost to it.
const (
	maxGames         = 100_000_000
	maxGamesPerShard = 10_000
	maxVisits        = 1_000_000
	maxOpening       = 60 // beyond it hardly a game would have two sides
)

// Validate returns all faults of a plan.
func (p Plan) Validate() error {
	return errors.Join(
		checkRange("games", p.Games, 1, maxGames),
		checkRange("games in a file", p.GamesPerShard, 1, maxGamesPerShard),
		checkRange("visits of a full search", p.Visits, 2, maxVisits),
		checkRange("visits of a fast search", p.FastVisits, 1, maxVisits),
		checkRange("share of full searches", p.Full, 0, 1),
		checkRange("plies of chance", p.Opening, 0, maxOpening),
		checkRange("value of an even beginning", p.Even, 0, 1),
		checkRange("temperature", p.Temperature, 0, 10),
		checkRange("plies of cooling", p.Cooling, 0.1, 1e6),
	)
}

func checkRange[N int | float64](name string, x, low, high N) error {
	if x >= low && x <= high { // not so for NaN
		return nil
	}
	return fmt.Errorf("selfplay: %s: %v: want %v to %v", name, x, low, high)
}

// Shards is how many files the plan's games come to.
func (p Plan) Shards() int { return (p.Games + p.GamesPerShard - 1) / p.GamesPerShard }

// gamesInShard is how many games a file has.
func (p Plan) gamesInShard(shard int) int { return min(p.GamesPerShard, p.Games-shard*p.GamesPerShard) }
