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

// 8: taken back by the page's button: the visitor is led through it, checker by checker, and what was captured
// comes back from the tray.
func TestScene08ByThePage(t *testing.T) {
	t.Parallel()
	t.Run("before the answer", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.thinking = 10 * time.Second
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.sendCommand(command.Takeback)
		s.wantShown(turn.VisitorTurn, say.TakebackDone)
		s.moveChecker("d4", "c3")
		s.playRound("c3-b4")
	})
	t.Run("after it", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5", "d6:b4")
		s.playRound("c3-d4")
		s.playRound("d4-c5")
		if !s.snap.Choices.Takeback || s.snap.Tray.Trophies != 1 {
			t.Fatalf("%+v, %+v", s.snap.Choices, s.snap.Tray)
		}
		s.sendCommand(command.Takeback)
		s.wantShown(turn.Setup, say.TakebackDone)
		s.wantPlayed("c3-d4", "b6-a5")
		s.until(turn.Setup, say.RestoreMove, "b4", "d6")
		s.moveChecker("b4", "d6")
		s.until(turn.Setup, say.RestoreWhiteMan, "d4")
		s.World.TakeTrophies()
		s.layChecker(board.WhiteMan, "d4")
		s.until(turn.VisitorTurn, say.YourTurn)
		if s.snap.Tray.Trophies != 0 || s.snap.Choices.Takeback {
			t.Errorf("%+v, %+v", s.snap.Tray, s.snap.Choices)
		}
		s.playRound("d2-c3")
	})
	t.Run("while the arm carries", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.awaitCheckerInAir()
		s.sendCommand(command.Takeback)
		s.untilPhase(turn.Setup)
		if s.heldChecker() != nil {
			t.Error("a checker is left in the air")
		}
		s.moveChecker("a5", "b6")
		s.moveChecker("d4", "c3")
		s.untilPhase(turn.VisitorTurn)
		s.playRound("c3-b4")
	})
}

// 8: a promotion that is taken back restores both bodies, and the power may fail in between.
func TestScene08CrownIsTakenBack(t *testing.T) {
	t.Parallel()
	s, d := onDisk(t, "W:Wg1,h2:Bb2,h8", "b2-c1")
	s.playRound("h2-g3")
	if s.snap.Tray.Trophies != 1 || s.snap.Tray.Kings != 2 {
		t.Fatalf("%+v", s.snap.Tray)
	}
	s.sendCommand(command.Takeback)
	s.until(turn.Setup, say.RestoreKing, "c1")
	s.powerCut(d)
	s.until(turn.Setup, say.RestoreKing, "c1")
	if s.snap.Say.Slot != 3 {
		t.Errorf("%+v", s.snap.Say)
	}
	s.must(s.World.ReturnSpare(robottest.Square("c1"), 2))
	s.until(turn.Setup, say.RestoreBlackMan, "b2")
	s.must(s.World.TakeFromTray(s.snap.Say.Slot-1, robottest.Square("b2")))
	s.untilPhase(turn.VisitorTurn)
	if s.snap.Tray.Trophies != 0 || s.snap.Tray.Kings != 3 {
		t.Errorf("%+v", s.snap.Tray)
	}
	s.moveChecker("g3", "h2") // their own
	s.answers = []string{"b2-a1"}
	s.playRound("g1-f2")
	s.wantPlayed("g1-f2", "b2-a1")
}

// 8: where moves can't be taken back, the board is put right again.
func TestScene08SwitchedOff(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, func(c *robot.CoreConfig) { c.Settings.Takeback = false })
	s.answers = []string{"b6-a5"}
	s.untilPhase(turn.VisitorTurn)
	s.playRound("c3-d4")
	s.sendCommand(command.Takeback)
	s.wantPlayed("c3-d4", "b6-a5")
	s.moveChecker("a5", "b6")
	s.moveChecker("d4", "c3")
	s.pressButton()
	s.wantShown(turn.Setup, say.TakebackOff)
	s.until(turn.Setup, say.SetUpWhite, "d4")
	s.moveChecker("c3", "d4")
	s.until(turn.Setup, say.SetUpBlack, "a5")
	s.moveChecker("b6", "a5")
	s.until(turn.VisitorTurn, say.YourTurn)
	s.playRound("d4-e5")
}

