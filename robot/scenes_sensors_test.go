package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// spoiled is a controller whose messages are changed on their way to the robot. A message is lost when change returns
// nil.
type spoiled struct {
	device  virtual.Device
	decoder wire.Decoder
	change  func(wire.Message) wire.Message
}

func (d *spoiled) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	bytes, next := d.device.Advance(now, in)
	d.decoder.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return
		}
		if m = d.change(m); m != nil {
			f.Payload = wire.Marshal(m)
			out = wire.AppendEncode(out, f)
		}
	})
	return out, next
}

// blind makes all sensors read the same, as long as on is true.
func (s *scene) blind(on *bool, reads uint32) {
	s.Device = &spoiled{device: s.Device, change: func(m wire.Message) wire.Message {
		switch v := m.(type) {
		case wire.Snapshot:
			if *on {
				v.Bits = reads
			}
			return v
		case wire.Press:
			if *on {
				v.Bits = reads
			}
			return v
		}
		return m
	}}
}

// 20: a king lies with its other pole up, and its square reads full all the same.
func TestScene20TurnedChecker(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.must(s.World.FlipSquare(robottest.Square("c3")))
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourMove)
	s.must(s.World.FlipSquare(robottest.Square("c3")))
	s.playRound("c3-d4")
}

func TestScene21AllSensorsAlike(t *testing.T) {
	t.Parallel()
	for _, reading := range []struct {
		name string
		bits uint32
		key  say.Key
	}{{"empty", 0, say.FaultEmpty}, {"full", 0xffffffff, say.FaultFull}} {
		t.Run(reading.name, func(t *testing.T) {
			on := false
			s := startPlaying(t, "W:Wa3,a1,c1:BKb8,h8", board.White, "b8-h2")
			s.blind(&on, reading.bits)
			on = true
			s.pressButton()
			s.wantShown(turn.VisitorTurn, reading.key)
			on = false
			s.pass(time.Second)
			s.makeMove("a3-b4")
			s.pressAndExpect("a3-b4")
			s.awaitCheckerInAir()
			on = true
			s.until(turn.Hold, reading.key)
			on = false
			s.until(turn.NotReady, say.GettingReady) // what they showed of the arm's work was nothing to go by
			s.recoverGame()
		})
	}
	t.Run("full from the beginning", func(t *testing.T) {
		on := true
		s := newScene(t, robottest.StartFEN, board.White, nil)
		s.blind(&on, 0xffffffff)
		s.until(turn.Setup, say.FaultFull)
		on = false
		s.until(turn.VisitorTurn, say.YourTurnWhite)
	})
}

// dead, stuck and weak are sensors of those names; squares are counted for a White visitor.
func dead(name string) world.SensorFaults {
	return world.SensorFaults{Dead: uint32(robottest.Square(name).Bit())}
}

func stuck(name string) world.SensorFaults {
	return world.SensorFaults{Stuck: uint32(robottest.Square(name).Bit())}
}

func weak(name string, p float64) (f world.SensorFaults) {
	f.Flicker[robottest.Square(name)] = p
	return f
}

// presses presses several times over the same board.
func (s *scene) presses(n int) {
	for range n {
		s.pressButton()
		s.pass(time.Second)
	}
}

// named fails unless the operator's status and the notes name a sensor as masked.
func (s *scene) named(name string, reason turn.MaskReason) {
	s.t.Helper()
	sensor := s.Core.Status(s.now).Sensors[robottest.Square(name)]
	if !sensor.Masked || sensor.Fault != reason || sensor.Remedy == "" {
		s.t.Fatalf("the operator sees %+v, want %s\n%s", sensor, reason, s)
	}
	if note := "a sensor is not believed any more"; reason != turn.ReasonOperator && !s.noted(note, name, reason) {
		s.t.Errorf("not noted: %+v", s.notes)
	}
	if len(s.snap.Masked) != 1 || s.snap.Masked[0] != name {
		s.t.Errorf("the screen shows %v as masked", s.snap.Masked)
	}
}

// noted reports whether a note has that text and those values.
func (s *scene) noted(text string, values ...any) bool {
	for _, n := range s.notes {
		found := n.Text == text
		for _, v := range values {
			found = found && contains(n.Fields, v)
		}
		if found {
			return true
		}
	}
	return false
}

func contains(list []any, v any) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

func TestScene19DeadFromTheStart(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.World.SetSensorFaults(dead("c3"))
	s.until(turn.Setup, say.SetUpWhite, "c3")
	s.presses(2)
	s.wantShown(turn.Setup, say.SetUpWhite, "c3")
	s.pressButton()
	s.wantShown(turn.Setup, say.DoubtMissing, "c3")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
	s.named("c3", turn.ReasonDead)
	s.playRound("c3-d4")
}

