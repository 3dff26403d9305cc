// Package training is crownhead train: it runs the two trainings, of the learned player (nets) and of the engine's
// evaluation (patterns), and says how far they are.
package training

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"crownhead/engine/train/loop"
	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/engine/train/store"
	"crownhead/internal/cli"
	"crownhead/internal/filelock"
)

// RunNets trains the learned player until it is interrupted or has as many generations as wanted.
func RunNets(o Options, out *cli.Output) error {
	t, err := openTraining("run", netsFolder, o, out)
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
	err = t.trainUntilInterrupted(func(ctx context.Context, bar *progressBar) (err error) {
		all, err = nets.Run(ctx, t.Nets, bar.showProgress)
		return err
	})
	if err != nil {
		return err
	}
	return t.printAndWrite(netRows(all), func() error {
		_, err := t.writeNet(all)
		return err
	})
}

// RunPatterns trains the engine's evaluation likewise.
func RunPatterns(o Options, out *cli.Output) error {
	t, err := openTraining("patterns", patternsFolder, o, out)
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
	err = t.trainUntilInterrupted(func(ctx context.Context, bar *progressBar) (err error) {
		all, err = patterns.Run(ctx, t.Patterns, bar.showProgress)
		return err
	})
	if err != nil {
		return err
	}
	return t.printAndWrite(patternRows(all), func() error {
		data, err := patterns.Best(t.Dir, all)
		if err == nil {
			err = cli.WriteFile(t.Out, data)
		}
		return err
	})
}

// checkFolder finds what speaks against a training in the folder before hours are spent on it; foreign is a folder of
// the other kind of training.
func (t *training) checkFolder(foreign bool) error {
	if foreign {
		return cli.BadInput(t.what, fmt.Errorf("%s has a training of the other kind", t.Dir),
			"run and patterns need folders of their own: --dir DIR chooses one")
	}
	if err := cli.CheckWritable(t.Out); err != nil {
		return cli.BadInput(t.what+": --out", err, "--out FILE names a file that can be written")
	}
	return nil
}

// trainUntilInterrupted trains in the folder until all is done, or until it is interrupted.
func (t *training) trainUntilInterrupted(run func(ctx context.Context, bar *progressBar) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := newProgressBar(t.out.Stderr)
	err := run(ctx, bar)
	bar.clearLine()
	switch {
	case ctx.Err() != nil:
		return cli.NegativeAnswer(t.what, errors.New("interrupted"), resumeHint)
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

// printAndWrite prints the generations, and writes the weights of the best if that is wanted.
func (t *training) printAndWrite(rows []generationRow, write func() error) error {
	if err := t.printRows(rows, false); err != nil || t.Out == "" {
		return err
	}
	if err := write(); err != nil {
		return cli.NegativeAnswer(t.what+": --out", err, "the weights of each generation are in "+t.Dir)
	}
	return nil
}
