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
	"crownhead/robot/journal"
	"crownhead/robot/live"
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
	s.untilPhase(turn.Visitor)
	return s, d
}

// powerCut cuts the power and switches it on again: of the journal no more is left than was on disk, and half a line.
func (s *scene) powerCut(d *disk) {
	s.t.Helper()
	kept := bytes.Clone(d.memory.Bytes()[:d.synced])
	s.reset(s.now)
	s.again(append(kept, `{"t":99,"event":"sc`...))
}

// again starts the daemon over what is left of a journal.
func (s *scene) again(data []byte) {
	s.t.Helper()
	log, err := journal.ReadLog(bytes.NewReader(data))
	s.did(err)
	memory := s.journals[len(s.journals)-1]
	memory.Reset()
	memory.Write(data[:log.Size])
	cfg := s.config
	cfg.Nonce += 100
	cfg.Resume, cfg.ResumeFile = &log, memory
	s.core, err = robot.NewCore(cfg)
	s.did(err)
	s.toCore, s.toDevice, s.changed, s.request = nil, nil, true, nil
	s.pass(time.Millisecond)
}

func TestScene36PowerCut(t *testing.T) {
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s, d := onDisk(t, "W:Wa3,a1,c1:BKb8,h8", "b8-h2")
			s.moves("a3-b4")
			s.accepts("a3-b4")
			s.untilPhase(turn.Moving)
			moment(s)
			s.powerCut(d)
			s.recovers()
		})
	}
	t.Run("between a capture and the removal of what was captured", func(t *testing.T) {
		s, d := onDisk(t, "W:Wc3,a1,g1:Be5,h8", "e5:c3")
		s.moves("c3-d4")
		s.accepts("c3-d4")
		s.wait("the robot's checker on c3", func() bool { return s.count(`"arm":"carried"`) == 1 })
		s.pass(200 * time.Millisecond)
		s.powerCut(d)
		s.handsOver()
		s.played("c3-d4", "e5:c3")
	})
	t.Run("in the visitor's turn", func(t *testing.T) {
		s, d := onDisk(t, startFEN, "b6-a5")
		s.goesOn("c3-d4")
		s.powerCut(d)
		s.until(turn.Visitor, say.YourTurn)
		s.played("c3-d4", "b6-a5")
		s.goesOn("d4-c5")
	})
}

// 36: a game that the robot's move has decided is not over before the arm has made that move, and the game is kept.
func TestScene36PowerCutInTheLastMove(t *testing.T) {
	s, d := onDisk(t, "W:Wc3:Be5,h8", "e5:c3")
	s.moves("c3-d4")
	s.accepts("c3-d4")
	s.untilPhase(turn.Moving)
	s.pass(2 * time.Second)
	whole := bytes.Clone(d.memory.Bytes()[:d.synced])
	dir := t.TempDir()
	store, err := journal.OpenStore(dir)
	s.did(err)
	s.did(os.WriteFile(filepath.Join(dir, "journals", "000001-x.jsonl"), whole, 0o600))
	core, err := live.StartCore(store, s.config, zerolog.Nop())
	s.did(err)
	defer core.Close()
	if n := files(t, filepath.Join(dir, "journals"), ".jsonl"); n != 1 || core.Position().FEN() != s.snap.FEN {
		t.Errorf("%d journals; it goes on from %s, the game stands at %s", n, core.Position().FEN(), s.snap.FEN)
	}
	s.powerCut(d)
	s.untilPhase(turn.Over)
	if len(s.archived) != 1 || s.archived[0].Result != "0-2" {
		t.Errorf("kept %+v", s.archived)
	}
}

func TestScene36DiskFull(t *testing.T) {
	s, d := onDisk(t, startFEN, "b6-a5", "d6:b4")
	d.full = true
	s.goesOn("c3-d4")
	if s.snap.Disk != "fault" {
		t.Error("nobody is told")
	}
	s.goesOn("d4-c5")
	s.played("c3-d4", "b6-a5", "d4-c5", "d6:b4")
	if log, err := journal.ReadLog(strings.NewReader(d.memory.String())); err != nil || !log.Torn {
		t.Errorf("the disk was not full: %v, torn %v", err, log.Torn)
	}
	d.full = false
	s.answers = []string{"a5:c3"}
	s.goesOn("a3:c5")
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
	s := newScene(t, startFEN, board.White, func(c *robot.CoreConfig) {
		c.Journal = func(journal.Header) (journal.File, error) { return nil, errors.New("read-only file system") }
	})
	s.until(turn.Visitor, say.YourTurnWhite)
	if s.snap.Disk != "fault" {
		t.Error("nobody is told")
	}
	s.goesOn("c3-d4")
}

func TestScene37RestartOnAnotherBoard(t *testing.T) {
	t.Parallel()
	// restarted is a game that was going on when the daemon ended, and started again after hands were at the board.
	restarted := func(t *testing.T, meanwhile func(*scene)) *scene {
		s := play(t, startFEN, board.White, "b6-a5")
		s.goesOn("c3-d4")
		s.core.Close()
		meanwhile(s)
		s.reset(s.now)
		s.again(bytes.Clone(s.journals[0].Bytes()))
		return s
	}
	t.Run("as it was", func(t *testing.T) {
		s := restarted(t, func(*scene) {})
		s.until(turn.Visitor, say.YourTurn)
		s.goesOn("d4-c5")
	})
	t.Run("his move is made", func(t *testing.T) {
		s := restarted(t, func(s *scene) { s.moves("d4-c5") })
		s.until(turn.Visitor, say.YourTurn)
		s.accepts("d4-c5")
		s.handsOver()
	})
	t.Run("a checker is gone, and one too many", func(t *testing.T) {
		s := restarted(t, func(s *scene) { s.lift("h8"); s.lay(board.WhiteMan, "e5") })
		s.until(turn.Setup, say.SetUpBlack, "h8")
		s.lay(board.BlackMan, "h8")
		s.until(turn.Setup, say.SetUpWrong, "e5")
		s.lift("e5")
		s.until(turn.Visitor, say.YourTurn)
		s.played("c3-d4", "b6-a5")
	})
	t.Run("the start position: a new game is offered, not begun", func(t *testing.T) {
		s := restarted(t, func(s *scene) { s.setUp(s.start) })
		s.untilPhase(turn.Setup)
		s.pass(time.Minute)
		s.played("c3-d4", "b6-a5")
		s.press()
		s.shows(turn.Setup, say.NewGameOffer)
		s.press()
		s.shows(turn.Visitor, say.YourTurnWhite)
		s.played()
	})
	t.Run("swept clean", func(t *testing.T) {
		s := restarted(t, func(s *scene) {
			for sq, piece := range s.world.Pieces() {
				if piece != board.NoPiece {
					s.did(s.world.RemoveSquare(board.Square(sq)))
				}
			}
		})
		s.until(turn.Setup, say.SetUp)
		p, err := board.ParseFEN(s.snap.FEN)
		s.did(err)
		s.setUp(p)
		s.until(turn.Visitor, say.YourTurn)
		s.goesOn("d4-c5")
	})
}
