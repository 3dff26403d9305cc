package twinprocess

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/rig"
	"crownhead/firmware/twin/serve"
	"crownhead/firmware/twin/world"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/clock"
	"crownhead/internal/visitor"
)

// VisitorHint says which visitors there are.
const VisitorHint = "a visitor is random, level:NAME or clumsy[:BASE]"

// FaultsHint says how faults are written.
func FaultsHint() string {
	return "faults are separated by commas: " + twin.FaultSyntax() +
		"; P is a chance per byte, pick or carry, for flicker per tenth of a second; " +
		"SQ is a sensor, named by its square when the visitor plays White; " +
		"T is the time since the start, or pickN: in mid-move with the Nth checker that the arm lifts; " +
		"T and DUR are like 90s; JOINT is base, upper or fore"
}

// Options are those of crownhead twin.
type Options struct {
	Pty          string // where the serial device appears
	Faults       string
	Visitor      string // "" for whoever drags checkers on the page
	Config       string // file, for the levels that the visitor knows
	Firmware     string // ELF file; "" for the virtual controller
	Seed         uint64
	RobotVariant uint64 // number of a robot that is put up by eye, or 0
	Clock        clock.Clock
}

// Serve is the virtual robot until ctx ends, or the process that started it.
func Serve(ctx context.Context, o Options, out *cli.Output) error {
	if o.Pty == "" {
		return cli.BadUsage("--pty is missing")
	}
	faults, err := twin.ParseFaults(o.Faults)
	if err != nil {
		return cli.BadInput("twin", err, FaultsHint())
	}
	script, err := newScriptedVisitor(o.Visitor, o.Config, o.Seed)
	if err != nil {
		return err
	}
	var chip rig.Chip
	if o.Firmware != "" {
		board, err := StartSimulatedMCU(o.Firmware)
		if err != nil {
			return err
		}
		defer board.Close()
		chip = board
	}
	err = serve.Run(endWithParent(ctx), serve.Config{
		Chip: chip, Path: o.Pty, Seed: o.Seed, Misaligned: o.RobotVariant, Faults: faults,
		Start: board.Start(), Visitor: board.White,
		Script: script, Clock: o.Clock, Log: cli.NewLog(out.Stderr).With().Str("component", "twin").Logger(),
	})
	switch {
	case errors.Is(err, serve.ErrNoPty):
		return cli.BadInput("twin", err, noPtyHint)
	case errors.Is(err, serve.ErrDead):
		return cli.BadInput("twin", err,
			"start it again; make -C firmware all sim builds both the firmware and what simulates its board")
	case err != nil:
		return cli.BadInput("twin", err, "is the directory there and writable, and no other twin at that path?")
	}
	return nil
}

// endWithParent returns a context that ends when the process that started this one has ended. Signals then count for
// nothing: a terminal's Ctrl-C and a service's stop reach all processes at once, and the daemon needs its robot until
// the arm is parked.
func endWithParent(ctx context.Context) context.Context {
	if os.Getenv(ParentPipe) == "" {
		return ctx
	}
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() { // ends with the process at the latest: nothing can wait for a read of standard input
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return ctx
}

// A scriptedVisitor lets a scripted visitor live in the virtual robot's process, where it hears what the daemon says.
type scriptedVisitor struct{ *visitor.Visitor }

// newScriptedVisitor makes the visitor of this name, who knows the levels of a configuration file; without a name there is none.
func newScriptedVisitor(name, file string, seed uint64) (serve.ScriptedVisitor, error) {
	if name == "" {
		return nil, nil
	}
	cfg, err := app.ReadConfig(file)
	if err != nil {
		return nil, err
	}
	all, err := app.OpenLevels(cfg)
	if err != nil {
		return nil, err
	}
	v, err := visitor.New(name, seed, all)
	if err != nil {
		return nil, cli.BadInput("twin", err, VisitorHint)
	}
	return scriptedVisitor{v}, nil
}

// Act implements serve.ScriptedVisitor.
func (a scriptedVisitor) Act(now time.Duration, said serve.Announcement, w *world.World) time.Duration {
	color, err := board.ParseColor(said.Visitor)
	if err != nil {
		return 1<<63 - 1 // nothing has been said yet
	}
	return a.Advance(now, visitor.View{
		Key: said.Key, Squares: said.Squares, Slot: said.Slot, Move: said.Move,
		FEN: said.FEN, Start: said.Start, Visitor: color, Phase: said.Phase, Serial: said.Serial,
	}, w)
}
