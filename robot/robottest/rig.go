package robottest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/levels"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// StartFEN is the start position of a game.
const StartFEN = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"

// A Rig is a whole robot without hardware: a core, a virtual controller at the other end of its line, and a
// world with board, arm and button. Journals are kept in memory.
type Rig struct {
	Config     robot.CoreConfig
	Core       *robot.Core
	World      *world.World
	Controller *controller.Controller
	Device     virtual.Device    // the line's other end: the controller, unless a test puts something between
	Commands   []command.Command // given to the core at the next instant of Run
	Start      board.Position
	Visitor    board.Color
	Player     engine.Player
	Limits     engine.Limits // of the player

	Journals []*journal.Memory // a game each
	Handed   []string          // the positions in which the board was handed to the visitor, as FEN
	Archived []journal.Archived
}

// NewRig makes a rig for a game from a position. Change, which may be nil, changes the configuration before the
// core is made from it.
func NewRig(t testing.TB, fen string, visitor board.Color, change func(*robot.CoreConfig)) *Rig {
	t.Helper()
	r, err := MakeRig(fen, visitor, change)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// MakeRig is NewRig without a test.
func MakeRig(fen string, visitor board.Color, change func(*robot.CoreConfig)) (*Rig, error) {
	start, err := board.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	armConfig := arm.DefaultConfig()
	a, err := arm.New(armConfig)
	if err != nil {
		return nil, err
	}
	player, level, err := levels.New("amateur", 1)
	if err != nil {
		return nil, err
	}
	r := &Rig{Visitor: visitor, Player: player, Limits: level.Fast, World: world.New(groundtruth.New(1), 1)}
	r.Controller = controller.New(r.World, controller.Config{Seed: 1, BootDelay: time.Second})
	r.Device = r.Controller
	r.Config = robot.CoreConfig{
		Settings: turn.Settings{
			Start: start, VisitorColor: visitor, Level: "amateur", Lang: "uk", Attitude: string(face.Positive), Seed: 1,
			AskSeconds: 120, AbandonSeconds: 900, Takeback: true,
		},
		Arm: a, Link: link.DefaultConfig(), Setup: robot.LinkSetup(armConfig), Nonce: 1,
		Face: face.DefaultConfig(), Servos: robot.DefaultServos(),
		Levels: new(levels.Catalogue).Ladder(levels.Searches),
		Journal: func(journal.Header) (journal.File, error) {
			file := &journal.Memory{}
			r.Journals = append(r.Journals, file)
			return file, nil
		},
	}
	if change != nil {
		change(&r.Config)
	}
	r.Start = r.Config.Settings.Start
	r.World.PlacePosition(r.Start, visitor, 3)
	r.Core, err = robot.NewCore(r.Config)
	return r, err
}

// Think answers a request as the rig's player does.
func (r *Rig) Think(request robot.EngineRequest) robot.EngineAnswer {
	answer, err := r.Player.Choose(context.Background(), request.Game, r.Limits)
	if err != nil {
		return robot.EngineAnswer{Ply: request.Game.Plies()}
	}
	return robot.NewEngineAnswer(request, answer)
}

// RunConfig returns a run of the rig in virtual time, with a person who may be nil. Done ends it.
func (r *Rig) RunConfig(person virtual.Person, done func(robot.Snapshot) bool) virtual.Config {
	const limit = 6 * time.Hour
	return virtual.Config{
		Core: r.Core, Device: r.Device, Person: person, Think: r.Think, Thinking: 300 * time.Millisecond, Baud: 250000,
		Handover: r.handOver,
		Commands: func() []command.Command {
			list := r.Commands
			r.Commands = nil
			return list
		},
		Archive: func(a journal.Archived) { r.Archived = append(r.Archived, a) },
		Done:    done, Limit: limit,
	}
}

// handOver records a hand-over, and tells the witness which position the visitor was given.
func (r *Rig) handOver(fen string, now time.Duration) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic(fmt.Sprintf("robottest: the board was handed over as %q: %v", fen, err))
	}
	r.Handed = append(r.Handed, fen)
	r.World.VerifyPosition(p, now)
}

// Run runs the rig in virtual time until done reports true, and returns the virtual time that it took.
func (r *Rig) Run(t testing.TB, person virtual.Person, done func(robot.Snapshot) bool) time.Duration {
	t.Helper()
	took, err := virtual.Run(t.Context(), r.RunConfig(person, done))
	if err != nil {
		t.Fatalf("%v\n%s\n%+v", err, TailOf(r.Journals[len(r.Journals)-1].String()), r.World.Counts())
	}
	return took
}

// TailOf returns the last lines of a journal, for a failure's message.
func TailOf(journal string) string {
	lines := strings.Split(strings.TrimSpace(journal), "\n")
	return strings.Join(lines[max(0, len(lines)-15):], "\n")
}

// Check fails the test when the witness has seen anything wrong, a journal doesn't replay, or a line of one has an
// effect behind that of a new game, which would be about the game before.
func (r *Rig) Check(t testing.TB) {
	t.Helper()
	if c := r.World.Counts(); c.BoardMismatches != 0 || c.Violations != 0 {
		t.Errorf("the witness counts %+v", c)
	}
	for _, j := range r.Journals {
		report, err := journal.Replay(bytes.NewReader(j.Bytes()), journal.Options{})
		if err != nil || report.Diverged != nil {
			t.Errorf("replay: %v, %+v", err, report.Diverged)
		}
		log, err := journal.ReadLog(bytes.NewReader(j.Bytes()))
		if err != nil {
			t.Error(err)
		}
		for _, line := range log.Lines {
			effects := line.Outcome.Effects
			for i, e := range effects {
				if e.Kind == turn.EffectNewGame && i < len(effects)-1 {
					t.Errorf("line %d: %d effects follow that of the new game", line.Number, len(effects)-1-i)
				}
			}
		}
	}
}

// SetUp puts the checkers as a position has them.
func (r *Rig) SetUp(p board.Position) {
	r.World.TakeTrophies() // a missing checker may lie among them
	have := r.World.Pieces()
	for sq := range board.NoSquare {
		if have[sq] != board.NoPiece && have[sq] != p.PieceAt(sq) {
			_ = r.World.RemoveSquare(sq)
		}
	}
	for sq := range board.NoSquare {
		if want := p.PieceAt(sq); want != board.NoPiece && have[sq] != want {
			_ = r.World.Put(want, sq)
		}
	}
}

// ResetController resets the controller, as a push on its reset button does.
func (r *Rig) ResetController(now time.Duration) { r.Controller.Reset(now, wire.ResetExternal) }

// RealHardware is a controller that doesn't say that it is virtual.
type RealHardware struct {
	Controller *controller.Controller
	decoder    wire.Decoder
}

// Advance implements virtual.Device.
func (h *RealHardware) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	bytes, next := h.Controller.Advance(now, in)
	h.decoder.Feed(bytes, func(f wire.Frame) {
		if m, err := wire.Unmarshal(f.Type, f.Payload); err == nil {
			if hello, ok := m.(wire.Hello); ok {
				hello.Flags &^= wire.HelloVirtual
				f.Payload = wire.Marshal(hello)
			}
		}
		out = wire.AppendEncode(out, f)
	})
	return out, next
}
