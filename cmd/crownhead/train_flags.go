package main

// words are what train can be told to do.
func (f *trainFlags) words() []word {
	return []word{
		{"run", "[--dir DIR] [--generations N] [--games N] [--seed S] [--out FILE] [--json] and how it learns", "teaches the learned player by games against itself; goes on where it was stopped", f.declareNets, f.runNets},
		{"status", "[--dir DIR] [--json]", "tells how far a training is", f.declareDir, f.status},
		{"report", "[--dir DIR] [--json]", "draws the report of a training", f.declareDir, f.report},
		{"export", "[--dir DIR] [--generation N] --out FILE [--single] [--json]", "writes the weights of a generation of the learned player", f.declareExport, f.export},
		{"patterns", "[--dir DIR] [--generations N] [--games N] [--seed S] [--out FILE] [--json] and how it learns", "teaches the engine's evaluation by games against itself; goes on where it was stopped", f.declarePatterns, f.runPatterns},
	}
}

// declareDir declares what all words have.
func (f *trainFlags) declareDir(c *call) {
	c.withJSON()
	c.flags.StringVar(&f.dir, "dir", "", "folder of games, states, weights and reports (default in the user's state folder: training, or patterns for the word patterns)")
}

func (f *trainFlags) declareExport(c *call) {
	f.declareDir(c)
	c.flags.StringVar(&f.out, "out", "", "file that the weights are written to")
	c.flags.IntVar(&f.generation, "generation", 0, "which one; 0: the one accepted last")
	c.flags.BoolVar(&f.single, "single", false, "in single precision, twice as large")
}

// A training is what both kinds have settings of.
type training struct {
	generations, workers, games, batch *int
	seed                               *uint64
	rate, blend                        *float64
}

func (f *trainFlags) declareTraining(c *call, t training) {
	f.declareDir(c)
	fl := c.flags
	fl.StringVar(&f.out, "out", "", "file that the weights accepted last are written to when the training ends")
	fl.IntVar(t.generations, "generations", *t.generations, "how many there shall be, accepted or not; those in the folder count")
	fl.IntVar(t.workers, "workers", *t.workers, "games at once")
	fl.Uint64Var(t.seed, "seed", *t.seed, "of all that is random")
	fl.IntVar(t.games, "games", *t.games, "games of self-play in a generation")
	fl.IntVar(t.batch, "batch", *t.batch, "examples a step of the fit")
	fl.Float64Var(t.rate, "rate", *t.rate, "greatest size of its steps")
	fl.Float64Var(t.blend, "blend", *t.blend, "share of the search's score in what is learned; the rest is the game's result")
}

func (f *trainFlags) declarePatterns(c *call) {
	fl, p := c.flags, &f.patterns
	f.declareTraining(c, training{
		generations: &p.Generations, workers: &p.Workers, seed: &p.Seed, games: &p.Games, batch: &p.Batch, rate: &p.Rate, blend: &p.Blend,
	})
	fl.Float64Var(&p.Decay, "decay", p.Decay, "pull of each weight towards nothing, as so many positions that speak against it")
	fl.IntVar(&p.MatchGames, "match", p.MatchGames, "games of the match against who made the games; 0: accepted without")
	fl.StringVar(&p.Player, "player", p.Player, "whose evaluation plays the first games: embedded or material")
	fl.Int64Var(&p.Nodes, "nodes", p.Nodes, "positions that each move of self-play may visit")
	fl.IntVar(&p.Epochs, "epochs", p.Epochs, "how often the fit sees each position")
	fl.Int64Var(&p.MatchNodes, "match-nodes", p.MatchNodes, "positions that each move of the match may visit")
}

func (f *trainFlags) declareNets(c *call) {
	fl, n := c.flags, &f.nets
	f.declareTraining(c, training{
		generations: &n.Generations, workers: &n.Workers, seed: &n.Seed, games: &n.Games, batch: &n.Batch, rate: &n.Rate, blend: &n.Blend,
	})
	fl.Float64Var(&n.Decay, "decay", n.Decay, "pull of each weight towards nothing, a part of the rate")
	fl.IntVar(&n.GateGames, "match", n.GateGames, "games of the match against who made the games")
	fl.IntVar(&n.Visits, "visits", n.Visits, "playouts of a full search of self-play, from which is learnt")
	fl.IntVar(&n.Fast, "fast", n.Fast, "playouts of a fast one, which only plays")
	fl.Float64Var(&n.Full, "full", n.Full, "share of decisions that are searched fully")
	fl.IntVar(&n.Opening, "opening", n.Opening, "most plies of chance at the beginning of a game")
	fl.Float64Var(&n.Even, "even", n.Even, "beginnings whose value lies further from 0 are given up")
	fl.Float64Var(&n.Temperature, "temperature", n.Temperature, "how freely the first moves are chosen; 0: always the best")
	fl.Float64Var(&n.Cooling, "cooling", n.Cooling, "plies in which the temperature halves")
	fl.IntVar(&n.Rollouts, "rollouts", n.Rollouts, "games of chance by which the search without a network judges a position")
	fl.IntVar(&n.Blocks, "blocks", n.Blocks, "residual blocks of the net")
	fl.IntVar(&n.Filters, "filters", n.Filters, "its filters")
	fl.IntVar(&n.Window, "window", n.Window, "generations whose games are learnt from, the newest included")
	fl.Float64Var(&n.Passes, "passes", n.Passes, "how many examples the fit sees for each new one")
	fl.IntVar(&n.GatePlayouts, "match-playouts", n.GatePlayouts, "playouts of each move of the match")
	fl.Float64Var(&n.GateTest, "match-test", n.GateTest, "end the match once it is clear whether the new net is better by so much Elo, or not at all; 0: all games are played")
}
