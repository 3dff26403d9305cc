package training

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"crownhead/config"
	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
	"crownhead/internal/app"
	"crownhead/internal/cli"
)

// Options are those of all subcommands of crownhead train.
type Options struct {
	Dir        string // folder of a training; "" for that in the user's state folder
	Out        string // file of the weights
	Generation int    // to be exported; 0: the one accepted last
	Single     bool   // export in single precision
	Nets       nets.Settings
	Patterns   patterns.Settings
}

// Defaults are the options of a training that nobody has changed.
func Defaults() Options { return Options{Nets: nets.Defaults(), Patterns: patterns.Defaults()} }

// A training is the folder of a training and what a subcommand does with it.
type training struct {
	Options
	what string // the subcommand, for errors
	out  *cli.Output
}

// openTraining finds the folder. Without --dir that of the patterns and that of the learned player lie side by side
// in the user's state folder.
func openTraining(subcommand, folder string, o Options, out *cli.Output) (*training, error) {
	if o.Dir == "" {
		data, err := app.DataDir("", config.Default())
		if err != nil {
			return nil, err
		}
		o.Dir = filepath.Join(data, folder)
	}
	o.Nets.Dir, o.Patterns.Dir = o.Dir, o.Dir
	return &training{Options: o, what: "train " + subcommand, out: out}, nil
}

// The folders in the user's state folder.
const (
	netsFolder     = "training"
	patternsFolder = "patterns"
)

// printRows prints the generations; with status also whether the next one is being made, and how far it is.
func (t *training) printRows(rows []generationRow, status bool) error {
	answer := generationsAnswer{Generations: rows}
	if status {
		answer.Running = loop.Running(t.Dir)
		if now, err := nets.Underway(t.Dir, len(rows)); err == nil && now != nil {
			answer.Underway = &stageAnswer{now.Generation, now.Phase, now.Fraction}
		}
	}
	return t.out.Print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %s", t.Dir, cli.Plural(len(rows), "generation"))
		if answer.Running {
			fmt.Fprint(w, ", the next is being made")
		}
		fmt.Fprintln(w)
		for _, g := range rows {
			fmt.Fprintf(w, "%3d  %7d games  loss %.4f  %+4.0f Elo (%+.0f to %+.0f)  %s\n",
				g.Number, g.Games, g.Loss, g.Gain, g.GainLow, g.GainHigh, describeVerdict(g.Accepted))
		}
		if u := answer.Underway; u != nil {
			fmt.Fprintf(w, "%3d  %s %.0f %%\n", u.Number, u.Doing, 100*u.Part)
		}
	})
}

// writeNet writes the weights of the generation that is wanted.
func (t *training) writeNet(all []nets.Generation) (exportAnswer, error) {
	precision := net.Half
	if t.Single {
		precision = net.Single
	}
	data, g, err := nets.Export(t.Dir, all, t.Generation, precision)
	if err == nil {
		err = cli.WriteFile(t.Out, data)
	}
	if err != nil {
		return exportAnswer{}, err
	}
	return exportAnswer{t.Out, g.Number, g.Elo, g.Accepted, len(data)}, nil
}

// What to do about a training that has ended with an error.
const (
	resumeHint  = "what is finished is kept: the same command goes on from there"
	damagedHint = "delete the file named, if it exists, and the generation.json of its generation: crownhead " +
		"train makes both again from the other files"
)

// hintFor is what helps when a training has ended with an error.
func (t *training) hintFor(err error) string {
	if _, gone := os.Stat(t.Dir); gone != nil {
		return t.Dir + " has gone: without it the training begins anew"
	}
	if store.MustBeMade(err) || errors.Is(err, selfplay.ErrOrigin) {
		return damagedHint
	}
	return resumeHint
}

// hintIfWhole is a hint for a training whose files are whole; a damaged file has a hint of its own.
func hintIfWhole(err error, hint string) string {
	if errors.Is(err, store.ErrDamaged) {
		return damagedHint
	}
	return hint
}
