package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/twin"
	"crownhead/robot"
)

// dead, stuck and weak are sensors of those names; squares are counted for a White visitor.
func dead(name string) twin.SensorFaults { return twin.SensorFaults{Dead: uint32(square(name).Bit())} }

func stuck(name string) twin.SensorFaults {
	return twin.SensorFaults{Stuck: uint32(square(name).Bit())}
}

func weak(name string, p float64) (f twin.SensorFaults) {
	f.Flicker[square(name)] = p
	return f
}

// presses presses several times over the same board.
func (s *scene) presses(n int) {
	for range n {
		s.press()
		s.pass(time.Second)
	}
}

// named holds the operator's status and the notes against the sensor that should be masked.
func (s *scene) named(name, reason string) {
	s.t.Helper()
	sensor := s.core.Status(s.now).Sensors[square(name)]
	if !sensor.Masked || sensor.Fault != reason || sensor.Cure == "" {
		s.t.Fatalf("the operator sees %+v, want %s\n%s", sensor, reason, s)
	}
	if !s.noted("a sensor is not believed any more", name, reason) {
		s.t.Errorf("not noted: %+v", s.notes)
	}
	if len(s.snap.Masked) != 1 || s.snap.Masked[0] != name {
		s.t.Errorf("the screen shows %v as masked", s.snap.Masked)
	}
}

// noted tells whether a note has that text and those values.
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
	s := newScene(t, startFEN, board.White, nil)
	s.world.SetSensors(dead("c3"))
	s.until(robot.Setup, say.SetUpWhite, "c3")
	s.presses(2)
	s.shows(robot.Setup, say.SetUpWhite, "c3")
	s.press()
	s.shows(robot.Setup, say.DoubtMissing, "c3")
	s.press()
	s.shows(robot.Visitor, say.YourTurnWhite)
	s.named("c3", robot.ReasonDead)
	s.goesOn("c3-d4")
}

// One that dies under a checker that nobody moves: there are two moves that the board may mean.
func TestScene19DiesInTheGame(t *testing.T) {
	s := play(t, startFEN, board.White)
	s.world.SetSensors(dead("e3"))
	s.moves("c3-d4")
	s.presses(2)
	if s.snap.Phase != robot.Visitor || s.snap.Say.Key == string(say.WhichMove) {
		t.Fatalf("asked at once\n%s", s)
	}
	s.press()
	s.shows(robot.Visitor, say.WhichMove, "d4")
	if s.snap.Say.Move != "c3-d4" {
		t.Errorf("it asks about %s first: the sensor of c3 was seen at work", s.snap.Say.Move)
	}
	s.accepts("c3-d4")
	s.named("e3", robot.ReasonDead)
	s.handsOver()
	s.goesOn("e3-f4") // from a square that nobody sees
}

func TestScene19StuckOn(t *testing.T) {
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := play(t, startFEN, board.White)
		s.world.SetSensors(stuck("f4"))
		s.moves("a3-b4")
		s.press()
		s.shows(robot.Visitor, say.TakeAway, "f4")
		s.presses(2)
		s.shows(robot.Visitor, say.DoubtExtra, "f4")
		s.accepts("a3-b4")
		s.named("f4", robot.ReasonStuck)
		s.handsOver()
		s.goesOn("g3-f4")
	})
	t.Run("under the robot's checker", func(t *testing.T) {
		s := play(t, startFEN, board.White, "b6-a5")
		s.moves("c3-d4")
		s.world.SetSensors(stuck("b6"))
		s.accepts("c3-d4")
		s.until(robot.Help, say.HelpPick, "b6", "a5")
		s.carry("b6", "a5")
		s.presses(3)
		s.shows(robot.Help, say.DoubtExtra, "b6")
		before := len(s.handed)
		s.press()
		s.wait("a hand-over", func() bool { return len(s.handed) > before })
		s.named("b6", robot.ReasonStuck)
		s.goesOn("d4-c5")
	})
}

// Where the robot's checker arrives nobody sees it: it lets go twice, and asks for help that nobody can give.
func TestScene19DeadUnderTheRobotsChecker(t *testing.T) {
	s := play(t, startFEN, board.White, "b6-a5", "a7-b6")
	s.moves("c3-d4")
	s.world.SetSensors(dead("a5"))
	s.accepts("c3-d4")
	s.until(robot.Help, say.HelpPlace, "a5")
	s.presses(3)
	s.shows(robot.Help, say.DoubtMissing, "a5")
	before := len(s.handed)
	s.press()
	s.wait("a hand-over", func() bool { return len(s.handed) > before })
	s.named("a5", robot.ReasonDead)
	s.goesOn("g3-h4")
	s.goesOn("d4-c5")
}

