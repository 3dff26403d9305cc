package robot_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/witness"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// A whole game is played, every hand-over agrees with the witness, and the journal replays.
func TestGameInVirtualTime(t *testing.T) {
	t.Parallel()
	for _, visitor := range []board.Color{board.White, board.Black} {
		b := robottest.NewRig(t, board.Start().FEN(), visitor, nil)
		began := time.Now()
		visitors := &robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove}
		took := b.Run(t, visitors, robottest.InPhase(turn.Over))
		t.Logf("%v: %v virtual in %v; %d hand-overs, %+v", visitor, took, time.Since(began), len(b.Handed), b.Archived)
		b.Check(t)
		if len(b.Archived) != 1 || len(b.Handed) < 3 {
			t.Errorf("archived %v after %d hand-overs", b.Archived, len(b.Handed))
		}
	}
}

// A script is a person with a list of acts: each is done when its condition is true.
type script struct {
	robottest.QuickPerson
	acts []act
}

// An act waits until the screen shows something, and then a while.
type act struct {
	when  func(robot.Snapshot) bool
	after time.Duration
	do    func(now time.Duration)
	due   time.Duration
}

func (p *script) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	if len(p.acts) == 0 {
		return p.QuickPerson.Advance(now, s)
	}
	a := &p.acts[0]
	if a.due == 0 {
		if !a.when(s) {
			return p.QuickPerson.Advance(now, s)
		}
		a.due = now + a.after
	}
	if now < a.due {
		return a.due
	}
	a.do(now)
	p.acts = p.acts[1:]
	return now + time.Millisecond
}

// 9: the visitor takes a checker while the arm moves: it stops, the screen says so, and once the checker is
// back it goes on.
func TestDisturbedArm(t *testing.T) {
	t.Parallel()
	b := robottest.NewRig(t, board.Start().FEN(), board.White, nil)
	line := &tap{device: b.Controller}
	b.Device = line
	p := &script{QuickPerson: robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove}}
	p.acts = []act{
		{when: robottest.InPhase(turn.Moving), after: 900 * time.Millisecond, do: func(time.Duration) {
			if err := b.World.RemoveSquare(robottest.Square("e1")); err != nil {
				t.Error(err)
			}
		}},
		{when: robottest.SaysKey("put_back"), after: time.Second, do: func(time.Duration) {
			if err := b.World.Put(board.WhiteMan, robottest.Square("e1")); err != nil {
				t.Error(err)
			}
			if line.clears > 0 {
				t.Error("the stop was cleared with a hand on the board")
			}
		}},
	}
	b.Run(t, p, robottest.AfterPlies(4))
	b.Check(t)
	for _, want := range []string{`"say":"hands_off"`, `"say":"put_back"`, `"say":"resumed"`, `"effect":"resume"`} {
		if !strings.Contains(b.Journals[0].String(), want) {
			t.Errorf("no %s in the journal", want)
		}
	}
	if len(p.acts) > 0 {
		t.Error("the visitor didn't do all acts")
	}
}

// 34: an emergency stop in mid-move, cleared, homed, and the move is finished from what the board shows.
func TestStopInMidMove(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{
		300 * time.Millisecond, 1500 * time.Millisecond, 3 * time.Second, 4500 * time.Millisecond,
	} {
		b := robottest.NewRig(t, board.Start().FEN(), board.White, nil)
		p := &script{QuickPerson: robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove}}
		p.acts = []act{
			{when: robottest.InPhase(turn.Moving), after: after, do: func(time.Duration) {
				b.Commands = append(b.Commands, command.Command{Name: command.Stop})
			}},
			{when: robottest.InPhase(turn.Stopped), after: 3 * time.Second, do: func(time.Duration) {
				b.Commands = append(b.Commands, command.Command{Name: command.Clear})
			}},
		}
		p.Mend = true
		b.Run(t, p, robottest.AfterPlies(4))
		b.Check(t)
	}
}

// 24: the controller is reset in mid-move: the position is lost, what hung on the nozzle falls, and a person helps.
func TestResetInMidMove(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{500 * time.Millisecond, 2500 * time.Millisecond, 4 * time.Second} {
		b := robottest.NewRig(t, board.Start().FEN(), board.White, nil)
		p := &script{QuickPerson: robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove}}
		p.acts = []act{{when: robottest.InPhase(turn.Moving), after: after, do: b.ResetController}}
		p.Mend = true
		b.Run(t, p, robottest.AfterPlies(4))
		b.Check(t)
		journal := b.Journals[0].String()
		if strings.Count(journal, `"event":"homed"`) != 2 || !strings.Contains(journal, `"link":"reset"`) {
			t.Errorf("after %v: not homed again\n%s", after, robottest.TailOf(journal))
		}
	}
}

