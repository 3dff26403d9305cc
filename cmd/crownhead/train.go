package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"crownhead/config"
	"crownhead/engine/train/patterns"
	"crownhead/engine/train/store"
	"crownhead/firmware/link"
)

func trainCommand() command {
	return command{
		"train", "patterns [--dir DIR] [--generations N] [--games N] [--nodes N] [--seed S] [--out FILE] [--json] | status [--dir DIR] [--json] | report [--dir DIR] [--json]",
		"teaches the engine's evaluation by games against itself; tells how far that is, and draws its report",
		runTrain,
	}
}

// trainFlags are those of all of its words.
type trainFlags struct {
	patterns.Settings
	out string
}

func runTrain(c *call) error {
	f := trainFlags{Settings: patterns.Defaults()}
	f.declare(c)
	if err := c.parse(1, 1); err != nil {
		return err
	}
	if f.Dir == "" {
		data, err := dataDir("", config.Default())
		if err != nil {
			return err
		}
		f.Dir = filepath.Join(data, "patterns")
	}
	switch c.args[0] {
	case "patterns":
		return f.train(c)
	case "status":
		return f.status(c)
	case "report":
		return f.report(c)
	}
	return c.badUsage(fmt.Errorf("train %q: wanted patterns, status or report", c.args[0]))
}

func (f *trainFlags) declare(c *call) {
	fl := c.flags
	c.withJSON()
	fl.StringVar(&f.Dir, "dir", "", "folder of games, states, weights and reports (default patterns in the user's state folder)")
	fl.StringVar(&f.out, "out", "", "file that the weights accepted last are copied to in the end")
	fl.IntVar(&f.Generations, "generations", f.Generations, "how many there shall be; those in the folder count")
	fl.IntVar(&f.Workers, "workers", f.Workers, "games at once")
	fl.Uint64Var(&f.Seed, "seed", f.Seed, "of all that is random")
	fl.StringVar(&f.Player, "player", f.Player, "whose evaluation plays the first games: embedded or material")
	fl.IntVar(&f.Games, "games", f.Games, "games of self-play in a generation")
	fl.Int64Var(&f.Nodes, "nodes", f.Nodes, "positions that each of their moves may visit")
	fl.IntVar(&f.Epochs, "epochs", f.Epochs, "how often the fit sees each position")
	fl.IntVar(&f.Batch, "batch", f.Batch, "positions a step of the fit")
	fl.Float64Var(&f.Rate, "rate", f.Rate, "size of its first steps")
	fl.Float64Var(&f.Decay, "decay", f.Decay, "pull of each weight towards nothing, as so many positions that speak against it")
	fl.Float64Var(&f.Blend, "blend", f.Blend, "share of the search's score in what is learned; the rest is the game's result")
	fl.IntVar(&f.MatchGames, "match", f.MatchGames, "games of the match of new weights against those that made the games; 0: they are accepted without")
	fl.Int64Var(&f.MatchNodes, "match-nodes", f.MatchNodes, "positions that each move of the match may visit")
}

const trainHint = "what is finished is kept: the same command goes on from there"

func (f *trainFlags) train(c *call) error {
	if err := f.Validate(); err != nil {
		return c.badUsage(err)
	}
	if err := os.MkdirAll(f.Dir, 0o777); err != nil {
		return badInput("train patterns", err, "--dir DIR chooses a folder")
	}
	lock, err := link.TakeLock(f.lock())
	if err != nil {
		return badInput("train patterns", err, "another run uses the folder; --dir DIR chooses another")
	}
	defer lock.Release()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := newTrainBar(c.stderr)
	all, err := patterns.Run(ctx, f.Settings, bar.show)
	bar.end()
	switch {
	case ctx.Err() != nil:
		return answerNo("train patterns", errors.New("interrupted"), trainHint)
	case errors.Is(err, store.ErrPlan):
		return badInput("train patterns", err, "give it the settings with which it was begun, or --dir another folder")
	case err != nil:
		return badInput("train patterns", err, trainHint)
	}
	if f.out != "" {
		data, err := patterns.Best(f.Dir, all)
		if err == nil {
			err = os.WriteFile(f.out, data, 0o666)
		}
		if err != nil {
			return badInput("train patterns: --out", err, "the weights of each generation are in "+f.Dir)
		}
	}
	return f.print(c, all)
}