// 17: what a visitor may choose.
func TestScene17Chooses(t *testing.T) {
	t.Parallel()
	t.Run("the level, at once", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.playRound("c3-d4")
		s.sendCommand(command.Level, "level", "child")
		s.makeMove("d4-e5")
		s.pressAndExpect("d4-e5")
		if s.request == nil || s.request.Level != "child" || s.request.Hint {
			t.Errorf("asked %+v", s.request)
		}
	})
	t.Run("the colour, before anybody has moved", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.sendCommand(command.Colour, "colour", "black")
		s.wantShown(turn.Setup, say.SetUpAsBlack)
		if s.snap.Game != 2 || s.snap.Visitor != "black" || len(s.Archived) != 0 {
			t.Fatal(s)
		}
		s.pass(time.Minute)
		s.sendCommand(command.NewGame)
		s.wantShown(turn.Setup, say.SetUpAsBlack) // the sensors can't see which way round the board stands
		s.World.PlacePosition(s.Start, board.Black, 3)
		s.pressButton()
		s.awaitHandover()
		s.playRound("b6-a5")
	})
	t.Run("the colour, in the middle of a game", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.playRound("c3-d4")
		s.sendCommand(command.Colour, "colour", "black")
		if s.snap.Visitor != "white" || s.snap.Choices.Colour != "black" {
			t.Fatal(s)
		}
		s.sendCommand(command.Resign)
		s.until(turn.Over, say.SetUpAsBlack)
		s.World.PlacePosition(s.Start, board.Black, 3)
		s.awaitHandover()
		if s.snap.Visitor != "black" || s.snap.Choices.Colour != "black" {
			t.Fatal(s)
		}
		s.playRound("b6-a5")
	})
	t.Run("it stays with this visitor, not with the next one", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.sendCommand(command.Level, "level", "child")
		s.sendCommand(command.Attitude, "attitude", "negative")
		s.sendCommand(command.Language, "lang", "en")
		s.playRound("c3-d4")
		s.sendCommand(command.Resign)
		s.SetUp(s.Start)
		s.untilPhase(turn.VisitorTurn)
		if c := s.snap.Choices; s.snap.Game != 2 || c.Level != "child" || c.Attitude != "negative" || c.Lang != "en" {
			t.Errorf("game %d: %+v", s.snap.Game, c)
		}
		s.playRound("c3-d4")
		s.sendCommand(command.NewGame)
		s.SetUp(s.Start)
		s.untilPhase(turn.VisitorTurn)
		if c := s.snap.Choices; s.snap.Game != 3 || c.Level != "child" || c.Attitude != "negative" || c.Lang != "en" {
			t.Errorf("game %d: %+v", s.snap.Game, c)
		}
		s.playRound("c3-d4")
		s.pass(16 * time.Minute)
		s.untilPhase(turn.Over)
		s.SetUp(s.Start)
		s.untilPhase(turn.VisitorTurn)
		if c := s.snap.Choices; s.snap.Game != 4 || c.Level != "amateur" || c.Attitude != "positive" || c.Lang != "uk" {
			t.Errorf("game %d: %+v", s.snap.Game, c)
		}
	})
	t.Run("it goes with a visitor who hasn't moved", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.sendCommand(command.Level, "level", "child")
		s.sendCommand(command.Attitude, "attitude", "negative")
		s.sendCommand(command.Language, "lang", "en")
		s.pass(16 * time.Minute)
		s.wantShown(turn.VisitorTurn, say.IdleInvite)
		if c := s.snap.Choices; s.snap.Game != 1 || c.Level != "amateur" || c.Attitude != "positive" || c.Lang != "uk" {
			t.Errorf("game %d: %+v", s.snap.Game, c)
		}
		s.sendCommand(command.Level, "level", "child")
		s.sendCommand(command.Colour, "colour", "black")
		s.wantShown(turn.Setup, say.SetUpAsBlack)
		s.pass(17 * time.Minute)
		s.wantShown(turn.Setup, say.SetUpAsWhite)
		if c := s.snap.Choices; c.Level != "amateur" || c.Colour != "white" || len(s.Archived) != 0 {
			t.Errorf("game %d: %+v, kept %v", s.snap.Game, c, s.Archived)
		}
	})
	t.Run("the next visitor begins with the configuration's", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.sendCommand(command.Level, "level", "child")
		s.sendCommand(command.Language, "lang", "en")
		s.playRound("c3-d4")
		s.sendCommand(command.NextVisitor)
		s.SetUp(s.Start)
		s.untilPhase(turn.VisitorTurn)
		if c := s.snap.Choices; s.snap.Game != 2 || c.Level != "amateur" || c.Lang != "uk" || len(s.Archived) != 1 {
			t.Errorf("game %d: %+v, kept %v", s.snap.Game, c, s.Archived)
		}
	})
}

