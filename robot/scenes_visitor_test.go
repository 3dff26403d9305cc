package robot_test

import (
	"slices"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

func TestScene01SlidesAndRests(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.moveChecker("c3", "b4") // a legal move, if the visitor left it at that
	s.pass(2 * time.Second)
	s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
	s.moveChecker("b4", "d4")
	s.pass(2 * time.Second)
	s.pressAndExpect("c3-d4")
	s.awaitHandover()
	s.wantShown(turn.VisitorTurn, say.YourTurn)
}

func TestScene01HandsThatNeverLeave(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.World.Press(s.now)
	for range 9 {
		s.removeCheckers("c3")
		s.pass(70 * time.Millisecond)
		s.layChecker(board.WhiteMan, "c3")
		s.pass(70 * time.Millisecond)
	}
	s.wantShown(turn.VisitorTurn, say.HoldStill)
	s.playRound("c3-d4")
}

func TestScene02PressesWithoutAMove(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourMove)
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourMoveAgain)
	s.playRound("c3-d4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourMove)
}

func TestScene03LeavesACapturedChecker(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3,a1:Bd4,d6,h8", board.White)
	s.moveChecker("c3", "c7")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.TakeOff, "d4")
	s.removeCheckers("d4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.TakeOff, "d6")
	s.removeCheckers("d6")
	s.pressAndExpect("c3:e5:c7")
	s.awaitHandover()
}

func TestScene04StopsACaptureHalfWay(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3,a1:Bd4,d6,h8", board.White)
	s.moveChecker("c3", "e5")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.CaptureGoesOn, "e5", "c7")
	s.removeCheckers("d4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.CaptureGoesOn, "e5", "c7")
	s.moveChecker("e5", "c7")
	s.removeCheckers("d6")
	s.pressAndExpect("c3:e5:c7")
	s.awaitHandover()
}

func TestScene05MustCapture(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3,g3:Bd4,h8", board.White)
	s.moveChecker("g3", "h4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.MustCapture, "c3")
	if s.snap.Say.Move != "c3:e5" {
		t.Errorf("the capture named is %q", s.snap.Say.Move)
	}
	s.moveChecker("h4", "g3")
	s.playRound("c3:e5")
}

func TestScene06MovesWhatHeMustNot(t *testing.T) {
	t.Parallel()
	t.Run("the robot's checker", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.moveChecker("f6", "e5")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.PutBackMine, "f6", "e5")
		s.moveChecker("e5", "f6")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.YourMove)
		s.playRound("c3-d4")
	})
	t.Run("two of the visitor's own", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.moveChecker("c3", "d4")
		s.moveChecker("g3", "h4")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.PutBack, "g3", "h4")
		s.moveChecker("h4", "g3")
		s.pressAndExpect("c3-d4") // the other one may stay where it is
		s.awaitHandover()
	})
	t.Run("a checker on a light square", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.pushChecker("c3", -18.75, 0)
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.PutInMiddle, "c3")
		s.pushChecker("beside", 18.75, 0)
		s.playRound("c3-d4")
	})
	t.Run("three of the robot's, one after the other", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.moveChecker("f6", "e5")
		s.moveChecker("d6", "c5")
		s.moveChecker("b6", "a5")
		for _, move := range [][2]string{{"b6", "a5"}, {"d6", "c5"}, {"f6", "e5"}} {
			s.pressButton()
			s.wantShown(turn.VisitorTurn, say.PutBackMine, move[0], move[1])
			s.moveChecker(move[1], move[0])
		}
		s.playRound("c3-d4")
	})
}

func TestScene07MendsStraightIntoALegalMove(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.moveChecker("c3", "c5")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.MoveNotLegal, "c3", "c5")
	s.moveChecker("c5", "d4")
	s.pressAndExpect("c3-d4")
	s.awaitHandover()
}

func TestScene08TakesHisMoveBack(t *testing.T) {
	t.Parallel()
	t.Run("before the answer", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.thinking = 10 * time.Second
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.moveChecker("d4", "c3")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.TakebackDone)
		s.wantPlayed()
		s.pass(20 * time.Second)
		s.wantShown(turn.VisitorTurn, say.TakebackDone) // nobody answers a move that was taken back
		s.playRound("c3-b4")
	})
	t.Run("after it", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.moveChecker("a5", "b6")
		s.moveChecker("d4", "c3")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.TakebackOffer)
		s.wantPlayed("c3-d4", "b6-a5")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.TakebackDone)
		s.wantPlayed()
		s.playRound("c3-b4")
	})
}

