package turn

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// tray holds what the program has in the tray against what should be there.
func (x *script) tray(trophies, kings int) *script {
	x.Helper()
	if n, k := x.s.Bodies.Trophies(), len(x.s.Bodies.SpareKings()); n != trophies || k != kings {
		x.Errorf("%d trophies and %d spare kings, want %d and %d", n, k, trophies, kings)
	}
	return x
}

// later is a press of somebody who has read what is asked for; n counts them.
func later(n int, b board.Bits) Event {
	e := press(b)
	e.T = time.Duration(n) * answerTime
	return e
}

// slot holds the slot that the sentence names.
func (x *script) slot(want int) *script {
	x.Helper()
	if x.s.Said.Slot != want {
		x.Errorf("slot %d is named, want %d", x.s.Said.Slot, want)
	}
	return x
}

// The robot's man was crowned by a spare king: taken back, the king goes to its slot and the man comes from the tray.
func TestTakebackOfTheRobotsPromotion(t *testing.T) {
	crowned := func(t *testing.T) *script {
		x := begin(t, "W:Wg1,h2:Bb2,h8", board.White).visitor("h2-g3").robot("b2-c1").want(VisitorTurn, say.YourTurn)
		return x.tray(1, 2).feed(commandEvent(command.Takeback)).want(Setup, say.TakebackDone)
	}
	t.Run("as it is asked for", func(t *testing.T) {
		x := crowned(t).feed(due(deadlineGuide)).want(Setup, say.RestoreKing, "c1").slot(3)
		x.feed(scan(bits("g1", "g3", "h8"))).want(Setup, say.RestoreBlackMan, "b2").slot(1).tray(1, 3)
		x.feed(scan(bits("g1", "g3", "h8", "b2"))).want(VisitorTurn, say.YourTurnWhite).tray(0, 3)
		// the next man is laid into the slot that is free again, and the same king is there for it
		x.feed(press(bits("g1", "g3", "h8", "b2"))).answer("b2-c1")
		if c := x.s.Pending.CurrentCarry(); c != "crown_off b2 slot 0" {
			t.Errorf("the next carry is %q", c)
		}
		x.arm().tray(1, 2)
	})
	t.Run("a king that is only pushed back is not a man", func(t *testing.T) {
		x := crowned(t).feed(scan(bits("g1", "g3", "h8", "b2"))).want(Setup, say.RestoreSpare).slot(3)
		x.feed(scan(bits("g1", "g3", "h8"))).want(Setup, say.RestoreSpare).feed(later(1, bits("g1", "g3", "h8")))
		x.want(Setup, say.RestoreBlackMan, "b2").feed(press(bits("g1", "g3", "h8")))
		x.want(Setup, say.RestoreBlackMan, "b2")
		x.feed(scan(bits("g1", "g3", "h8", "b2"))).want(VisitorTurn, say.YourTurnWhite).tray(0, 3)
	})
	t.Run("by the board, with two presses", func(t *testing.T) {
		x := begin(t, "W:Wg1,h2:Bb2,h8", board.White).visitor("h2-g3").robot("b2-c1")
		back := bits("g1", "h2", "h8", "b2")
		x.feed(press(back), press(back)).want(Setup, say.TakebackDone)
		x.feed(due(deadlineGuide)).want(Setup, say.RestoreSpare).slot(3).feed(later(1, back))
		x.want(Setup, say.RestoreBlackMan, "b2")
		x.feed(later(2, back)).want(VisitorTurn, say.YourTurnWhite).tray(0, 3)
	})
	t.Run("a power cut in between", func(t *testing.T) {
		x := crowned(t).feed(due(deadlineGuide)).want(Setup, say.RestoreKing, "c1")
		x.feed(Event{Kind: EventLink, Link: LinkDown}, up(2), scan(bits("g1", "g3", "h8", "c1")), Event{Kind: EventHomed})
		x.want(Setup, say.RestoreKing, "c1")
	})
	t.Run("while a person is asked for the king", func(t *testing.T) {
		x := begin(t, "W:Wg1,h2:Bb2,h8", board.White).visitor("h2-g3").answer("b2-c1")
		x.feed(Event{Kind: EventArm, Arm: ArmCarried})
		x.feed(trouble(ArmHelpPlace, 1, bits("g1", "g3", "h8", "c1"), bits("g1", "g3", "h8")))
		x.want(Help, say.SetUpBlackKing, "c1").feed(commandEvent(command.Takeback), due(deadlineGuide))
		x.want(Setup, say.TidyTray).feed(press(x.s.Sensors.Bits)).want(Setup, say.TidyTray) // the king may lie in it, too
		x.feed(later(1, x.s.Sensors.Bits)).want(Setup, say.SetUpBlack, "b2").feed(scan(bits("g1", "h2", "h8", "b2")))
		x.want(VisitorTurn, say.YourTurnWhite).tray(0, 3)
	})
}