// 17: a hint, for the position that stands there and no other.
func TestScene17Hint(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "c3-b4")
	s.remark = turn.Remark{Key: string(say.ThreatKing), Squares: []string{"g1"}, Move: "h2-g1"}
	s.sendCommand(command.Hint)
	if s.snap.Choices.Hint || s.request == nil || !s.request.Hint {
		t.Fatalf("%+v", s.snap.Choices)
	}
	s.until(turn.VisitorTurn, say.Hint, "c3", "b4")
	h := s.snap.Hint
	if h == nil || h.From != "c3" || h.To != "b4" || h.By != "white" || s.snap.Remark.Key != string(say.ThreatKing) {
		t.Errorf("%+v, %+v", h, s.snap.Remark)
	}
	s.remark = turn.Remark{}
	s.playRound("c3-d4")
	if s.snap.Hint != nil {
		t.Errorf("%+v", s.snap.Hint)
	}
	s.sendCommand(command.Hint)
	s.makeMove("d4-e5") // the visitor doesn't wait for it
	s.pressAndExpect("d4-e5")
	s.awaitHandover()
	s.pass(time.Minute)
	if s.countInJournal(`"event":"hint"`) != 1 || s.snap.Hint != nil {
		t.Errorf("%d hints, %+v", s.countInJournal(`"event":"hint"`), s.snap.Hint)
	}
}

// 17: a remark on the visitor's move is shown until they move again, while nothing else matters more, and a
// cue, and so heard.
func TestScene17Remark(t *testing.T) {
	t.Parallel()
	for key, cue := range map[say.Key]face.Cue{
		say.RemarkBetter: face.VisitorBad, say.RemarkCombination: face.VisitorGood,
	} {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5", "c7-b6")
		s.remark = turn.Remark{Key: string(key), Squares: []string{}, Move: "e3-f4"}
		s.moments = nil
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.awaitHandover()
		if m, _ := at(t, s.moments, say.MyMove); !slices.Contains(m.Cues, cue) || s.snap.Remark.Key != string(key) {
			t.Errorf("%s: cues %v, shown %+v", key, m.Cues, s.snap.Remark)
		}
		y := s.snap
		s.sendCommand(command.Stop)
		if s.snap.Remark.Key != "" || y.Remark.Move != "e3-f4" {
			t.Errorf("%+v while the robot is stopped", s.snap.Remark)
		}
	}
}

// 17: no arrow of a hint over a robot that is stopped, or over a board that a move taken back left to be put right.
func TestScene17HintHides(t *testing.T) {
	t.Parallel()
	for _, name := range []command.Name{command.Stop, command.Takeback} {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.sendCommand(command.Hint)
		s.pass(time.Second)
		if s.snap.Hint == nil {
			t.Fatalf("%s: no hint: %+v", name, s.snap.Say)
		}
		s.sendCommand(name)
		if s.snap.Phase == turn.VisitorTurn || s.snap.Hint != nil {
			t.Errorf("%s: %s, %+v", name, s.snap.Phase, s.snap.Hint)
		}
	}
}

