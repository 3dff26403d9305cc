package robot_test

import (
	"bytes"
	"context"
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
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// A bench is a robot on a virtual line with a virtual arm, and a person who plays quickly and well.
type bench struct {
	config     robot.CoreConfig
	core       *robot.Core
	world      *world.World
	controller *controller.Controller
	device     virtual.Device
	commands   []turn.Command
	start      board.Position
	journals   []*journal.Memory
	handed     []string
	archived   []journal.Archived
	player     engine.Player
	limits     engine.Limits
	visitor    board.Color
}

func settings(t testing.TB, fen string, visitor board.Color) turn.Settings {
	t.Helper()
	start, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return turn.Settings{
		Start: start, Visitor: visitor, Level: "amateur", Lang: "uk", Attitude: string(face.Positive), Seed: 1,
		Ask: 120, Abandon: 900, Takeback: true,
	}
}

func newBench(t testing.TB, fen string, visitor board.Color, change func(*robot.CoreConfig)) *bench {
	t.Helper()
	armConfig := arm.DefaultConfig()
	a, err := arm.New(armConfig)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{visitor: visitor, world: world.New(groundtruth.New(1), 1)}
	b.controller = controller.New(b.world, controller.Config{Seed: 1, BootDelay: time.Second})
	b.device = b.controller
	var level engine.Level
	if b.player, level, err = levels.New("amateur", 1); err != nil {
		t.Fatal(err)
	}
	b.limits = level.Fast
	cfg := robot.CoreConfig{
		Settings: settings(t, fen, visitor), Arm: a, Link: link.DefaultConfig(), Setup: robot.LinkSetup(armConfig),
		Nonce: 1, Face: face.DefaultConfig(), Servos: robot.DefaultServos(), Levels: new(levels.Catalogue).Ladder(levels.Searches),
		Journal: func(journal.Header) (journal.File, error) {
			file := &journal.Memory{}
			b.journals = append(b.journals, file)
			return file, nil
		},
	}
	if change != nil {
		change(&cfg)
	}
	b.config, b.start = cfg, cfg.Settings.Start
	b.world.PlacePosition(b.start, visitor, 3)
	if b.core, err = robot.NewCore(cfg); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) think(r robot.EngineRequest) robot.EngineAnswer {
	answer, err := b.player.Choose(context.Background(), r.Game, b.limits)
	if err != nil {
		return robot.EngineAnswer{Ply: r.Game.Plies()}
	}
	return robot.NewEngineAnswer(r, answer)
}

// run plays until done says so.
func (b *bench) run(t testing.TB, person virtual.Person, done func(robot.Snapshot) bool) time.Duration {
	t.Helper()
	const limit = 6 * time.Hour
	took, err := virtual.Run(t.Context(), virtual.Config{
		Core: b.core, Device: b.device, Person: person, Think: b.think, Thinking: 300 * time.Millisecond, Baud: 250000,
		Handover: func(fen string, now time.Duration) {
			p, err := board.ParseFEN(fen)
			if err != nil {
				t.Error(err)
			}
			b.handed = append(b.handed, fen)
			b.world.VerifyPosition(p, now)
		},
		Commands: func() []turn.Command {
			list := b.commands
			b.commands = nil
			return list
		},
		Archive: func(a journal.Archived) { b.archived = append(b.archived, a) },
		Done:    done, Limit: limit,
	})
	if err != nil {
		t.Fatalf("%v\n%s\n%+v", err, tail(b.journals[len(b.journals)-1].String()), b.world.Counts())
	}
	return took
}

func tail(journal string) string {
	lines := strings.Split(strings.TrimSpace(journal), "\n")
	return strings.Join(lines[max(0, len(lines)-15):], "\n")
}

// check holds the run against the witness and replays its journals.
func (b *bench) check(t testing.TB) {
	t.Helper()
	if c := b.world.Counts(); c.BoardMismatches != 0 || c.Violations != 0 {
		t.Errorf("the witness counts %+v", c)
	}
	for _, j := range b.journals {
		report, err := journal.Replay(bytes.NewReader(j.Bytes()), journal.Options{})
		if err != nil || report.Diverged != nil {
			t.Errorf("replay: %v, %+v", err, report.Diverged)
		}
	}
}

// A quickPerson makes the first legal move of its choice at once and presses.
type quickPerson struct {
	b      *bench
	choose func(board.Position) board.Move
	serial int
	due    time.Duration
	mend   bool // makes the board as the screen has it when it isn't
}

func (p *quickPerson) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	acts := s.Phase == turn.Visitor || s.Phase == turn.Help || p.mend && s.Phase == turn.Setup
	if s.Say.Serial == p.serial || !acts {
		return forever
	}
	if p.due == 0 {
		p.due = now + time.Second
	}
	if now < p.due {
		return p.due
	}
	p.due, p.serial = 0, s.Say.Serial
	position, err := board.ParseFEN(s.FEN)
	if err != nil {
		return forever
	}
	switch {
	case s.Phase == turn.Setup:
		p.b.setUp(position)
		for _, name := range s.Say.Squares {
			_ = p.b.world.MoveSquare(square(name), square(name)) // it may lie there, but not in the middle
		}
	case s.Phase == turn.Visitor:
		p.play(position, p.choose(position))
	case s.Say.Key == "tray_full":
		p.b.world.TakeTrophies()
	case s.Say.Key == "help_remove":
		p.b.world.PlacePosition(position, p.b.visitor, 3) // whatever has fallen onto whatever
	case strings.HasPrefix(s.Say.Key, "set_up_") && len(s.Say.Squares) == 1, s.Say.Key == "help_place":
		p.b.world.TakeTrophies()
		_ = p.b.world.Put(position.PieceAt(square(s.Say.Squares[0])), square(s.Say.Squares[0]))
	case s.Say.Key == "turn_over" && !p.b.world.Pieces()[square(s.Say.Squares[0])].King():
		_ = p.b.world.FlipSquare(square(s.Say.Squares[0]))
	}
	p.b.world.Press(now)
	return forever
}

