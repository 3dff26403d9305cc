package robot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// 40: the robot announces its winning move before it says that the game is over.
func TestScene40WinningMoveFirst(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3:Be5,h8", board.White, "e5:c3")
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	s.until(turn.Moving, say.MyCapture, "e5", "c3")
	s.until(turn.Over, say.EndLossNoPieces)
	if s.snap.Win != 1 {
		t.Errorf("on the screen it stands at %v", s.snap.Win)
	}
	if c := s.World.Counts(); c.Verifications != 1 || c.Picks != 2 {
		t.Errorf("the last move was not made on the board: %+v", c)
	}
}

// ends plays a game to its end, the visitor with White.
func ends(t *testing.T, fen string, moves []string) *scene {
	t.Helper()
	s := startPlaying(t, fen, board.White)
	for i, move := range moves {
		if i%2 == 1 {
			s.answers = append(s.answers, move)
		}
	}
	for i := 0; i < len(moves); i += 2 {
		s.makeMove(moves[i])
		s.pressButton()
		if s.snap.Phase == turn.Thinking {
			s.awaitHandover()
		}
	}
	return s
}

func TestScene41EachWayToEnd(t *testing.T) {
	road := board.Bits(0)
	for sq := range board.NoSquare {
		if sq.File() == sq.Rank() {
			road |= sq.Bit()
		}
	}
	onRoad := func(p board.Position) bool { return p.Black&^road == 0 }
	offRoad := func(p board.Position) bool { return p.Black&road == 0 }
	for _, c := range []struct {
		fen    string
		moves  []string // when empty, quiet moves that come to that end are found
		keep   func(board.Position) bool
		key    say.Key
		result string
		reason board.Reason
	}{
		{"W:Wc3:Bd4", []string{"c3:e5"}, nil, say.EndWinNoPieces, "2-0", board.NoPieces},
		{"W:Wc3:Be5,h8", []string{"c3-d4", "e5:c3"}, nil, say.EndLossNoPieces, "0-2", board.NoPieces},
		{"W:Wg3,f2,c5:Bh4,b6", []string{"c5:a7"}, nil, say.EndWinNoMoves, "2-0", board.NoMoves},
		{"W:Wa5,h2:Bb6,c7,f4", []string{"h2-g3", "f4:h2"}, nil, say.EndLossNoMoves, "0-2", board.NoMoves},
		{
			"W:WKc1:BKf8",
			[]string{"c1-d2", "f8-g7", "d2-c1", "g7-f8", "c1-d2", "f8-g7", "d2-c1", "g7-f8"},
			nil,
			say.EndDrawRepetition, "1-1", board.Repetition,
		},
		{"W:WKa3,Kc1,Ke1:BKf8", nil, offRoad, say.EndDrawThreeKings, "1-1", board.ThreeKings},
		{"W:WKa3,Kc1:BKh6,Kf8", nil, nil, say.EndDrawKingsOnly, "1-1", board.KingsOnly},
		{"W:WKc1:BKf8", nil, nil, say.EndDrawBalance, "1-1", board.Balance},
		{"W:WKc1,Ke1,Kg1:BKh8", nil, onRoad, say.EndDrawMainRoad, "1-1", board.MainRoad},
		{"W:WKc1,Ke1:BKf8", nil, nil, say.EndDrawLoneKing, "1-1", board.LoneKing},
	} {
		t.Run(string(c.key), func(t *testing.T) {
			moves := c.moves
			if moves == nil {
				moves = quietly(t, c.fen, c.reason, c.keep)
			}
			s := ends(t, c.fen, moves)
			s.wantShown(turn.Over, c.key)
			if s.snap.Result != c.result || s.snap.Reason != string(c.reason) {
				t.Errorf("shown: %s, %s", s.snap.Result, s.snap.Reason)
			}
			if len(s.Archived) != 1 {
				t.Fatalf("kept %d times", len(s.Archived))
			}
			a := s.Archived[0]
			if a.Result != c.result || a.Reason != string(c.reason) || a.Plies != len(moves) ||
				!strings.Contains(a.PDN, c.result) {
				t.Errorf("kept: %+v", a)
			}
			s.sweep()
		})
	}
}

