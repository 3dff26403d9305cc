package robot_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"crownhead/board"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// at finds the moment at which a sentence was said.
func at(t testing.TB, moments []face.Moment, key say.Key) (face.Moment, int) {
	t.Helper()
	i := slices.IndexFunc(moments, func(m face.Moment) bool { return slices.Contains(m.Said, string(key)) })
	if i < 0 {
		t.Fatalf("no moment has %s", key)
	}
	return moments[i], i
}

// A voice hears what was said and what the face reacted to together, how the game stands, and which move ends it.
func TestMoments(t *testing.T) {
	t.Parallel()
	s := play(t, "W:Wc3:Be5,h8", board.White, "e5:c3")
	s.moments = nil
	s.moves("c3-d4")
	s.accepts("c3-d4")
	s.until(turn.Over, say.EndLossNoPieces)
	move, first := at(t, s.moments, say.MyCapture)
	if move.Game != 1 || move.Ply != 2 || move.Phase != string(turn.Moving) || !move.Ends || !slices.Contains(move.Cues, face.Captured) {
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

// What the engine thinks of the visitor's move is a cue, and so heard.
func TestMomentsJudgeTheVisitor(t *testing.T) {
	t.Parallel()
	for win, want := range map[float64]face.Cue{0.3: face.VisitorBad, -0.3: face.VisitorGood, 0.1: ""} {
		s := play(t, board.Start().FEN(), board.White, "b6-a5")
		s.win = win
		s.moments = nil
		s.moves("c3-d4")
		s.accepts("c3-d4")
		s.handsOver()
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
	s.goesOn(move)
	m, _ := at(s.t, s.moments, say.MyMove)
	return slices.DeleteFunc(m.Cues, func(c face.Cue) bool { return c != face.VisitorGood && c != face.VisitorBad })
}

// Nobody is praised or blamed for the estimate of another game, for a move that was the only one, or against what a remark says.
func TestMomentsWithoutJudgement(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White, "b6-a5", "b6-a5")
	s.win = 0.3
	s.goesOn("c3-d4")
	s.win = 0
	s.command(turn.CommandNewGame)
	s.setUp(s.start)
	s.untilPhase(turn.Visitor)
	if cues := s.judgedAfter("c3-d4"); len(cues) > 0 {
		t.Errorf("the game before is compared with: %v", cues)
	}
	s = play(t, "W:Wa1,c1:Bd6,h8", board.White, "d6-c5", "h8-g7")
	if s.win = 0.3; len(s.judgedAfter("c1-d2")) > 0 {
		t.Error("something is thought of the first move from a position of which nothing was known")
	}
	s = play(t, "W:Wa3:Bd6,h8", board.White, "d6-c5", "h8-g7")
	for i, move := range []string{"a3-b4", "b4:d6"} {
		if s.win = 0.3 * float64(i); len(s.judgedAfter(move)) > 0 {
			t.Errorf("%s was the only move", move)
		}
	}
	s = play(t, startFEN, board.White, "b6-a5")
	s.win, s.remark = -0.3, turn.Remark{Key: string(say.RemarkBetter), Squares: []string{}, Move: "e3-f4"}
	if cues := s.judgedAfter("c3-d4"); !slices.Equal(cues, []face.Cue{face.VisitorBad}) {
		t.Errorf("beside a remark that another move was better: %v", cues)
	}
}

// A voice doesn't boast of a mistake that was taken back.
func TestMomentsTakenBack(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White, "b6-a5")
	s.win = 0.9
	s.goesOn("c3-d4")
	before := s.moments[len(s.moments)-1].Win
	s.command(turn.CommandTakeback)
	m, _ := at(t, s.moments, say.TakebackDone)
	if before != 0.9 || m.Win != 0 {
		t.Errorf("it stood at %v, and stands at %v", before, m.Win)
	}
}

// The volume is the voice's matter: it reaches it, whole and checked, and no journal.
func TestVolumeCommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		d.until(t, "ready", phase(turn.Visitor))
		for _, percent := range []string{"0", "35", "100"} {
			if err := d.Command(t.Context(), turn.CommandVolume, map[string]string{"percent": percent}); err != nil {
				t.Error(err)
			}
		}
		for _, args := range []map[string]string{nil, {"percent": "101"}, {"percent": "-1"}, {"percent": "loud"}, {"percent": "5.5"}, {"percent": "5", "x": "1"}} {
			if err := d.Command(context.Background(), turn.CommandVolume, args); !errors.Is(err, turn.ErrCommand) {
				t.Errorf("%v: %v", args, err)
			}
		}
		d.stop(t)
		if want := []int{0, 35, 100}; !slices.Equal(d.volumes, want) {
			t.Errorf("volumes %v, want %v", d.volumes, want)
		}
		if !turn.ForOperator(turn.CommandVolume) {
			t.Error("any visitor may turn the volume")
		}
	})
}
