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
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.World.SetPickMissChance(1)
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.until(turn.Help, say.HelpPick, "b6", "a5")
		if n := s.countInJournal(`"arm":"retry"`); n != 5 {
			t.Errorf("tried again %d times", n)
		}
		s.World.SetPickMissChance(0)
		return s
	}
	t.Run("a person moves it", func(t *testing.T) {
		s := missing(t)
		s.moveChecker("b6", "a5")
		s.awaitHandover()
		s.playRound("d4-c5")
	})
	t.Run("the visitor only puts it right", func(t *testing.T) {
		s := missing(t)
		s.pressButton()
		s.untilPhase(turn.Moving)
		s.awaitHandover()
	})
	t.Run("the robot asks again", func(t *testing.T) {
		s := missing(t)
		serial := s.snap.Say.Serial
		s.pass(time.Minute)
		s.wantShown(turn.Help, say.HelpPick, "b6", "a5")
		if s.snap.Say.Serial == serial {
			t.Error("nothing is said again after a while")
		}
		s.moveChecker("b6", "a5")
		s.awaitHandover()
	})
	t.Run("off the middle of its square it is looked for", func(t *testing.T) {
		retries := 0
		for _, off := range [][2]float64{{5.6, 0}, {-5.6, 0}, {0, 5.6}, {0, -5.6}} {
			s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
			s.pushChecker("b6", off[0], off[1])
			s.makeMove("c3-d4")
			s.pressAndExpect("c3-d4")
			s.obeyRequests() // it may land as far off as it stood
			retries += s.countInJournal(`"arm":"retry","step":0,"square":"b6"`)
			if s.countInJournal("help_pick") > 0 {
				t.Errorf("not found, %v off the middle", off)
			}
		}
		if retries == 0 {
			t.Error("all were lifted at once")
		}
	})
	t.Run("a captured one stays", func(t *testing.T) {
		s := startPlaying(t, "W:Wc3,g1:Be5,h8", board.White, "e5:c3")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.wait("its own checker moved", func() bool { return s.countInJournal(`"arm":"carried"`) == 1 })
		s.World.SetPickMissChance(1)
		s.until(turn.Help, say.HelpRemove, "d4")
		s.removeCheckers("d4")
		s.awaitHandover()
	})
}

