package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"crownhead/config"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
	"crownhead/internal/filelock"
)

func trainCommand() command {
	return command{
		"train", "run|patterns [--dir DIR] [--generations N] [--games N] [--seed S] [--out FILE] [--json] | status|report [--dir DIR] [--json] | export [--dir DIR] [--generation N] --out FILE [--json]",
		"teaches the learned player (run) or the engine's evaluation (patterns) by games against themselves; tells how far that is, draws its report, and writes a generation's weights",
		runTrain,
	}
}

// trainFlags are those of its words.
type trainFlags struct {
	nets       nets.Settings
	patterns   patterns.Settings
	dir, out   string
	generation int
	single     bool
}

func runTrain(c *call) error {
	f := trainFlags{nets: nets.Defaults(), patterns: patterns.Defaults()}
	w, err := c.choose(f.words())
	if err != nil {
		return err
	}
	if err := c.parse(0, 0); err != nil {
		return err
	}
	if err := f.chooseDir(w.name); err != nil {
		return err
	}
	return w.run(c)
}

// chooseDir finds the folder. That of patterns, and that of the learned player, are beside each other in the user's state folder.
func (f *trainFlags) chooseDir(word string) error {
	if f.dir == "" {
		data, err := dataDir("", config.Default())
		if err != nil {
			return err
		}
		f.dir = filepath.Join(data, "training")
		if word == "patterns" {
			f.dir = filepath.Join(data, "patterns")
		}
	}
	f.nets.Dir, f.patterns.Dir = f.dir, f.dir
	return nil
}

// What is to be done about a training that has ended with an error.
const (
	trainHint = "what is finished is kept: the same command goes on from there"
	tornHint  = "remove what is named, if it is there, and the generation.json of its generation: crownhead train makes both again from what else is there"
)

// trainUntilInterrupted trains in the folder until all is done, or until it is interrupted.
func (f *trainFlags) trainUntilInterrupted(c *call, train func(ctx context.Context, bar *trainBar) error) error {
	what := c.cmd.name
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := newTrainBar(c.stderr)
	err := train(ctx, bar)
	bar.end()
	switch {
	case ctx.Err() != nil:
		return answerNo(what, errors.New("interrupted"), trainHint)
	case errors.Is(err, filelock.ErrLocked):
		return badInput(what, err, "another run uses the folder; --dir DIR chooses another")
	case errors.Is(err, loop.ErrFolder):
		return badInput(what, err, "--dir DIR chooses a folder that can be written")
	case errors.Is(err, store.ErrPlan):
		return badInput(what, err, "give it the settings with which it was begun, or --dir another folder")
	case err != nil:
		return badInput(what, err, f.trainingHint(err))
	}
	return nil
}

// trainingHint is what helps when a training has ended with an error.
func (f *trainFlags) trainingHint(err error) string {
	if _, gone := os.Stat(f.dir); gone != nil {
		return f.dir + " has gone: without it the training begins anew"
	}
	if store.Missing(err) || errors.Is(err, selfplay.ErrOrigin) {
		return tornHint
	}
	return trainHint
}

// ready tells what speaks against a training in the folder before hours are spent on it; foreign is another kind's folder.
func (f *trainFlags) ready(c *call, foreign bool) error {
	what := c.cmd.name
	if foreign {
		return badInput(what, fmt.Errorf("%s has a training of the other kind", f.dir), "run and patterns need folders of their own: --dir DIR chooses one")
	}
	if err := canWrite(f.out); err != nil {
		return badInput(what+": --out", err, "--out FILE names a file that can be written")
	}
	return nil
}

// finish tells of the generations, and writes the weights of the best if that is wanted.
func (f *trainFlags) finish(c *call, rows []generationRow, write func() error) error {
	if err := f.print(c, rows); err != nil || f.out == "" {
		return err
	}
	if err := write(); err != nil {
		return answerNo(c.cmd.name+": --out", err, "the weights of each generation are in "+f.dir)
	}
	return nil
}

// runPatterns teaches the engine's evaluation.
func (f *trainFlags) runPatterns(c *call) error {
	if err := f.patterns.Validate(); err != nil {
		return c.badUsage(err)
	}
	if err := f.ready(c, nets.Begun(f.dir)); err != nil {
		return err
	}
	var all []patterns.Generation
	err := f.trainUntilInterrupted(c, func(ctx context.Context, bar *trainBar) (err error) {
		all, err = patterns.Run(ctx, f.patterns, bar.show)
		return err
	})
	if err != nil {
		return err
	}
	return f.finish(c, patternRows(all), func() error {
		data, err := patterns.Best(f.dir, all)
		if err == nil {
			err = writeFile(f.out, data)
		}
		return err
	})
}

// runNets teaches the learned player.
func (f *trainFlags) runNets(c *call) error {
	if err := f.nets.Validate(); err != nil {
		return c.badUsage(err)
	}
	if err := f.ready(c, patterns.Begun(f.dir)); err != nil {
		return err
	}
	var all []nets.Generation
	err := f.trainUntilInterrupted(c, func(ctx context.Context, bar *trainBar) (err error) {
		all, err = nets.Run(ctx, f.nets, bar.show)
		return err
	})
	if err != nil {
		return err
	}
	return f.finish(c, netRows(all), func() error {
		_, err := f.write(all)
		return err
	})
}
