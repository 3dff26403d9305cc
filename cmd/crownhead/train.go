package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/training"
)

func trainCommand(out *cli.Output) *cobra.Command {
	const settings = "[--dir DIR] [--generations N] [--games N] [--seed S] [--out FILE] [--json] and how it learns"
	o := training.Defaults()
	subcommand := func(name, usage, summary string, do func(training.Options, *cli.Output) error) *cobra.Command {
		cmd := leafCommand(name, usage, summary, 0, 0, func([]string) error { return do(o, out) })
		withJSON(cmd, out)
		withDir(cmd, &o.Dir, "dir", "folder of games, states, weights and reports (default in the user's state "+
			"folder: training, or patterns for the subcommand patterns)")
		return cmd
	}
	run := subcommand("run", settings,
		"trains the learned player by games against itself; goes on where it was stopped", training.RunNets)
	withNets(run, &o)
	status := subcommand("status", "[--dir DIR] [--json]", "says how far a training is", training.Status)
	report := subcommand("report", "[--dir DIR] [--json]", "draws the report of a training", training.Report)
	export := subcommand("export", "[--dir DIR] [--generation N] --out FILE [--single] [--json]",
		"writes the weights of a generation of the learned player", training.Export)
	export.Flags().StringVar(&o.Out, "out", "", "file that the weights are written to")
	export.Flags().IntVar(&o.Generation, "generation", 0, "which one; 0: the one accepted last")
	export.Flags().BoolVar(&o.Single, "single", false, "in single precision, twice as large")
	patterns := subcommand("patterns", settings, "trains the engine's evaluation by games against itself; goes on "+
		"where it was stopped", training.RunPatterns)
	withPatterns(patterns, &o)
	return groupCommand("train", "run|patterns [--dir DIR] [--generations N] [--games N] [--seed S] [--out FILE] "+
		"[--json] | status|report [--dir DIR] [--json] | "+
		"export [--dir DIR] [--generation N] --out FILE [--json]",
		"trains the learned player (run) or the engine's evaluation (patterns) by games against itself; says how "+
			"far that is, draws its report, and writes a generation's weights",
		run, status, report, export, patterns)
}

// trainingFlags are the settings that both kinds of training have.
type trainingFlags struct {
	generations, workers, games, batch *int
	seed                               *uint64
	rate, blend                        *float64
}

func withTraining(cmd *cobra.Command, o *training.Options, t trainingFlags) {
	f := cmd.Flags()
	f.StringVar(&o.Out, "out", "", "file that the weights accepted last are written to when the training ends")
	f.IntVar(t.generations, "generations", *t.generations, "how many there shall be, accepted or not; those in "+
		"the folder count")
	f.IntVar(t.workers, "workers", *t.workers, "games at once")
	f.Uint64Var(t.seed, "seed", *t.seed, "of all that is random")
	f.IntVar(t.games, "games", *t.games, "games of self-play in a generation")
	f.IntVar(t.batch, "batch", *t.batch, "examples a step of the fit")
	f.Float64Var(t.rate, "rate", *t.rate, "greatest size of its steps")
	f.Float64Var(t.blend, "blend", *t.blend, "share of the search's score in what is learned; the rest is the "+
		"game's result")
}

func withPatterns(cmd *cobra.Command, o *training.Options) {
	f, p := cmd.Flags(), &o.Patterns
	withTraining(cmd, o, trainingFlags{
		generations: &p.Generations, workers: &p.Workers, games: &p.Games, batch: &p.Batch,
		seed: &p.Seed, rate: &p.Rate, blend: &p.Blend,
	})
	f.Float64Var(&p.Decay, "decay", p.Decay, "pull of each weight towards nothing, as so many positions that "+
		"speak against it")
	f.IntVar(&p.MatchGames, "match", p.MatchGames, "games of the match against the player that made them; 0: "+
		"accepted without")
	f.StringVar(&p.Player, "player", p.Player, "whose evaluation plays the first games: embedded or material")
	f.Int64Var(&p.Nodes, "nodes", p.Nodes, "positions that each move of self-play may visit")
	f.IntVar(&p.Epochs, "epochs", p.Epochs, "how often the fit sees each position")
	f.Int64Var(&p.MatchNodes, "match-nodes", p.MatchNodes, "positions that each move of the match may visit")
}

func withNets(cmd *cobra.Command, o *training.Options) {
	f, n := cmd.Flags(), &o.Nets
	withTraining(cmd, o, trainingFlags{
		generations: &n.Generations, workers: &n.Workers, games: &n.Games, batch: &n.Batch,
		seed: &n.Seed, rate: &n.Rate, blend: &n.Blend,
	})
	f.Float64Var(&n.Decay, "decay", n.Decay, "pull of each weight towards nothing, a part of the rate")
	f.IntVar(&n.GateGames, "match", n.GateGames, "games of the match against the player that made them")
	f.IntVar(&n.Visits, "visits", n.Visits, "playouts of a full search of self-play, from which is learnt")
	f.IntVar(&n.FastVisits, "fast", n.FastVisits, "playouts of a fast one, which only plays")
	f.Float64Var(&n.Full, "full", n.Full, "share of decisions that are searched fully")
	f.IntVar(&n.Opening, "opening", n.Opening, "most plies of chance at the beginning of a game")
	f.Float64Var(&n.Even, "even", n.Even, "beginnings whose value lies further from 0 are given up")
	f.Float64Var(&n.Temperature, "temperature", n.Temperature,
		"how freely the first moves are chosen; 0: always the best")
	f.Float64Var(&n.Cooling, "cooling", n.Cooling, "plies in which the temperature halves")
	f.IntVar(&n.Rollouts, "rollouts", n.Rollouts,
		"games of chance by which the search without a network judges a position")
	f.IntVar(&n.Blocks, "blocks", n.Blocks, "residual blocks of the net")
	f.IntVar(&n.Filters, "filters", n.Filters, "its filters")
	f.IntVar(&n.Window, "window", n.Window, "generations whose games are learnt from, the newest included")
	f.Float64Var(&n.Passes, "passes", n.Passes, "how many examples the fit sees for each new one")
	f.IntVar(&n.GatePlayouts, "match-playouts", n.GatePlayouts, "playouts of each move of the match")
	f.Float64Var(&n.GateTest, "match-test", n.GateTest, "end the match once it is clear whether the new net is "+
		"better by so much Elo, or not at all; 0: all games are played")
}
