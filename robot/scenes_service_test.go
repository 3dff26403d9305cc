package robot_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// operate sends a command, with names and values of arguments alternating, and returns why it was refused.
func (s *scene) operate(name command.Name, args ...string) error {
	c := command.Command{Name: name, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		c.Args[args[i]] = args[i+1]
	}
	s.refused = nil
	s.Commands = append(s.Commands, c)
	s.pass(20 * time.Millisecond)
	return s.refused
}

// operates sends a command and waits until the arm stands.
func (s *scene) operates(name command.Name, args ...string) {
	s.t.Helper()
	s.must(s.operate(name, args...))
	s.stands()
}

// stands waits until the arm rests.
func (s *scene) stands() {
	s.t.Helper()
	const calm = 500 * time.Millisecond
	pose, since := s.World.Tip(), s.now
	s.wait("an arm at rest", func() bool {
		if tip := s.World.Tip(); tip != pose {
			pose, since = tip, s.now
		}
		return s.now-since > calm
	})
}

func jog(s *scene, x, y, z string) error { return s.operate(command.Jog, "x", x, "y", y, "z", z) }

func where(s *scene) (x, y, z float64) {
	p := s.World.Tip()
	return p.X, p.Y, p.Z
}

// 44: real hardware that nobody has calibrated homes and moves by the operator's hand in service mode, and not
// otherwise.
func TestScene44ServiceMode(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.Device = &robottest.RealHardware{Controller: s.Controller}
	s.until(turn.NotReady, say.NotCalibrated)
	if err := s.operate(command.Home); !errors.Is(err, robot.ErrNotNow) {
		t.Errorf("homing outside service mode: %v", err)
	}
	s.sendCommand(command.ServiceOn)
	s.wantShown(turn.Service, say.Service)
	if err := jog(s, "1", "0", "0"); !errors.Is(err, arm.ErrLost) {
		t.Errorf("a jog before homing: %v", err)
	}
	s.operates(command.Home)
	s.operates(command.Goto, "place", "d4", "height", "near")
	x, y, _ := where(s)
	s.must(jog(s, "10", "-10", "0"))
	s.stands()
	if nx, ny, _ := where(s); math.Abs(nx-x-10) > 0.3 || math.Abs(ny-y+10) > 0.3 {
		t.Errorf("jogged from (%.2f, %.2f) to (%.2f, %.2f)", x, y, nx, ny)
	}
	s.sendCommand(command.ServiceOff)
	s.until(turn.NotReady, say.NotCalibrated)
	pose := s.World.State(s.now).Arm.Joints
	s.pass(time.Minute)
	if s.World.State(s.now).Arm.Joints != pose {
		t.Error("it moved after service mode")
	}
}

// Service mode in the middle of the robot's move: the arm stops, is the operator's, and afterwards the move is
// completed.
func TestServiceInMidMove(t *testing.T) {
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moment)
			s.sendCommand(command.ServiceOn)
			s.wantShown(turn.Service, say.Service)
			s.stands()
			s.must(jog(s, "0", "0", "10"))
			s.stands()
			s.pressButton()
			s.wantShown(turn.Service, say.Service)
			s.sendCommand(command.ServiceOff)
			s.recoverGame()
		})
	}
}

// The journal holds the beginning and the end of service mode, and nothing of what the operator does with the arm.
func TestServiceJournal(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.sendCommand(command.ServiceOn)
	s.pass(time.Second)
	happened := func() int { return s.countInJournal(`"event":`) - s.countInJournal(`"event":"deadline"`) }
	before := happened()
	s.operates(command.Goto, "place", "a1", "height", "near")
	s.must(jog(s, "0.1", "0", "0"))
	s.operates(command.Pump, "on", "true")
	s.operates(command.Pump, "on", "false")
	if n := happened(); n != before {
		t.Errorf("%d events more:\n%s", n-before, robottest.TailOf(s.journal()))
	}
	s.sendCommand(command.ServiceOff)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	if s.countInJournal(`"service_on"`) != 1 || s.countInJournal(`"service_off"`) != 1 {
		t.Error("the journal lacks the beginning or the end")
	}
	s.playRound("c3-d4")
}

