// Package levels builds players from the names that visitors and commands use. A level is data: how deep it
// searches, how freely it chooses among moves of equal worth, how often and how badly it slips. A generation of the
// self-taught player is a level, too: a network and a number of playouts. All choices follow from the seed, the
// position and the number of the ply, so that a game can be played again.
//
// The package starts no goroutines. Scores and margins are hundredths of a man.
package levels

import (
	"time"

	"crownhead/engine"
)

// searchLevels are the levels of the search from the weakest to the strongest.
var searchLevels = []engine.Level{
	{
		Name:   "child",
		Limits: engine.Limits{Depth: 2, Time: 200 * time.Millisecond},
		Fast:   engine.Limits{Depth: 2, Nodes: 2000},
		Margin: 75, Opening: 300, // all of the game
		Slip: 0.5, Glance: 1, Overlook: 1, MaxLoss: 330,
	},
	{
		Name:   "beginner",
		Limits: engine.Limits{Depth: 3, Time: 200 * time.Millisecond},
		Fast:   engine.Limits{Depth: 3, Nodes: 4000},
		Margin: 45, Opening: 50,
		Slip: 0.35, Glance: 2, Overlook: 1, MaxLoss: 220,
	},
	{
		Name:   "learner",
		Limits: engine.Limits{Depth: 4, Time: 200 * time.Millisecond},
		Fast:   engine.Limits{Depth: 4, Nodes: 6000},
		Margin: 32, Opening: 30,
		Slip: 0.25, Glance: 3, Overlook: 2, MaxLoss: 130,
	},
	{
		Name:   "amateur",
		Limits: engine.Limits{Depth: 6, Time: 300 * time.Millisecond},
		Fast:   engine.Limits{Depth: 6, Nodes: 15_000},
		Margin: 28, Opening: 14,
	},
	{
		Name:   "club",
		Limits: engine.Limits{Depth: 8, Time: 500 * time.Millisecond},
		Fast:   engine.Limits{Depth: 8, Nodes: 30_000},
		Margin: 26, Opening: 14,
	},
	{
		Name:   "strong",
		Limits: engine.Limits{Depth: 10, Time: time.Second},
		Fast:   engine.Limits{Depth: 10, Nodes: 60_000},
		Margin: 24, Opening: 14, Endings: true, Ponders: true,
	},
	{
		Name:   "candidate",
		Limits: engine.Limits{Depth: 13, Time: 1500 * time.Millisecond},
		Fast:   engine.Limits{Depth: 13, Nodes: 120_000},
		Margin: 23, Opening: 14, Endings: true, Ponders: true,
	},
	{
		Name:   "master",
		Limits: engine.Limits{Depth: 60, Time: 2500 * time.Millisecond},
		Fast:   engine.Limits{Depth: 60, Nodes: 250_000},
		Margin: 22, Opening: 14, Endings: true, Parallel: true, Ponders: true,
	},
}

// Names lists the levels of the search from the weakest to the strongest.
func Names() []string { return levelNames(searchLevels) }

func levelNames(list []engine.Level) []string {
	names := make([]string, len(list))
	for i, l := range list {
		names[i] = l.Name
	}
	return names
}
