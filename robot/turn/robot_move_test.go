package turn

import (
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// trouble is the arm's report that carry step went wrong on a board.
func trouble(kind ArmReport, step int, expected, seen board.Bits) Event {
	return Event{Kind: EventArm, Arm: kind, Carry: step, Expected: expected, Bits: seen}
}

// moving is a robot whose arm carries d6:b4: its own man, then the visitor's from c5 to the tray.
func moving(t testing.TB) *script {
	t.Helper()
	return begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").visitor("d4-c5").answer("d6:b4")
}

func TestRobotsMove(t *testing.T) {
	t.Run("the intent names every carry and what it leaves", func(t *testing.T) {
		x := moving(t).want(Moving, say.MyCapture, "d6", "b4").effects(EffectCarry, EffectCarry, EffectStart).
			awaits(deadlineArm)
		var carries []Effect
		for _, e := range x.then.Effects {
			if e.Kind == EffectCarry {
				carries = append(carries, e)
			}
		}
		before := x.s.Pending.Before.Occupied()
		want := []Effect{
			{Kind: EffectCarry, Name: "move", Squares: []string{"d6", "b4"}, Expect: (before&^bits("d6") | bits("b4")).String()},
			{Kind: EffectCarry, Name: "remove", Squares: []string{"c5", "slot 0"}, Expect: x.s.OccupiedByGame().String()},
		}
		same := func(a, b Effect) bool {
			return a.Kind == b.Kind && a.Name == b.Name && a.Expect == b.Expect && slices.Equal(a.Squares, b.Squares)
		}
		if !slices.EqualFunc(carries, want, same) {
			t.Errorf("carries %v, want %v", carries, want)
		}
	})
	t.Run("handed over only when the board equals the game", func(t *testing.T) {
		x := moving(t)
		x.feed(Event{Kind: EventArm, Arm: ArmCarried, Carry: 0}).effects()
		x.feed(scan(x.s.OccupiedByGame()|bits("e5")), Event{Kind: EventArm, Arm: ArmDone, Carry: 2}).
			want(Hold, say.HandsOff).effects()
		x.feed(scan(x.s.OccupiedByGame()|bits("e5"))).want(Hold, say.TakeAway, "e5")
		x.feed(scan(x.s.OccupiedByGame())).awaits(deadlineSteady).feed(due(deadlineSteady)).want(VisitorTurn, say.YourTurn).
			effects(EffectHandover)
	})
	t.Run("the answer to an old question is not heard", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4")
		x.feed(Event{Kind: EventEngine, Move: "b6-a5", Ply: 3}).effects()
		x.feed(Event{Kind: EventEngine, Move: "b6-a4", Ply: 1}).want(Thinking, say.EngineFault).awaits(deadlineEngine)
		x.feed(due(deadlineEngine)).effects(EffectCancel, EffectThink)
		x.feed(due(deadlineThinking)).want(Thinking, say.Thinking)
	})
	t.Run("9: the visitor moves while the robot thinks", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4")
		before := x.s.OccupiedByGame()
		x.feed(scan(before&^bits("e3")|bits("f4"))).answer("b6-a5").want(Hold, say.HandsOff).effects()
		x.feed(scan(before&^bits("e3"))).want(Hold, say.PutBack, "e3")
		x.feed(scan(before)).feed(due(deadlineSteady)).effects(EffectCarry, EffectStart)
	})
	t.Run("the arm goes silent", func(t *testing.T) {
		moving(t).feed(due(deadlineArm)).want(NotReady, say.GettingReady).
			effects(EffectAbandonProgram, EffectHome)
	})
	t.Run("a fault of the arm", func(t *testing.T) {
		x := moving(t).feed(Event{Kind: EventArm, Arm: armFault}).want(NotReady, say.GettingReady).
			effects(EffectAbandonProgram, EffectHome)
		x.feed(Event{Kind: EventHomed}).effects(EffectCarry, EffectCarry, EffectStart)
	})
}

