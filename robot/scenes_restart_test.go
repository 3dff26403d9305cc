package robot_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// disk is a journal's file on a disk that may be full, and that loses what was not synced when the power is cut.
type disk struct {
	journal.File
	memory *journal.Memory
	full   bool
	synced int // bytes
}

func (d *disk) Write(p []byte) (int, error) {
	if d.full {
		n, _ := d.File.Write(p[:len(p)/2])
		return n, errors.New("disk full")
	}
	return d.File.Write(p)
}

func (d *disk) Sync() error {
	d.synced = d.memory.Len()
	return nil
}

// onDisk is a scene whose journal lies on such a disk.
func onDisk(t *testing.T, fen string, answers ...string) (*scene, *disk) {
	d := &disk{}
	s := newScene(t, fen, board.White, func(c *robot.CoreConfig) {
		open := c.Journal
		c.Journal = func(h journal.Header) (journal.File, error) {
			file, err := open(h)
			d.File, d.memory = file, file.(*journal.Memory)
			return d, err
		}
	})
	s.answers = answers
	s.untilPhase(turn.VisitorTurn)
	return s, d
}

// powerCut cuts the power and switches it on again. Of the journal, what was synced is left, and half a line.
func (s *scene) powerCut(d *disk) {
	s.t.Helper()
	kept := bytes.Clone(d.memory.Bytes()[:d.synced])
	s.ResetController(s.now)
	s.again(append(kept, `{"t":99,"event":"sc`...))
}

// again starts the daemon with what is left of a journal.
func (s *scene) again(data []byte) {
	s.t.Helper()
	kept, err := journal.ReadKeptGame(bytes.NewReader(data))
	s.must(err)
	memory := s.Journals[len(s.Journals)-1]
	memory.Reset()
	memory.Write(data[:kept.Size])
	cfg := s.Config
	cfg.Nonce += 100
	cfg.Resume, cfg.ResumeFile = kept, memory
	s.Core, err = robot.NewCore(cfg)
	s.must(err)
	s.toCore, s.toDevice, s.changed, s.request = nil, nil, true, nil
	s.pass(time.Millisecond)
}

func TestScene36PowerCut(t *testing.T) {
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s, d := onDisk(t, "W:Wa3,a1,c1:BKb8,h8", "b8-h2")
			s.makeMove("a3-b4")
			s.pressAndExpect("a3-b4")
			s.untilPhase(turn.Moving)
			moment(s)
			s.powerCut(d)
			s.recoverGame()
		})
	}
	t.Run("between a capture and the removal of what was captured", func(t *testing.T) {
		s, d := onDisk(t, "W:Wc3,a1,g1:Be5,h8", "e5:c3")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.wait("the robot's checker on c3", func() bool { return s.countInJournal(`"arm":"carried"`) == 1 })
		s.pass(200 * time.Millisecond)
		s.powerCut(d)
		s.awaitHandover()
		s.wantPlayed("c3-d4", "e5:c3")
	})
	t.Run("in the visitor's turn", func(t *testing.T) {
		s, d := onDisk(t, robottest.StartFEN, "b6-a5")
		s.playRound("c3-d4")
		s.powerCut(d)
		s.until(turn.VisitorTurn, say.YourTurn)
		s.wantPlayed("c3-d4", "b6-a5")
		s.playRound("d4-c5")
	})
}

// 36: a game that the robot's move has decided is not over before the arm has made that move, and the game is kept.
func TestScene36PowerCutInTheLastMove(t *testing.T) {
	s, d := onDisk(t, "W:Wc3:Be5,h8", "e5:c3")
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	s.untilPhase(turn.Moving)
	s.pass(2 * time.Second)
	whole := bytes.Clone(d.memory.Bytes()[:d.synced])
	dir := t.TempDir()
	store, err := journal.OpenStore(dir)
	s.must(err)
	s.must(os.WriteFile(filepath.Join(dir, "journals", "000001-x.jsonl"), whole, 0o600))
	core, err := live.OpenCore(store, s.Config, zerolog.Nop())
	s.must(err)
	defer core.Close()
	if n := files(t, filepath.Join(dir, "journals"), ".jsonl"); n != 1 || core.Position().FEN() != s.snap.FEN {
		t.Errorf("%d journals; it goes on from %s, the game stands at %s", n, core.Position().FEN(), s.snap.FEN)
	}
	s.powerCut(d)
	s.untilPhase(turn.Over)
	if len(s.Archived) != 1 || s.Archived[0].Result != "0-2" {
		t.Errorf("kept %+v", s.Archived)
	}
}

func TestScene36DiskFull(t *testing.T) {
	s, d := onDisk(t, robottest.StartFEN, "b6-a5", "d6:b4")
	d.full = true
	s.playRound("c3-d4")
	if s.snap.Disk != "fault" {
		t.Error("nobody is told")
	}
	s.playRound("d4-c5")
	s.wantPlayed("c3-d4", "b6-a5", "d4-c5", "d6:b4")
	if log, err := journal.ReadLog(strings.NewReader(d.memory.String())); err != nil || !log.Torn {
		t.Errorf("the disk was not full: %v, torn %v", err, log.Torn)
	}
	d.full = false
	s.answers = []string{"a5:c3"}
	s.playRound("a3:c5")
	if s.snap.Disk != "" {
		t.Error("nobody is told that it is over")
	}
	report, err := journal.Replay(strings.NewReader(d.memory.String()), journal.Options{})
	if err != nil || report.Diverged != nil || len(report.Moves) != 6 {
		t.Errorf("%v, %+v", err, report)
	}
}

