package robot_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/world"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// stopped is a scene in which an emergency stop was pressed in the middle of the robot's move.
func stopped(t *testing.T) *scene {
	t.Helper()
	s := midMove(t, moments["carrying"])
	s.sendCommand(command.Stop)
	s.pass(2 * time.Second)
	s.wantShown(turn.Stopped, say.Stopped)
	return s
}

// restart ends the daemon and starts it anew over its journal.
func (s *scene) restart() {
	s.t.Helper()
	s.Core.Close()
	s.pullCable()
	s.pass(time.Second)
	kept, err := journal.ReadKeptGame(bytes.NewReader([]byte(s.journal())))
	s.must(err)
	cfg := s.Config
	cfg.Nonce += 100
	cfg.Resume, cfg.ResumeFile = kept, s.Journals[len(s.Journals)-1]
	s.Core, err = robot.NewCore(cfg)
	s.must(err)
	s.pulled, s.changed = false, true
}

// 34: a stop that the controller has forgotten, because it was reset, can be cleared; nothing moves before that.
func TestStopForgottenByTheController(t *testing.T) {
	s := stopped(t)
	s.ResetController(s.now)
	s.pass(20 * time.Second)
	s.wantShown(turn.Stopped, say.Stopped)
	s.sendCommand(command.Clear)
	s.recoverGame()
}

// 34: on real hardware a stop is left by starting the program anew.
func TestStopLeftByARestart(t *testing.T) {
	t.Run("of program and controller", func(t *testing.T) {
		s := stopped(t)
		s.ResetController(s.now)
		s.restart()
		s.recoverGame()
	})
	t.Run("the controller is still latched", func(t *testing.T) {
		s := stopped(t)
		s.restart()
		s.pass(20 * time.Second)
		s.wantShown(turn.Stopped, say.Stopped)
		s.sendCommand(command.Clear)
		s.recoverGame()
	})
	t.Run("stopped once more before there is a link", func(t *testing.T) {
		s := stopped(t)
		s.ResetController(s.now)
		s.restart()
		s.sendCommand(command.Stop)
		s.pass(20 * time.Second)
		s.wantShown(turn.Stopped, say.Stopped)
	})
}

// A garbled is a controller that receives other messages than were sent.
type garbled struct {
	device  virtual.Device
	decoder wire.Decoder
	change  func(wire.Message) wire.Message
}

func (d *garbled) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	var heard []byte
	d.decoder.Feed(in, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return
		}
		m = d.change(m)
		f.Type, f.Payload = m.Type(), wire.Marshal(m)
		heard = wire.AppendEncode(heard, f)
	})
	return d.device.Advance(now, heard)
}