func TestDisturbed(t *testing.T) {
	x := moving(t)
	expected := x.s.Pending.Before.Occupied() &^ bits("d6")
	lying := expected | bits("d6")
	x.feed(trouble(ArmDisturbed, 0, lying, lying&^bits("h8", "e3"))).want(Hold, say.HandsOff).effects()
	x.feed(scan(expected&^bits("h8")), due(deadlineSteady)).want(Hold, say.HandsOff) // it slows down: d6 is being lifted
	x.feed(trouble(ArmHeld, 0, expected, expected&^bits("h8"))).want(Hold, say.HandsOff).awaits(deadlineSteady)
	x.feed(due(deadlineSteady)).want(Hold, say.PutBackMine, "h8").awaits(deadlineHelp)
	x.feed(due(deadlineSteady)).want(Hold, say.PutBackMine, "h8") // not while something is amiss
	x.feed(scan(expected|bits("g5"))).want(Hold, say.TakeAway, "g5")
	x.feed(scan(expected)).awaits(deadlineSteady).effects()
	x.feed(due(deadlineSteady)).want(Moving, say.Resumed).effects(EffectContinueProgram).awaits(deadlineArm)
	x.arm().want(VisitorTurn, say.YourTurn)
}

func TestHeld(t *testing.T) {
	held := func(t *testing.T) *script {
		x := moving(t)
		before := x.s.Pending.Before.Occupied()
		return x.feed(trouble(ArmHeld, 0, before, before&^bits("e3"))).want(Hold, say.HandsOff).awaits(deadlineSteady)
	}
	t.Run("by the controller", func(t *testing.T) {
		x := held(t).feed(due(deadlineSteady)).want(Hold, say.PutBack, "e3")
		x.feed(scan(x.s.Wait.Expected), due(deadlineSteady)).want(Moving, say.Resumed).effects(EffectContinueProgram)
	})
	t.Run("21: nothing is seen any more, or everything", func(t *testing.T) {
		x := held(t).feed(scan(0)).want(Hold, say.FaultEmpty).feed(scan(allFull)).want(Hold, say.FaultFull)
		x.feed(scan(x.s.Wait.Expected)).want(NotReady, say.GettingReady).
			effects(EffectAbandonProgram, EffectHome)
	})
	t.Run("it doesn't come to rest", func(t *testing.T) {
		x := moving(t)
		x.feed(trouble(ArmDisturbed, 0, x.s.Sensors.Bits, x.s.Sensors.Bits&^bits("e3")))
		again := *x
		x.feed(Event{Kind: EventArm, Arm: armFault}).want(NotReady, say.GettingReady).
			effects(EffectAbandonProgram, EffectHome)
		again.feed(due(deadlineHelp)).want(NotReady, say.GettingReady).
			effects(EffectAbandonProgram, EffectHome)
	})
	t.Run("13: a new game instead", func(t *testing.T) {
		x := held(t).feed(commandEvent(command.NewGame)).want(NotReady, say.GettingReady).
			effects(EffectAbandonProgram, EffectHome)
		x.feed(Event{Kind: EventHomed}).effects(EffectArchive, EffectNewGame)
	})
	t.Run("14: nobody mends it", func(t *testing.T) {
		x := held(t).feed(due(deadlineSteady))
		for range 19 {
			x.feed(due(deadlineHelp)).want(Hold, say.PutBack, "e3").awaits(deadlineHelp)
		}
		x.feed(due(deadlineHelp)).want(NotReady, say.GettingReady).feed(Event{Kind: EventHomed}).want(Over, say.EndAbandoned).
			effects(EffectAbandonProgram, EffectArchive)
	})
}