func TestScene09MovesWhileTheArmMoves(t *testing.T) {
	t.Parallel()
	t.Run("a checker taken and put back", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.awaitCheckerInAir()
		s.removeCheckers("e1")
		s.until(turn.Hold, say.HandsOff)
		s.pass(3 * time.Second)
		s.wantShown(turn.Hold, say.PutBack, "e1")
		if s.heldChecker() == nil {
			t.Error("the arm has not held what it carries")
		}
		s.layChecker(board.WhiteMan, "e1")
		s.until(turn.Moving, say.Resumed)
		s.awaitHandover()
	})
	t.Run("the visitor's next move while the arm parks", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.wait("the robot's checker on a5", func() bool { return s.countInJournal(`"arm":"carried"`) == 1 })
		s.moveChecker("d4", "c5")
		s.until(turn.VisitorTurn, say.YourTurn)
		s.pressAndExpect("d4-c5")
		s.awaitHandover()
	})
	t.Run("while the robot thinks", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.moveChecker("e3", "f4")
		s.until(turn.Hold, say.PutBack, "e3")
		s.moveChecker("f4", "e3")
		s.awaitHandover()
		s.wantPlayed("c3-d4", "b6-a5")
	})
}

func TestScene10OffCentre(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.pushChecker("f2", 5, 5) // still on its square, but its sensor reads empty
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.PutInMiddle, "f2")
	s.pushChecker("f2", -5, -5)
	s.playRound("c3-d4")
	s.makeMove("d4-c5")
	s.pushChecker("c5", 0, 7)
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.PutInMiddle, "d4") // nobody can see where it went
	s.pushChecker("c5", 0, -7)
	s.pressAndExpect("d4-c5")
}

func TestScene12CircularCapture(t *testing.T) {
	t.Parallel()
	t.Run("the visitor's", func(t *testing.T) {
		s := startPlaying(t, "W:WKc1:Bb2,b4,d2,d4,h8", board.White)
		s.removeCheckers("b2", "b4", "d2")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.TakeOff, "d4")
		s.removeCheckers("d4")
		s.pressButton()
		if s.snap.Phase != turn.Thinking || s.snap.LastMove.From != "c1" || s.snap.LastMove.To != "c1" {
			t.Fatal(s)
		}
		s.awaitHandover()
	})
	t.Run("the robot's", func(t *testing.T) {
		s := newScene(t, "W:WKc1:Bb2,b4,d2,d4,h8", board.Black, nil)
		s.awaitHandover()
		if m := s.snap.LastMove; m.From != "c1" || m.To != "c1" || len(m.Captured) != 4 {
			t.Fatal(s)
		}
		s.playRound("h8-g7")
	})
}

func TestScene13KnocksTheBoardOver(t *testing.T) {
	t.Parallel()
	upset := func(t *testing.T) *scene {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.removeCheckers("a1", "c1", "e1", "g1", "b2", "d8", "f8", "e3", "h6")
		s.moveChecker("f6", "g5")
		s.pressButton()
		s.wantShown(turn.Setup, say.BoardUpset)
		return s
	}
	t.Run("set up again, square by square", func(t *testing.T) {
		s := upset(t)
		s.moveChecker("g5", "f6")
		for _, name := range []string{"b2", "d8", "f8", "h6"} {
			piece := board.WhiteMan
			if name != "b2" {
				piece = board.BlackMan
			}
			s.layChecker(piece, name)
		}
		s.pass(time.Second)
		for _, name := range []string{"a1", "c1", "e1", "g1", "e3"} {
			s.wantShown(turn.Setup, say.SetUpWhite, name)
			s.layChecker(board.WhiteMan, name)
			s.pass(time.Second)
		}
		s.wantShown(turn.VisitorTurn, say.YourTurn)
		s.playRound("d4-c5")
	})
	t.Run("or a new game", func(t *testing.T) {
		s := upset(t)
		s.SetUp(s.Start)
		s.pressButton()
		s.wantShown(turn.Setup, say.NewGameOffer)
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
		s.wantPlayed()
		if len(s.Archived) != 1 || s.Archived[0].Result != "*" {
			t.Errorf("kept: %+v", s.Archived)
		}
	})
	t.Run("or a new game from the page", func(t *testing.T) {
		s := upset(t)
		s.sendCommand(command.NewGame)
		s.SetUp(s.Start)
		s.until(turn.VisitorTurn, say.YourTurnWhite)
		s.wantPlayed()
	})
	t.Run("everything swept off", func(t *testing.T) {
		s := startPlaying(t, "W:Wc3,g1:Bd6,h8", board.White)
		s.removeCheckers("c3", "g1", "d6", "h8")
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.FaultEmpty)
		s.SetUp(s.Start)
		s.playRound("c3-d4")
	})
}

func TestScene14Leaves(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.playRound("c3-d4")
	s.pass(2*time.Minute + time.Second)
	s.wantShown(turn.VisitorTurn, say.StillThere)
	s.pressButton() // the visitor is there
	s.wantShown(turn.VisitorTurn, say.YourMove)
	s.until(turn.VisitorTurn, say.StillThere)
	s.pass(13 * time.Minute)
	s.wantShown(turn.Over, say.EndAbandoned)
	if a := s.Archived; len(a) != 1 || a[0].Result != "*" || a[0].Reason != string(board.Abandoned) {
		t.Errorf("kept: %+v", a)
	}
	s.until(turn.Over, say.SetUp)
	s.SetUp(s.Start)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	s.playRound("c3-b4")
}

