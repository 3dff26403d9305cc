package turn

import (
	"testing"

	"pgregory.net/rapid"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// masked is a robot whose visitor is to move, and whose sensors on some squares are not believed.
func masked(t testing.TB, fen string, visitor board.Color, squares board.Bits) *script {
	t.Helper()
	x := begin(t, fen, visitor)
	for _, sq := range squares.Squares() {
		x.feed(Event{Kind: EventMask, Square: sq.String(), On: true, Mask: ReasonDead})
	}
	return x
}

// drawPosition is a position of a game that is played at random, with the visitor to move.
func drawPosition(t *rapid.T, visitor board.Color) board.Position {
	p := board.Start()
	for n := rapid.IntRange(0, 60).Draw(t, "plies"); n > 0 || p.Turn != visitor; n-- {
		moves := p.Moves()
		if len(moves) == 0 {
			t.Skip("the game is over")
		}
		p = p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	if len(p.Moves()) == 0 {
		t.Skip("the game is over")
	}
	return p
}

// Whatever is masked and whatever these sensors read: a capture from, over or to a masked square is never taken as made
// at its first press, when another true board would read the same; and never without a question about each captured
// checker that no sensor shows.
func TestHiddenCaptureIsAskedAbout(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		visitor := rapid.SampledFrom([]board.Color{board.White, board.Black}).Draw(rt, "visitor")
		p := drawPosition(rt, visitor)
		m := rapid.SampledFrom(p.Moves()).Draw(rt, "made")
		touched := append(m.Captured.Squares(), m.From, m.To)
		hidden := rapid.SampledFrom(touched).Draw(rt, "masked").Bit()
		hidden |= rapid.SampledFrom([]board.Bits{0, board.Square(rapid.IntRange(0, 31).Draw(rt, "other")).Bit()}).Draw(rt, "more")
		reading := board.Bits(rapid.Uint32().Draw(rt, "reading")) & hidden
		x := masked(t, p.FEN(), visitor, hidden)
		if x.s.Phase != VisitorTurn {
			rt.Fatalf("in %s", x.s.Phase)
		}
		want := p.Play(m).Occupied()
		made := press(want&^hidden | reading)
		mayStand := m.Captured & hidden
		x.feed(made)
		if mayStand == 0 {
			return
		}
		if x.then.Move != "" {
			rt.Fatalf("%s: %s is taken as made though %s may still stand", p.FEN(), x.then.Move, mayStand.Squares())
		}
		if x.then.Say == string(say.TakenOff) {
			if x.feed(made); x.then.Move == "" {
				rt.Fatalf("%s: a press over the same board is no answer: %q", p.FEN(), x.then.Say)
			}
		}
	})
}