// A checker on the wrong square looks like two sensors that are wrong, and is much likelier: that is asked later.
func TestScene19NotAStrayChecker(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.moveChecker("c3", "d4")
	s.until(turn.Setup, say.SetUpWhite, "c3")
	s.presses(5)
	s.wantShown(turn.Setup, say.SetUpWhite, "c3")
	s.pressButton()
	s.wantShown(turn.Setup, say.DoubtMissing, "c3")
	s.moveChecker("d4", "c3")
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// At the end a press or more over a board that is not set up asks for the set-up, and one sensor that is wrong
// for it is asked about.
func TestScene19DeadAtTheNextStart(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.playRound("c3-d4")
	s.sendCommand(command.Resign)
	s.presses(5)
	s.wantShown(turn.Over, say.SetUp)
	s.World.SetSensorFaults(dead("c3"))
	s.SetUp(s.Start)
	s.presses(3)
	s.wantShown(turn.Over, say.DoubtMissing, "c3")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
	s.named("c3", turn.ReasonDead)
	s.playRound("a3-b4")
}

// One that dies under a checker that nobody moves: there are two moves that the board may mean, and only the
// screen can tell which was made.
func TestScene19DiesInTheGame(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.World.SetSensorFaults(dead("e3"))
	s.makeMove("c3-d4")
	s.presses(2)
	if s.snap.Phase != turn.VisitorTurn || s.snap.Say.Key == string(say.WhichMove) {
		t.Fatalf("asked at once\n%s", s)
	}
	s.presses(2)
	s.wantShown(turn.VisitorTurn, say.WhichMove, "d4")
	s.sendCommand(command.Which, "move", "c3-d4")
	s.named("e3", turn.ReasonDead)
	s.awaitHandover()
	s.playRound("e3-f4") // from a square that nobody sees
}

// One that nobody has seen at work yet is the likelier one: a press more is the answer.
func TestScene19DeadWhereHeMoves(t *testing.T) {
	t.Parallel()
	s := newScene(t, "W:Wa3,c3,h2:Bf8,h8", board.White, nil)
	s.answers = []string{"f8-g7", "g7-h6", "h6-g5"}
	s.World.SetSensorFaults(dead("d4"))
	s.untilPhase(turn.VisitorTurn)
	s.playRound("a3-b4")
	s.playRound("b4-a5") // the sensor of b4 works
	s.makeMove("c3-d4")
	s.presses(3)
	s.wantShown(turn.VisitorTurn, say.WasIt, "c3", "d4")
	s.pressAndExpect("c3-d4")
	s.named("d4", turn.ReasonDead)
	s.awaitHandover()
}

func TestScene19StuckOn(t *testing.T) {
	t.Parallel()
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.World.SetSensorFaults(stuck("f4"))
		s.makeMove("a3-b4")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.TakeAway, "f4")
		s.presses(2)
		s.wantShown(turn.VisitorTurn, say.DoubtExtra, "f4")
		s.pressAndExpect("a3-b4")
		s.named("f4", turn.ReasonStuck)
		s.awaitHandover()
		s.playRound("g3-f4")
	})
	t.Run("under the robot's checker", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.makeMove("c3-d4")
		s.World.SetSensorFaults(stuck("b6"))
		s.pressAndExpect("c3-d4")
		s.until(turn.Help, say.HelpPick, "b6", "a5")
		s.moveChecker("b6", "a5")
		s.presses(3)
		s.wantShown(turn.Help, say.DoubtExtra, "b6")
		before := len(s.Handed)
		s.pressButton()
		s.wait("a hand-over", func() bool { return len(s.Handed) > before })
		s.named("b6", turn.ReasonStuck)
		s.playRound("d4-c5")
	})
}