func TestScene15StartPositionInMidGame(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5", "d6:b4")
	s.playRound("c3-d4")
	s.playRound("d4-c5")
	s.SetUp(s.Start)
	s.pass(time.Minute)
	s.wantShown(turn.VisitorTurn, say.YourTurn) // nothing begins by itself
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.NewGameOffer)
	s.wantPlayed("c3-d4", "b6-a5", "d4-c5", "d6:b4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
	s.wantPlayed()
	if len(s.Journals) != 2 || len(s.Archived) != 1 || s.Archived[0].Result != "*" {
		t.Errorf("%d journals, kept %+v", len(s.Journals), s.Archived)
	}
	s.playRound("c3-d4")
}

// 15, 41: at a game's end the start position begins another one by itself.
func TestScene15StartPositionAtTheEnd(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3,a1:Bd4", board.White)
	s.makeMove("c3:e5")
	s.pressAndExpect("c3:e5")
	s.wantShown(turn.Over, say.EndWinNoPieces)
	s.SetUp(s.Start)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	s.wantPlayed()
}

func TestScene16NotTheStartPosition(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.removeCheckers("c3", "b8", "h8")
	s.layChecker(board.WhiteMan, "d4")
	s.until(turn.Setup, say.SetUpWhite, "c3")
	s.moveChecker("d4", "c3")
	s.until(turn.Setup, say.SetUpBlack, "b8")
	s.layChecker(board.BlackMan, "b8")
	s.layChecker(board.WhiteMan, "e5")
	s.until(turn.Setup, say.SetUpBlack, "h8")
	s.layChecker(board.BlackMan, "h8")
	s.until(turn.Setup, say.SetUpWrong, "e5")
	s.pressButton()
	s.wantShown(turn.Setup, say.SetUpWrong, "e5")
	s.removeCheckers("e5")
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	s.playRound("c3-d4")
}

func TestScene17Wishes(t *testing.T) {
	t.Parallel()
	t.Run("gives up", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.playRound("c3-d4")
		s.sendCommand(command.Resign)
		s.wantShown(turn.Over, say.EndAbandoned)
		if a := s.Archived; len(a) != 1 || a[0].Result != "*" {
			t.Errorf("kept: %+v", a)
		}
	})
	t.Run("a new game while the robot's last move, which decides this one, is held up", func(t *testing.T) {
		s := startPlaying(t, "W:Wc3:Be5,h8", board.White, "e5:c3")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.untilPhase(turn.Moving)
		s.removeCheckers("h8")
		s.untilPhase(turn.Hold)
		s.sendCommand(command.NewGame)
		s.wait("the next game", func() bool { return s.snap.Game == 2 })
		if a := s.Archived; len(a) != 1 || a[0].Result != "0-2" || a[0].Reason != string(board.NoPieces) {
			t.Errorf("kept: %+v", a)
		}
	})
	t.Run("gives up while the arm moves", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.Black)
		s.makeMove("b6-c5")
		s.pressAndExpect("b6-c5")
		s.awaitCheckerInAir()
		s.sendCommand(command.Resign)
		s.untilPhase(turn.Over)
		s.wantShown(turn.Over, say.EndAbandoned)
		if s.heldChecker() != nil {
			t.Error("a checker is left in the air")
		}
	})
	t.Run("a new game", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.playRound("c3-d4")
		s.sendCommand(command.NewGame)
		s.pass(time.Second)
		if s.snap.Game != 2 || s.snap.Phase != turn.Setup || s.Archived[0].Result != "*" {
			t.Fatal(s)
		}
		s.SetUp(s.Start)
		s.until(turn.VisitorTurn, say.YourTurnWhite)
	})
}

// 18: the attitude is the face's only: what is said to a child is the same.
func TestScene18AttitudeIsAPlay(t *testing.T) {
	t.Parallel()
	var said [2][]string
	for i, attitude := range []face.Attitude{face.Positive, face.Negative} {
		s := newScene(t, "W:Wc3,g3,a1:Bd4,h8,f6", board.White, func(c *robot.CoreConfig) {
			c.Settings.Attitude, c.Face.Attitude = string(attitude), attitude
		})
		s.untilPhase(turn.VisitorTurn)
		s.moveChecker("g3", "h4")
		s.pressButton()
		s.pressButton()
		s.moveChecker("h4", "g3")
		s.playRound("c3:e5:g7")
		s.sendCommand(command.Resign)
		for _, what := range s.said {
			said[i] = append(said[i], what.Key)
		}
	}
	if !slices.Equal(said[0], said[1]) {
		t.Errorf("said %v\nand %v", said[0], said[1])
	}
}
