package robot_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// showing lets pages show where checkers may go, and the rules.
func showing(cfg *robot.CoreConfig) { cfg.Glow, cfg.Rules = true, true }

// startShowing returns a scene with that, in which it is the visitor's turn.
func startShowing(t testing.TB, fen string, visitor board.Color, answers ...string) *scene {
	t.Helper()
	s := newScene(t, fen, visitor, showing)
	s.answers = answers
	s.untilPhase(turn.VisitorTurn)
	return s
}

// lift takes a checker into the hand for a while.
func (s *scene) lift(name string) {
	s.t.Helper()
	s.removeCheckers(name)
	s.pass(time.Second)
}

// When one checker is lifted the snapshot has where it may land, whichever side the visitor plays.
func TestLiftedCheckerShowsItsTargets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fen string
		visitor   board.Color
		lift      string
		lifted    string
		targets   map[string][]string
		capture   bool
	}{
		{
			"a man", "W:Wc3,h2:Bh8", board.White, "c3", "c3",
			map[string][]string{"c3": {"b4", "d4"}, "h2": {"g3"}},
			false,
		},
		{"Black", "B:Wa1:Bc3,f6", board.Black, "f6", "f6", map[string][]string{"c3": {"b2", "d2"}, "f6": {"e5", "g5"}}, false},
		{
			"captures with squares on the way", "W:Wc1,h2:Bd2,f4,h8", board.White, "c1", "c1",
			map[string][]string{"c1": {"e3", "g5"}},
			true,
		},
		{"one that must not move", "W:Wc1,h2:Bd2,h8", board.White, "h2", "h2", map[string][]string{"c1": {"e3"}}, true},
		{"the robot's", "W:Wc3,h2:Bh8", board.White, "h8", "", map[string][]string{"c3": {"b4", "d4"}, "h2": {"g3"}}, false},
	} {
		s := startShowing(t, c.fen, c.visitor)
		if s.snap.Help.Lifted != "" {
			t.Errorf("%s: %s is lifted before a hand came", c.name, s.snap.Help.Lifted)
		}
		s.lift(c.lift)
		help := s.snap.Help
		for _, squares := range help.Targets {
			slices.Sort(squares)
		}
		if help.Lifted != c.lifted || help.Capture != c.capture || !maps.EqualFunc(help.Targets, c.targets, slices.Equal) {
			t.Errorf("%s: %+v", c.name, help)
		}
	}
}

// A sensor that reads empty, and is masked, looks like no hand; beside it hands are seen.
func TestMaskedSensorShowsNoTargets(t *testing.T) {
	t.Parallel()
	s := startShowing(t, board.Start().FEN(), board.White, "h6-g5")
	s.World.SetSensorFaults(dead("e3"))
	s.makeMove("c3-b4")
	s.presses(3)
	s.pressAndExpect("c3-b4")
	s.awaitHandover()
	if !slices.Equal(s.snap.Masked, []string{"e3"}) || s.snap.Help.Lifted != "" {
		t.Errorf("masked is %v, and %q glows, which nobody has touched", s.snap.Masked, s.snap.Help.Lifted)
	}
	s.lift("g3")
	if s.snap.Help.Lifted != "g3" {
		t.Errorf("g3 was lifted, and %q is shown", s.snap.Help.Lifted)
	}
}

// Nothing is shown where the operator doesn't want it, and while the robot moves.
func TestNoTargetsAtOtherTimes(t *testing.T) {
	t.Parallel()
	off := startPlaying(t, board.Start().FEN(), board.White)
	off.lift("c3")
	if off.snap.Help.Lifted != "" || len(off.snap.Help.Targets) > 0 {
		t.Errorf("it is switched off: %+v", off.snap.Help)
	}
	s := startShowing(t, board.Start().FEN(), board.White, "b6-a5")
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	for s.snap.Phase != turn.VisitorTurn {
		if s.snap.Help.Lifted != "" || len(s.snap.Help.Targets) > 0 {
			t.Fatalf("in phase %s: %+v", s.snap.Phase, s.snap.Help)
		}
		s.advance(s.now + time.Second)
	}
}

