package robot_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/robot/turn"
)

// unfinished is the journal of a game in which two plies were played.
func unfinished(t *testing.T) string {
	t.Helper()
	s := play(t, startFEN, board.White, "b6-a5")
	s.goesOn("c3-d4")
	s.core.Close()
	return s.journal()
}

// startOver starts a robot over a folder with one journal.
func startOver(t *testing.T, name, text string) (core *robot.Core, dir, log string) {
	t.Helper()
	dir = t.TempDir()
	store, err := journal.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "journals", name+".jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	cfg := newBench(t, startFEN, board.White, nil).config
	if core, err = live.StartCore(store, cfg, zerolog.New(&written)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(core.Close)
	return core, dir, written.String()
}

// files counts the files of a folder whose names end so.
func files(t *testing.T, dir, ext string) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"+ext))
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// 36, 37: the robot starts over any journal. It goes on with one in which the same was decided, whatever was done about it;
// one that can't be gone on with is set aside, and the log says why.
func TestStartsOverAnyJournal(t *testing.T) {
	whole := unfinished(t)
	for _, c := range []struct {
		name, old, new string
		goesOn         bool
		why            string
	}{
		{"as it was", "", "", true, ""},
		{"another sentence", `"say":"my_move"`, `"say":"that_is_my_move"`, true, ""},
		{"another effect", `{"effect":"look","name":"board"},`, ``, true, ""},
		{"another verdict", `"verdict":"move"`, `"verdict":"illegal"`, false, "doesn't replay: want verdict illegal"},
		{"another tray", `"trophies":12`, `"trophies":4`, false, "a tray for 4 captured checkers"},
		{"another language of events", `"event":"homed"`, `"event":"at_home"`, false, "unknown event"},
		{"a line lost", "\n", "\n\n", false, "line 2"},
		{"no line at all", whole, "", false, ""},
		{"no whole line", whole, whole[:30], false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			core, dir, log := startOver(t, "game", strings.Replace(whole, c.old, c.new, 1))
			if goesOn := core.Position() != board.Start(); goesOn != c.goesOn {
				t.Errorf("goes on: %v\n%s", goesOn, log)
			}
			if bad := files(t, filepath.Join(dir, "journals"), ".bad"); (bad == 1) != (c.why != "") {
				t.Errorf("%d journals set aside", bad)
			}
			if c.why != "" && (!strings.Contains(log, c.why) || !strings.Contains(log, "crownhead replay")) {
				t.Errorf("the log doesn't say %q\n%s", c.why, log)
			}
		})
	}
}

// 36: a game that ended as the power was cut is kept at the next start, under the day on which it began.
func TestKeepsWhatHasEnded(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White, "b6-a5")
	s.goesOn("c3-d4")
	s.command(turn.CommandResign)
	s.shows(turn.Over, say.EndLossResignation)
	s.core.Close()
	const name = "000007-2026-05-31T12-00-00.000Z"
	core, dir, _ := startOver(t, name, s.journal())
	if core.Position() != board.Start() {
		t.Error("a game that is over is gone on with")
	}
	pdn, err := os.ReadFile(filepath.Join(dir, "games", name+".pdn"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1. c3-d4 b6-a5 0-2", `[Date "2026.05.31"]`} {
		if !strings.Contains(string(pdn), want) {
			t.Errorf("no %s in\n%s", want, pdn)
		}
	}
	if n := files(t, filepath.Join(dir, "journals"), "000008-*.jsonl"); n != 1 {
		t.Errorf("%d journals with the next number", n)
	}
}

// The settings of a game that is taken up again are its own; the next one has those of the configuration.
func TestNextGameHasTheConfiguredSettings(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White, "b6-a5")
	s.goesOn("c3-d4")
	s.reset(s.now)
	s.config.Settings.Level, s.config.Settings.Visitor, s.config.Settings.Lang = "child", board.Black, "en"
	s.restart()
	s.untilPhase(turn.Visitor)
	if s.snap.Level != "amateur" || s.snap.Visitor != "white" {
		t.Errorf("gone on at level %s as %s", s.snap.Level, s.snap.Visitor)
	}
	s.goesOn("d4-c5")
	s.command(turn.CommandNewGame)
	s.pass(time.Second)
	if s.snap.Level != "child" || s.snap.Visitor != "black" || s.snap.Lang != "en" || s.snap.Game != 2 {
		t.Errorf("begun at level %s as %s in %s, game %d", s.snap.Level, s.snap.Visitor, s.snap.Lang, s.snap.Game)
	}
}
