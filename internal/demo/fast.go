package demo

import (
	"context"
	"errors"
	"time"

	"crownhead/board"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/rig"
	"crownhead/firmware/twin/world"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/thinker"
	"crownhead/internal/twinprocess"
	"crownhead/internal/visitor"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/virtual"
)

const (
	thinkingTime = 300 * time.Millisecond // of the engine, in virtual time
	longestGame  = 12 * time.Hour         // of virtual time; no game by the rules comes near it
)

// PlayFast plays game n in one process, in memory and in virtual time.
func (d *Demo) PlayFast(ctx context.Context, n int) (Report, error) {
	g, err := d.newFastGame(ctx, n)
	if err != nil {
		return Report{}, err
	}
	defer g.closeParts()
	return g.playGame()
}

// A fastGame is all that one game in virtual time is made of.
type fastGame struct {
	demo    *Demo
	number  int
	run     virtual.Config
	journal *journal.Memory
	people  *people
	device  *twin.Device
	board   *sim.Mega // nil: the virtual controller

	ctx   context.Context // ends early when the board dies
	leave context.CancelCauseFunc
}

// newFastGame makes the parts of game n. The caller closes it.
func (d *Demo) newFastGame(ctx context.Context, n int) (*fastGame, error) {
	g := &fastGame{demo: d, number: n, journal: &journal.Memory{}}
	g.ctx, g.leave = context.WithCancelCause(ctx)
	if err := g.assembleParts(); err != nil {
		g.closeParts()
		return nil, err
	}
	return g, nil
}

func (g *fastGame) assembleParts() error {
	d, setup := g.demo, g.demo.gameSetup(g.number)
	cfg, err := d.components.CoreConfig(setup)
	if err != nil {
		return err
	}
	cfg.Link.Quiet = twinprocess.BootTime.Seconds()
	cfg.Settings.Alternate = false
	cfg.Journal = func(journal.Header) (journal.File, error) { return g.journal, nil }
	core, err := robot.NewCore(cfg)
	if err != nil {
		return err
	}
	brain, err := d.components.Thinker(setup.Seed, true)
	if err != nil {
		return err
	}
	if g.people, err = newPeople(d.components, d.Visitor, setup); err != nil {
		return err
	}
	g.people.visitor.GiveScreen()
	if err := g.connectDevice(setup.Seed); err != nil {
		return err
	}
	g.run = virtual.Config{
		Core: core, Device: g.device, Person: g.people, Commands: g.people.takeCommands,
		Think: thinkInline(g.ctx, brain), Thinking: thinkingTime, Baud: cfg.Link.Baud,
		Handover: g.people.handOver, Limit: longestGame, Done: d.isDone,
	}
	return nil
}

// connectDevice makes what the robot has before it: the virtual controller, or the real firmware.
func (g *fastGame) connectDevice(seed uint64) (err error) {
	w, faults := g.people.world, g.demo.faults
	if g.demo.Firmware == "" {
		g.device = twin.NewDevice(w, faults, controller.Config{Seed: seed, BootDelay: twinprocess.BootTime})
		return nil
	}
	if g.board, err = twinprocess.StartSimulatedMCU(g.demo.Firmware); err != nil {
		return err
	}
	driver := rig.New(w, g.board, rig.Config{BootDelay: twinprocess.BootTime, OnDeath: g.leave})
	g.device = twin.ConnectController(w, driver, faults, seed)
	return nil
}

// closeParts ends what the game has started.
func (g *fastGame) closeParts() {
	g.leave(nil)
	if g.board != nil {
		_ = g.board.Close()
	}
}

// playGame plays the game, keeps its journal and reports.
func (g *fastGame) playGame() (Report, error) {
	took, err := virtual.Run(g.ctx, g.run)
	if cause := context.Cause(g.ctx); g.board != nil && cause != nil && !errors.Is(cause, context.Canceled) {
		return Report{}, cli.BadInput("--firmware", cause, twinprocess.FirmwareHint) // the board has died
	}
	if err != nil && !errors.Is(err, virtual.ErrLimit) && !errors.Is(err, context.Canceled) {
		return Report{}, err
	}
	if err := g.demo.keepJournal(g.number, g.journal.Bytes()); err != nil {
		return Report{}, err
	}
	report, reportErr := reportOn(g.journal.Bytes(), g.people.world.Counts())
	report.addFailures(g.run.Core)
	report.Seconds = took.Seconds()
	report.Reason = string(g.run.Core.Outcome().Reason)
	if err != nil {
		report.details = append(report.details, err.Error())
	}
	return report, reportErr
}

// thinkInline calls the engine while virtual time stands still. A player fails only where there is no legal move, and
// there nobody asks; the robot refuses the empty answer that is given then, and the report shows it.
func thinkInline(ctx context.Context, t *thinker.Thinker) func(robot.EngineRequest) robot.EngineAnswer {
	return func(r robot.EngineRequest) robot.EngineAnswer {
		answer, err := t.Think(ctx, r)
		if err != nil {
			return robot.EngineAnswer{Ply: r.Game.Plies()}
		}
		return answer
	}
}

// people are a scripted visitor at the virtual robot's table and the attendant who releases its stops.
type people struct {
	visitor   *visitor.Visitor
	world     *world.World
	attendant stopAttendant
}

// newPeople makes a visitor who knows the levels of these components, and an attendant.
func newPeople(components *app.Components, spec string, g app.GameSetup) (*people, error) {
	v, err := visitor.New(spec, g.Seed, components.Levels)
	if err != nil {
		return nil, err
	}
	w := world.New(groundtruth.ForRun(g.Seed, g.RobotVariant), g.Seed)
	w.PlacePosition(g.Start, g.Visitor, len(components.Config.Arm.Tray.Kings))
	return &people{visitor: v, world: w}, nil
}

// Advance lets the visitor see the screen and act.
func (p *people) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	if s.Visitor == "" {
		return never // nothing on the screen yet
	}
	return min(p.visitor.Advance(now, viewOf(s), p.world), p.attendant.watchPhase(now, s.Phase))
}

// takeCommands returns what the people want done on the screen.
func (p *people) takeCommands() []command.Command {
	list := p.attendant.takeCommands()
	if move := p.visitor.TakeTouch(); move != "" {
		list = append(list, command.Command{Name: command.Which, Args: map[string]string{command.ArgMove: move}})
	}
	return list
}

// viewOf is what a person sees of the robot.
func viewOf(s robot.Snapshot) visitor.View {
	v := visitor.View{
		Key: s.Say.Key, Squares: s.Say.Squares, Slot: s.Say.Slot, Move: s.Say.Move,
		FEN: s.FEN, Start: s.Start, Phase: string(s.Phase), Serial: s.Say.Serial,
	}
	if s.Visitor == board.Black.String() {
		v.Visitor = board.Black
	}
	return v
}

// handOver tells the witness what the game says the board should be.
func (p *people) handOver(fen string, now time.Duration) {
	if position, err := board.ParseFEN(fen); err == nil {
		p.world.VerifyPosition(position, now)
	}
}
