package robot_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

const forever = time.Duration(1<<63 - 1)

// A script is a person who does one thing after the other, each when its time has come.
type script struct {
	quickPerson
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
		return p.quickPerson.Advance(now, s)
	}
	a := &p.acts[0]
	if a.due == 0 {
		if !a.when(s) {
			return p.quickPerson.Advance(now, s)
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

func phase(p turn.Phase) func(robot.Snapshot) bool {
	return func(s robot.Snapshot) bool { return s.Phase == p }
}

func says(key string) func(robot.Snapshot) bool {
	return func(s robot.Snapshot) bool { return s.Say.Key == key }
}

// plies ends a run when so many plies are played and it is the visitor's turn.
func plies(n int) func(robot.Snapshot) bool {
	return func(s robot.Snapshot) bool { return len(s.Moves) >= n && s.Phase == turn.Visitor }
}

// 9: the visitor takes a checker while the arm moves: it stops, he is told, and after his mending it goes on.
func TestDisturbedArm(t *testing.T) {
	t.Parallel()
	b := newBench(t, board.Start().FEN(), board.White, nil)
	line := &tap{device: b.controller}
	b.device = line
	p := &script{quickPerson: quickPerson{b: b, choose: first}}
	p.acts = []act{
		{when: phase(turn.Moving), after: 900 * time.Millisecond, do: func(time.Duration) {
			if err := b.world.RemoveSquare(square("e1")); err != nil {
				t.Error(err)
			}
		}},
		{when: says("put_back"), after: time.Second, do: func(time.Duration) {
			if err := b.world.Put(board.WhiteMan, square("e1")); err != nil {
				t.Error(err)
			}
			if line.clears > 0 {
				t.Error("the stop was cleared with a hand on the board")
			}
		}},
	}
	b.run(t, p, plies(4))
	b.check(t)
	for _, want := range []string{`"say":"hands_off"`, `"say":"put_back"`, `"say":"resumed"`, `"effect":"resume"`} {
		if !strings.Contains(b.journals[0].String(), want) {
			t.Errorf("no %s in the journal", want)
		}
	}
	if len(p.acts) > 0 {
		t.Error("the visitor didn't do all he was to do")
	}
}

// 34: an emergency stop in mid-move, cleared, homed, and the move is finished from what the board shows.
func TestStopInMidMove(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{300 * time.Millisecond, 1500 * time.Millisecond, 3 * time.Second, 4500 * time.Millisecond} {
		b := newBench(t, board.Start().FEN(), board.White, nil)
		p := &script{quickPerson: quickPerson{b: b, choose: first}}
		p.acts = []act{
			{when: phase(turn.Moving), after: after, do: func(time.Duration) { b.commands = append(b.commands, turn.Command{Name: turn.CommandStop}) }},
			{when: phase(turn.Stopped), after: 3 * time.Second, do: func(time.Duration) {
				b.commands = append(b.commands, turn.Command{Name: turn.CommandClear})
			}},
		}
		p.mend = true
		b.run(t, p, plies(4))
		b.check(t)
	}
}

// 24: the controller is reset in mid-move: the position is lost, what hung on the nozzle falls, and a person helps.
func TestResetInMidMove(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{500 * time.Millisecond, 2500 * time.Millisecond, 4 * time.Second} {
		b := newBench(t, board.Start().FEN(), board.White, nil)
		p := &script{quickPerson: quickPerson{b: b, choose: first}}
		p.acts = []act{{when: phase(turn.Moving), after: after, do: func(now time.Duration) { b.reset(now) }}}
		p.mend = true
		b.run(t, p, plies(4))
		b.check(t)
		if journal := b.journals[0].String(); strings.Count(journal, `"event":"homed"`) != 2 || !strings.Contains(journal, `"link":"reset"`) {
			t.Errorf("after %v: not homed again\n%s", after, tail(journal))
		}
	}
}

// 15, 41: the start position after the end begins another game, with the colours changed and a journal of its own.
func TestNextGame(t *testing.T) {
	t.Parallel()
	b := newBench(t, "W:Wc3,a1:Bd4", board.White, func(c *robot.CoreConfig) { c.Settings.Alternate = true })
	p := &script{quickPerson: quickPerson{b: b, choose: first}}
	p.acts = []act{{when: says("set_up"), after: time.Second, do: func(time.Duration) {
		b.world.PlacePosition(b.start, board.Black, 3)
	}}}
	b.run(t, p, func(s robot.Snapshot) bool { return s.Game == 2 && s.Phase == turn.Over })
	if len(b.journals) != 2 || len(b.archived) != 2 {
		t.Fatalf("%d journals, %d games kept", len(b.journals), len(b.archived))
	}
	for i, visitor := range []string{`"visitor":"white"`, `"visitor":"black"`} {
		if header, _, _ := strings.Cut(b.journals[i].String(), "\n"); !strings.Contains(header, visitor) {
			t.Errorf("game %d: %s", i+1, header)
		}
	}
	b.check(t)
}

// 37: the daemon ends at any point of the game and is started again: it goes on from the journal.
func TestRestart(t *testing.T) {
	t.Parallel()
	for _, stop := range []turn.Phase{turn.Visitor, turn.Thinking, turn.Moving} {
		b := newBench(t, board.Start().FEN(), board.White, nil)
		p := &quickPerson{b: b, choose: first, mend: true}
		b.run(t, p, func(s robot.Snapshot) bool { return len(s.Moves) >= 3 && s.Phase == stop })
		b.core.Close()
		log, err := journal.ReadLog(bytes.NewReader(b.journals[0].Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		before := log.Lines[len(log.Lines)-1].Event.T
		again := b.core
		cfg := b.config
		cfg.Resume, cfg.ResumeFile = &log, b.journals[0]
		if b.core, err = robot.NewCore(cfg); err != nil || b.core == again {
			t.Fatal(err)
		}
		b.device = controller.New(b.world, controller.Config{Seed: 2, BootDelay: time.Second})
		b.run(t, &quickPerson{b: b, choose: first, mend: true}, plies(8))
		b.check(t)
		log, err = journal.ReadLog(bytes.NewReader(b.journals[0].Bytes()))
		if err != nil || len(b.journals) != 1 || log.Lines[len(log.Lines)-1].Event.T < before {
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
		b := newBench(t, board.Start().FEN(), board.Black, nil)
		b.device = twin.NewDevice(b.world, faults, controller.Config{Seed: 5, BootDelay: time.Second})
		b.run(t, &quickPerson{b: b, choose: first, mend: true}, plies(20))
		b.check(t)
		journals[i] = b.journals[0].Bytes()
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
