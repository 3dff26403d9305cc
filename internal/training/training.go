// Package training is crownhead train: it runs the two trainings, of the learned player (nets) and of the engine's
// evaluation (patterns), and says how far they are.
package training

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"crownhead/config"
	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/filelock"
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

// open finds the folder. Without --dir that of the patterns and that of the learned player lie side by side in the user's
// state folder.
func open(subcommand, folder string, o Options, out *cli.Output) (*training, error) {
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

// RunNets trains the learned player until it is interrupted or has as many generations as wanted.
func RunNets(o Options, out *cli.Output) error {
	t, err := open("run", netsFolder, o, out)
	if err != nil {
		return err
	}
	if err := t.Nets.Validate(); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := t.checkFolder(patterns.Begun(t.Dir)); err != nil {
		return err
	}
	var all []nets.Generation
	err = t.train(func(ctx context.Context, bar *progressBar) (err error) {
		all, err = nets.Run(ctx, t.Nets, bar.show)
		return err
	})
	if err != nil {
		return err
	}
	return t.finish(netRows(all), func() error {
		_, err := t.writeNet(all)
		return err
	})
}

// RunPatterns trains the engine's evaluation likewise.
func RunPatterns(o Options, out *cli.Output) error {
	t, err := open("patterns", patternsFolder, o, out)
	if err != nil {
		return err
	}
	if err := t.Patterns.Validate(); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := t.checkFolder(nets.Begun(t.Dir)); err != nil {
		return err
	}
	var all []patterns.Generation
	err = t.train(func(ctx context.Context, bar *progressBar) (err error) {
		all, err = patterns.Run(ctx, t.Patterns, bar.show)
		return err
	})
	if err != nil {
		return err
	}
	return t.finish(patternRows(all), func() error {
		data, err := patterns.Best(t.Dir, all)
		if err == nil {
			err = cli.WriteFile(t.Out, data)
		}
		return err
	})
}

// checkFolder finds what speaks against a training in the folder before hours are spent on it; foreign is a folder of the
// other kind of training.
func (t *training) checkFolder(foreign bool) error {
	if foreign {
		return cli.BadInput(t.what, fmt.Errorf("%s has a training of the other kind", t.Dir), "run and patterns need folders of their own: --dir DIR chooses one")
	}
	if err := cli.CheckWritable(t.Out); err != nil {
		return cli.BadInput(t.what+": --out", err, "--out FILE names a file that can be written")
	}
	return nil
}

// train trains in the folder until all is done, or until it is interrupted.
func (t *training) train(run func(ctx context.Context, bar *progressBar) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := newProgressBar(t.out.Stderr)
	err := run(ctx, bar)
	bar.end()
	switch {
	case ctx.Err() != nil:
		return cli.AnswerNo(t.what, errors.New("interrupted"), resumeHint)
	case errors.Is(err, filelock.ErrLocked):
		return cli.BadInput(t.what, err, "another run uses the folder; --dir DIR chooses another")
	case errors.Is(err, loop.ErrFolder):
		return cli.BadInput(t.what, err, "--dir DIR chooses a folder that can be written")
	case errors.Is(err, store.ErrPlan):
		return cli.BadInput(t.what, err, "give it the settings with which it was begun, or --dir another folder")
	case err != nil:
		return cli.BadInput(t.what, err, t.hintFor(err))
	}
	return nil
}

// What to do about a training that has ended with an error.
const (
	resumeHint  = "what is finished is kept: the same command goes on from there"
	damagedHint = "delete the file named, if it exists, and the generation.json of its generation: crownhead train makes both again from the other files"
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

// finish prints the generations, and writes the weights of the best if that is wanted.
func (t *training) finish(rows []generationRow, write func() error) error {
	if err := t.printRows(rows, false); err != nil || t.Out == "" {
		return err
	}
	if err := write(); err != nil {
		return cli.AnswerNo(t.what+": --out", err, "the weights of each generation are in "+t.Dir)
	}
	return nil
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
