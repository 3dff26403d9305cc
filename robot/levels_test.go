package robot_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// generations are levels that ask networks, as a robot with trained ones has them.
func generations(digest string) []engine.Level {
	return []engine.Level{
		{Name: "generation-1", Elo: -12.6, Weights: "0001"},
		{Name: "amateur", Elo: 240.4, Weights: digest},
		{Name: "child"},
	}
}

// A journal says by which weights its levels play, and the screen how strong they are.
func TestWeightsInJournal(t *testing.T) {
	s := newScene(t, robottest.StartFEN, board.White, func(c *robot.CoreConfig) { c.Levels = generations("0002") })
	s.untilPhase(turn.VisitorTurn)
	log, err := journal.ReadLog(bytes.NewReader(s.Journals[0].Bytes()))
	s.must(err)
	if want := map[string]string{"generation-1": "0001", "amateur": "0002"}; !maps.Equal(log.Header.Weights, want) {
		t.Errorf("weights %v", log.Header.Weights)
	}
	choices := s.snap.Choices
	want := map[string]int{"generation-1": -13, "amateur": 240}
	if !maps.Equal(choices.Ratings, want) || len(choices.Levels) != 3 {
		t.Errorf("%+v", choices)
	}
}

// Without networks, neither journal nor screen mentions any.
func TestNoWeights(t *testing.T) {
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.untilPhase(turn.VisitorTurn)
	if strings.Contains(s.Journals[0].String(), "weights") || s.snap.Choices.Ratings != nil {
		t.Error("there are weights")
	}
}

// A game that goes on with other weights than it began with is told to the operator, and goes on.
func TestOtherWeights(t *testing.T) {
	for weights, told := range map[string]bool{
		`{"amateur":"0002"}`: false, `{"amateur":"0003"}`: true, `{"generation-7":"0003"}`: false,
	} {
		s, d := onDisk(t, robottest.StartFEN)
		s.Config.Levels = generations("0002")
		version := fmt.Sprintf(`"version":%d`, turn.Version)
		journal := bytes.Replace(d.memory.Bytes(), []byte(version), []byte(version+`,"weights":`+weights), 1)
		s.ResetController(s.now)
		s.again(journal)
		if got := strings.Contains(fmt.Sprint(s.notes), "other weights"); got != told {
			t.Errorf("%s: told %v, notes %v", weights, got, s.notes)
		}
	}
}

// A visitor chooses a generation in the middle of a game; the journal has it.
func TestChoosesGeneration(t *testing.T) {
	s := newScene(t, robottest.StartFEN, board.White, func(c *robot.CoreConfig) { c.Levels = generations("0002") })
	s.untilPhase(turn.VisitorTurn)
	s.sendCommand(command.Level, "level", "generation-1")
	if s.snap.Choices.Level != "generation-1" || s.countInJournal(`"args":{"level":"generation-1"}`) != 1 {
		t.Errorf("%s in %s", s.snap.Choices.Level, s.journal())
	}
}

// A game, and a visitor's choice, at a level that is offered no more go on at the configuration's, and the
// operator is told. A level that is offered stays.
func TestLevelIsNoMore(t *testing.T) {
	for chosen, want := range map[string]string{"generation-1": "amateur", "child": "child"} {
		s, d := onDisk(t, robottest.StartFEN)
		s.Config.Levels = generations("0002")
		s.sendCommand(command.Level, "level", chosen)
		s.Config.Levels = s.Config.Levels[1:]
		journal := bytes.Clone(d.memory.Bytes())
		s.ResetController(s.now)
		s.again(journal)
		s.untilPhase(turn.VisitorTurn)
		told := strings.Contains(fmt.Sprint(s.notes), "no longer offered")
		if s.snap.Level != want || told != (want != chosen) {
			t.Errorf("%s: %s plays, told %v", chosen, s.snap.Level, told)
		}
		s.playRound("c3-d4")
		s.sendCommand(command.NewGame)
		s.SetUp(s.Start)
		if s.untilPhase(turn.VisitorTurn); s.snap.Level != want || s.snap.Game != 2 {
			t.Errorf("%s: %s plays game %d", chosen, s.snap.Level, s.snap.Game)
		}
	}
}

// Each game has a seed of its own, so that the same moves need not be answered alike all day; it stands in its
// journal, and the engine is told of it, also when the game is taken up again.
func TestSeedOfEachGame(t *testing.T) {
	s, d := onDisk(t, robottest.StartFEN, "b6-a5")
	s.sendCommand(command.NewGame)
	s.SetUp(s.Start)
	s.untilPhase(turn.VisitorTurn)
	second, err := journal.ReadLog(bytes.NewReader(d.memory.Bytes()))
	s.must(err)
	if s.Config.Settings.Seed != 1 || second.Header.Game != 2 || second.Header.Seed <= 1 {
		t.Errorf("game %d has the seed %d", second.Header.Game, second.Header.Seed)
	}
	s.Config.Settings.Seed = 99
	journal := bytes.Clone(d.memory.Bytes())
	s.ResetController(s.now)
	s.again(journal)
	s.untilPhase(turn.VisitorTurn)
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	if s.request == nil || s.request.Seed != second.Header.Seed {
		t.Errorf("asked for %+v, the game has the seed %d", s.request, second.Header.Seed)
	}
	s.awaitHandover()
}
