package robot_test

import (
	"bytes"
	"testing"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/twin/world"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// A sensor that is seen to work again is believed again.
func TestScene19BelievedAgain(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "h6-g5", "g5-h4", "f6-g5", "d6-c5")
	s.World.SetSensorFaults(dead("e3"))
	s.makeMove("c3-b4")
	s.presses(3)
	s.pressAndExpect("c3-b4")
	s.named("e3", turn.ReasonDead)
	s.awaitHandover()
	s.World.SetSensorFaults(world.SensorFaults{})
	s.playRound("e3-d4")
	if len(s.snap.Masked) == 0 {
		t.Fatalf("believed again at once\n%s", s)
	}
	s.playRound("d2-e3")
	s.playRound("e3-f4")
	if len(s.snap.Masked) != 0 || !s.noted("a sensor is believed again", "e3") {
		t.Errorf("still masked after it was right, empty and full\n%s", s)
	}
}

// A mask stays with its sensor, though the colours change and with them the squares' names.
func TestScene19MaskOutlivesTheGame(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, func(c *robot.CoreConfig) { c.Settings.Alternate = true })
	s.World.SetSensorFaults(dead("c3"))
	s.until(turn.Setup, say.SetUpWhite, "c3")
	s.presses(4)
	s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
	s.sendCommand(command.NewGame)
	s.pass(time.Second)
	if len(s.snap.Masked) != 1 || s.snap.Masked[0] != "f6" || s.snap.Visitor != "black" {
		t.Fatalf("in the next game %v is masked, the visitor plays %s\n%s", s.snap.Masked, s.snap.Visitor, s)
	}
	s.World.PlacePosition(s.Start, board.Black, 3)
	s.pressButton()
	s.awaitHandover()
	s.playRound("f6-e5")
}

// A mask outlives the robot that has found it, whether its game had ended or not.
func TestScene19MaskOutlivesTheRobot(t *testing.T) {
	t.Parallel()
	for _, over := range []bool{false, true} {
		s := startPlaying(t, robottest.StartFEN, board.Black)
		s.sendCommand(command.Mask, "square", "c5")
		if over {
			s.playRound("b6-a5")
			s.sendCommand(command.Resign)
			s.wantShown(turn.Over, say.EndAbandoned)
		}
		s.Core.Close()
		core, _, _ := startOver(t, "game", s.journal())
		name := "c5"
		if over {
			name = "f4" // where White sits now
		}
		if sensor := core.Status(0).Sensors[robottest.Square(name)]; !sensor.Masked || sensor.Fault != turn.ReasonOperator {
			t.Errorf("the game over: %v; after the restart %+v", over, sensor)
		}
	}
}

// … and one that flickers doesn't begin to be waited for again.
func TestScene19FlickersAfterARestart(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.World.SetSensorFaults(weak("e5", 0.5))
	s.wait("the sensor to be masked", func() bool { return len(s.snap.Masked) > 0 })
	s.Core.Close()
	s.ResetController(s.now)
	s.again(bytes.Clone(s.Journals[0].Bytes()))
	s.untilPhase(turn.VisitorTurn)
	before := s.countInJournal(`"event":"scan"`)
	s.pass(20 * time.Second)
	if n := s.countInJournal(`"event":"scan"`) - before; n > 0 {
		t.Errorf("the board has settled anew %d times", n)
	}
	s.playRound("c3-d4")
}

// More sensors than a few: that is the operator's, not the visitor's.
func TestScene19Many(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	faults := world.SensorFaults{}
	for _, name := range []string{"a1", "c1", "e1", "g1", "c3"} {
		faults.Dead |= uint32(robottest.Square(name).Bit())
	}
	s.World.SetSensorFaults(faults)
	s.until(turn.Setup, say.SetUpWhite, "a1")
	for range 60 {
		if s.snap.Say.Key == string(say.SensorsFault) {
			break
		}
		s.presses(1)
	}
	s.wantShown(turn.Setup, say.SensorsFault)
	if len(s.snap.Masked) != 4 {
		t.Errorf("%v are masked", s.snap.Masked)
	}
	s.sendCommand(command.Mask, "square", "c3")
	s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
	s.playRound("g3-h4")
}

// The operator masks a sensor, and nobody else unmasks it, however often it is right.
func TestScene19ByTheOperator(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "h6-g5", "g5-h4", "f6-g5", "d6-c5")
	s.sendCommand(command.Mask, "square", "e3")
	for _, move := range []string{"c3-b4", "e3-d4", "d2-e3", "e3-f4"} {
		s.playRound(move)
	}
	s.named("e3", turn.ReasonOperator)
	s.sendCommand(command.Unmask, "square", "e3")
	if len(s.snap.Masked) != 0 {
		t.Errorf("%v are masked", s.snap.Masked)
	}
}

// Many sensors that change without a hand are their cable's fault: none of them is masked.
func TestScene19CableFlickers(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	faults := world.SensorFaults{}
	for place := range faults.Flicker {
		faults.Flicker[place] = 0.3
	}
	s.World.SetSensorFaults(faults)
	s.pass(time.Minute)
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.HoldStill)
	if len(s.snap.Masked) != 0 {
		t.Errorf("%v are masked", s.snap.Masked)
	}
	s.World.SetSensorFaults(world.SensorFaults{})
	s.pass(2 * time.Minute)
	s.playRound("c3-d4")
}

// An endless person plays game after game.
type endless struct{ *robottest.QuickPerson }

func (p *endless) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	if s.Phase == turn.Over && s.Say.Key == "set_up" {
		p.Rig.World.PlacePosition(p.Rig.Start, p.Rig.Visitor, 3)
	}
	return p.QuickPerson.Advance(now, s)
}

// 33: a board that stands beside where the configuration has it shows in the picks; one in its place doesn't.
func TestScene33Drift(t *testing.T) {
	t.Parallel()
	for _, off := range []struct{ x, y float64 }{{0, 0}, {0, -3}} {
		b := robottest.NewRig(t, board.Start().FEN(), board.White, func(c *robot.CoreConfig) {
			cfg := arm.DefaultConfig()
			cfg.Board.CentreX -= off.x
			cfg.Board.CentreY -= off.y
			var err error
			if c.Arm, err = arm.New(cfg); err != nil {
				t.Fatal(err)
			}
		})
		b.Limits.Nodes = 100 // it need not play well
		p := &endless{&robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove, Mend: true}}
		var d robot.DriftStatus
		b.Run(t, p, func(s robot.Snapshot) bool {
			if s.Phase != turn.Over {
				return false
			}
			d = b.Core.Status(0).Drift
			return s.Game == 8 || s.Game == 3 && off.x == 0 && off.y == 0 || d.X != 0 || d.Y != 0
		})
		if d.Placements < 50 || d.X*off.x+d.Y*off.y < (off.x*off.x+off.y*off.y)/3 || off.x == 0 && off.y == 0 && d.X != 0 {
			t.Errorf("the board is off by %+v, found %+v", off, d)
		}
	}
}
