package mcts

import (
	"errors"
	"fmt"

	"crownhead/engine/endgame"
)

// Options are a search's parameters. [DefaultOptions] are those of a player that does its best.
type Options struct {
	// CPUCT is c in U: how much priors and few visits count against the values that were found.
	// Near 0 the first good action is never doubted; beyond 10 values hardly count.
	CPUCT float64

	// FPUReduction is that of first-play urgency: by how much an action without a visit is taken
	// to be worse than its state, once nearly all of the prior has been visited. Values lie within
	// 2 of each other: more than 2 says no more than 2.
	FPUReduction float64

	// Nodes is the size of the tree, in nodes of 32 bytes; twice that while a part of it is kept
	// for the next move. Under 512 the tree may have no room for two positions; 2³⁰ are 32 GB.
	Nodes int

	// Endings are the tables of endings; nil: none.
	Endings *endgame.Tables

	// Temperature is τ in π ∝ N^(1/τ), by which a move is drawn in the first Opening plies of a
	// game; 0 plays the best. Beyond 10 the visits hardly count.
	Temperature float64
	Opening     int

	// Seed is that of all random numbers.
	Seed uint64

	// What a [Query] that explores does at the root, for self-play. DirichletWeight is the share of
	// the priors that is drawn from a Dirichlet distribution, whose parameters α are
	// DirichletConcentration divided by the number of actions. An action that has been visited
	// gets at least √(ForcedPlayouts · P · N) playouts; those that it would not have got otherwise
	// do not count in its Policy. 0: none.
	DirichletWeight        float64
	DirichletConcentration float64
	ForcedPlayouts         float64
}

// DefaultOptions are those of a player without randomness; for queries that explore, the numbers of KataGo.
func DefaultOptions() Options {
	return Options{
		CPUCT: 1.5, FPUReduction: 0.2, Nodes: 1 << 20, Endings: endgame.Embedded(),
		DirichletWeight: 0.25, DirichletConcentration: 10, ForcedPlayouts: 2,
	}
}

// Bounds of the numbers, for the reasons given with each.
const (
	minCPUCT, maxCPUCT                 = 0.01, 10
	maxFPUReduction                    = 2
	minNodes, maxNodes                 = 512, 1 << 30
	maxTemperature                     = 10
	maxOpening                         = 1000
	minConcentration, maxConcentration = 0.1, 1000
	maxForcedPlayouts                  = 100
)

// checkBounds returns all parameters that are out of bounds.
func (o Options) checkBounds() error {
	return errors.Join(
		checkRange("CPUCT", o.CPUCT, minCPUCT, maxCPUCT),
		checkRange("FPUReduction", o.FPUReduction, 0, maxFPUReduction),
		checkRange("Nodes", float64(o.Nodes), minNodes, maxNodes),
		checkRange("Temperature", o.Temperature, 0, maxTemperature),
		checkRange("Opening", float64(o.Opening), 0, maxOpening),
		checkRange("DirichletWeight", o.DirichletWeight, 0, 1),
		checkRange("DirichletConcentration", o.DirichletConcentration, minConcentration, maxConcentration),
		checkRange("ForcedPlayouts", o.ForcedPlayouts, 0, maxForcedPlayouts),
	)
}

func checkRange(name string, x, low, high float64) error {
	if x >= low && x <= high { // not so for NaN
		return nil
	}
	return fmt.Errorf("mcts: option %s is %v: want %v to %v", name, x, low, high)
}
