package robot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// switchedOff is a daemon told to end, and started again when its arm is parked; opening the port resets the controller.
// Nothing may hang on the nozzle then, nor have been dropped.
func (s *scene) switchedOff() {
	s.t.Helper()
	if took := s.leaves(); took > 10*time.Second {
		s.t.Errorf("it took %v", took)
	}
	if c := s.world.Counts(); s.held() != nil || c.Drops > 0 {
		s.t.Errorf("held %+v, counted %+v", s.held(), c)
	}
	s.reset(s.now)
	s.restart()
}

// 34: an emergency stop is heard while the arm parks because the robot is switched off. Who switches it on again goes on.
func TestScene34StopWhileParking(t *testing.T) {
	s := midMove(t, moments["carrying"])
	s.core.BeginShutdown()
	s.pass(500 * time.Millisecond)
	s.command(turn.CommandStop)
	s.pass(100 * time.Millisecond)
	tip := s.world.Tip()
	s.wait("it has left", s.core.ShutdownDone)
	if s.world.Tip() != tip || s.held() != nil {
		t.Errorf("the tip has gone from %+v to %+v; held %+v", tip, s.world.Tip(), s.held())
	}
	s.shows(turn.Stopped, say.Stopped)
	s.reset(s.now)
	s.restart()
	s.recovers()
}

// A line that is cut, or a controller that is reset, while the arm parks because the robot is switched off is told as what it
// is: the arm has not failed. There is nothing more to wait for.
func TestCutWhileParking(t *testing.T) {
	for name, cut := range map[string]func(s *scene){
		"cut":   (*scene).pull,
		"reset": func(s *scene) { s.reset(s.now) },
	} {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moments["carrying"])
			s.core.BeginShutdown()
			s.pass(700 * time.Millisecond)
			s.notes = nil
			cut(s)
			s.wait("it has left", s.core.ShutdownDone)
			if notes := fmt.Sprint(s.notes); strings.Contains(notes, "the arm has failed") || len(s.core.ArmFailures()) > 0 {
				t.Errorf("it is told as %v", notes)
			}
		})
	}
}

// An arm that a busy laptop lets starve on its way to the parking place goes on when the stop is cleared.
func TestStarvedWhileParking(t *testing.T) {
	for at := 100 * time.Millisecond; at < 2500*time.Millisecond; at += 200 * time.Millisecond {
		s := midMove(t, moments["carrying"])
		began := s.now
		s.core.BeginShutdown()
		s.pass(at)
		s.sleep(700 * time.Millisecond)
		s.wait("it has left", s.core.ShutdownDone)
		if took := s.now - began; took > 8*time.Second || s.held() != nil {
			t.Errorf("starved after %v it took %v; held %+v", at, took, s.held())
		}
	}
}

// A robot that is switched off in the middle of its move goes on with what the board shows when it is switched on again,
// with nobody's help.
func TestLeaveInMidMove(t *testing.T) {
	t.Parallel()
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moment)
			s.switchedOff()
			s.handsOver()
			s.played("a3-b4", "b8-h2")
			s.goesOn("b4-a5")
			if s.count(`"set_up`) > 0 {
				t.Errorf("help was asked for\n%s", s)
			}
		})
	}
	t.Run("with a captured checker", func(t *testing.T) {
		s := play(t, "W:Wc3,g1:Be5,h8", board.White, "e5:c3")
		s.moves("c3-d4")
		s.accepts("c3-d4")
		s.wait("its own checker laid down", func() bool { return s.count(`"arm":"carried"`) == 1 })
		s.inTheAir()
		s.switchedOff()
		s.handsOver()
		s.played("c3-d4", "e5:c3")
		s.goesOn("g1-h2")
	})
	t.Run("held up, and another king laid where the robot's stood", func(t *testing.T) {
		s := midMove(t, moments["carrying"])
		s.lay(board.BlackKing, "b8")
		s.untilPhase(turn.Hold)
		s.switchedOff()
		s.recovers()
	})
}
