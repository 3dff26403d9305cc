package main

import (
	"fmt"
	"strconv"
)

// declare declares the flags of all words. One that two trainings have is one flag, with a default for each.
func (f *trainFlags) declare(c *call) {
	c.withJSON()
	fl := c.flags
	fl.StringVar(&f.dir, "dir", "", "folder of games, states, weights and reports (default in the user's state folder: training, for patterns patterns)")
	fl.StringVar(&f.out, "out", "", "file that weights are written to: those of export, or those accepted last when a training ends")
	p, n := &f.patterns, &f.nets
	shared(c, "generations", "how many there shall be, accepted or not; those in the folder count", strconv.Atoi, &p.Generations, &n.Generations)
	shared(c, "workers", "games at once", strconv.Atoi, &p.Workers, &n.Workers)
	shared(c, "seed", "of all that is random", parseUint, &p.Seed, &n.Seed)
	shared(c, "games", "games of self-play in a generation", strconv.Atoi, &p.Games, &n.Games)
	shared(c, "batch", "examples a step of the fit", strconv.Atoi, &p.Batch, &n.Batch)
	shared(c, "rate", "greatest size of its steps", parseFloat, &p.Rate, &n.Rate)
	shared(c, "decay", "pull of each weight towards nothing: for patterns as so many positions that speak against it, for run a part of the rate", parseFloat, &p.Decay, &n.Decay)
	shared(c, "blend", "share of the search's score in what is learned; the rest is the game's result", parseFloat, &p.Blend, &n.Blend)
	shared(c, "match", "games of the match against who made the games; for patterns 0: accepted without", strconv.Atoi, &p.MatchGames, &n.GateGames)
	f.declarePatterns(c)
	f.declareNets(c)
}

func (f *trainFlags) declarePatterns(c *call) {
	fl, p := c.flags, &f.patterns
	fl.StringVar(&p.Player, "player", p.Player, "patterns: whose evaluation plays the first games: embedded or material")
	fl.Int64Var(&p.Nodes, "nodes", p.Nodes, "patterns: positions that each move of self-play may visit")
	fl.IntVar(&p.Epochs, "epochs", p.Epochs, "patterns: how often the fit sees each position")
	fl.Int64Var(&p.MatchNodes, "match-nodes", p.MatchNodes, "patterns: positions that each move of the match may visit")
}

func (f *trainFlags) declareNets(c *call) {
	fl, n := c.flags, &f.nets
	fl.IntVar(&n.Visits, "visits", n.Visits, "run: playouts of a full search of self-play, from which is learnt")
	fl.IntVar(&n.Fast, "fast", n.Fast, "run: playouts of a fast one, which only plays")
	fl.Float64Var(&n.Full, "full", n.Full, "run: share of decisions that are searched fully")
	fl.IntVar(&n.Opening, "opening", n.Opening, "run: most plies of chance at the beginning of a game")
	fl.Float64Var(&n.Even, "even", n.Even, "run: beginnings whose value lies further from 0 are given up")
	fl.Float64Var(&n.Temperature, "temperature", n.Temperature, "run: how freely the first moves are chosen; 0: always the best")
	fl.Float64Var(&n.Cooling, "cooling", n.Cooling, "run: plies in which the temperature halves")
	fl.IntVar(&n.Rollouts, "rollouts", n.Rollouts, "run: games of chance by which the search without a network judges a position")
	fl.IntVar(&n.Blocks, "blocks", n.Blocks, "run: residual blocks of the net")
	fl.IntVar(&n.Filters, "filters", n.Filters, "run: its filters")
	fl.IntVar(&n.Window, "window", n.Window, "run: generations whose games are learnt from, the newest included")
	fl.Float64Var(&n.Passes, "passes", n.Passes, "run: how many examples the fit sees for each new one")
	fl.IntVar(&n.GatePlayouts, "match-playouts", n.GatePlayouts, "run: playouts of each move of the match")
	fl.Float64Var(&n.GateTest, "match-test", n.GateTest, "run: end the match once it is clear whether the new net is better by so much Elo, or not at all; 0: all games are played")
	fl.IntVar(&f.generation, "generation", 0, "export: which one; 0: the one accepted last")
	fl.BoolVar(&f.single, "single", false, "export: in single precision, twice as large")
}

// shared declares a flag that two trainings have.
func shared[T any](c *call, name, help string, read func(string) (T, error), patterns, nets *T) {
	c.flags.Func(name, fmt.Sprintf("%s (default %v for patterns, %v for run)", help, *patterns, *nets), func(s string) error {
		v, err := read(s)
		if err != nil {
			return fmt.Errorf("%.50q is no number that is wanted here", s)
		}
		*patterns, *nets = v, v
		return nil
	})
}

func parseUint(s string) (uint64, error)   { return strconv.ParseUint(s, 10, 64) }
func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }
