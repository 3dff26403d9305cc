package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/robot"
)

// The red button is lit while a press is waited for, and only then.
func TestLamp(t *testing.T) {
	t.Parallel()
	s := newScene(t, "W:Wc3,e1:Bf6,h8", board.White, nil)
	s.answers = []string{"f6-g5"}
	lit := func(phase robot.Phase, want int) {
		t.Helper()
		s.untilPhase(phase)
		s.pass(100 * time.Millisecond)
		if got := s.world.State(s.now).Button.LED; got != want {
			t.Errorf("%s: the lamp shows %d, want %d", phase, got, want)
		}
	}
	lit(robot.Boot, 0)
	s.lift("h8")
	lit(robot.Setup, 1)
	s.lay(board.BlackMan, "h8")
	lit(robot.Visitor, 1)
	s.moves("c3-d4")
	s.accepts("c3-d4")
	lit(robot.Thinking, 0)
	s.world.SetMiss(1)
	lit(robot.Moving, 0)
	lit(robot.Help, 1)
	s.world.SetMiss(0)
	s.press()
	s.handsOver()
	lit(robot.Visitor, 1)
	s.command(robot.CommandStop)
	lit(robot.Stopped, 0)
	s.command(robot.CommandClear)
	lit(robot.Visitor, 1)
	s.command(robot.CommandResign)
	lit(robot.Over, 1)
}