// A sensor that flickers doesn't keep the board from settling for ever, in nobody's turn.
func TestScene19Flickers(t *testing.T) {
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := play(t, startFEN, board.White)
		s.world.SetSensors(weak("e5", 0.3))
		s.moves("c3-d4")
		s.wait("the sensor to be masked", func() bool { return len(s.snap.Masked) > 0 })
		s.named("e5", robot.ReasonFlicker)
		s.accepts("c3-d4")
		s.handsOver()
		s.goesOn("g3-h4")
	})
	t.Run("from the start, under a checker", func(t *testing.T) {
		s := newScene(t, startFEN, board.White, nil)
		s.world.SetSensors(weak("c3", 0.3))
		s.untilPhase(robot.Visitor)
		s.goesOn("a3-b4")
		s.named("c3", robot.ReasonFlicker)
	})
	t.Run("while the arm moves", func(t *testing.T) {
		s := midMove(t, func(s *scene) { s.inTheAir() })
		s.world.SetSensors(weak("c3", 0.3))
		s.handsOver()
		s.named("c3", robot.ReasonFlicker)
	})
}

// A magnet so strong that the square beside sees it, too.
func TestScene19Neighbour(t *testing.T) {
	s := play(t, startFEN, board.White)
	faults := twin.SensorFaults{}
	faults.Beside[square("c5")] = uint32(square("d4").Bit())
	s.world.SetSensors(faults)
	s.moves("c3-d4")
	s.presses(3)
	s.shows(robot.Visitor, say.DoubtExtra, "c5")
	s.accepts("c3-d4")
	s.named("c5", robot.ReasonNeighbour)
	s.handsOver()
}

// 11: with squares masked two moves fit: asked which; a press more is the answer that it was the one that is named.
func TestScene11WhichMove(t *testing.T) {
	s := play(t, startFEN, board.White)
	s.command(robot.CommandMask, "square", "b4")
	s.command(robot.CommandMask, "square", "d4")
	s.moves("c3-d4")
	s.press()
	s.shows(robot.Visitor, say.WhichMove, "b4", "d4")
	if s.snap.Say.Move != "c3-b4" {
		t.Fatalf("it asks about %s\n%s", s.snap.Say.Move, s)
	}
	s.carry("d4", "b4")
	s.accepts("c3-b4")
	s.handsOver()
}

// A sensor that is seen to work again is believed again.
func TestScene19BelievedAgain(t *testing.T) {
	s := play(t, startFEN, board.White, "h6-g5", "g5-h4", "f6-g5", "d6-c5")
	s.world.SetSensors(dead("e3"))
	s.moves("c3-b4")
	s.presses(3)
	s.accepts("c3-b4")
	s.named("e3", robot.ReasonDead)
	s.handsOver()
	s.world.SetSensors(twin.SensorFaults{})
	s.goesOn("e3-d4")
	if len(s.snap.Masked) == 0 {
		t.Fatalf("believed again at once\n%s", s)
	}
	s.goesOn("d2-e3")
	s.goesOn("e3-f4")
	if len(s.snap.Masked) != 0 || !s.noted("a sensor is believed again", "e3") {
		t.Errorf("still masked after it was right, empty and full\n%s", s)
	}
}

// A mask stays with its sensor, though the colours change and with them the squares' names.
func TestScene19MaskOutlivesTheGame(t *testing.T) {
	s := newScene(t, startFEN, board.White, func(c *robot.CoreConfig) { c.Settings.Alternate = true })
	s.world.SetSensors(dead("c3"))
	s.until(robot.Setup, say.SetUpWhite, "c3")
	s.presses(4)
	s.shows(robot.Visitor, say.YourTurnWhite)
	s.command(robot.CommandNewGame)
	s.pass(time.Second)
	if len(s.snap.Masked) != 1 || s.snap.Masked[0] != "f6" || s.snap.Visitor != "black" {
		t.Fatalf("in the next game %v is masked, the visitor plays %s\n%s", s.snap.Masked, s.snap.Visitor, s)
	}
	s.world.Setup(s.start, board.Black, 3)
	s.press()
	s.handsOver()
	s.goesOn("f6-e5")
}

// More sensors than a few: that is the operator's, not the visitor's.
func TestScene19Many(t *testing.T) {
	s := newScene(t, startFEN, board.White, nil)
	faults := twin.SensorFaults{}
	for _, name := range []string{"a1", "c1", "e1", "g1", "c3"} {
		faults.Dead |= uint32(square(name).Bit())
	}
	s.world.SetSensors(faults)
	s.until(robot.Setup, say.SetUpWhite, "a1")
	for range 60 {
		if s.snap.Say.Key == string(say.SensorsFault) {
			break
		}
		s.presses(1)
	}
	s.shows(robot.Setup, say.SensorsFault)
	if len(s.snap.Masked) != 4 {
		t.Errorf("%v are masked", s.snap.Masked)
	}
	s.command(robot.CommandMask, "square", "c3")
	s.shows(robot.Visitor, say.YourTurnWhite)
	s.goesOn("g3-h4")
}

// The operator masks a sensor, and only he takes that back.
func TestScene19ByTheOperator(t *testing.T) {
	s := play(t, startFEN, board.White)
	s.command(robot.CommandMask, "square", "e5")
	s.named("e5", robot.ReasonOperator)
	s.goesOn("c3-d4")
	s.goesOn("g3-h4")
	s.named("e5", robot.ReasonOperator)
	s.command(robot.CommandUnmask, "square", "e5")
	if len(s.snap.Masked) != 0 {
		t.Errorf("%v are masked", s.snap.Masked)
	}
}