// sweep clears the board after the end, and puts kings into its middle: none of that is a move.
func (s *scene) sweep() {
	s.t.Helper()
	for sq, piece := range s.World.Pieces() {
		if piece != board.NoPiece {
			s.must(s.World.RemoveSquare(board.Square(sq)))
		}
	}
	s.pass(time.Second)
	s.layChecker(board.WhiteKing, "d4")
	s.layChecker(board.BlackKing, "e5")
	played := len(s.snap.Moves)
	s.pass(6 * time.Second) // the result is read first
	s.pressButton()
	s.wantShown(turn.Over, say.SetUp)
	if len(s.snap.Moves) != played || len(s.Archived) != 1 {
		s.t.Error("that was taken for something")
	}
	s.SetUp(s.Start)
	s.untilPhase(turn.VisitorTurn)
}

// quietly finds moves without a capture, and without a piece put where it can be captured, that end a game in
// that way.
func quietly(t *testing.T, fen string, reason board.Reason, keep func(board.Position) bool) []string {
	t.Helper()
	start, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2000) {
		g := board.NewGame(start, board.FederationRules)
		random := rand.New(rand.NewPCG(seed, 1))
		var moves []string
		for !g.Outcome().Over() {
			next, ok := quietMove(g, random, keep)
			if !ok {
				break
			}
			played := next.Moves()
			moves = append(moves, g.Position().Notation(played[len(played)-1]))
			g = next
		}
		if g.Outcome().Reason == reason {
			return moves
		}
	}
	t.Fatalf("no way to %s found", reason)
	return nil
}

// quietMove plays one of the moves after which nothing can be captured, other than to a position that has been there.
func quietMove(g board.Game, random *rand.Rand, keep func(board.Position) bool) (board.Game, bool) {
	moves := g.Position().Moves()
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		next, err := g.Play(m)
		p := next.Position()
		if err == nil && !m.IsCapture() && !p.CanCapture() && next.Repetitions(p) == 1 && (keep == nil || keep(p)) {
			return next, true
		}
	}
	return g, false
}

// 41: the PDN has the game move by move, with the result that was said at the end.
func TestScene41PDN(t *testing.T) {
	s := ends(t, "W:Wc3,a1:Be5,h8", []string{"c3-d4", "e5:c3", "a1-b2", "c3:a1"})
	s.untilPhase(turn.Over)
	pdn := s.Archived[0].PDN
	if !strings.Contains(pdn, "1. c3-d4 e5:c3 2. a1-b2 c3:a1 0-2") || !strings.Contains(pdn, `[Black "Crownhead"]`) {
		t.Errorf("kept:\n%s", pdn)
	}
	keys := []string{}
	for _, what := range s.said {
		keys = append(keys, what.Key)
	}
	if !slices.Contains(keys, string(say.MyCapture)) {
		t.Errorf("said %v", keys)
	}
}

// 44: real hardware on a config that nobody has calibrated doesn't move.
func TestScene44Uncalibrated(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.Device = &robottest.RealHardware{Controller: s.Controller}
	s.until(turn.NotReady, say.NotCalibrated)
	pose := s.World.State(s.now).Arm.Joints
	s.pass(5 * time.Minute)
	s.wantShown(turn.NotReady, say.NotCalibrated)
	if s.World.State(s.now).Arm.Joints != pose {
		t.Error("it moved")
	}
}

// 44: once it is calibrated it does.
func TestScene44Calibrated(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, func(c *robot.CoreConfig) { c.Calibrated = true })
	s.Device = &robottest.RealHardware{Controller: s.Controller}
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	s.playRound("c3-d4")
}