func TestHelp(t *testing.T) {
	t.Run("27: not picked up", func(t *testing.T) {
		x := moving(t)
		before, after := x.s.Pending.occupiedAfter(0), x.s.Pending.occupiedAfter(1)
		x.feed(trouble(ArmHelpPick, 0, after, before)).want(Help, say.HelpPick, "d6", "b4").effects()
		x.feed(due(deadlineHelp)).want(Help, say.HelpPick, "d6", "b4").awaits(deadlineHelp)
		left := *x
		for range 18 { // 14: nobody is there to help
			left.feed(due(deadlineHelp))
		}
		left.want(Help, say.HelpPick, "d6", "b4").feed(due(deadlineHelp)).want(Over, say.EndAbandoned).
			effects(EffectAbandonProgram, EffectArchive)
		x.feed(press(before&^bits("d6"))).want(Help, say.HelpPick, "d6", "b4") // in a hand yet
		x.feed(scan(after)).awaits(deadlineSteady).effects()
		x.feed(due(deadlineSteady)).effects(EffectCarry, EffectStart)
		if n := x.s.Pending.Done; n != 1 {
			t.Errorf("%d carries done", n)
		}
	})
	t.Run("27: put in the middle, tried once more", func(t *testing.T) {
		x := moving(t)
		x.feed(trouble(ArmHelpPick, 0, x.s.Pending.occupiedAfter(1), x.s.Pending.occupiedAfter(0)),
			press(x.s.Pending.occupiedAfter(0)))
		x.effects(EffectCarry, EffectCarry, EffectStart)
	})
	t.Run("27: and something else is amiss", func(t *testing.T) {
		x := moving(t)
		before, after := x.s.Pending.occupiedAfter(0), x.s.Pending.occupiedAfter(1)
		x.feed(trouble(ArmHelpPick, 0, after, before))
		x.feed(press(after&^bits("a1"))).want(Help, say.PutBack, "a1")
		x.feed(press(after&^bits("h8"))).want(Help, say.PutBackMine, "h8")
		x.feed(press(before|bits("e5"))).want(Help, say.TakeAway, "e5")
		x.feed(press(after)).effects(EffectCarry, EffectStart)
	})
	t.Run("28: fell on the way", func(t *testing.T) {
		x := moving(t)
		after := x.s.Pending.occupiedAfter(1)
		x.feed(trouble(ArmHelpPlace, 0, after, after&^bits("b4"))).want(Help, say.HelpPlace, "b4")
		x.feed(press(after)).effects(EffectCarry, EffectStart)
	})
	t.Run("27: a captured one can't be picked up", func(t *testing.T) {
		x := moving(t)
		x.feed(Event{Kind: EventArm, Arm: ArmCarried, Carry: 0})
		x.feed(trouble(ArmHelpPick, 1, x.s.Pending.occupiedAfter(2), x.s.Pending.occupiedAfter(1))).
			want(Help, say.HelpRemove, "c5")
		x.feed(press(x.s.OccupiedByGame())).want(VisitorTurn, say.YourTurn).effects(EffectHandover)
	})
	t.Run("27: and captured ones are taken off with it", func(t *testing.T) {
		asked := func(t *testing.T) *script {
			x := begin(t, "W:Wa5,d4,d2:Be5,f6", board.White).visitor("a5-b6").answer("e5:c3:e1")
			x.feed(trouble(ArmHelpPick, 0, x.s.Pending.occupiedAfter(1), x.s.Pending.occupiedAfter(0)))
			return x.want(Help, say.HelpRemove, "e5")
		}
		x := asked(t)
		x.feed(press(x.s.Pending.occupiedAfter(1)&^bits("d4"))).want(Moving, say.Resumed).
			effects(EffectCarry, EffectCarry, EffectStart)
		if got, want := x.s.Pending.occupiedAfter(1), bits("d2", "f6", "b6"); got != want {
			t.Errorf("the squares %v are to be occupied, not %v", got, want)
		}
		x.arm().want(VisitorTurn, say.YourTurn)
		if in := x.s.Bodies.Trophies(); in != 2 { // the man that has become a king, and the other captured one
			t.Errorf("%d trophies", in)
		}
		x = asked(t)
		x.feed(press(x.s.Pending.occupiedAfter(1)&^bits("d4", "d2"))).effects(EffectCarry, EffectStart)
		x = asked(t)
		x.feed(press(x.s.Pending.occupiedAfter(1)&^bits("d4", "f6"))).want(Help, say.PutBackMine, "f6")
	})
}

