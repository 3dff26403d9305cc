package turn

import (
	"testing"

	"crownhead/face/say"
)

// 7, 9: whoever does by hand, while the arm holds, what the arm was about to do is not told to undo
// it.
func TestHandsDoTheArmsWork(t *testing.T) {
	// held is the arm that holds before its carry n, with the board as it was left.
	held := func(t *testing.T, n int) *script {
		x := moving(t)
		for i := range n {
			x.feed(Event{Kind: EventArm, Arm: ArmCarried, Carry: i})
		}
		lying := x.s.Pending.occupiedAfter(n)
		return x.feed(trouble(ArmDisturbed, n, lying, lying&^bits("h8")), trouble(ArmHeld, n, lying, lying&^bits("h8"))).
			feed(scan(lying&^bits("h8"))).want(Hold, say.PutBackMine, "h8")
	}
	t.Run("what was to be removed", func(t *testing.T) {
		x := held(t, 1)
		x.feed(scan(x.s.Pending.occupiedAfter(2))).awaits(deadlineSteady).want(Hold, say.PutBackMine, "h8")
		x.feed(due(deadlineSteady)).effects(EffectAbandonProgram, EffectHome)
		x.feed(Event{Kind: EventHomed}).want(VisitorTurn, say.YourTurn)
	})
	t.Run("only the carry at which it holds", func(t *testing.T) {
		x := held(t, 0)
		x.feed(press(x.s.Pending.occupiedAfter(1)), due(deadlineSteady)).effects(EffectAbandonProgram, EffectHome)
		x.feed(Event{Kind: EventHomed}).want(Moving, say.Resumed).effects(EffectCarry, EffectStart)
	})
	t.Run("the whole move", func(t *testing.T) {
		x := held(t, 0)
		x.feed(press(x.s.OccupiedByGame()), due(deadlineSteady)).effects(EffectAbandonProgram, EffectHome)
		x.feed(Event{Kind: EventHomed}).want(VisitorTurn, say.YourTurn)
	})
	t.Run("put back as it was", func(t *testing.T) {
		x := held(t, 0)
		x.feed(scan(x.s.Pending.occupiedAfter(0)), due(deadlineSteady)).want(Moving, say.Resumed).effects(EffectContinueProgram)
	})
}

// The sentence that asked for help is over once the arm goes on: nobody is to do it while the arm
// is at work.
func TestNothingIsAskedForWhileTheArmMoves(t *testing.T) {
	x := moving(t)
	lying := x.s.Sensors.Bits
	x.feed(trouble(ArmHelpPick, 0, lying, lying)).want(Help, say.HelpPick, "d6", "b4")
	x.feed(press(lying)).want(Moving, say.Resumed).effects(EffectCarry, EffectCarry, EffectStart)
	x.feed(trouble(ArmHelpPick, 0, lying, lying), scan(x.s.Pending.occupiedAfter(1)), due(deadlineSteady)).
		want(Moving, say.Resumed)
	x.feed(Event{Kind: EventLink, Link: LinkDown}, up(2), scan(x.s.Pending.occupiedAfter(1)), Event{Kind: EventHomed}).
		want(Moving, say.Resumed)
}