// 15, 41: the start position after the end begins another game, with the colours changed and a journal of its own.
func TestNextGame(t *testing.T) {
	t.Parallel()
	b := robottest.NewRig(t, "W:Wc3,a1:Bd4", board.White, func(c *robot.CoreConfig) { c.Settings.Alternate = true })
	p := &script{QuickPerson: robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove}}
	p.acts = []act{{when: robottest.SaysKey("set_up"), after: time.Second, do: func(time.Duration) {
		b.World.PlacePosition(b.Start, board.Black, 3)
	}}}
	b.Run(t, p, func(s robot.Snapshot) bool { return s.Game == 2 && s.Phase == turn.Over })
	if len(b.Journals) != 2 || len(b.Archived) != 2 {
		t.Fatalf("%d journals, %d games kept", len(b.Journals), len(b.Archived))
	}
	for i, visitor := range []string{`"visitor":"white"`, `"visitor":"black"`} {
		if header, _, _ := strings.Cut(b.Journals[i].String(), "\n"); !strings.Contains(header, visitor) {
			t.Errorf("game %d: %s", i+1, header)
		}
	}
	b.Check(t)
}

// 37: the daemon ends at any point of the game and is started again: it resumes the game from the journal.
func TestRestart(t *testing.T) {
	t.Parallel()
	for _, stop := range []turn.Phase{turn.VisitorTurn, turn.Thinking, turn.Moving} {
		b := robottest.NewRig(t, board.Start().FEN(), board.White, nil)
		p := &robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove, Mend: true}
		b.Run(t, p, func(s robot.Snapshot) bool { return len(s.Moves) >= 3 && s.Phase == stop })
		b.Core.Close()
		kept, err := journal.ReadKeptGame(bytes.NewReader(b.Journals[0].Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		again := b.Core
		cfg := b.Config
		cfg.Resume, cfg.ResumeFile = kept, b.Journals[0]
		if b.Core, err = robot.NewCore(cfg); err != nil || b.Core == again {
			t.Fatal(err)
		}
		b.Device = controller.New(b.World, controller.Config{Seed: 2, BootDelay: time.Second})
		b.Run(t, &robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove, Mend: true}, robottest.AfterPlies(8))
		b.Check(t)
		longer, err := journal.ReadKeptGame(bytes.NewReader(b.Journals[0].Bytes()))
		if err != nil || len(b.Journals) != 1 || longer.End < kept.End || longer.Size <= kept.Size {
			t.Errorf("%s: not gone on in the same journal: %v", stop, err)
		}
	}
}

// One seed gives one journal, byte for byte, on a bad line too.
func TestSameSeedSameJournal(t *testing.T) {
	t.Parallel()
	faults, err := twin.ParseFaults("flip=0.002,drop=0.002,miss=0.05")
	if err != nil {
		t.Fatal(err)
	}
	var journals [2][]byte
	for i := range journals {
		b := robottest.NewRig(t, board.Start().FEN(), board.Black, nil)
		b.Device = twin.NewDevice(b.World, faults, controller.Config{Seed: 5, BootDelay: time.Second})
		b.Run(t, &robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove, Mend: true}, robottest.AfterPlies(20))
		b.Check(t)
		journals[i] = b.Journals[0].Bytes()
	}
	if !bytes.Equal(journals[0], journals[1]) {
		t.Error("two journals from one seed")
	}
}

// tap counts what goes to the controller.
type tap struct {
	device  virtual.Device
	decoder wire.Decoder
	clears  int
}

func (l *tap) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	l.decoder.Feed(in, func(f wire.Frame) {
		if f.Type == wire.TypeClear {
			l.clears++
		}
	})
	return l.device.Advance(now, in)
}

// keepJournals names the environment variable with the folder in which TestEvening leaves its journal.
const keepJournals = "CROWNHEAD_JOURNALS"

// A mishap happens in a turn: in the visitor's before they move, or in the robot's while it moves.
type mishap struct {
	name    string
	visitor func(*scene)
	robot   func(*scene)
}

var mishaps = []mishap{
	{name: "nothing"},
	{"presses too early", func(s *scene) { s.pressButton() }, nil},
	{"two checkers at once", func(s *scene) {
		s.moveChecker("g3", "h4")
		s.moveChecker("f6", "g5")
		s.pressButton()
		s.moveChecker("h4", "g3")
		s.pressButton()
		s.moveChecker("g5", "f6")
	}, nil},
	{"reaches in", nil, func(s *scene) { s.awaitCheckerInAir(); s.removeCheckers("e1"); s.until(turn.Hold, say.PutBack, "e1") }},
	{"the pump is weak", nil, func(s *scene) {
		s.World.SetPickMissChance(1)
		s.untilPhase(turn.Help)
		s.World.SetPickMissChance(0)
		s.pressButton()
	}},
	{"it falls", nil, func(s *scene) { s.awaitCheckerInAir(); s.World.SetVacuum(false, false, s.now) }},
	{"the cable is pulled", nil, func(s *scene) {
		s.awaitCheckerInAir()
		s.pullCable()
		s.until(turn.NotReady, say.LinkLost)
		s.plugCable()
	}},
	{"the controller resets", nil, func(s *scene) { s.ResetController(s.now) }},
	{"emergency stop", nil, func(s *scene) {
		s.awaitCheckerInAir()
		s.World.Estop(true)
		s.until(turn.Stopped, say.Stopped)
		s.World.Estop(false)
		s.pass(time.Second)
		s.sendCommand(command.Clear)
	}},
	{"the laptop sleeps", func(s *scene) { s.closeLaptop(time.Minute); s.untilPhase(turn.VisitorTurn) }, nil},
	{"the board is knocked over", func(s *scene) {
		p, err := board.ParseFEN(s.snap.FEN)
		s.must(err)
		for _, sq := range p.Occupied().Squares()[:8] {
			s.must(s.World.RemoveSquare(sq))
		}
		s.pressButton()
		s.until(turn.Setup, say.BoardUpset)
		s.SetUp(p)
		s.untilPhase(turn.VisitorTurn)
	}, nil},
}

