package levels

import (
	"time"

	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/generations"
	"crownhead/engine/mcts"
)

// patience is more than all playouts take even where the network has no vector instructions: a server's core makes them in 31 ms with, in 0.8 s
// without.
const patience = 1500 * time.Millisecond

// In the opening's plies a move is drawn by the squares of the visits.
const (
	openingPlies = 10
	temperature  = 0.5
)

// levelOf is a generation as a level. The last one uses its opponent's time, too: there is none above it whose place it would take.
func levelOf(g generations.Generation, last bool) engine.Level {
	return engine.Level{
		Name:    g.Name(),
		Limits:  engine.Limits{Nodes: generations.Playouts, Time: patience},
		Fast:    engine.Limits{Nodes: generations.Playouts},
		Opening: openingPlies, Endings: true, Ponders: last,
		Elo: g.Elo, Weights: g.Digest,
	}
}

// newLearned is the player of a generation, which varies its openings.
func newLearned(g generations.Generation, endings *endgame.Tables, seed uint64) (engine.Player, error) {
	o := mcts.DefaultOptions()
	o.Endings = endings
	o.Seed, o.Temperature, o.Opening = seed, temperature, openingPlies
	return mcts.New(g.Net.Evaluator(), o)
}
