package robot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// at returns the moment at which a sentence was said.
func at(t testing.TB, moments []face.Moment, key say.Key) (face.Moment, int) {
	t.Helper()
	i := slices.IndexFunc(moments, func(m face.Moment) bool { return slices.Contains(m.Said, string(key)) })
	if i < 0 {
		t.Fatalf("no moment has %s", key)
	}
	return moments[i], i
}

// A moment has what was said together with what the face reacted to, how the game stands, and whether it ends.
func TestMoments(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3:Be5,h8", board.White, "e5:c3")
	s.moments = nil
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	s.until(turn.Over, say.EndLossNoPieces)
	move, first := at(t, s.moments, say.MyCapture)
	if move.Game != 1 || move.Ply != 2 || move.Phase != string(turn.Moving) || !move.Ends ||
		!slices.Contains(move.Cues, face.Captured) {
		t.Errorf("the move: %+v", move)
	}
	if move.Lang != "uk" || move.Attitude != face.Positive {
		t.Errorf("the manner: %+v", move)
	}
	end, second := at(t, s.moments, say.EndLossNoPieces)
	if second <= first || end.Phase != string(turn.Over) || end.Ply != 2 || !slices.Contains(end.Cues, face.Won) {
		t.Errorf("the end, at %d after %d: %+v", second, first, end)
	}
	for i, m := range s.moments {
		changed := i == 0 || m.Ply != s.moments[i-1].Ply || m.Phase != s.moments[i-1].Phase
		if len(m.Said)+len(m.Cues) == 0 && !changed {
			t.Errorf("moment %d tells nothing: %+v", i, m)
		}
		if m.Ends != (i >= first) {
			t.Errorf("moment %d: ends is %t", i, m.Ends)
		}
	}
}

// The moment at which the robot tells its move has the move, for the voice to say; no other moment has one.
func TestMomentsHaveTheMove(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fen, visitor, robot string
		want                face.SpokenMove
	}{
		{board.Start().FEN(), "c3-d4", "b6-a5", face.SpokenMove{From: "b6", To: "a5"}},
		{"W:Wc3,e3,a1:Bf6,h8", "c3-d4", "h8-g7", face.SpokenMove{From: "h8", To: "g7"}},
		{"W:Wa1,c3,d2,h2:Be5,h8", "c3-d4", "e5:c3:e1", face.SpokenMove{From: "e5", To: "e1", Captured: 2, Crowned: true}},
	} {
		s := startPlaying(t, c.fen, board.White, c.robot)
		s.moments = nil
		s.makeMove(c.visitor)
		s.pressAndExpect(c.visitor)
		s.awaitHandover()
		key := say.MyMove
		if c.want.Captured > 0 {
			key = say.MyCapture
		}
		_, told := at(t, s.moments, key)
		for i, m := range s.moments {
			switch {
			case (m.Move != nil) != (i == told):
				t.Errorf("%s: moment %d has the move %v", c.robot, i, m.Move)
			case m.Move != nil && *m.Move != c.want:
				t.Errorf("%s is said as %+v", c.robot, *m.Move)
			}
		}
	}
}

// The engine's opinion of the visitor's move is a cue, so that the voice can speak about it.
func TestMomentsJudgeTheVisitor(t *testing.T) {
	t.Parallel()
	for win, want := range map[float64]face.Cue{0.3: face.VisitorBad, -0.3: face.VisitorGood, 0.1: ""} {
		s := startPlaying(t, board.Start().FEN(), board.White, "b6-a5")
		s.win = win
		s.moments = nil
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.awaitHandover()
		m, _ := at(t, s.moments, say.MyMove)
		for _, f := range []face.Cue{face.VisitorGood, face.VisitorBad} {
			if slices.Contains(m.Cues, f) != (f == want) {
				t.Errorf("estimate %g: cues %v, want %q", win, m.Cues, want)
			}
		}
	}
}

// judgedAfter returns the cues about the visitor's move of the moment at which the robot's newest move is told.
func (s *scene) judgedAfter(move string) []face.Cue {
	s.t.Helper()
	s.moments = nil
	s.playRound(move)
	m, _ := at(s.t, s.moments, say.MyMove)
	return slices.DeleteFunc(m.Cues, func(c face.Cue) bool { return c != face.VisitorGood && c != face.VisitorBad })
}

// Nobody is praised or blamed for the estimate of another game, for a move that was the only one, or against
// what a remark says.
func TestMomentsWithoutJudgement(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5", "b6-a5")
	s.win = 0.3
	s.playRound("c3-d4")
	s.win = 0
	s.sendCommand(command.NewGame)
	s.SetUp(s.Start)
	s.untilPhase(turn.VisitorTurn)
	if cues := s.judgedAfter("c3-d4"); len(cues) > 0 {
		t.Errorf("the game before is compared with: %v", cues)
	}
	s = startPlaying(t, "W:Wa1,c1:Bd6,h8", board.White, "d6-c5", "h8-g7")
	if s.win = 0.3; len(s.judgedAfter("c1-d2")) > 0 {
		t.Error("something is thought of the first move from a position of which nothing was known")
	}
	s = startPlaying(t, "W:Wa3:Bd6,h8", board.White, "d6-c5", "h8-g7")
	for i, move := range []string{"a3-b4", "b4:d6"} {
		if s.win = 0.3 * float64(i); len(s.judgedAfter(move)) > 0 {
			t.Errorf("%s was the only move", move)
		}
	}
	s = startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.win, s.remark = -0.3, turn.Remark{Key: string(say.RemarkBetter), Squares: []string{}, Move: "e3-f4"}
	if cues := s.judgedAfter("c3-d4"); !slices.Equal(cues, []face.Cue{face.VisitorBad}) {
		t.Errorf("beside a remark that another move was better: %v", cues)
	}
}