// 32: the tray is full, or has no spare king left.
func TestTray(t *testing.T) {
	t.Run("full", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		for slot := range x.s.Bodies.FreeTrophySlots() {
			x.s.Bodies = x.s.Bodies.Carry(inventory.OnSquare(board.Square(slot)), inventory.InTrophies(slot))
		}
		x.s.Bodies = x.s.Bodies.Agree(x.s.Game.Position())
		x.visitor("c3-d4").robot("b6-a5").visitor("d4-c5").answer("d6:b4").want(Help, say.TrayFull).effects()
		x.feed(Event{Kind: EventLink, Link: LinkDown}, up(2), scan(x.s.Pending.occupiedAfter(0)), Event{Kind: EventHomed})
		x.want(Help, say.TrayFull)
		x.feed(press(x.s.Sensors.Bits)).effects(EffectCarry, EffectCarry, EffectStart)
	})
	t.Run("a spare king", func(t *testing.T) {
		x := begin(t, "W:Wh4,h6:Bb2", board.White).visitor("h6-g7").answer("b2-c1")
		if n := len(x.s.Pending.Program.Carries); n != 2 {
			t.Errorf("%d carries", n)
		}
		x.arm().want(VisitorTurn, say.YourTurn)
		if kings := x.s.Bodies.SpareKings(); len(kings) != 2 {
			t.Errorf("spare kings in %v", kings)
		}
	})
	t.Run("no spare king", func(t *testing.T) {
		x := begin(t, "W:Wh4,h6:Bb2", board.White)
		for slot := range 3 {
			x.s.Bodies = x.s.Bodies.Lose(inventory.InSpares(slot))
		}
		x.visitor("h6-g7").answer("b2-c1").arm().want(Help, say.TurnOver, "c1").effects()
		x.feed(press(x.s.OccupiedByGame()&^bits("c1"))).want(Help, say.TurnOver, "c1")
		x.feed(press(x.s.OccupiedByGame())).want(VisitorTurn, say.YourTurn).effects(EffectHandover)
	})
}

