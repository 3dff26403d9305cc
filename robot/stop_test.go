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
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// stopped is a scene in which an emergency stop was pressed in the middle of the robot's move.
func stopped(t *testing.T) *scene {
	t.Helper()
	s := midMove(t, moments["carrying"])
	s.command(turn.CommandStop)
	s.pass(2 * time.Second)
	s.shows(turn.Stopped, say.Stopped)
	return s
}

// restart ends the daemon and starts it anew over its journal.
func (s *scene) restart() {
	s.t.Helper()
	s.core.Close()
	s.pull()
	s.pass(time.Second)
	log, err := journal.ReadLog(bytes.NewReader([]byte(s.journal())))
	s.did(err)
	cfg := s.config
	cfg.Nonce += 100
	cfg.Resume, cfg.ResumeFile = &log, s.journals[len(s.journals)-1]
	s.core, err = robot.NewCore(cfg)
	s.did(err)
	s.pulled, s.changed = false, true
}

// 34: a stop that the controller has forgotten, because it was reset, can be cleared; nothing moves before that.
func TestStopForgottenByTheController(t *testing.T) {
	s := stopped(t)
	s.reset(s.now)
	s.pass(20 * time.Second)
	s.shows(turn.Stopped, say.Stopped)
	s.command(turn.CommandClear)
	s.recovers()
}

// 34: on real hardware a stop is left by starting the program anew.
func TestStopLeftByARestart(t *testing.T) {
	t.Run("of program and controller", func(t *testing.T) {
		s := stopped(t)
		s.reset(s.now)
		s.restart()
		s.recovers()
	})
	t.Run("the controller is still latched", func(t *testing.T) {
		s := stopped(t)
		s.restart()
		s.pass(20 * time.Second)
		s.shows(turn.Stopped, say.Stopped)
		s.command(turn.CommandClear)
		s.recovers()
	})
	t.Run("stopped once more before there is a link", func(t *testing.T) {
		s := stopped(t)
		s.reset(s.now)
		s.restart()
		s.command(turn.CommandStop)
		s.pass(20 * time.Second)
		s.shows(turn.Stopped, say.Stopped)
	})
}

// A garbled is a controller that hears other words than it was told.
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

// An arm that a fault stops again and again, here in search of a switch that broke off, is left alone in the end: a person
// has to look.
func TestFaultsStopForGood(t *testing.T) {
	t.Parallel()
	s := newScene(t, startFEN, board.White, nil)
	good := s.controller
	truth := s.world.Truth()
	truth.Switches[0] = -3000
	w := world.New(truth, 1)
	w.PlacePosition(s.start, board.White, 3)
	s.device = controller.New(w, controller.Config{Seed: 2, BootDelay: time.Second})
	s.until(turn.Stopped, say.Stopped)
	if notes := fmt.Sprint(s.notes); !strings.Contains(notes, "fault of the controller [reason "+wire.FaultReason(wire.FaultHoming)) {
		t.Errorf("noted %s", notes)
	}
	pose := w.State(s.now).Arm.Joints
	s.pass(5 * time.Minute)
	s.shows(turn.Stopped, say.Stopped)
	if w.State(s.now).Arm.Joints != pose {
		t.Error("it tries again")
	}
	s.command(turn.CommandClear)
	s.until(turn.Boot, say.GettingReady)
	s.device = good // it is mended
	s.reset(s.now)
	s.until(turn.Visitor, say.YourTurnWhite)
}

// leaves switches the robot off and tells how long it takes.
func (s *scene) leaves() time.Duration {
	s.t.Helper()
	began := s.now
	s.core.BeginShutdown()
	s.wait("it has left", s.core.ShutdownDone)
	return s.now - began
}

// An arm that doesn't know where it is can't park, and isn't waited for, though the controller says that it knows.
func TestLeavesUnplaced(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White)
	s.pull()
	s.pass(2 * time.Second)
	hardware := &realHardware{ctl: s.controller}
	cfg := s.config
	cfg.Nonce += 100
	var err error
	s.core, err = robot.NewCore(cfg)
	s.did(err)
	s.device = hardware
	s.pulled, s.changed = false, true
	s.until(turn.Boot, say.NotCalibrated)
	if took := s.leaves(); took > time.Second {
		t.Errorf("it took %v", took)
	}
}

// A game that was begun on the virtual robot and is gone on with on real hardware doesn't make that a virtual one, where a
// visitor may release a stop.
func TestRealHardwareIsNotVirtual(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White)
	if s.leaves(); !s.snap.Virtual {
		t.Error("the virtual robot isn't virtual")
	}
	s.device = &realHardware{ctl: s.controller}
	s.reset(s.now)
	s.restart()
	s.until(turn.Boot, say.NotCalibrated)
	if s.snap.Virtual {
		t.Error("real hardware is taken for the virtual robot")
	}
	s.command(turn.CommandServiceOn)
	s.pull()
	s.pass(2 * time.Second)
	s.plug()
	if s.pass(5 * time.Second); s.snap.Virtual || s.snap.Phase != turn.Service {
		t.Errorf("in service mode it is: %+v", s.snap)
	}
}

// A robot that is switched off at the instant at which its arm is sent off stops it before it parks it.
func TestLeavesAtTheFirstSegment(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White, "b6-a5")
	s.moves("c3-d4")
	s.accepts("c3-d4")
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
	if c := s.world.Counts(); c.Violations > 0 {
		t.Errorf("%+v", c)
	}
}

// A quiet device says nothing.
type quiet struct{}

func (quiet) Advance(time.Duration, []byte) ([]byte, time.Duration) { return nil, forever }