func TestHiddenMoves(t *testing.T) {
	t.Run("a captured man that may stand", func(t *testing.T) {
		x := masked(t, "W:Wc3,g1:Bd4,h8", board.White, bits("d4"))
		taken := press(bits("e5", "g1", "h8", "d4"))
		x.feed(taken).verdict(sensing.Ambiguous).want(VisitorTurn, say.TakenOff, "d4").effects()
		x.feed(scan(bits("e5", "h8"))).want(VisitorTurn, say.TakenOff, "d4") // a hand goes over the board
		x.feed(taken).verdict(sensing.MoveMade).want(Thinking, say.MyTurn)
	})
	t.Run("taken back instead", func(t *testing.T) {
		x := masked(t, "W:Wc3,g1:Bd4,h8", board.White, bits("d4"))
		x.feed(press(bits("e5", "g1", "h8"))).want(VisitorTurn, say.TakenOff, "d4")
		x.feed(press(bits("c3", "g1", "h8"))).want(VisitorTurn, say.YourMove)
		x.feed(press(bits("e5", "g1", "h8"))).want(VisitorTurn, say.TakenOff, "d4")
	})
	t.Run("a journal of before", func(t *testing.T) {
		x := masked(t, "W:Wc3,g1:Bd4,h8", board.White, bits("d4"))
		x.s.Settings.Version = hiddenSince - 1
		x.feed(press(bits("e5", "g1", "h8"))).verdict(sensing.MoveMade)
	})
	t.Run("a quiet move to the only masked square", func(t *testing.T) {
		x := masked(t, "W:Wa3,g1:Bf8,h8", board.White, bits("b4"))
		x.feed(press(bits("g1", "f8", "h8"))).verdict(sensing.MoveMade)
	})
	t.Run("one that may stand on another masked square", func(t *testing.T) {
		x := masked(t, "W:Wa3,g1:Bf8,h8", board.White, bits("b4", "e5"))
		moved := press(bits("g1", "f8", "h8"))
		x.feed(moved).want(VisitorTurn, say.WasIt, "a3", "b4").feed(moved).verdict(sensing.MoveMade)
	})
	t.Run("one that may have come from another masked square", func(t *testing.T) {
		x := masked(t, "W:Wa3,g1:Bf8,h8", board.White, bits("a3", "h8"))
		moved := press(bits("b4", "g1", "f8"))
		x.feed(moved).want(VisitorTurn, say.WasIt, "a3", "b4").feed(moved).verdict(sensing.MoveMade)
	})
}

// Without a page a press answers, too: the moves between which the visitor has to choose are named one after the other.
func TestMovesAreNamed(t *testing.T) {
	asked := func(t *testing.T) (x *script, moved Event) {
		x = masked(t, "W:Wc3,g1:Bf8,h8", board.White, bits("b4", "d4"))
		moved = press(bits("g1", "f8", "h8"))
		return x.feed(moved).want(VisitorTurn, say.WhichMove, "b4", "d4").awaits(deadlineName), moved
	}
	t.Run("the second", func(t *testing.T) {
		x, moved := asked(t)
		x.feed(due(deadlineName)).want(VisitorTurn, say.WasIt, "c3", "b4").awaits(deadlineName)
		x.feed(due(deadlineName)).want(VisitorTurn, say.WasIt, "c3", "d4")
		if x.feed(moved); x.then.Move != "c3-d4" {
			t.Errorf("plays %q", x.then.Move)
		}
	})
	t.Run("none", func(t *testing.T) {
		x, moved := asked(t)
		for range 2 * namingRounds {
			x.feed(due(deadlineName)).awaits(deadlineName)
		}
		x.feed(due(deadlineName)).want(VisitorTurn, say.WhichMove, "b4", "d4")
		x.feed(moved).want(VisitorTurn, say.WhichMove, "b4", "d4")
	})
	t.Run("another board", func(t *testing.T) {
		x, moved := asked(t)
		x.feed(due(deadlineName), scan(bits("c3", "g1", "f8", "h8")), due(deadlineName)).effects()
		x.feed(press(bits("c3", "g1", "f8", "h8"))).want(VisitorTurn, say.YourMove)
		x.feed(moved).want(VisitorTurn, say.WhichMove, "b4", "d4")
	})
	t.Run("where nobody may have moved", func(t *testing.T) {
		x := masked(t, "W:Wc3,g1:Bf8,h8", board.White, bits("c3", "b4", "d4"))
		x.feed(press(bits("g1", "f8", "h8"))).want(VisitorTurn, say.WhichMove, "b4", "d4")
		for _, e := range x.then.Effects {
			if e.Payload.Deadline == deadlineName {
				t.Error("a press would make a move of a board that shows none")
			}
		}
	})
}