func TestScene36ReadOnly(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, func(c *robot.CoreConfig) {
		c.Journal = func(journal.Header) (journal.File, error) { return nil, errors.New("read-only file system") }
	})
	s.until(turn.VisitorTurn, say.YourTurnWhite)
	if s.snap.Disk != "fault" {
		t.Error("nobody is told")
	}
	s.playRound("c3-d4")
}

func TestScene37RestartOnAnotherBoard(t *testing.T) {
	t.Parallel()
	// restarted is a game that was going on when the daemon ended, and started again after hands were at the board.
	restarted := func(t *testing.T, meanwhile func(*scene)) *scene {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.Core.Close()
		meanwhile(s)
		s.ResetController(s.now)
		s.again(bytes.Clone(s.Journals[0].Bytes()))
		return s
	}
	t.Run("as it was", func(t *testing.T) {
		s := restarted(t, func(*scene) {})
		s.until(turn.VisitorTurn, say.YourTurn)
		s.playRound("d4-c5")
	})
	t.Run("the visitor's move is made", func(t *testing.T) {
		s := restarted(t, func(s *scene) { s.makeMove("d4-c5") })
		s.until(turn.VisitorTurn, say.YourTurn)
		s.pressAndExpect("d4-c5")
		s.awaitHandover()
	})
	t.Run("a checker is gone, and one too many", func(t *testing.T) {
		s := restarted(t, func(s *scene) { s.removeCheckers("h8"); s.layChecker(board.WhiteMan, "e5") })
		s.until(turn.Setup, say.SetUpBlack, "h8")
		s.layChecker(board.BlackMan, "h8")
		s.until(turn.Setup, say.SetUpWrong, "e5")
		s.removeCheckers("e5")
		s.until(turn.VisitorTurn, say.YourTurn)
		s.wantPlayed("c3-d4", "b6-a5")
	})
	t.Run("the start position: a new game is offered, not begun", func(t *testing.T) {
		s := restarted(t, func(s *scene) { s.SetUp(s.Start) })
		s.untilPhase(turn.Setup)
		s.pass(time.Minute)
		s.wantPlayed("c3-d4", "b6-a5")
		s.pressButton()
		s.wantShown(turn.Setup, say.NewGameOffer)
		s.pressButton()
		s.wantShown(turn.VisitorTurn, say.YourTurnWhite)
		s.wantPlayed()
	})
	t.Run("swept clean", func(t *testing.T) {
		s := restarted(t, func(s *scene) {
			for sq, piece := range s.World.Pieces() {
				if piece != board.NoPiece {
					s.must(s.World.RemoveSquare(board.Square(sq)))
				}
			}
		})
		s.until(turn.Setup, say.SetUp)
		p, err := board.ParseFEN(s.snap.FEN)
		s.must(err)
		s.SetUp(p)
		s.until(turn.VisitorTurn, say.YourTurn)
		s.playRound("d4-c5")
	})
}

// unfinished is the journal of a game in which two plies were played.
func unfinished(t *testing.T) string {
	t.Helper()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.playRound("c3-d4")
	s.Core.Close()
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
	cfg := robottest.NewRig(t, robottest.StartFEN, board.White, nil).Config
	if core, err = live.OpenCore(store, cfg, zerolog.New(&written)); err != nil {
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

// 36, 37: the robot starts over any journal. It goes on with one in which the same was decided, whatever was
// done about it; one that can't be gone on with is set aside, and the log says why.
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
		{"a blank line", "\n", "\n\n", true, ""},
		{"half a line", "\n", "\n{\n", false, "line 2"},
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
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.playRound("c3-d4")
	s.sendCommand(command.Resign)
	s.wantShown(turn.Over, say.EndAbandoned)
	s.Core.Close()
	const name = "000007-2026-05-31T12-00-00.000Z"
	core, dir, _ := startOver(t, name, s.journal())
	if core.Position() != board.Start() {
		t.Error("a game that is over is gone on with")
	}
	pdn, err := os.ReadFile(filepath.Join(dir, "games", name+".pdn"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1. c3-d4 b6-a5 *", `[Date "2026.05.31"]`} {
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
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.playRound("c3-d4")
	s.ResetController(s.now)
	s.Config.Settings.Level, s.Config.Settings.VisitorColor, s.Config.Settings.Lang = "child", board.Black, "en"
	s.restart()
	s.untilPhase(turn.VisitorTurn)
	if s.snap.Level != "amateur" || s.snap.Visitor != "white" {
		t.Errorf("gone on at level %s as %s", s.snap.Level, s.snap.Visitor)
	}
	s.playRound("d4-c5")
	s.sendCommand(command.NewGame)
	s.pass(time.Second)
	if s.snap.Level != "child" || s.snap.Visitor != "black" || s.snap.Lang != "en" || s.snap.Game != 2 {
		t.Errorf("begun at level %s as %s in %s, game %d", s.snap.Level, s.snap.Visitor, s.snap.Lang, s.snap.Game)
	}
}