// An arm that a fault stops again and again, here in search of a switch that broke off, is left alone in the
// end: a person has to look.
func TestFaultsStopForGood(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	good := s.Controller
	truth := s.World.Truth()
	truth.Switches[0] = -3000
	w := world.New(truth, 1)
	w.PlacePosition(s.Start, board.White, 3)
	s.Device = controller.New(w, controller.Config{Seed: 2, BootDelay: time.Second})
	s.until(turn.Stopped, say.Stopped)
	fault := "fault of the controller [reason " + wire.FaultReason(wire.FaultHoming)
	if notes := fmt.Sprint(s.notes); !strings.Contains(notes, fault) {
		t.Errorf("noted %s", notes)
	}
	pose := w.State(s.now).Arm.Joints
	s.pass(5 * time.Minute)
	s.wantShown(turn.Stopped, say.Stopped)
	if w.State(s.now).Arm.Joints != pose {
		t.Error("it tries again")
	}
	s.sendCommand(command.Clear)
	s.until(turn.NotReady, say.GettingReady)
	s.Device = good // it is mended
	s.ResetController(s.now)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// leaves shuts the robot down and returns how long that takes.
func (s *scene) leaves() time.Duration {
	s.t.Helper()
	began := s.now
	s.Core.BeginShutdown()
	s.wait("it has left", s.Core.ShutdownDone)
	return s.now - began
}

// An arm that doesn't know where it is can't park, and isn't waited for, though the controller says that it knows.
func TestLeavesUnplaced(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.pullCable()
	s.pass(2 * time.Second)
	hardware := &robottest.RealHardware{Controller: s.Controller}
	cfg := s.Config
	cfg.Nonce += 100
	var err error
	s.Core, err = robot.NewCore(cfg)
	s.must(err)
	s.Device = hardware
	s.pulled, s.changed = false, true
	s.until(turn.NotReady, say.NotCalibrated)
	if took := s.leaves(); took > time.Second {
		t.Errorf("it took %v", took)
	}
}

// A game that was begun on the virtual robot and is gone on with on real hardware doesn't make that a virtual
// one, where a visitor may release a stop.
func TestRealHardwareIsNotVirtual(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	if s.leaves(); !s.snap.Virtual {
		t.Error("the virtual robot isn't virtual")
	}
	s.Device = &robottest.RealHardware{Controller: s.Controller}
	s.ResetController(s.now)
	s.restart()
	s.until(turn.NotReady, say.NotCalibrated)
	if s.snap.Virtual {
		t.Error("real hardware is taken for the virtual robot")
	}
	s.sendCommand(command.ServiceOn)
	s.pullCable()
	s.pass(2 * time.Second)
	s.plugCable()
	if s.pass(5 * time.Second); s.snap.Virtual || s.snap.Phase != turn.Service {
		t.Errorf("in service mode it is: %+v", s.snap)
	}
}

// A robot that is switched off at the instant at which its arm is sent off stops it before it parks it.
func TestLeavesAtTheFirstSegment(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	sent := 0
	count := func(m wire.Message) wire.Message {
		if _, ok := m.(wire.Segment); ok {
			sent++
		}
		return m
	}
	listener := &garbled{device: quiet{}, change: count}
	s.wait("the first segment", func() bool {
		_, _ = listener.Advance(s.now, s.toDevice)
		return sent > 0
	})
	s.leaves()
	if c := s.World.Counts(); c.Violations > 0 {
		t.Errorf("%+v", c)
	}
}

// A quiet device sends nothing.
type quiet struct{}

func (quiet) Advance(time.Duration, []byte) ([]byte, time.Duration) { return nil, clock.Never }

// switchedOff is a daemon told to end, and started again when its arm is parked; opening the port resets the
// controller. Nothing may hang on the nozzle then, nor have been dropped.
func (s *scene) switchedOff() {
	s.t.Helper()
	if took := s.leaves(); took > 10*time.Second {
		s.t.Errorf("it took %v", took)
	}
	if c := s.World.Counts(); s.heldChecker() != nil || c.Drops > 0 {
		s.t.Errorf("held %+v, counted %+v", s.heldChecker(), c)
	}
	s.ResetController(s.now)
	s.restart()
}

// 34: an emergency stop is heard while the arm parks because the robot is switched off. Who switches it on
// again goes on.
func TestScene34StopWhileParking(t *testing.T) {
	s := midMove(t, moments["carrying"])
	s.Core.BeginShutdown()
	s.pass(500 * time.Millisecond)
	s.sendCommand(command.Stop)
	s.pass(100 * time.Millisecond)
	tip := s.World.Tip()
	s.wait("it has left", s.Core.ShutdownDone)
	if s.World.Tip() != tip || s.heldChecker() != nil {
		t.Errorf("the tip has gone from %+v to %+v; held %+v", tip, s.World.Tip(), s.heldChecker())
	}
	s.wantShown(turn.Stopped, say.Stopped)
	s.ResetController(s.now)
	s.restart()
	s.recoverGame()
}

// A line that is cut, or a controller that is reset, while the arm parks because the robot is switched off is
// told as what it is: the arm has not failed. There is nothing more to wait for.
func TestCutWhileParking(t *testing.T) {
	for name, cut := range map[string]func(s *scene){
		"cut":   (*scene).pullCable,
		"reset": func(s *scene) { s.ResetController(s.now) },
	} {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moments["carrying"])
			s.Core.BeginShutdown()
			s.pass(700 * time.Millisecond)
			s.notes = nil
			cut(s)
			s.wait("it has left", s.Core.ShutdownDone)
			if notes := fmt.Sprint(s.notes); strings.Contains(notes, "the arm has failed") || len(s.Core.ArmFailures()) > 0 {
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
		s.Core.BeginShutdown()
		s.pass(at)
		s.closeLaptop(700 * time.Millisecond)
		s.wait("it has left", s.Core.ShutdownDone)
		if took := s.now - began; took > 8*time.Second || s.heldChecker() != nil {
			t.Errorf("starved after %v it took %v; held %+v", at, took, s.heldChecker())
		}
	}
}

// A robot that is switched off in the middle of its move goes on with what the board shows when it is switched
// on again, with nobody's help.
func TestLeaveInMidMove(t *testing.T) {
	t.Parallel()
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moment)
			s.switchedOff()
			s.awaitHandover()
			s.wantPlayed("a3-b4", "b8-h2")
			s.playRound("b4-a5")
			if s.countInJournal(`"set_up`) > 0 {
				t.Errorf("help was asked for\n%s", s)
			}
		})
	}
	t.Run("with a captured checker", func(t *testing.T) {
		s := startPlaying(t, "W:Wc3,g1:Be5,h8", board.White, "e5:c3")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.wait("its own checker laid down", func() bool { return s.countInJournal(`"arm":"carried"`) == 1 })
		s.awaitCheckerInAir()
		s.switchedOff()
		s.awaitHandover()
		s.wantPlayed("c3-d4", "e5:c3")
		s.playRound("g1-h2")
	})
	t.Run("held up, and another king laid where the robot's stood", func(t *testing.T) {
		s := midMove(t, moments["carrying"])
		s.layChecker(board.BlackKing, "b8")
		s.untilPhase(turn.Hold)
		s.switchedOff()
		s.recoverGame()
	})
}

// 34: a stop that the controller has latched can be cleared in every phase: here real hardware that nobody has
// calibrated is stopped in service mode, and its cable is pulled and put back.
func TestScene34StopOutlivesARefusedLink(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.Device = &robottest.RealHardware{Controller: s.Controller}
	s.until(turn.NotReady, say.NotCalibrated)
	s.sendCommand(command.ServiceOn)
	s.operates(command.Home)
	s.sendCommand(command.Stop)
	s.pass(time.Second)
	s.wantShown(turn.Stopped, say.Stopped)
	s.pullCable()
	s.pass(2 * time.Second)
	s.pulled, s.changed = false, true // this controller isn't reset by it, and remembers the stop
	s.pass(5 * time.Second)
	s.sendCommand(command.Clear)
	s.pass(time.Second)
	s.sendCommand(command.ServiceOn)
	s.must(s.operate(command.Home))
}