// 17, 41: a draw by agreement, offered by either.
func TestScene41Agreement(t *testing.T) {
	t.Parallel()
	t.Run("the visitor offers one, too early", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White)
		s.playRound("c3-d4")
		s.sendCommand(command.OfferDraw)
		s.wantShown(turn.VisitorTurn, say.DrawDeclined)
		s.sendCommand(command.OfferDraw)
		s.wantShown(turn.VisitorTurn, say.DrawLater)
		if s.snap.Choices.Draw != "declined" {
			t.Errorf("%+v", s.snap.Choices)
		}
		s.playRound("d4-e5")
	})
	t.Run("the robot offers one when nothing happens any more", func(t *testing.T) {
		const fen = "W:WKa3,Kc1,g1:BKh6,Kf8,b8"
		s := newScene(t, fen, board.White, nil)
		s.untilPhase(turn.VisitorTurn)
		for s.snap.Say.Key != string(say.DrawOffer) {
			if len(s.snap.Moves) > 24 || s.snap.Phase != turn.VisitorTurn {
				t.Fatal(s)
			}
			own := s.calm(s.snap.FEN)
			s.makeMove(own)
			s.pressButton()
			s.answers = []string{s.calm(s.snap.FEN)}
			s.awaitHandover()
		}
		if s.snap.Choices.Draw != "robot_offers" {
			t.Errorf("%+v", s.snap.Choices)
		}
		s.sendCommand(command.AcceptDraw)
		s.wantShown(turn.Over, say.EndDrawAgreement)
		if a := s.Archived; len(a) != 1 || a[0].Result != "1-1" || a[0].Reason != string(board.Agreement) {
			t.Errorf("kept: %+v", a)
		}
	})
}

// calm returns a king's move to a position that has not occurred, after which nothing can be captured.
func (s *scene) calm(fen string) string {
	s.t.Helper()
	p, err := board.ParseFEN(fen)
	s.must(err)
	s.seen = append(s.seen, p)
	for _, m := range p.Moves() {
		if next := p.Play(m); p.PieceAt(m.From).King() && !next.CanCapture() && !slices.Contains(s.seen, next) {
			return p.Notation(m)
		}
	}
	s.t.Fatalf("no calm move in %s", fen)
	return ""
}

// A complaint is no longer shown once the board is put right, though no move is accepted before the press.
func TestScene03MendedBeforeThePress(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3,a1:Bd4,d6,h8", board.White)
	s.moveChecker("c3", "c7")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.TakeOff, "d4")
	s.removeCheckers("d4")
	s.pass(time.Second)
	s.wantShown(turn.VisitorTurn, say.TakeOff, "d6")
	s.removeCheckers("d6")
	s.pass(time.Second)
	s.wantShown(turn.VisitorTurn, say.PressWhenReady)
	s.wantPlayed()
	s.pressAndExpect("c3:e5:c7")
}

// The operator pauses the game, gives it up, or sets another position up.
func TestOperatorPauses(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5", "d6:b4")
	s.playRound("c3-d4")
	s.makeMove("d4-c5")
	s.pressAndExpect("d4-c5")
	s.awaitCheckerInAir()
	s.sendCommand(command.Pause)
	s.until(turn.Paused, say.Paused)
	if s.heldChecker() != nil || !s.snap.Paused {
		t.Error("a checker is left in the air")
	}
	s.pass(2 * time.Hour) // nobody is asked, nothing is given up
	s.wantShown(turn.Paused, say.Paused)
	s.pressButton()
	s.wantShown(turn.Paused, say.Paused)
	s.sendCommand(command.Resume)
	s.awaitHandover()
	s.playRound("a3:c5")
}

func TestOperatorSetsAPosition(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.playRound("c3-d4")
	s.sendCommand(command.SetPosition, "fen", "W:Wa1,Kc1:Bh8,f8", "visitor", "white")
	s.wantShown(turn.Setup, say.SetUp)
	if s.snap.Game != 2 || s.snap.FEN != "W:Wa1,Kc1:Bf8,h8" || s.Archived[0].Result != "*" {
		t.Fatal(s)
	}
	p, err := board.ParseFEN(s.snap.FEN)
	s.must(err)
	s.World.PlacePosition(p, board.White, 3)
	s.pass(time.Minute)
	s.wantShown(turn.Setup, say.SetUp) // what is a king there, no sensor can see
	s.pressButton()
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	s.playRound("a1-b2")
	s.sendCommand(command.Abort)
	s.wantShown(turn.Over, say.EndAbandoned)
	if s.snap.Start != board.Start().FEN() { // the next game is an ordinary one again
		t.Errorf("the next game begins with %s", s.snap.Start)
	}
	s.World.PlacePosition(board.Start(), board.White, 3)
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	if s.snap.Game != 3 || s.snap.FEN != board.Start().FEN() {
		t.Fatal(s)
	}
}
