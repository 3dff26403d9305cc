package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"crownhead/board"
	"crownhead/cmd/crownhead/internal/visitor"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/rig"
	"crownhead/firmware/twin/serve"
	"crownhead/firmware/twin/world"
	"crownhead/internal/clock"
)

func twinCommand() command {
	return command{
		name:    "twin",
		usage:   "--pty PATH [--faults SPEC] [--visitor VISITOR] [--config F] [--firmware ELF] [--seed S] [--askew N] [--pace K]",
		summary: "the virtual robot alone, as a serial device in a process of its own",
		run:     runTwin,
	}
}

const visitorHint = "a visitor is random, level:NAME or clumsy[:BASE]"

// faultsHint says how faults are written.
var faultsHint = "faults are separated by commas: " + twin.FaultSyntax() +
	"; P is a chance per byte, pick or carry, for flicker per tenth of a second; SQ is a sensor, named by its square when the visitor plays White; T is the time since the start, or pickN: in mid-move with the Nth checker that the arm lifts; T and DUR are like 90s; JOINT is base, upper or fore"

func runTwin(c *call) error {
	path := c.flags.String("pty", "", "where the serial device is to appear; its world's socket stands beside it as PATH.world")
	spec := c.flags.String("faults", "", faultsHint)
	name := c.flags.String("visitor", "", "who plays: "+visitorHint+"; empty: whoever drags checkers on the page")
	file := c.flags.String("config", "", "configuration file, whose generations and tables of endings the visitor knows")
	elf := c.flags.String("firmware", "", firmwareForm)
	seed := c.flags.Uint64("seed", 1, "of the robot's small deviations, the visitor's hand and the faults")
	var clock clock.Clock
	var askew uint64
	c.withAskew(&askew)
	c.withPace(&clock)
	if err := c.parse(0, 0); err != nil {
		return err
	}
	if *path == "" {
		return c.badUsage(errors.New("--pty is missing"))
	}
	faults, err := twin.ParseFaults(*spec)
	if err != nil {
		return badInput("twin", err, faultsHint)
	}
	actor, err := newActor(*name, *file, *seed)
	if err != nil {
		return err
	}
	var chip rig.Chip
	if *elf != "" {
		board, err := powerUp(*elf)
		if err != nil {
			return err
		}
		defer board.Close()
		chip = board
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = serve.Run(endWithParent(ctx), serve.Config{
		Chip: chip, Path: *path, Seed: *seed, Misaligned: askew, Faults: faults, Start: board.Start(), Visitor: board.White, Script: actor, Clock: clock,
		Log: newLog(c.stderr).With().Str("component", "twin").Logger(),
	})
	switch {
	case errors.Is(err, serve.ErrNoPty):
		return badInput("twin", err, "crownhead demo --fast plays against the virtual robot without a port")
	case errors.Is(err, serve.ErrDead):
		return badInput("twin", err, "start it again; make -C firmware all sim builds both the firmware and what simulates its board")
	case err != nil:
		return badInput("twin", err, "is the directory there and writable, and no other twin at that path?")
	}
	return nil
}

// An actor lets a scripted visitor live in the virtual robot's process: he hears what the daemon says.
type actor struct{ *visitor.Visitor }

// newActor makes the visitor of this name, who knows the levels of a configuration file; no name, no visitor.
func newActor(name, file string, seed uint64) (serve.ScriptedVisitor, error) {
	if name == "" {
		return nil, nil
	}
	cfg, err := readConfig(file)
	if err != nil {
		return nil, err
	}
	all, err := openLevels(cfg)
	if err != nil {
		return nil, err
	}
	v, err := visitor.New(name, seed, all)
	if err != nil {
		return nil, badInput("twin", err, visitorHint)
	}
	return actor{v}, nil
}

// Act implements serve.Actor.
func (a actor) Act(now time.Duration, said serve.Announcement, w *world.World) time.Duration {
	color, err := board.ParseColor(said.Visitor)
	if err != nil {
		return 1<<63 - 1 // nothing has been said yet
	}
	return a.Advance(now, visitor.View{
		Key: said.Key, Squares: said.Squares, Move: said.Move,
		FEN: said.FEN, Start: said.Start, Visitor: color, Phase: said.Phase, Serial: said.Serial,
	}, w)
}