// The rules are due before somebody's first game, and after three presses in a row without a right
// move, each time as a lesson of its own.
func TestLessons(t *testing.T) {
	t.Parallel()
	s := startShowing(t, board.Start().FEN(), board.White, "b6-a5", "d6-c5")
	if s.snap.Lesson != 1 {
		t.Errorf("a newcomer's lesson is %d", s.snap.Lesson)
	}
	s.playRound("c3-d4")
	if s.snap.Lesson != 0 {
		t.Errorf("after the first move the lesson is %d", s.snap.Lesson)
	}
	wrong := func(want ...int) {
		t.Helper()
		for _, lesson := range want {
			s.moveChecker("e3", "e5")
			s.pressButton()
			s.moveChecker("e5", "e3")
			s.pass(time.Second)
			if s.snap.Lesson != lesson {
				t.Errorf("the lesson is %d, want %d", s.snap.Lesson, lesson)
			}
		}
	}
	wrong(0, 0, 2, 2, 2, 3)
	s.playRound("g3-h4")
	if s.snap.Lesson != 0 {
		t.Errorf("after a right move the lesson is %d", s.snap.Lesson)
	}
	wrong(0, 0, 4)
}

// A checker that isn't felt is no lesson: the rules would hide the square that the robot asks about.
func TestUnfeltCheckerIsNoLesson(t *testing.T) {
	t.Parallel()
	s := startShowing(t, board.Start().FEN(), board.White, "b6-a5")
	s.playRound("c3-d4")
	s.removeCheckers("f2")
	for _, want := range []say.Key{say.PutInMiddle, say.PutInMiddle, say.DoubtMissing} {
		s.pressButton()
		s.wantShown(turn.VisitorTurn, want, "f2")
		if s.snap.Lesson != 0 {
			t.Errorf("asked %s, the lesson is %d", want, s.snap.Lesson)
		}
	}
}

// Presses that are no move are counted in a row, also those without any change; one that asks for
// something else is none of them.
func TestIdlePressesAreALesson(t *testing.T) {
	t.Parallel()
	s := startShowing(t, board.Start().FEN(), board.White, "b6-a5")
	s.playRound("c3-d4")
	for _, lesson := range []int{0, 0, 2} {
		s.pressButton()
		if s.snap.Lesson != lesson {
			t.Errorf("the lesson is %d, want %d", s.snap.Lesson, lesson)
		}
	}
}

// Who plays again has seen the rules; who comes after a visitor that has gone has not.
func TestLessonIsForNewcomers(t *testing.T) {
	t.Parallel()
	s := newScene(t, "W:Wc3:Bd4,h8", board.White, showing)
	s.answers = []string{"h8-g7"}
	s.untilPhase(turn.VisitorTurn)
	for _, gone := range []bool{false, true} {
		for s.snap.Phase != turn.Over {
			p, err := board.ParseFEN(s.snap.FEN)
			s.must(err)
			m := p.Notation(p.Moves()[0])
			s.makeMove(m)
			s.pressButton()
			s.wait("the next turn", func() bool { return s.snap.Phase == turn.VisitorTurn || s.snap.Phase == turn.Over })
		}
		if gone {
			s.until(turn.Over, say.IdleInvite)
		}
		s.SetUp(s.Start)
		s.wait("the next game", func() bool { return s.snap.Phase != turn.Over })
		if s.snap.Say.Key == string(say.TidyTray) { // a king has stood for a man
			s.pressButton()
		}
		s.untilPhase(turn.VisitorTurn)
		if due := s.snap.Lesson > 0; due != gone {
			t.Errorf("the visitor has gone: %t, and the lesson is %d", gone, s.snap.Lesson)
		}
	}
}

// Who leaves before their first move is followed by a newcomer, who has the rules once they are there,
// unless they begin with a move.
func TestLessonAfterOneWhoLeft(t *testing.T) {
	t.Parallel()
	for _, moves := range []bool{false, true} {
		s := newScene(t, board.Start().FEN(), board.White, func(c *robot.CoreConfig) {
			showing(c)
			c.Settings.AbandonSeconds = 60
		})
		s.until(turn.VisitorTurn, say.IdleInvite)
		if s.snap.Lesson != 0 {
			t.Fatalf("nobody is there, and the lesson is %d", s.snap.Lesson)
		}
		if moves {
			s.moveChecker("c3", "d4")
			s.pass(time.Second)
		} else {
			s.pressButton()
		}
		if due := s.snap.Lesson == 2; due == moves {
			t.Errorf("somebody came, moved: %t, and the lesson is %d", moves, s.snap.Lesson)
		}
	}
}
