package turn

import (
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// A script feeds events to Step and remembers the last outcome.
type script struct {
	testing.TB
	s    State
	then StepResult
}

func testSettings(t testing.TB, fen string, visitor board.Color) Settings {
	t.Helper()
	start, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return Settings{
		Start: start, VisitorColor: visitor, Level: "amateur", Lang: "uk", Attitude: "positive",
		AskSeconds: 120, AbandonSeconds: 900,
		CaptureSlots: 12, KingSlots: 3, Version: Version, NextStart: start, Takeback: true,
	}
}

// begin is a robot whose link is up, whose arm is homed and whose board stands.
func begin(t testing.TB, fen string, visitor board.Color) *script {
	t.Helper()
	set := testSettings(t, fen, visitor)
	x := &script{TB: t, s: NewState(set)}
	x.feed(up(1), scan(set.Start.Occupied()), Event{Kind: EventHomed})
	return x
}

func (x *script) feed(events ...Event) *script {
	for _, e := range events {
		x.s, x.then = Step(x.s, e)
	}
	return x
}

// visitor makes a move on the board and presses.
func (x *script) visitor(move string) *script {
	x.Helper()
	return x.feed(press(x.after(move)))
}

// after are the squares occupied after a move.
func (x *script) after(move string) board.Bits {
	x.Helper()
	p := x.s.Game.Position()
	m, err := p.ParseMove(move)
	if err != nil {
		x.Fatal(err)
	}
	return p.Play(m).Occupied()
}

// robot answers with a move and carries it out.
func (x *script) robot(move string) *script {
	x.Helper()
	return x.answer(move).arm()
}

func (x *script) answer(move string) *script {
	return x.feed(Event{Kind: EventEngine, Move: move, Ply: x.s.Game.Plies(), Win: 0.1})
}

// arm carries out what is left of the program.
func (x *script) arm() *script {
	for n := x.s.Pending.Done; x.s.Phase == Moving && n < len(x.s.Pending.Program.Carries); n++ {
		x.feed(Event{Kind: EventArm, Arm: ArmCarried, Carry: n})
	}
	return x.feed(Event{Kind: EventArm, Arm: ArmDone, Carry: len(x.s.Pending.Program.Carries)})
}

// want holds the present state against what should be.
func (x *script) want(phase Phase, key say.Key, squares ...string) *script {
	x.Helper()
	if x.s.Phase != phase || x.s.Said.Key != string(key) || !slices.Equal(x.s.Said.Squares, squares) {
		x.Errorf("phase %s, said %s %v; want %s, %s %v", x.s.Phase, x.s.Said.Key, x.s.Said.Squares, phase, key, squares)
	}
	return x
}

func (x *script) verdict(want sensing.Verdict) *script {
	x.Helper()
	if x.then.Verdict != want {
		x.Errorf("verdict %q, want %q", x.then.Verdict, want)
	}
	return x
}

// effects are the kinds of the last outcome, without words and looks.
func (x *script) effects(want ...EffectKind) *script {
	x.Helper()
	var got []EffectKind
	for _, e := range x.then.Effects {
		switch e.Kind {
		case EffectSay, EffectMood, EffectLook, EffectDeadline:
		default:
			got = append(got, e.Kind)
		}
	}
	if !slices.Equal(got, want) {
		x.Errorf("effects %v, want %v", got, want)
	}
	return x
}

// awaits wants that a named time was started by the last event.
func (x *script) awaits(name DeadlineName) *script {
	x.Helper()
	isStarted := func(e Effect) bool { return e.Kind == EffectDeadline && e.Payload.Deadline == name }
	if !slices.ContainsFunc(x.then.Effects, isStarted) {
		x.Errorf("no deadline %q in %v", name, x.then.Effects)
	}
	return x
}

func up(boot uint32) Event { return Event{Kind: EventLink, Link: LinkUp, BootID: boot, Virtual: true} }

func scan(b board.Bits) Event { return Event{Kind: EventScan, Bits: b} }

func press(b board.Bits) Event { return Event{Kind: EventPressSettled, Bits: b} }

func due(name DeadlineName) Event { return Event{Kind: EventDeadline, Deadline: name} }

func commandEvent(name command.Name) Event { return Event{Kind: EventCommand, Command: name} }

func bits(names ...string) (b board.Bits) {
	for _, name := range names {
		sq, err := board.ParseSquare(name)
		if err != nil {
			panic(err)
		}
		b |= sq.Bit()
	}
	return b
}

const startFEN = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
