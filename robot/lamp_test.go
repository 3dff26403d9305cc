package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/robot/turn"
)

// The red button is lit while a press is waited for, and only then.
func TestLamp(t *testing.T) {
	t.Parallel()
	s := newScene(t, "W:Wc3,e1:Bf6,h8", board.White, nil)
	s.answers = []string{"f6-g5"}
	lit := func(phase turn.Phase, want int) {
		t.Helper()
		s.untilPhase(phase)
		s.pass(100 * time.Millisecond)
		if got := s.world.State(s.now).Button.LED; got != want {
			t.Errorf("%s: the lamp shows %d, want %d", phase, got, want)
		}
	}
	lit(turn.Boot, 0)
	s.lift("h8")
	lit(turn.Setup, 1)
	s.lay(board.BlackMan, "h8")
	lit(turn.Visitor, 1)
	s.moves("c3-d4")
	s.accepts("c3-d4")
	lit(turn.Thinking, 0)
	s.world.SetPickMissChance(1)
	lit(turn.Moving, 0)
	lit(turn.Help, 1)
	s.world.SetPickMissChance(0)
	s.press()
	s.handsOver()
	lit(turn.Visitor, 1)
	s.command(turn.CommandStop)
	lit(turn.Stopped, 0)
	s.command(turn.CommandClear)
	lit(turn.Visitor, 1)
	s.command(turn.CommandResign)
	lit(turn.Over, 1)
}