// 34: the emergency stop works in service mode as ever; cleared, the robot is in service mode still, and homes first.
func TestScene34StopInServiceMode(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.sendCommand(command.ServiceOn)
	s.must(s.operate(command.Goto, "place", "h8", "height", "touch"))
	s.pass(time.Second)
	s.sendCommand(command.Stop)
	s.pass(time.Second)
	s.wantShown(turn.Stopped, say.Stopped)
	pose := s.World.State(s.now).Arm.Joints
	if err := jog(s, "1", "0", "0"); err == nil || !strings.Contains(err.Error(), "clear the stop") {
		t.Errorf("a jog while stopped: %v", err)
	}
	s.sendCommand(command.Clear)
	s.pass(2 * time.Second)
	s.wantShown(turn.Service, say.Service)
	if err := jog(s, "1", "0", "0"); !errors.Is(err, arm.ErrLost) {
		t.Errorf("a jog after the stop: %v", err)
	}
	if s.World.State(s.now).Arm.Joints != pose {
		t.Error("it moved")
	}
	s.operates(command.Home)
	s.operates(command.Goto, "place", "h8", "height", "touch")
	s.sendCommand(command.ServiceOff)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// 34: a clear of the emergency stop that comes before the controller has reported the stop is carried out all the
// same, and the stop does not come back. A second stop meanwhile is carried out, too.
func TestScene34StopTakenBackAtOnce(t *testing.T) {
	t.Parallel()
	for _, wait := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond, 50 * time.Millisecond} {
		s := startPlaying(t, robottest.StartFEN, board.White)
		at := func(name command.Name) {
			s.Commands = append(s.Commands, command.Command{Name: name})
			s.pass(wait)
		}
		at(command.Stop)
		s.sendCommand(command.Clear)
		s.until(turn.VisitorTurn, say.YourTurnWhite)
		s.pass(2 * time.Second)
		s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
		at(command.Stop)
		at(command.Clear)
		s.sendCommand(command.Stop)
		s.pass(2 * time.Second)
		s.wantShown(turn.Stopped, say.Stopped)
	}
}