// A voice doesn't boast of a mistake that was taken back.
func TestMomentsTakenBack(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.win = 0.9
	s.playRound("c3-d4")
	before := s.moments[len(s.moments)-1].Win
	s.sendCommand(command.Takeback)
	m, _ := at(t, s.moments, say.TakebackDone)
	if before != 0.9 || m.Win != 0 {
		t.Errorf("it stood at %v, and stands at %v", before, m.Win)
	}
}

// A refusal says what to do about it: to the visitor by its sentence, again and again, to the operator by its hint.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(wire.Message) wire.Message
		key    say.Key
		hint   string
	}{
		{"version", func(m wire.Message) wire.Message {
			if hello, ok := m.(wire.Hello); ok {
				hello.Major++
				return hello
			}
			return m
		}, say.WrongFirmware, "firmware"},
		{"set-up mode", func(m wire.Message) wire.Message {
			if hello, ok := m.(wire.Hello); ok {
				hello.Flags |= wire.HelloSetupMode
				return hello
			}
			return m
		}, say.SetupRefused, "set-up button"},
		{"set-up refused", func(m wire.Message) wire.Message {
			if echo, ok := m.(wire.SetupEcho); ok {
				echo.Result = wire.SetupAccel
				return echo
			}
			return m
		}, say.SetupRefused, "configuration"},
		{"another echo", func(m wire.Message) wire.Message {
			if echo, ok := m.(wire.SetupEcho); ok {
				echo.CRC++
				return echo
			}
			return m
		}, say.SetupRefused, "configuration"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, robottest.StartFEN, board.White, nil)
			s.Device = &spoiled{device: s.Device, change: c.change}
			s.until(turn.NotReady, c.key)
			notes := fmt.Sprint(s.notes)
			if !strings.Contains(notes, c.hint) {
				t.Errorf("no hint %q in %s", c.hint, notes)
			}
			serial := s.snap.Say.Serial
			s.pass(2 * time.Minute)
			s.wantShown(turn.NotReady, c.key)
			if s.snap.Say.Serial == serial {
				t.Error("nothing is said again after a while")
			}
		})
	}
}

// checkFields fails when a note has a field of a name that every line of the log has: readers of the log would
// confuse them.
func (s *scene) checkFields(n robot.Note) {
	for i := 0; i < len(n.Fields); i += 2 {
		switch n.Fields[i] {
		case zerolog.LevelFieldName, zerolog.TimestampFieldName, zerolog.MessageFieldName, "component":
			s.t.Errorf("note %q has a field %q, which is the log's own", n.Text, n.Fields[i])
		}
	}
}

// The red button is lit while a press is waited for, and only then.
func TestLamp(t *testing.T) {
	t.Parallel()
	s := newScene(t, "W:Wc3,e1:Bf6,h8", board.White, nil)
	s.answers = []string{"f6-g5"}
	lit := func(phase turn.Phase, want int) {
		t.Helper()
		s.untilPhase(phase)
		s.pass(100 * time.Millisecond)
		if got := s.World.State(s.now).Button.LED; got != want {
			t.Errorf("%s: the lamp shows %d, want %d", phase, got, want)
		}
	}
	lit(turn.NotReady, 0)
	s.removeCheckers("h8")
	lit(turn.Setup, 1)
	s.layChecker(board.BlackMan, "h8")
	lit(turn.VisitorTurn, 1)
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	lit(turn.Thinking, 0)
	s.World.SetPickMissChance(1)
	lit(turn.Moving, 0)
	lit(turn.Help, 1)
	s.World.SetPickMissChance(0)
	s.pressButton()
	s.awaitHandover()
	lit(turn.VisitorTurn, 1)
	s.sendCommand(command.Stop)
	lit(turn.Stopped, 0)
	s.sendCommand(command.Clear)
	lit(turn.VisitorTurn, 1)
	s.sendCommand(command.Resign)
	lit(turn.Over, 1)
}

// TestStatus: the operator sees the line, every sensor beside what the game wants there, the arm in millimetres and
// degrees, the supply and the game.
func TestStatus(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White)
	s.removeCheckers("a1")
	s.pass(time.Second)
	got := s.Core.Status(s.now)
	if l := got.Link; l.State != turn.LinkUp || l.Frames == 0 || l.Firmware == "" || l.Since <= 0 || l.Remedy != "" {
		t.Errorf("link %+v", l)
	}
	if a1, c1 := got.Sensors[0], got.Sensors[1]; a1.Bit || !a1.Want || a1.Flicker != 1 || !c1.Bit || c1.Square != "c1" {
		t.Errorf("sensors %+v %+v", a1, c1)
	}
	if a := got.Arm; !a.Homed || a.Moving || a.Z < 50 || a.X == 0 || a.Joints[1] == 0 || a.Carry != "" {
		t.Errorf("arm %+v", a)
	}
	if got.Supply < 5000 || got.Tray.Slots == 0 || got.Game.Phase != turn.VisitorTurn || got.Game.FEN != s.snap.FEN {
		t.Errorf("supply %d, tray %+v, game %+v", got.Supply, got.Tray, got.Game)
	}
	s.layChecker(board.WhiteMan, "a1")
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	s.awaitCheckerInAir()
	if a := s.Core.Status(s.now).Arm; !a.Moving || !a.Pumping || a.Queue == 0 || a.Carry == "" {
		t.Errorf("at work the arm shows %+v", a)
	}
	s.pullCable()
	s.pass(time.Second)
	if l := s.Core.Status(s.now).Link; l.State != turn.LinkDown || l.Remedy == "" {
		t.Errorf("without a cable the link shows %+v", l)
	}
	s.plugCable()
	s.obeyRequests()
}
