package robot_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/robottest"
)

// What NewCore notes and says is in the first output, though nothing can be returned before that.
func TestOutputOfTheConstructor(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, func(c *robot.CoreConfig) {
		c.Service = true
		c.Journal = func(journal.Header) (journal.File, error) { return nil, errors.New("no folder") }
	})
	s.advance(1)
	noted, said := false, false
	for _, n := range s.notes {
		noted = noted || n.Severity == robot.NoteError && strings.Contains(n.Text, "the journal is not written")
	}
	for _, sentence := range s.said {
		said = said || sentence.Key == string(say.Service)
	}
	if !noted || !said {
		t.Errorf("noted %v, said %v", s.notes, s.said)
	}
	s.notes = nil
	s.sendCommand(command.ServiceOff)
	for _, n := range s.notes {
		if strings.Contains(n.Text, "the journal is not written") {
			t.Error("it is noted twice")
		}
	}
}

// A resumed game begins without a link, but nobody hears that it is lost: it has not been opened yet.
func TestResumedGameDoesNotCallTheLinkLost(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
	s.playRound("c3-d4")
	s.Core.Close()
	kept, err := journal.ReadKeptGame(bytes.NewReader(s.Journals[0].Bytes()))
	s.must(err)
	cfg := s.Config
	cfg.Resume, cfg.ResumeFile = kept, s.Journals[0]
	core, err := robot.NewCore(cfg)
	s.must(err)
	defer core.Close()
	if out, _ := core.Advance(0, robot.Input{}); len(out.Said) > 0 {
		t.Errorf("said %v", out.Said)
	}
}
