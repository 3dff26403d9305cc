package robot_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/world"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

func TestScene27NotPickedUp(t *testing.T) {
	t.Parallel()
	missing := func(t *testing.T) *scene {
		s := play(t, robottest.StartFEN, board.White, "b6-a5")
		s.World.SetPickMissChance(1)
		s.moves("c3-d4")
		s.accepts("c3-d4")
		s.until(turn.Help, say.HelpPick, "b6", "a5")
		if n := s.count(`"arm":"retry"`); n != 5 {
			t.Errorf("tried again %d times", n)
		}
		s.World.SetPickMissChance(0)
		return s
	}
	t.Run("a person moves it", func(t *testing.T) {
		s := missing(t)
		s.carry("b6", "a5")
		s.handsOver()
		s.goesOn("d4-c5")
	})
	t.Run("the visitor only puts it right", func(t *testing.T) {
		s := missing(t)
		s.press()
		s.untilPhase(turn.Moving)
		s.handsOver()
	})
	t.Run("the robot asks again", func(t *testing.T) {
		s := missing(t)
		serial := s.snap.Say.Serial
		s.pass(time.Minute)
		s.shows(turn.Help, say.HelpPick, "b6", "a5")
		if s.snap.Say.Serial == serial {
			t.Error("nothing is said again after a while")
		}
		s.carry("b6", "a5")
		s.handsOver()
	})
	t.Run("off the middle of its square it is looked for", func(t *testing.T) {
		retries := 0
		for _, off := range [][2]float64{{5.6, 0}, {-5.6, 0}, {0, 5.6}, {0, -5.6}} {
			s := play(t, robottest.StartFEN, board.White, "b6-a5")
			s.push("b6", off[0], off[1])
			s.moves("c3-d4")
			s.accepts("c3-d4")
			s.asked() // it may land as far off as it stood
			retries += s.count(`"arm":"retry","step":0,"square":"b6"`)
			if s.count("help_pick") > 0 {
				t.Errorf("not found, %v off the middle", off)
			}
		}
		if retries == 0 {
			t.Error("all were lifted at once")
		}
	})
	t.Run("a captured one stays", func(t *testing.T) {
		s := play(t, "W:Wc3,g1:Be5,h8", board.White, "e5:c3")
		s.moves("c3-d4")
		s.accepts("c3-d4")
		s.wait("its own checker moved", func() bool { return s.count(`"arm":"carried"`) == 1 })
		s.World.SetPickMissChance(1)
		s.until(turn.Help, say.HelpRemove, "d4")
		s.lift("d4")
		s.handsOver()
	})
}

func TestScene28FallsOnTheWay(t *testing.T) {
	for _, far := range []float64{25, 45, 65, 85, 105} {
		t.Run(fmt.Sprint(far, " mm"), func(t *testing.T) {
			s := midMove(t, func(s *scene) { s.carries(far) })
			s.World.SetVacuum(false, false, s.now)
			s.until(turn.Help, say.HelpPlace, "h2")
			s.asked()
			s.goesOn("b4-a5")
		})
	}
}

// spot is where the middle of a square is.
func (s *scene) spot(name string) (x, y float64) {
	place := s.World.Truth().Board
	row := int(robottest.Square(name)) / 4
	column := 2*(int(robottest.Square(name))%4) + row%2
	return place.X + (3.5-float64(row))*place.Pitch, place.Y + (float64(column)-3.5)*place.Pitch
}

// glue keeps a checker on the nozzle, whatever the controller does, as long as on is true.
func (s *scene) glue(on *bool) {
	s.eachStep = func() {
		if *on && s.held() != nil {
			s.World.SetVacuum(true, false, s.now)
		}
	}
}

func TestScene29SticksToTheNozzle(t *testing.T) {
	t.Run("it comes off when let go for longer", func(t *testing.T) {
		stuck := true
		s := midMove(t, func(s *scene) { s.inTheAir(); s.glue(&stuck) })
		s.wait("another try", func() bool { return s.count(`"arm":"retry"`) == 1 })
		stuck = false
		s.handsOver()
		if s.count("help_place") > 0 {
			t.Error("help was asked for")
		}
	})
	t.Run("it comes off when shaken", func(t *testing.T) {
		stuck := true
		s := midMove(t, func(s *scene) { s.inTheAir(); s.glue(&stuck) })
		s.wait("another try", func() bool { return s.count(`"arm":"retry"`) == 1 })
		x, y := s.spot("h2")
		s.wait("a shake", func() bool {
			tip := s.World.State(s.now).Arm.Tip
			return tip.Z < 25 && math.Hypot(tip.X-x, tip.Y-y) > 2 && math.Hypot(tip.X-x, tip.Y-y) < 4
		})
		stuck = false
		s.handsOver()
		if s.count("help_place") > 0 {
			t.Error("help was asked for")
		}
	})
	t.Run("it never does", func(t *testing.T) {
		stuck := true
		s := midMove(t, func(s *scene) { s.inTheAir(); s.glue(&stuck) })
		s.until(turn.Help, say.HelpPlace, "h2")
		stuck = false
		s.World.SetVacuum(false, false, s.now) // a person takes it off
		s.pass(time.Second)
		s.asked()
		s.goesOn("b4-a5")
	})
}

