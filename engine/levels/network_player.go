package levels

import (
	"time"

	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/generations"
	"crownhead/engine/mcts"
)

// maxMoveTime is more than all playouts take: one core of a server needs 31 ms with vector instructions, 0.8 s without.
const maxMoveTime = 1500 * time.Millisecond

// In the plies of the opening a move is drawn in proportion to the squares of the visits.
const (
	openingPlies = 10
	temperature  = 0.5
)

// generationLevel is the level of a generation. The last one also ponders: no stronger level is above it whose place it
// could take.
func generationLevel(g generations.Generation, last bool) engine.Level {
	return engine.Level{
		Name:    g.Name(),
		Limits:  engine.Limits{Nodes: generations.Playouts, Time: maxMoveTime},
		Fast:    engine.Limits{Nodes: generations.Playouts},
		Opening: openingPlies, Endings: true, Ponders: last,
		Elo: g.Elo, Weights: g.Digest,
	}
}

// newNetworkPlayer makes the player of a generation, which varies its openings.
func newNetworkPlayer(g generations.Generation, endings *endgame.Tables, seed uint64) (engine.Player, error) {
	o := mcts.DefaultOptions()
	o.Endings = endings
	o.Seed, o.Temperature, o.Opening = seed, temperature, openingPlies
	return mcts.New(g.Net.Evaluator(), o)
}
