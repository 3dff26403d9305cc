package robot_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// keepJournals names the environment variable with the folder in which TestEvening leaves its journal.
const keepJournals = "CROWNHEAD_JOURNALS"

// A mishap befalls a turn: the visitor's before he moves, or the robot's while it moves.
type mishap struct {
	name    string
	visitor func(*scene)
	robot   func(*scene)
}

var mishaps = []mishap{
	{name: "nothing"},
	{"presses too early", func(s *scene) { s.press() }, nil},
	{"two checkers at once", func(s *scene) {
		s.carry("g3", "h4")
		s.carry("f6", "g5")
		s.press()
		s.carry("h4", "g3")
		s.press()
		s.carry("g5", "f6")
	}, nil},
	{"reaches in", nil, func(s *scene) { s.inTheAir(); s.lift("e1"); s.until(turn.Hold, say.PutBack, "e1") }},
	{"the pump is weak", nil, func(s *scene) {
		s.world.SetPickMissChance(1)
		s.untilPhase(turn.Help)
		s.world.SetPickMissChance(0)
		s.press()
	}},
	{"it falls", nil, func(s *scene) { s.inTheAir(); s.world.SetVacuum(false, false, s.now) }},
	{"the cable is pulled", nil, func(s *scene) {
		s.inTheAir()
		s.pull()
		s.until(turn.Boot, say.LinkLost)
		s.plug()
	}},
	{"the controller resets", nil, func(s *scene) { s.reset(s.now) }},
	{"emergency stop", nil, func(s *scene) {
		s.inTheAir()
		s.world.Estop(true)
		s.until(turn.Stopped, say.Stopped)
		s.world.Estop(false)
		s.pass(time.Second)
		s.command(turn.CommandClear)
	}},
	{"the laptop sleeps", func(s *scene) { s.sleep(time.Minute); s.untilPhase(turn.Visitor) }, nil},
	{"the board is knocked over", func(s *scene) {
		p, err := board.ParseFEN(s.snap.FEN)
		s.did(err)
		for _, sq := range p.Occupied().Squares()[:8] {
			s.did(s.world.RemoveSquare(sq))
		}
		s.press()
		s.until(turn.Setup, say.BoardUpset)
		s.setUp(p)
		s.untilPhase(turn.Visitor)
	}, nil},
}

// One game in which everything happens, in turn, is played on to its end.
func TestEvening(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White)
	for _, m := range mishaps {
		if m.visitor != nil {
			m.visitor(s)
		}
		p, err := board.ParseFEN(s.snap.FEN)
		s.did(err)
		move := p.Notation(first(p))
		s.moves(move)
		s.accepts(move)
		s.untilPhase(turn.Moving)
		if m.robot != nil {
			m.robot(s)
		}
		s.asked()
		if s.snap.Phase != turn.Visitor {
			t.Fatalf("%s: not his turn again\n%s", m.name, s)
		}
	}
	s.command(turn.CommandResign)
	s.shows(turn.Over, say.EndLossResignation)
	if folder := os.Getenv(keepJournals); folder != "" {
		s.did(os.WriteFile(filepath.Join(folder, "evening.jsonl"), []byte(s.journal()), 0o644))
	}
}