func TestScene30LandsBadly(t *testing.T) {
	// landed waits until the king lies on h2.
	landed := func(s *scene) {
		s.inTheAir()
		s.wait("it lies", func() bool { return s.held() == nil })
	}
	t.Run("off the middle", func(t *testing.T) {
		s := midMove(t, landed)
		s.push("h2", 5, 5)
		s.until(turn.Help, say.HelpPlace, "h2")
		s.push("h2", -5, -5)
		s.handsOver()
		s.goesOn("b4-a5")
	})
	t.Run("a neighbour is pushed", func(t *testing.T) {
		s := midMove(t, landed)
		s.push("c1", 5, 5)
		s.until(turn.Hold, say.HandsOff)
		s.until(turn.Hold, say.PutBack, "c1")
		s.push("c1", -5, -5)
		s.handsOver()
	})
}

func TestScene31OutOfReach(t *testing.T) {
	cfg := arm.DefaultConfig()
	cfg.Board.CentreX += 60
	_, err := arm.New(cfg)
	if err == nil || !strings.Contains(err.Error(), "a1 when the visitor plays white") {
		t.Errorf("the board out of reach: %v", err)
	}
}

// tray gives the robot a tray of so many slots for trophies and spare kings.
func tray(t testing.TB, trophies, kings int) func(*robot.CoreConfig) {
	return func(c *robot.CoreConfig) {
		cfg := arm.DefaultConfig()
		cfg.Tray.Trophies, cfg.Tray.Kings = cfg.Tray.Trophies[:trophies], cfg.Tray.Kings[:kings]
		a, err := arm.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		c.Arm = a
	}
}

func TestScene32Tray(t *testing.T) {
	t.Parallel()
	t.Run("full", func(t *testing.T) {
		s := newScene(t, "W:Wc3,e1,h2:Be5,h8,f6", board.White, tray(t, 1, 3))
		s.answers = []string{"e5:c3", "c3:e1"}
		s.untilPhase(turn.VisitorTurn)
		s.goesOn("c3-d4")
		s.moves("e1-d2")
		s.accepts("e1-d2")
		s.until(turn.Help, say.TrayFull)
		if s.World.TakeTrophies() != 1 {
			t.Error("one captured checker should lie in the tray")
		}
		s.press()
		s.until(turn.Help, say.TurnOver, "e1") // there is no slot for the man besides
		s.did(s.World.FlipSquare(robottest.Square("e1")))
		s.press()
		s.shows(turn.VisitorTurn, say.YourTurn)
	})
	t.Run("no spare king", func(t *testing.T) {
		s := newScene(t, "W:Wh4,h6:Bb2", board.White, tray(t, 12, 0))
		s.answers = []string{"b2-c1"}
		s.untilPhase(turn.VisitorTurn)
		s.moves("h6-g7")
		s.accepts("h6-g7")
		s.until(turn.Help, say.TurnOver, "c1")
		s.did(s.World.FlipSquare(robottest.Square("c1")))
		s.press()
		s.shows(turn.VisitorTurn, say.YourTurn)
		s.goesOn("h4-g5")
	})
	t.Run("a spare king is not where it should be", func(t *testing.T) {
		s := play(t, "W:Wh4,h6:Bb2", board.White, "b2-c1")
		s.World.PlacePosition(s.Start, board.White, 0)
		s.moves("h6-g7")
		s.accepts("h6-g7")
		s.until(turn.Help, say.SetUpBlackKing, "c1")
		s.lay(board.BlackKing, "c1")
		s.handsOver()
		s.goesOn("h4-g5")
	})
	t.Run("the visitor's own promotion", func(t *testing.T) {
		s := play(t, "W:Wc7,a1:Bh8,a7", board.White)
		s.carry("c7", "d8")
		s.accepts("c7-d8")
		s.shows(turn.Thinking, say.CrownYours, "d8")
		s.did(s.World.FlipSquare(robottest.Square("d8")))
		s.handsOver()
	})
}

func TestScene34EmergencyStop(t *testing.T) {
	t.Parallel()
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moment)
			s.World.Estop(true)
			s.until(turn.Stopped, say.Stopped)
			s.command(command.Clear) // in vain: the button is in
			s.pass(time.Minute)
			s.shows(turn.Stopped, say.Stopped)
			s.World.Estop(false)
			s.pass(10 * time.Second)
			s.shows(turn.Stopped, say.Stopped) // nothing moves unless it is told to
			s.command(command.Clear)
			s.until(turn.NotReady, say.GettingReady)
			s.recovers()
		})
	}
	t.Run("from the page", func(t *testing.T) {
		s := midMove(t, moments["carrying"])
		s.command(command.Stop)
		s.shows(turn.Stopped, say.Stopped)
		s.press()
		s.shows(turn.Stopped, say.Stopped)
		s.command(command.Clear)
		s.until(turn.NotReady, say.GettingReady)
		s.recovers()
	})
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := play(t, robottest.StartFEN, board.White)
		s.World.Estop(true)
		s.until(turn.Stopped, say.Stopped)
		s.World.Estop(false)
		s.pass(time.Second)
		s.command(command.Clear)
		s.until(turn.VisitorTurn, say.YourTurnWhite)
		s.goesOn("c3-d4")
	})
}

func TestScene34SwitchNotFound(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	good := s.Controller
	truth := s.World.Truth()
	truth.Switches[0] = -300 // it broke off
	w := world.New(truth, 1)
	w.PlacePosition(s.Start, board.White, 3)
	s.Device = controller.New(w, controller.Config{Seed: 2, BootDelay: time.Second})
	s.until(turn.NotReady, say.HomingFailed)
	s.Device = good // it is mended
	s.ResetController(s.now)
	s.until(turn.NotReady, say.GettingReady)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}