func TestLinkInMidMove(t *testing.T) {
	down := Event{Kind: EventLink, Link: LinkDown}
	homed := Event{Kind: EventHomed}
	t.Run("22: nothing done yet", func(t *testing.T) {
		x := moving(t).feed(down).want(NotReady, say.LinkLost).effects(EffectAbandonProgram).awaits(DeadlineLink)
		x.feed(due(DeadlineLink)).want(NotReady, say.LinkLost)
		x.feed(Event{Kind: EventLink, Link: LinkReset, BootID: 2}).want(NotReady, say.LinkLost)
		x.feed(up(2), scan(x.s.Pending.occupiedAfter(0)), homed).effects(EffectCarry, EffectCarry, EffectStart)
	})
	t.Run("24: one carry done without a report", func(t *testing.T) {
		x := moving(t).feed(down, up(2))
		x.feed(scan(x.s.Pending.occupiedAfter(1)), homed).effects(EffectCarry, EffectStart)
	})
	t.Run("24: the checker fell from the nozzle", func(t *testing.T) {
		x := moving(t).feed(down, up(2))
		x.feed(homed, scan(x.s.Pending.occupiedAfter(0)&^bits("d6"))).want(Setup, say.SetUpBlack, "b4")
		x.feed(scan(x.s.OccupiedByGame())).want(VisitorTurn, say.YourTurn).effects(EffectHandover)
	})
	t.Run("24: a crown that a person has to make", func(t *testing.T) {
		x := begin(t, "W:Wh4,h6:Bb2", board.White).visitor("h6-g7").answer("b2-c1").feed(down, up(2))
		x.feed(homed, scan(x.s.OccupiedByGame()|bits("a3")), scan(x.s.OccupiedByGame())).want(Help, say.TurnOver, "c1")
	})
	t.Run("the visitor's half-made move stands", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(down, up(2))
		x.feed(scan(x.after("d4-c5")), homed).want(VisitorTurn, say.YourTurn)
	})
	t.Run("13: knocked over meanwhile", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(down, up(2))
		x.feed(scan(bits("c1")), homed).want(Setup, say.SetUp)
		x.feed(scan(x.s.OccupiedByGame())).want(VisitorTurn, say.YourTurn)
	})
	t.Run("while the robot thinks", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(down).effects(EffectAbandonProgram, EffectCancel)
		x.answer("b6-a5").effects()
		x.feed(up(2), scan(x.s.OccupiedByGame()), homed).effects(EffectThink)
	})
	t.Run("25, 44: refused", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.feed(Event{Kind: EventLink, Link: LinkRefused, Refusal: RefusedFirmware}).want(NotReady, say.WrongFirmware)
		x.feed(Event{Kind: EventLink, Link: LinkRefused, Refusal: RefusedUncalibrated}).want(NotReady, say.NotCalibrated)
		x.feed(due(DeadlineLink)).want(NotReady, say.NotCalibrated).awaits(DeadlineLink)
		x.feed(homed).want(NotReady, say.NotCalibrated)
	})
	t.Run("34: the switch is not found", func(t *testing.T) {
		x := &script{TB: t, s: NewState(testSettings(t, startFEN, board.White))}
		x.feed(up(1), due(deadlineHome)).want(NotReady, say.HomingFailed).effects(EffectHome).awaits(deadlineHome)
	})
}

// 34: the emergency stop, by button, page or command.
func TestStop(t *testing.T) {
	on, off := Event{Kind: EventEstop, On: true}, Event{Kind: EventEstop}
	t.Run("by the page", func(t *testing.T) {
		x := moving(t).feed(commandEvent(command.Stop)).want(Stopped, say.Stopped).effects(EffectStop, EffectAbandonProgram)
		x.feed(on).want(Stopped, say.Stopped).effects()
		x.feed(off).want(Stopped, say.Stopped).effects() // not without being told
		x.feed(on, commandEvent(command.Clear)).effects(EffectClear).awaits(deadlineClear)
		x.feed(due(deadlineClear)).want(Stopped, say.Stopped)
		x.feed(off).want(NotReady, say.GettingReady).effects(EffectHome)
		x.feed(Event{Kind: EventHomed}).effects(EffectCarry, EffectCarry, EffectStart)
	})
	t.Run("by the button, and a press then", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(on).want(Stopped, say.Stopped).
			effects(EffectCancel, EffectAbandonProgram)
		x.feed(press(0)).want(Stopped, say.Stopped).verdict("")
		x.feed(Event{Kind: EventLink, Link: LinkDown}, up(3)).want(Stopped, say.Stopped)
	})
	t.Run("without a link", func(t *testing.T) {
		x := begin(t, startFEN, board.White).feed(Event{Kind: EventLink, Link: LinkDown}, commandEvent(command.Stop))
		x.want(Stopped, say.Stopped).feed(commandEvent(command.Clear)).want(NotReady, say.LinkLost)
	})
	t.Run("a wish is done when all is well again", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(on, commandEvent(command.NewGame)).effects()
		x.feed(commandEvent(command.Clear), off, Event{Kind: EventHomed}).effects(EffectArchive, EffectNewGame)
	})
	t.Run("nothing to clear", func(t *testing.T) {
		begin(t, startFEN, board.White).feed(commandEvent(command.Clear)).want(VisitorTurn, say.YourTurnWhite).effects()
	})
}
