package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// 9: a visitor who replies before the arm is out of the way: their move counts at their press, or the screen says what is
// to be done. The checker on which the arm works is left alone.
func TestScene09QuickReply(t *testing.T) {
	t.Parallel()
	for after := -900 * time.Millisecond; after <= 3*time.Second; after += 350 * time.Millisecond {
		for _, pressAfter := range []time.Duration{100 * time.Millisecond, 600 * time.Millisecond, 1500 * time.Millisecond} {
			s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5", "h6-g5")
			s.makeMove("c3-d4")
			s.pressAndExpect("c3-d4")
			stands := func() bool {
				return s.World.Sensors()&uint32(robottest.Square("a5").Bit()) != 0 && s.heldChecker() == nil
			}
			if after < 0 {
				s.untilPhase(turn.Moving)
				s.pass(standsAfter + after)
			} else {
				s.wait("the robot's checker to stand", stands)
				s.pass(after)
			}
			s.moveChecker("g3", "h4")
			s.pass(pressAfter)
			s.World.Press(s.now)
			s.pass(2500 * time.Millisecond)
			if s.snap.Phase == turn.Hold { // it says so
				s.wantShown(turn.Hold, say.PutBack, "g3")
				if after >= 0 {
					t.Errorf("a reply after %v is asked back", after)
				}
				s.moveChecker("h4", "g3")
				s.until(turn.VisitorTurn, say.YourTurn)
				s.playRound("g3-h4")
				continue
			}
			if len(s.snap.Moves) < 3 && s.snap.Phase == turn.VisitorTurn {
				if pressAfter+after > 1500*time.Millisecond {
					t.Errorf("a press %v after a reply after %v is lost\n%s", pressAfter, after, s)
				}
				s.pressButton()
			}
			if len(s.snap.Moves) < 3 || s.snap.Moves[2] != "g3-h4" {
				t.Errorf("the reply after %v, pressed after %v, doesn't count\n%s", after, pressAfter, s)
				continue
			}
			s.awaitHandover()
		}
	}
}

// standsAfter is how long the arm needs from its start to lay the checker of a short move.
const standsAfter = 2500 * time.Millisecond

// A button that is hammered while the visitor moves: what the screen says in the end is true of the board.
func TestScene02Hammered(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{6.4, 6.6, 13, 20} {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		between := time.Duration(float64(time.Second) / rate)
		for tap := range int(2 * rate) {
			if tap == int(rate) {
				s.moveChecker("c3", "d4")
			}
			s.World.Press(s.now)
			s.pass(between)
		}
		if len(s.snap.Moves) == 0 || s.snap.Moves[0] != "c3-d4" {
			t.Errorf("at %v presses a second the move doesn't count\n%s", rate, s)
			continue
		}
		s.awaitHandover()
	}
}

// 15: a press more after the winning one doesn't hide that the visitor has won; the next game is asked for later.
func TestScene15PressAfterTheEnd(t *testing.T) {
	t.Parallel()
	for _, again := range []time.Duration{0, 300 * time.Millisecond, time.Second, 3 * time.Second} {
		s := startPlaying(t, "W:Wc3,a1:Bd4", board.White)
		s.makeMove("c3:e5")
		s.World.Press(s.now)
		s.until(turn.Over, say.EndWinNoPieces)
		s.pass(again)
		s.pressButton()
		s.wantShown(turn.Over, say.EndWinNoPieces)
		s.until(turn.Over, say.SetUp)
		s.SetUp(s.Start)
		s.until(turn.VisitorTurn, say.YourTurnWhite)
	}
}
