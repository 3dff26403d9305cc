package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"crownhead/board"
	"crownhead/cmd/crownhead/internal/visitor"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/rig"
	"crownhead/firmware/twin/world"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

const (
	thinkingTime = 300 * time.Millisecond // of the engine, in virtual time
	bootTime     = 300 * time.Millisecond // of the virtual controller
	longestGame  = 12 * time.Hour         // of virtual time; no game by the rules comes near it
)

// playFast plays game n in one process, in memory and in virtual time.
func (d *demoRun) playFast(ctx context.Context, n int) (gameReport, error) {
	g := &fastGame{journal: &journal.Memory{}}
	g.ctx, g.leave = context.WithCancelCause(ctx)
	defer g.close()
	if err := g.build(d, n); err != nil {
		return gameReport{}, err
	}
	return d.play(g, n)
}

// play plays what has been built for game n.
func (d *demoRun) play(g *fastGame, n int) (gameReport, error) {
	took, err := virtual.Run(g.ctx, g.run)
	if broken := g.broken(); broken != nil {
		return gameReport{}, badInput("--firmware", broken, firmwareHint)
	}
	if err != nil && !errors.Is(err, virtual.ErrLimit) && !errors.Is(err, context.Canceled) {
		return gameReport{}, err
	}
	if kerr := d.keep(n, g.journal.Bytes()); kerr != nil {
		return gameReport{}, kerr
	}
	report, rerr := reportOf(g.journal.Bytes(), g.person.world.Counts())
	report.tell(g.run.Core)
	report.Seconds = took.Seconds()
	report.Reason = string(g.run.Core.Outcome().Reason)
	if err != nil {
		report.details = append(report.details, err.Error())
	}
	return report, rerr
}

// A fastGame is all that one game in virtual time is made of.
type fastGame struct {
	run     virtual.Config
	journal *journal.Memory
	person  *person
	device  *twin.Device

	ctx   context.Context // ends early when the board dies
	leave context.CancelCauseFunc
	board *sim.Mega // nil: the virtual controller
}

// close ends what the game has started.
func (g *fastGame) close() {
	g.leave(nil)
	if g.board != nil {
		_ = g.board.Close()
	}
}

// broken is why the board has died, if it has.
func (g *fastGame) broken() error {
	if cause := context.Cause(g.ctx); g.board != nil && cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// wire makes what the robot has before it: the virtual controller, or the real firmware.
func (g *fastGame) wire(d *demoRun, seed uint64) (*twin.Device, error) {
	w := g.person.world
	if d.elf == "" {
		return twin.NewDevice(w, d.fault, controller.Config{Seed: seed, BootDelay: bootTime}), nil
	}
	var err error
	if g.board, err = powerUp(d.elf); err != nil {
		return nil, err
	}
	return twin.ConnectController(w, rig.New(w, g.board, rig.Config{BootDelay: bootTime, OnDeath: g.leave}), d.fault, seed), nil
}

// build makes the parts of game n.
func (g *fastGame) build(d *demoRun, n int) error {
	o := d.game(n)
	cfg, err := d.plant.coreConfig(o)
	if err != nil {
		return err
	}
	cfg.Link.Quiet = bootTime.Seconds()
	cfg.Settings.Alternate = false
	cfg.Journal = func(journal.Header) (journal.File, error) { return g.journal, nil }
	core, err := robot.NewCore(cfg)
	if err != nil {
		return err
	}
	brain, err := d.plant.thinker(o.seed, true)
	if err != nil {
		return err
	}
	if g.person, err = d.plant.newPerson(d.visitor, o); err != nil {
		return err
	}
	if g.device, err = g.wire(d, o.seed); err != nil {
		return err
	}
	g.run = virtual.Config{
		Core: core, Device: g.device, Person: g.person, Commands: g.person.keeper.commands,
		Think: inline(g.ctx, brain), Thinking: thinkingTime, Baud: cfg.Link.Baud,
		Handover: g.person.handover, Limit: longestGame, Done: d.done,
	}
	return nil
}

// done tells whether a game has come to the end that was asked for.
func (d *demoRun) done(s robot.Snapshot) bool {
	return s.Phase == turn.Over || d.plies > 0 && len(s.Moves) >= d.plies && s.Phase == turn.Visitor
}

// A person is a scripted visitor with the virtual robot's table before him, and whoever looks after the robot.
type person struct {
	visitor *visitor.Visitor
	world   *world.World
	keeper  keeper
}

// newPerson is a visitor who knows the plant's levels.
func (p *plant) newPerson(spec string, o occasion) (*person, error) {
	v, err := visitor.New(spec, o.seed, p.levels)
	if err != nil {
		return nil, err
	}
	w := world.New(groundtruth.ForRun(o.seed, o.askew), o.seed)
	w.PlacePosition(o.start, o.visitor, len(p.cfg.Arm.Tray.Kings))
	return &person{visitor: v, world: w}, nil
}

// Advance lets the visitor see the screen and act.
func (p *person) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	if s.Visitor == "" {
		return never // nothing on the screen yet
	}
	return min(p.visitor.Advance(now, viewOf(s), p.world), p.keeper.advance(now, s.Phase))
}

const never = time.Duration(1<<63 - 1)

// viewOf is what a person sees of the robot.
func viewOf(s robot.Snapshot) visitor.View {
	v := visitor.View{
		Key: s.Say.Key, Squares: s.Say.Squares, Move: s.Say.Move,
		FEN: s.FEN, Start: s.Start, Phase: string(s.Phase), Serial: s.Say.Serial,
	}
	if s.Visitor == board.Black.String() {
		v.Visitor = board.Black
	}
	return v
}

// handover tells the witness what the game says the board should be.
func (p *person) handover(fen string, now time.Duration) {
	if position, err := board.ParseFEN(fen); err == nil {
		p.world.VerifyPosition(position, now)
	}
}

// keep writes the journal of a game played in memory, if journals are wanted.
func (d *demoRun) keep(n int, journal []byte) error {
	if d.data == "" {
		return nil
	}
	name := filepath.Join(d.data, fmt.Sprintf("game-%04d.jsonl", n+1))
	if err := os.WriteFile(name, journal, 0o644); err != nil {
		return badInput("--data", err, journalsHint)
	}
	return nil
}

// inline calls the engine while virtual time stands still. A player fails only where there is no legal move, and there
// nobody asks; the empty answer given then is refused by the robot and shows in the report.
func inline(ctx context.Context, t *thinker) func(robot.EngineRequest) robot.EngineAnswer {
	return func(r robot.EngineRequest) robot.EngineAnswer {
		answer, err := t.think(ctx, r)
		if err != nil {
			return robot.EngineAnswer{Ply: r.Game.Plies()}
		}
		return answer
	}
}
