package turn

import (
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// Nobody presses into the void: whatever the robot is about, a press is answered, and nothing but
// the answer changes when it isn't the time for it.
func TestEveryPressIsAnswered(t *testing.T) {
	down := Event{Kind: EventLink, Link: LinkDown}
	for _, c := range []struct {
		name      string
		x         *script
		settled   say.Key
		unsettled say.Key
	}{
		{"homing", begin(t, startFEN, board.White).feed(up(2)), say.GettingReady, say.GettingReady},
		{"without a link", begin(t, startFEN, board.White).feed(down), say.LinkLost, say.LinkLost},
		{"refused", begin(t, startFEN, board.White).
			feed(Event{Kind: EventLink, Link: LinkRefused, Refusal: RefusedSetup}), say.SetupRefused, say.SetupRefused},
		{"thinking", begin(t, startFEN, board.White).visitor("c3-d4"), say.Thinking, say.Thinking},
		{"moving", moving(t), say.HandsOff, say.HandsOff},
		{"helping", moving(t).feed(trouble(ArmHelpPlace, 0, 0, 0)), say.TakeAway, say.HoldStill},
		{"held", moving(t).feed(trouble(ArmHeld, 0, bits("a1"), 0)), say.TakeAway, say.HoldStill},
		{"over", begin(t, startFEN, board.White).visitor("c3-d4").feed(commandEvent(command.Resign)), say.SetUp, say.HoldStill},
		{"stopped", begin(t, startFEN, board.White).feed(commandEvent(command.Stop)), say.Stopped, say.Stopped},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.x.TB = t
			phase := c.x.s.Phase
			answered := func(e Event, want say.Key) {
				x := *c.x
				before := x.s
				x.feed(e)
				if x.s.Phase != phase || x.s.Said.Key != string(want) || x.s.Said.Serial == before.Said.Serial {
					t.Errorf("a press: phase %s, said %+v; want %s, %s", x.s.Phase, x.s.Said, phase, want)
				}
				if x.s.Wait.Reason != before.Wait.Reason || x.s.Pending.Done != before.Pending.Done ||
					x.s.Game.Plies() != before.Game.Plies() {
					t.Errorf("a press changed %+v to %+v", before, x.s)
				}
			}
			answered(press(c.x.s.OccupiedByGame()|bits("g5")), c.settled)
			answered(Event{Kind: EventUnsettled}, c.unsettled)
		})
	}
}