func TestScene28FallsOnTheWay(t *testing.T) {
	for _, far := range []float64{25, 45, 65, 85, 105} {
		t.Run(fmt.Sprint(far, " mm"), func(t *testing.T) {
			s := midMove(t, func(s *scene) { s.carries(far) })
			s.World.SetVacuum(false, false, s.now)
			s.until(turn.Help, say.HelpPlace, "h2")
			s.obeyRequests()
			s.playRound("b4-a5")
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
		if *on && s.heldChecker() != nil {
			s.World.SetVacuum(true, false, s.now)
		}
	}
}

func TestScene29SticksToTheNozzle(t *testing.T) {
	t.Run("it comes off when let go for longer", func(t *testing.T) {
		stuck := true
		s := midMove(t, func(s *scene) { s.awaitCheckerInAir(); s.glue(&stuck) })
		s.wait("another try", func() bool { return s.countInJournal(`"arm":"retry"`) == 1 })
		stuck = false
		s.awaitHandover()
		if s.countInJournal("help_place") > 0 {
			t.Error("help was asked for")
		}
	})
	t.Run("it comes off when shaken", func(t *testing.T) {
		stuck := true
		s := midMove(t, func(s *scene) { s.awaitCheckerInAir(); s.glue(&stuck) })
		s.wait("another try", func() bool { return s.countInJournal(`"arm":"retry"`) == 1 })
		x, y := s.spot("h2")
		s.wait("a shake", func() bool {
			tip := s.World.State(s.now).Arm.Tip
			return tip.Z < 25 && math.Hypot(tip.X-x, tip.Y-y) > 2 && math.Hypot(tip.X-x, tip.Y-y) < 4
		})
		stuck = false
		s.awaitHandover()
		if s.countInJournal("help_place") > 0 {
			t.Error("help was asked for")
		}
	})
	t.Run("each checker does so late", func(t *testing.T) {
		s := midMove(t, func(s *scene) {
			s.World.SetReleaseDelay(2 * time.Second)
			s.awaitCheckerInAir()
		})
		s.awaitHandover()
		if st := s.Core.Status(s.now).Arm; st.ReleaseMs < 2000 || st.ReleaseRemedy == "" || !s.noted("a checker has left the nozzle late: the arm waits longer from now on") {
			t.Errorf("the operator is told %+v, %+v", st, s.notes)
		}
		if s.countInJournal(`"arm":"retry"`) != 1 || s.countInJournal("slow_release") > 0 {
			t.Errorf("%d tries; the journal has %d of them", s.countInJournal(`"arm":"retry"`), s.countInJournal("slow_release"))
		}
	})
	t.Run("it never does", func(t *testing.T) {
		stuck := true
		s := midMove(t, func(s *scene) { s.awaitCheckerInAir(); s.glue(&stuck) })
		s.until(turn.Help, say.HelpPlace, "h2")
		held := s.heldChecker().ID
		stuck = false
		s.World.SetVacuum(false, false, s.now)
		s.pass(time.Second)
		s.must(s.World.RemoveID(held)) // a person takes it off
		s.obeyRequests()
		s.playRound("b4-a5")
	})
}

func TestScene30LandsBadly(t *testing.T) {
	// landed waits until the king lies on h2.
	landed := func(s *scene) {
		s.awaitCheckerInAir()
		s.wait("it lies", func() bool { return s.heldChecker() == nil })
	}
	t.Run("off the middle", func(t *testing.T) {
		s := midMove(t, landed)
		s.pushChecker("h2", 5, 5)
		s.until(turn.Help, say.HelpPlace, "h2")
		s.pushChecker("h2", -5, -5)
		s.awaitHandover()
		s.playRound("b4-a5")
	})
	t.Run("a neighbour is pushed", func(t *testing.T) {
		s := midMove(t, landed)
		s.pushChecker("c1", 5, 5)
		s.until(turn.Hold, say.HandsOff)
		s.until(turn.Hold, say.PutBack, "c1")
		s.pushChecker("c1", -5, -5)
		s.awaitHandover()
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
		s.playRound("c3-d4")
		s.makeMove("e1-d2")
		s.pressAndExpect("e1-d2")
		s.until(turn.Help, say.TrayFull)
		if s.World.TakeTrophies() != 1 {
			t.Error("one captured checker should lie in the tray")
		}
		s.pressButton()
		s.until(turn.Help, say.TurnOver, "e1") // there is no slot for the man besides
		s.must(s.World.FlipSquare(robottest.Square("e1")))
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.YourTurn)
	})
	t.Run("no spare king", func(t *testing.T) {
		s := newScene(t, "W:Wh4,h6:Bb2", board.White, tray(t, 12, 0))
		s.answers = []string{"b2-c1"}
		s.untilPhase(turn.VisitorTurn)
		s.makeMove("h6-g7")
		s.pressAndExpect("h6-g7")
		s.until(turn.Help, say.TurnOver, "c1")
		s.must(s.World.FlipSquare(robottest.Square("c1")))
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.YourTurn)
		s.playRound("h4-g5")
	})
	t.Run("a spare king is not where it should be", func(t *testing.T) {
		s := startPlaying(t, "W:Wh4,h6:Bb2", board.White, "b2-c1")
		s.World.PlacePosition(s.Start, board.White, 0)
		s.makeMove("h6-g7")
		s.pressAndExpect("h6-g7")
		s.until(turn.Help, say.SetUpBlackKing, "c1")
		s.layChecker(board.BlackKing, "c1")
		s.awaitHandover()
		s.playRound("h4-g5")
	})
	t.Run("the visitor's own promotion", func(t *testing.T) {
		s := startPlaying(t, "W:Wc7,a1:Bh8,a7", board.White)
		s.moveChecker("c7", "d8")
		s.pressAndExpect("c7-d8")
		s.wantShown(turn.Thinking, say.CrownYours, "d8")
		s.must(s.World.FlipSquare(robottest.Square("d8")))
		s.awaitHandover()
	})
}

func TestScene34EmergencyStop(t *testing.T) {
	t.Parallel()
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moment)
			s.World.Estop(true)
			s.until(turn.Stopped, say.Stopped)
			s.sendCommand(command.Clear) // in vain: the button is in
			s.pass(time.Minute)
			s.wantShown(turn.Stopped, say.Stopped)
			s.World.Estop(false)
			s.pass(10 * time.Second)
			s.wantShown(turn.Stopped, say.Stopped) // nothing moves unless it is told to
			s.sendCommand(command.Clear)
			s.until(turn.NotReady, say.GettingReady)
			s.recoverGame()
		})
	}
	t.Run("from the page", func(t *testing.T) {
		s := midMove(t, moments["carrying"])
		s.sendCommand(command.Stop)
		s.wantShown(turn.Stopped, say.Stopped)
		s.pressButton()
		s.wantShown(turn.Stopped, say.Stopped)
		s.sendCommand(command.Clear)
		s.until(turn.NotReady, say.GettingReady)
		s.recoverGame()
	})
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.World.Estop(true)
		s.until(turn.Stopped, say.Stopped)
		s.World.Estop(false)
		s.pass(time.Second)
		s.sendCommand(command.Clear)
		s.until(turn.VisitorTurn, say.YourTurnWhite)
		s.playRound("c3-d4")
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
