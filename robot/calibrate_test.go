package robot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// sparse is a position without checkers where a calibration touches the board.
const sparse = "W:Wc3,a3:Bd8,e7"

// touch brings the tip down to a place by the configuration, and takes it.
func (s *scene) touch(name string) {
	s.t.Helper()
	for _, c := range s.world.Checkers() {
		if at := s.world.TraySlot(12); name == "king1" && c.X-at.X < 5 && c.X > at.X-5 && c.Y-at.Y < 5 && c.Y > at.Y-5 {
			s.did(s.world.RemoveID(c.ID))
		}
	}
	s.operates(turn.CommandGoto, "place", name, "height", "near")
	s.did(jog(s, "0", "0", "-10.5"))
	s.stands()
	s.did(s.operate(turn.CommandCalibTake, "place", name))
}

// A calibration by commands: each step is refused before its time, with the reason; what is written is used at once, and
// real hardware plays from then on.
func TestCalibrationByCommands(t *testing.T) {
	t.Parallel()
	var saved *arm.Config
	var full error
	s := newScene(t, sparse, board.White, func(c *robot.CoreConfig) {
		c.SaveCalibration = func(cfg arm.Config) error {
			saved = &cfg
			return full
		}
	})
	s.device = &realHardware{ctl: s.controller}
	s.until(turn.Boot, say.NotCalibrated)
	refused := func(words string, name turn.CommandName, args ...string) {
		t.Helper()
		if err := s.operate(name, args...); !errors.Is(err, robot.ErrRefused) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", name, err, words)
		}
	}
	refused("service mode", turn.CommandCalibStart)
	s.command(turn.CommandServiceOn)
	refused("start one first", turn.CommandCalibTake, "place", "a1")
	s.did(s.operate(turn.CommandCalibStart))
	refused("home it first", turn.CommandCalibTake, "place", "a1")
	s.operates(turn.CommandHome)
	s.operates(turn.CommandGoto, "place", "a1", "height", "near")
	refused("up in the air", turn.CommandCalibTake, "place", "a1")
	s.did(jog(s, "0", "0", "-10.5"))
	refused("still moving", turn.CommandCalibTake, "place", "a1")
	s.stands()
	for _, name := range []string{"a1", "g1", "h8", "b8", "c5", "f4"} {
		s.touch(name)
	}
	refused("one slot of each plate", turn.CommandCalibWrite)
	s.touch("tray1")
	s.touch("king1")
	calib := s.core.Status(s.now).Calib
	if calib == nil || len(calib.Taken) != 8 || len(calib.Residuals) != 8 || calib.Next != "tray12" || calib.Fit.CentreX == 0 {
		t.Errorf("the status has %+v", calib)
	}
	full = fmt.Errorf("no space left")
	refused("no space left", turn.CommandCalibWrite)
	full = nil
	s.did(s.operate(turn.CommandCalibWrite))
	if saved == nil || !strings.Contains(s.core.Status(s.now).Calib.Say, "is written") {
		t.Errorf("saved %v", saved)
	}
	s.command(turn.CommandServiceOff)
	if s.core.Status(s.now).Calib != nil {
		t.Error("the calibration outlives service mode")
	}
	s.until(turn.Visitor, say.YourTurnWhite)
	s.goesOn("c3-d4")
}

// A calibration that is given up changes nothing.
func TestCalibrationGivenUp(t *testing.T) {
	t.Parallel()
	s := play(t, sparse, board.White)
	s.command(turn.CommandServiceOn)
	s.did(s.operate(turn.CommandCalibStart))
	for _, name := range []string{"a1", "g1", "h8"} {
		s.touch(name)
	}
	if err := s.operate(turn.CommandCalibWrite); err == nil {
		t.Error("written without a file")
	}
	s.did(s.operate(turn.CommandCalibCancel))
	if s.core.Status(s.now).Calib != nil {
		t.Error("it goes on")
	}
	s.command(turn.CommandServiceOff)
	s.until(turn.Visitor, say.YourTurnWhite)
	s.goesOn("c3-d4")
}