// A checker of the robot's that the arm doesn't find on a masked square is asked for. The board looks as if it were there
// already, so only a press says that it is.
func TestCheckerThatIsGone(t *testing.T) {
	x := masked(t, "W:Wa3,g1:Bd6,h8", board.White, bits("h8"))
	x.visitor("g1-f2").answer("d6-e5")
	before := x.s.Pending.Before.Occupied()
	if c := x.s.Pending.Program.Carries; len(c) != 2 || c[0].Kind != "look" || c[0].From != c[0].To {
		t.Fatalf("carries %+v", c)
	}
	x.feed(trouble(ArmHelpPick, 0, before, before&^bits("h8"))).want(Help, say.SetUpBlack, "h8")
	x.feed(scan(before&^bits("h8")), due(deadlineSteady)).want(Help, say.SetUpBlack, "h8").effects()
	x.feed(press(before&^bits("h8"))).want(Moving, say.Resumed).arm().want(VisitorTurn, say.YourTurn)
}

// A carry to a masked square that was broken off may have ended anywhere.
func TestCarryToMaskedSquareBrokenOff(t *testing.T) {
	x := masked(t, "W:Wa3,g1:Bd6,h8", board.White, bits("e5"))
	x.visitor("g1-f2").answer("d6-e5")
	lifted := x.s.Pending.Before.Occupied() &^ bits("d6")
	x.feed(up(2), scan(lifted), Event{Kind: EventHomed}).want(Help, say.HelpPlace, "e5")
	x.feed(scan(lifted), due(deadlineSteady)).want(Help, say.HelpPlace, "e5")
	x.feed(press(lifted)).want(VisitorTurn, say.YourTurn).effects(EffectHandover)
}

// A press while the robot thinks takes no move back of which the board shows nothing.
func TestHiddenMoveIsNotTakenBack(t *testing.T) {
	x := masked(t, "W:Wc3,g1:Bf8,h8", board.White, bits("c3", "b4"))
	seen := press(bits("g1", "f8", "h8"))
	x.feed(seen).want(VisitorTurn, say.WhichMove, "b4")
	x.feed(Event{Kind: EventCommand, Command: command.Which, Args: map[string]string{command.ArgMove: "c3-b4"}}).verdict(sensing.MoveMade)
	x.feed(seen).want(Thinking, say.Thinking).verdict("")
}

// Who is asked to take the man off that is to be crowned, and takes the captured one off as well, may have laid the king
// on its square, or not: where no sensor sees that square, they are asked, before the arm lays another one on it, and
// before the game goes on without it.
func TestArrivalIsAskedAbout(t *testing.T) {
	helped := func(t *testing.T, fen, answer, hidden string) *script {
		x := masked(t, fen, board.White, bits(hidden))
		x.visitor("g1-h2").answer(answer)
		if c := x.s.Pending.Program.Carries; len(c) < 3 || c[0].Kind != "crown_off" || c[1].Kind != "crown_on" {
			t.Fatalf("carries %+v", c)
		}
		before := x.s.Pending.Before.Occupied()
		return x.feed(trouble(ArmHelpPick, 0, before, before))
	}
	t.Run("all is taken off", func(t *testing.T) {
		x := helped(t, "W:Wb2,g1:Ba3,h8", "a3:c1", "c1").want(Help, say.HelpRemove, "a3")
		x.feed(press(bits("h2", "h8"))).want(Help, say.SetUpBlackKing, "c1")
		x.feed(press(bits("h2", "h8"))).want(VisitorTurn, say.YourTurn).effects(EffectHandover)
	})
	t.Run("one of two is taken off", func(t *testing.T) {
		x := helped(t, "W:Wb2,b4,g1:Ba5,h8", "a5:c3:a1", "a1").want(Help, say.HelpRemove, "a5")
		x.feed(press(bits("b2", "h2", "h8"))).want(Help, say.SetUpBlackKing, "a1")
		x.feed(press(bits("b2", "h2", "h8"))).want(Moving, say.Resumed).effects(EffectCarry, EffectStart)
		x.arm().want(VisitorTurn, say.YourTurn)
	})
	t.Run("a sensor shows it", func(t *testing.T) {
		x := helped(t, "W:Wb2,g1:Ba3,h8", "a3:c1", "d8")
		x.feed(press(bits("c1", "h2", "h8"))).want(Help, say.TurnOver, "c1")
	})
}