// 34: service mode that is asked for while the robot is stopped begins when the stop is cleared, and no sooner.
func TestScene34ServiceModeWhileStopped(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.sendCommand(command.Stop)
	s.pass(time.Second)
	s.sendCommand(command.ServiceOn)
	s.pass(time.Second)
	s.wantShown(turn.Stopped, say.Stopped)
	s.sendCommand(command.Clear)
	s.pass(2 * time.Second)
	s.wantShown(turn.Service, say.Service)
	s.sendCommand(command.ServiceOff)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// Left alone for half an hour, the arm parks with the pump off; service mode stays.
func TestServiceLeftAlone(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.sendCommand(command.ServiceOn)
	s.operates(command.Goto, "place", "a1", "height", "near")
	s.operates(command.Pump, "on", "true")
	s.pass(20 * time.Minute)
	s.must(jog(s, "1", "0", "0"))
	s.pass(29 * time.Minute)
	if x, _, _ := where(s); math.Abs(x-286.6) > 2 {
		t.Fatalf("after 29 minutes at x = %.1f", x)
	}
	s.pass(2 * time.Minute)
	if x, y, _ := where(s); math.Abs(x-130) > 2 || math.Abs(y+110) > 2 {
		t.Errorf("left alone at (%.1f, %.1f)", x, y)
	}
	s.wantShown(turn.Service, say.Service)
	if s.World.State(s.now).Pump {
		t.Error("the pump is on")
	}
}

// A daemon that ends in service mode begins with the game: the operator has to ask for the arm again.
func TestServiceEndsWithTheDaemon(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.sendCommand(command.ServiceOn)
	s.pass(time.Second)
	s.restart()
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// The cable pulled in service mode: it stays service mode, and the arm is homed before it moves again.
func TestServiceCablePulled(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.sendCommand(command.ServiceOn)
	s.pass(time.Second)
	s.pullCable()
	s.pass(2 * time.Second)
	if err := s.operate(command.Home); err == nil || !strings.Contains(err.Error(), "cable") {
		t.Errorf("homing without a link: %v", err)
	}
	s.plugCable()
	s.pass(10 * time.Second)
	s.wantShown(turn.Service, say.Service)
	if err := jog(s, "1", "0", "0"); !errors.Is(err, arm.ErrLost) {
		t.Errorf("a jog after the cable: %v", err)
	}
	s.operates(command.Home)
	s.must(jog(s, "1", "0", "0"))
	s.stands()
	s.sendCommand(command.ServiceOff)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// sparse is a position without checkers where a calibration touches the board.
const sparse = "W:Wc3,a3:Bd8,e7"

// touch brings the tip down to a place as the configuration has it, and takes the place.
func (s *scene) touch(name string) {
	s.t.Helper()
	for _, c := range s.World.Checkers() {
		if at := s.World.TraySlot(12); name == "king1" && c.X-at.X < 5 && c.X > at.X-5 && c.Y-at.Y < 5 && c.Y > at.Y-5 {
			s.must(s.World.RemoveID(c.ID))
		}
	}
	s.operates(command.Goto, "place", name, "height", "near")
	s.must(jog(s, "0", "0", "-10.5"))
	s.stands()
	s.must(s.operate(command.CalibTake, "place", name))
}

// A calibration by commands: each step is refused before its time, with the reason; what is written is used at
// once, and real hardware plays from then on.
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
	s.Device = &robottest.RealHardware{Controller: s.Controller}
	s.until(turn.NotReady, say.NotCalibrated)
	refused := func(words string, name command.Name, args ...string) {
		t.Helper()
		if err := s.operate(name, args...); !errors.Is(err, robot.ErrNotNow) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", name, err, words)
		}
	}
	refused("service mode", command.CalibStart)
	s.sendCommand(command.ServiceOn)
	refused("start one first", command.CalibTake, "place", "a1")
	s.must(s.operate(command.CalibStart))
	refused("home it first", command.CalibTake, "place", "a1")
	s.operates(command.Home)
	s.operates(command.Goto, "place", "a1", "height", "near")
	refused("up in the air", command.CalibTake, "place", "a1")
	s.must(jog(s, "0", "0", "-10.5"))
	refused("still moving", command.CalibTake, "place", "a1")
	s.stands()
	for _, name := range []string{"a1", "g1", "h8", "b8", "c5", "f4"} {
		s.touch(name)
	}
	refused("one slot of each plate", command.CalibWrite)
	s.touch("tray1")
	s.touch("king1")
	calib := s.Core.Status(s.now).Calib
	if calib == nil || len(calib.Taken) != 8 || len(calib.Residuals) != 8 || calib.Next != "tray12" ||
		calib.Fit.CentreX == 0 {
		t.Errorf("the status has %+v", calib)
	}
	full = fmt.Errorf("no space left")
	refused("no space left", command.CalibWrite)
	full = nil
	s.must(s.operate(command.CalibWrite))
	if saved == nil || !strings.Contains(s.Core.Status(s.now).Calib.Say, "is written") {
		t.Errorf("saved %v", saved)
	}
	s.sendCommand(command.ServiceOff)
	if s.Core.Status(s.now).Calib != nil {
		t.Error("the calibration outlives service mode")
	}
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	s.playRound("c3-d4")
}

// A calibration that is given up changes nothing.
func TestCalibrationGivenUp(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, sparse, board.White)
	s.sendCommand(command.ServiceOn)
	s.must(s.operate(command.CalibStart))
	for _, name := range []string{"a1", "g1", "h8"} {
		s.touch(name)
	}
	if err := s.operate(command.CalibWrite); err == nil {
		t.Error("written without a file")
	}
	s.must(s.operate(command.CalibCancel))
	if s.Core.Status(s.now).Calib != nil {
		t.Error("it goes on")
	}
	s.sendCommand(command.ServiceOff)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	s.playRound("c3-d4")
}