func (f *trainFlags) lock() string { return filepath.Join(f.Dir, "lock") }

// trainAnswer is the JSON of train.
type trainAnswer struct {
	Generations []generationAnswer `json:"generations"`
	Running     bool               `json:"running"`
}

type generationAnswer struct {
	Number   int     `json:"number"`
	Elo      float64 `json:"elo"` // above the first player, as the matches add up
	Games    int     `json:"games"`
	Accepted bool    `json:"accepted"`
	Gain     float64 `json:"gain"` // in Elo, in its match
	GainLow  float64 `json:"gain_low"`
	GainHigh float64 `json:"gain_high"`
	Loss     float64 `json:"loss"`
}

func (f *trainFlags) print(c *call, all []patterns.Generation) error {
	_, held, err := link.ReadLock(f.lock())
	if err != nil {
		held = false // nobody has been there
	}
	answer := trainAnswer{Generations: []generationAnswer{}, Running: held && c.args[0] == "status"}
	elo := 0.0
	for _, g := range all {
		a := generationAnswer{Number: g.Number, Elo: elo + g.Match.Elo, Games: g.Games, Accepted: g.Accepted, Gain: g.Match.Elo, GainLow: g.Match.Low, GainHigh: g.Match.High, Loss: g.Loss}
		if g.Accepted {
			elo = a.Elo
		}
		answer.Generations = append(answer.Generations, a)
	}
	return c.print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %s", f.Dir, plural(len(all), "generation"))
		if answer.Running {
			fmt.Fprint(w, ", the next is being made")
		}
		fmt.Fprintln(w)
		for _, g := range answer.Generations {
			fmt.Fprintf(w, "%3d  %7d games  loss %.4f  %+4.0f Elo (%+.0f to %+.0f)  %s\n", g.Number, g.Games, g.Loss, g.Gain, g.GainLow, g.GainHigh,
				map[bool]string{true: "accepted", false: "not better"}[g.Accepted])
		}
	})
}

func (f *trainFlags) status(c *call) error {
	all, err := patterns.Generations(f.Dir)
	if err != nil {
		return badInput("train status", err, "--dir DIR is the folder of a run")
	}
	return f.print(c, all)
}

func (f *trainFlags) report(c *call) error {
	all, err := patterns.Generations(f.Dir)
	if err == nil {
		err = patterns.Report(f.Dir, all)
	}
	if err != nil {
		return badInput("train report", err, "--dir DIR is the folder of a run; crownhead train patterns makes generations")
	}
	answer := struct {
		Report string `json:"report"`
	}{filepath.Join(f.Dir, patterns.ReportFile)}
	return c.print(answer, func(w io.Writer) { fmt.Fprintln(w, answer.Report) })
}

// A trainBar shows how far a run has got: as a bar on a terminal, elsewhere as a line for each tenth.
type trainBar struct {
	w     io.Writer
	drawn bool
	last  string
}

func newTrainBar(w io.Writer) *trainBar {
	out, ok := w.(*os.File)
	return &trainBar{w: w, drawn: ok && interactive(out)}
}

func (b *trainBar) show(s patterns.Stage) {
	if s.Note != "" {
		b.end()
		fmt.Fprintln(b.w, s.Note)
	}
	if b.drawn {
		const width = 30
		fmt.Fprintf(b.w, "\rgeneration %d  %-6s %-*s %3.0f %%\x1b[K", s.Generation, s.Doing, width, strings.Repeat("█", int(s.Part*width)), 100*s.Part)
		return
	}
	if line := fmt.Sprintf("generation %d  %-6s %3d %%\n", s.Generation, s.Doing, int(s.Part*10)*10); line != b.last {
		b.last = line
		fmt.Fprint(b.w, line)
	}
}

func (b *trainBar) end() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