// One game in which everything happens, in turn, is played on to its end.
func TestEvening(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	for _, m := range mishaps {
		if m.visitor != nil {
			m.visitor(s)
		}
		p, err := board.ParseFEN(s.snap.FEN)
		s.must(err)
		move := p.Notation(robottest.FirstMove(p))
		s.makeMove(move)
		s.pressAndExpect(move)
		s.untilPhase(turn.Moving)
		if m.robot != nil {
			m.robot(s)
		}
		s.obeyRequests()
		if s.snap.Phase != turn.VisitorTurn {
			t.Fatalf("%s: not the visitor's turn again\n%s", m.name, s)
		}
	}
	s.sendCommand(command.Resign)
	s.wantShown(turn.Over, say.EndLossResignation)
	if folder := os.Getenv(keepJournals); folder != "" {
		s.must(os.WriteFile(filepath.Join(folder, "evening.jsonl"), []byte(s.journal()), 0o644))
	}
}

// A storm strikes at random: it pulls the cable, resets the controller, stops the robot and clears the stop.
// After its time it is quiet.
type storm struct {
	robottest.QuickPerson
	rng   *rand.Rand
	line  *pulledLine
	until time.Duration
	next  time.Duration
	log   []string
}

func (s *storm) Advance(now time.Duration, snap robot.Snapshot) time.Duration {
	if now >= s.next && now < s.until {
		s.strike(now)
		s.next = now + time.Duration(200+s.rng.IntN(14000))*time.Millisecond
	}
	s.tidy(now)
	next := s.QuickPerson.Advance(now, snap)
	if s.next < s.until {
		next = min(next, s.next)
	}
	if snap.Phase == turn.Stopped && now >= max(s.until, s.next) {
		s.Rig.Commands = append(s.Rig.Commands, command.Command{Name: command.Clear})
		s.next = now + 5*time.Second
		next = min(next, s.next)
	}
	return next
}

// tidy removes what has fallen between the squares, where no sensor sees it.
func (s *storm) tidy(now time.Duration) {
	for _, c := range s.Rig.World.State(now).Checkers {
		if c.Where == "beside" {
			_ = s.Rig.World.RemoveID(c.ID)
		}
	}
}

func (s *storm) strike(now time.Duration) {
	what := ""
	switch s.rng.IntN(6) {
	case 0, 1, 2:
		away := time.Duration(50+s.rng.IntN(2500)) * time.Millisecond
		s.line.out, s.line.back = now, now+away
		what = "pulled for " + away.String()
	case 3:
		s.Rig.ResetController(now)
		what = "reset"
	case 4:
		s.Rig.Commands = append(s.Rig.Commands, command.Command{Name: command.Stop})
		what = "stop"
	case 5:
		s.Rig.Commands = append(s.Rig.Commands, command.Command{Name: command.Clear})
		what = "clear"
	}
	s.log = append(s.log, now.String()+" "+what)
}

// Whatever strikes in whatever order, the game goes on once it is over, and the witness never sees a turn handed over
// with another board.
func TestStorm(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		visitor := board.Color(seed % 2)
		b := robottest.NewRig(t, "W:Wa1,c1,g1,d2,a3,e3,b6:Bb4,d6,f6,c7,e7,b8,h8,h2", visitor, nil)
		line := &pulledLine{device: b.Controller}
		b.Device = line
		s := &storm{
			QuickPerson: robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove, Mend: true}, line: line,
			rng: rand.New(rand.NewPCG(seed, 1)), until: 2 * time.Minute,
		}
		began := time.Duration(0)
		b.Run(t, calm{s, &began}, func(snap robot.Snapshot) bool {
			return began > 0 && (snap.Phase == turn.Over || snap.Phase == turn.VisitorTurn)
		})
		c := b.World.Counts()
		if c.BoardMismatches+c.Kinds[witness.ViolationPressed]+c.Kinds[witness.ViolationCollision] != 0 {
			t.Errorf("the witness counts %+v", c)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v\n%s", seed, s.log, b.Journals[len(b.Journals)-1].String())
		}
	}
}

// calm notes when the storm is over, and fails a robot that doesn't go on soon.
type calm struct {
	*storm
	began *time.Duration
}

func (c calm) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	next := c.storm.Advance(now, s)
	if now >= c.until && *c.began == 0 {
		*c.began = now
	}
	if now < c.until {
		next = min(next, c.until)
	}
	return next
}