func square(name string) board.Square {
	sq, err := board.ParseSquare(name)
	if err != nil {
		return board.NoSquare
	}
	return sq
}

func (p *quickPerson) play(before board.Position, m board.Move) {
	if m.From != m.To && p.b.world.MoveSquare(m.From, m.To) != nil {
		_ = p.b.world.MoveSquare(m.To, m.To) // it lies there already, but not in the middle
	}
	for _, sq := range m.Captured.Squares() {
		_ = p.b.world.RemoveSquare(sq)
	}
	if before.Promotes(m) {
		_ = p.b.world.FlipSquare(m.To)
	}
}

func first(p board.Position) board.Move { return p.Moves()[0] }

// A whole game is played, every hand-over agrees with the witness, and the journal replays.
func TestGameInVirtualTime(t *testing.T) {
	t.Parallel()
	for _, visitor := range []board.Color{board.White, board.Black} {
		b := newBench(t, board.Start().FEN(), visitor, nil)
		began := time.Now()
		took := b.run(t, &quickPerson{b: b, choose: first}, func(s robot.Snapshot) bool { return s.Phase == turn.Over })
		t.Logf("%v: %v virtual in %v; %d hand-overs, %+v", visitor, took, time.Since(began), len(b.handed), b.archived)
		b.check(t)
		if len(b.archived) != 1 || len(b.handed) < 3 {
			t.Errorf("archived %v after %d hand-overs", b.archived, len(b.handed))
		}
	}
}

// setUp makes the board as the game has it.
func (b *bench) setUp(p board.Position) {
	b.world.TakeTrophies() // the one that lacks may lie there
	have := b.world.Pieces()
	for sq := range board.NoSquare {
		if have[sq] != board.NoPiece && have[sq] != p.PieceAt(sq) {
			_ = b.world.RemoveSquare(sq)
		}
	}
	for sq := range board.NoSquare {
		if want := p.PieceAt(sq); want != board.NoPiece && have[sq] != want {
			_ = b.world.Put(want, sq)
		}
	}
}

func (b *bench) reset(now time.Duration) { b.controller.Reset(now, wire.ResetExternal) }

// realHardware is a controller that doesn't say that it is virtual.
type realHardware struct {
	ctl     *controller.Controller
	decoder wire.Decoder
}

func (r *realHardware) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	bytes, next := r.ctl.Advance(now, in)
	r.decoder.Feed(bytes, func(f wire.Frame) {
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