// A captured checker is away for good, and its sensor goes on saying that it lies there, where the arm could
// take it: the arm is not sent for it for ever.
func TestScene19StuckUnderACapture(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3,g1:Be5,h8", board.White, "e5:c3", "h8-g7")
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	s.World.SetSensorFaults(stuck("d4"))
	for try := range 3 {
		s.until(turn.Help, say.HelpRemove, "d4")
		if try == 0 {
			s.removeCheckers("d4")
		}
		s.pressButton()
	}
	s.wantShown(turn.Help, say.DoubtExtra, "d4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourTurn)
	s.named("d4", turn.ReasonStuck)
	s.playRound("g1-f2")
}

// Where the robot's checker arrives nobody sees it: it lets go twice, and asks for help that nobody can give.
func TestScene19DeadUnderTheRobotsChecker(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5", "a7-b6")
	s.makeMove("c3-d4")
	s.World.SetSensorFaults(dead("a5"))
	s.pressAndExpect("c3-d4")
	s.until(turn.Help, say.HelpPlace, "a5")
	s.presses(3)
	s.wantShown(turn.Help, say.DoubtMissing, "a5")
	before := len(s.Handed)
	s.pressButton()
	s.wait("a hand-over", func() bool { return len(s.Handed) > before })
	s.named("a5", turn.ReasonDead)
	s.playRound("g3-h4")
	s.playRound("d4-c5")
}

// A sensor that flickers doesn't keep the board from settling for ever, whosever turn it is.
func TestScene19Flickers(t *testing.T) {
	t.Parallel()
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.World.SetSensorFaults(weak("e5", 0.3))
		s.makeMove("c3-d4")
		s.wait("the sensor to be masked", func() bool { return len(s.snap.Masked) > 0 })
		s.named("e5", turn.ReasonFlicker)
		s.pressAndExpect("c3-d4")
		s.awaitHandover()
		s.playRound("g3-h4")
	})
	t.Run("from the start, under a checker", func(t *testing.T) {
		s := newScene(t, robottest.StartFEN, board.White, nil)
		s.World.SetSensorFaults(weak("c3", 0.3))
		s.untilPhase(turn.VisitorTurn)
		s.playRound("a3-b4")
		s.named("c3", turn.ReasonFlicker)
	})
	t.Run("while the arm moves", func(t *testing.T) {
		s := midMove(t, func(s *scene) { s.awaitCheckerInAir() })
		s.World.SetSensorFaults(weak("c3", 0.3))
		s.awaitHandover()
		s.named("c3", turn.ReasonFlicker)
	})
}

// A magnet so strong that the square beside sees it, too.
func TestScene19Neighbour(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	faults := world.SensorFaults{}
	faults.Crosstalk[robottest.Square("c5")] = uint32(robottest.Square("d4").Bit())
	s.World.SetSensorFaults(faults)
	s.makeMove("c3-d4")
	s.presses(3)
	s.wantShown(turn.VisitorTurn, say.DoubtExtra, "c5")
	s.pressAndExpect("c3-d4")
	s.named("c5", turn.ReasonNeighbour)
	s.awaitHandover()
}

// 11: with squares masked two moves fit: asked which. A press more is no answer: the page has one, and so has a
// board that is clear.
func TestScene11WhichMove(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.sendCommand(command.Mask, "square", "b4")
	s.sendCommand(command.Mask, "square", "d4")
	s.makeMove("c3-d4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.WhichMove, "b4", "d4")
	s.presses(2)
	s.wantShown(turn.VisitorTurn, say.WhichMove, "b4", "d4")
	if n := len(s.snap.Answers); n != 2 {
		t.Fatalf("%d moves to choose from\n%s", n, s)
	}
	t.Run("answered on the page", func(*testing.T) {
		s.sendCommand(command.Which, "move", "c3-d4")
		s.awaitHandover()
	})
	t.Run("made clear", func(*testing.T) {
		s.playRound("g3-h4")
	})
}

// No sensor shows whether the visitor has moved at all. One move fits, but only the screen's answer says that it was made.
func TestScene11WasIt(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wh2:Bf8", board.White)
	s.sendCommand(command.Mask, "square", "h2")
	s.sendCommand(command.Mask, "square", "g3")
	s.makeMove("h2-g3")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.WhichMove, "g3")
	s.presses(3)
	s.wantShown(turn.VisitorTurn, say.WhichMove, "g3")
	s.sendCommand(command.Which, "move", "h2-g3")
	s.wantPlayed("h2-g3")
}

// The checker may stand on another masked square. One move fits: one more press says that it was that.
func TestScene11MayStandElsewhere(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wa3:Bf8", board.White)
	s.sendCommand(command.Mask, "square", "e5")
	s.sendCommand(command.Mask, "square", "b4")
	s.makeMove("a3-b4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.WasIt, "a3", "b4")
	s.pressAndExpect("a3-b4")
}

// A move from a masked square to one whose sensor is dead, which nobody knows yet, looks like none. A visitor
// who presses again and again is asked, and their answer counts.
func TestScene11MovedUnseen(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wh2:Bf8", board.White)
	s.sendCommand(command.Mask, "square", "h2")
	s.World.SetSensorFaults(dead("g3"))
	s.makeMove("h2-g3")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourMove)
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourMoveAgain)
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.WhichMove, "g3")
	s.sendCommand(command.Which, "move", "h2-g3")
	s.untilPhase(turn.Thinking)
	s.wantPlayed("h2-g3")
}