// A man that was turned over for a spare king that there was not is turned back.
func TestTakebackOfAKingMadeByHand(t *testing.T) {
	x := begin(t, "W:Wg1,h2:Bb2,h8", board.White)
	for slot := range 3 {
		x.s.Bodies = x.s.Bodies.Lose(inventory.InSpares(slot))
	}
	x.visitor("h2-g3").answer("b2-c1").arm().want(Help, say.TurnOver, "c1").feed(press(x.s.OccupiedByGame()))
	x.want(VisitorTurn, say.YourTurn).feed(commandEvent(command.Takeback), due(deadlineGuide))
	x.want(Setup, say.RestoreMove, "c1", "b2").feed(scan(bits("g1", "g3", "h8", "b2"))).want(Setup, say.RestoreTurn, "b2")
	x.feed(scan(x.s.Sensors.Bits)).want(Setup, say.RestoreTurn, "b2")
	x.feed(later(1, x.s.Sensors.Bits)).want(VisitorTurn, say.YourTurnWhite)
}

// The visitor's own king becomes a man again, wherever it lies by then.
func TestTakebackOfTheVisitorsPromotion(t *testing.T) {
	x := begin(t, "W:Wc7,a1:Bh8,a7", board.White).visitor("c7-d8").robot("a7-b6")
	x.feed(commandEvent(command.Takeback)).want(Setup, say.TakebackDone).feed(due(deadlineGuide))
	x.want(Setup, say.RestoreMove, "b6", "a7")
	y := *x
	x.feed(scan(bits("a1", "d8", "h8", "a7"))).want(Setup, say.RestoreTurn, "d8") // where its move has left it
	x.feed(press(x.s.Sensors.Bits)).want(Setup, say.RestoreTurn, "d8")            // a press for the step before
	x.feed(later(1, x.s.Sensors.Bits)).want(VisitorTurn, say.YourTurnWhite)
	x.feed(press(x.s.Sensors.Bits)).verdict("move")
	y.feed(scan(bits("a1", "c7", "h8", "a7"))).want(Setup, say.RestoreTurn, "c7")
	y.feed(later(1, y.s.Sensors.Bits)).want(VisitorTurn, say.YourTurnWhite)
}

// A journal of the version before counts the tray as it did then, and asks for squares.
func TestTakebackInAnOldJournal(t *testing.T) {
	set := testSettings(t, "W:Wg1,h2:Bb2,h8", board.White)
	set.Version = bodiesSince - 1
	x := &script{TB: t, s: NewState(set)}
	x.feed(up(1), scan(set.Start.Occupied()), Event{Kind: EventHomed}).visitor("h2-g3").answer("b2-c1").tray(1, 2).arm()
	x.feed(commandEvent(command.Takeback), due(deadlineGuide)).want(Setup, say.SetUpBlack, "b2").tray(0, 2)
}

// A new game begins with a tidy tray, where something may lie there: somebody says so once.
func TestNewGameAsksForATidyTray(t *testing.T) {
	set := testSettings(t, startFEN, board.White)
	set.UntidyTray = true
	x := &script{TB: t, s: NewState(set)}
	x.feed(up(1), scan(set.Start.Occupied()), Event{Kind: EventHomed}).want(Setup, say.TidyTray)
	x.feed(scan(set.Start.Occupied())).want(Setup, say.TidyTray)
	x.feed(press(set.Start.Occupied())).want(VisitorTurn, say.YourTurnWhite).visitor("c3-d4").verdict("move")
}
