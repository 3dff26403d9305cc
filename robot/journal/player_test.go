package journal

import (
	"testing"

	"crownhead/board"
	"crownhead/robot/turn"
)

// A player feeds events to Step, so that there is something to write.
type player struct {
	testing.TB
	s    turn.State
	then turn.StepResult
}

// readyToPlay is a robot whose link is up, whose arm is homed and whose board stands.
func readyToPlay(t testing.TB) *player {
	set := turn.Settings{
		Start: board.Start(), VisitorColor: board.White, Level: "amateur", Lang: "uk", Attitude: "positive",
		AskSeconds: 120, AbandonSeconds: 900,
		CaptureSlots: 12, KingSlots: 3, Version: turn.Version, NextStart: board.Start(), Takeback: true,
	}
	x := &player{TB: t, s: turn.NewState(set)}
	return x.meet(linkUp(1), occupied(turn.EventScan, set.Start.Occupied()), turn.Event{Kind: turn.EventHomed})
}

func (x *player) meet(events ...turn.Event) *player {
	for _, e := range events {
		x.s, x.then = turn.Step(x.s, e)
	}
	return x
}

// moves makes the visitor's move on the board and presses.
func (x *player) moves(move string) *player {
	x.Helper()
	p := x.s.Game.Position()
	m, err := p.ParseMove(move)
	if err != nil {
		x.Fatal(err)
	}
	return x.meet(occupied(turn.EventPressSettled, p.Play(m).Occupied()))
}

// replies gives the engine's move.
func (x *player) replies(move string) *player {
	return x.meet(turn.Event{Kind: turn.EventEngine, Move: move, Ply: x.s.Game.Plies(), Win: 0.1})
}

func linkUp(boot uint32) turn.Event {
	return turn.Event{Kind: turn.EventLink, Link: turn.LinkUp, BootID: boot, Virtual: true}
}

// occupied is a scan or a press.
func occupied(kind turn.EventKind, b board.Bits) turn.Event { return turn.Event{Kind: kind, Bits: b} }

// disturbed is a trouble of the arm.
func disturbed(kind turn.ArmReport, step int, expected, seen board.Bits) turn.Event {
	return turn.Event{Kind: turn.EventArm, Arm: kind, Carry: step, Expected: expected, Bits: seen}
}

// squareBits are the squares of these names.
func squareBits(names ...string) (b board.Bits) {
	for _, name := range names {
		sq, err := board.ParseSquare(name)
		if err != nil {
			panic(err)
		}
		b |= sq.Bit()
	}
	return b
}
