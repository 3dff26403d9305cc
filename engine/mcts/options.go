package mcts

import (
	"errors"
	"fmt"

	"crownhead/engine/endgame"
)

// Options are a search's numbers. [DefaultOptions] are those of a player that does its best.
type Options struct {
	// Explore is c in U: how much the priors and what has been looked at little count against what was found. Near 0 the first
	// good action is never doubted; beyond 10 what was found hardly counts.
	Explore float64

	// Urgency is by how much an action without a playout is thought to be worse than its state, once nearly all of the priors have
	// been looked at. Values lie within 2 of each other: more than 2 says no more than 2.
	Urgency float64

	// Nodes is how many the tree may have, of 32 bytes each; twice that while a part of it is kept for the next move. Under
	// 512 the tree may have no room for two positions; 2³⁰ are 32 GB.
	Nodes int

	// Endings are what is known exactly; nil: nothing.
	Endings *endgame.Tables

	// Temperature is τ in π ∝ N^(1/τ), by which a move is drawn in the first Opening plies of a game; 0 plays the best. Beyond
	// 10 hardly anything would be left of what was found.
	Temperature float64
	Opening     int

	// Seed is that of all chance.
	Seed uint64

	// What a [Query] that explores does at the root, for self-play. Noise is the share of the priors that is drawn from Dirichlet's
	// distribution, whose parameters are Spread divided by the number of actions. An action that has been looked at gets
	// at least √(Forced · P · N) playouts; what it wouldn't have got without is taken from Policy again. 0: none.
	Noise  float64
	Spread float64
	Forced float64
}

// DefaultOptions are those of a player without chance; for queries that explore, the numbers of KataGo.
func DefaultOptions() Options {
	return Options{
		Explore: 1.5, Urgency: 0.2, Nodes: 1 << 20, Endings: endgame.Embedded(),
		Noise: 0.25, Spread: 10, Forced: 2,
	}
}

// Bounds of the numbers, for the reasons given with each.
const (
	leastExplore, mostExplore = 0.01, 10
	mostUrgency               = 2
	leastNodes, mostNodes     = 512, 1 << 30
	mostTemperature           = 10
	mostOpening               = 1000
	leastSpread, mostSpread   = 0.1, 1000
	mostForced                = 100
)

// validate names all numbers that are out of bounds.
func (o Options) validate() error {
	return errors.Join(
		within("Explore", o.Explore, leastExplore, mostExplore),
		within("Urgency", o.Urgency, 0, mostUrgency),
		within("Nodes", float64(o.Nodes), leastNodes, mostNodes),
		within("Temperature", o.Temperature, 0, mostTemperature),
		within("Opening", float64(o.Opening), 0, mostOpening),
		within("Noise", o.Noise, 0, 1),
		within("Spread", o.Spread, leastSpread, mostSpread),
		within("Forced", o.Forced, 0, mostForced),
	)
}

func within(name string, x, low, high float64) error {
	if x >= low && x <= high { // not so for NaN
		return nil
	}
	return fmt.Errorf("mcts: option %s is %v: want %v to %v", name, x, low, high)
}
